package source

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    bool // of public.App_Users
	}{
		{"app_users", true}, {"APP_USERS", true}, {"App_Users", true}, {"public.app_users", true}, {"PUBLIC.APP_USERS", true},
		{"app_*", true}, {"*.app_users", true}, {"*", true}, {"app_user?", true}, {"app_user[R-T]", true}, {"{logins,app_users}", true}, {"public.{logins,app_{x}}", false},
		{"{app,web}_{users,logins}", true}, {`"App_Users"`, true}, {`public."App_Users"`, true}, {`"app_users"`, false},
		{"app_user", false}, {"other.app_users", false}, {"users", false}, {"app_user[", false}, {"{app_users", false}, {"", false},
	} {
		if got := Matches(c.pattern, "public", "App_Users"); got != c.want {
			t.Errorf("%q: %v", c.pattern, got)
		}
	}
	if !Matches("*", "main", "a/b") || !Matches("a/?", "main", "a/b") {
		t.Error("a slash is a character like any other")
	}
}

func TestCheckPattern(t *testing.T) {
	for pattern, want := range map[string]bool{
		"a": true, "sales.*": true, "{a,b}": true, "{a,b}_{c,d}": true, `"A"`: true, "[a-z]*": true,
		"": false, "{a": false, "a}": false, "{a,{b,c}}": false, "}{": false, "[a": false, "{,}": false,
		"{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}": false,
	} {
		if err := CheckPattern(pattern); (err == nil) != want || err != nil && fault.Of(err).Hint == "" {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}

func TestSplitPatterns(t *testing.T) {
	for list, want := range map[string][]string{
		"a": {"a"}, "a,b": {"a", "b"}, "{a,b}": {"{a,b}"}, "x.{a,b}, c ,": {"x.{a,b}", "c"}, "": nil, "{a,b": {"{a,b"},
	} {
		if got := SplitPatterns(list); !slices.Equal(got, want) {
			t.Errorf("%q: %q", list, got)
		}
	}
}

func TestFilterHearsOfEveryTable(t *testing.T) {
	var seen []string
	f := Filter{Include: []string{"a*"}, Exclude: []string{"AB"}, Seen: func(schema, table string) { seen = append(seen, schema+"."+table) }}
	if !f.Keeps("s", "a") || f.Keeps("s", "ab") || f.Keeps("s", "b") || !slices.Equal(seen, []string{"s.a", "s.ab", "s.b"}) {
		t.Error(seen)
	}
}
