package fetch

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// options are those of a person who allows the servers of the test, and whose clock does not make them wait.
func options() Options {
	return Options{
		Allowed: []string{"127.0.0.1"},
		Now:     time.Now,
		Sleep:   func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
}

func variables(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func open(t testing.TB, where string, o Options) Source {
	t.Helper()
	s, err := Open(t.Context(), where, o)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// readAll lists and reads a place, "name=content" or "name!code" for each item and "!code" for the listing.
func readAll(t testing.TB, s Source) []string {
	t.Helper()
	var all []string
	for item, err := range s.List(t.Context(), nil) {
		var data []byte
		if err == nil {
			data, err = s.Read(t.Context(), item)
		}
		switch {
		case err != nil:
			checkFault(t, err)
			all = append(all, fmt.Sprintf("%s!%s", item.Name, fault.CodeOf(err)))
		case item.Mark == "" || item.Address == "":
			t.Errorf("an item without mark or address: %+v", item)
		default:
			all = append(all, item.Name+"="+string(data))
		}
	}
	return all
}

// checkFault checks that an error says what to do, and no secret.
func checkFault(t testing.TB, err error) {
	t.Helper()
	if f := fault.Of(err); f.Code == fault.Internal || f.Hint == "" && f.Code != fault.Canceled || strings.Contains(f.Message+f.Hint, "geheim") {
		t.Errorf("%s %q → %q", f.Code, f.Message, f.Hint)
	}
}

// listingFault is the first error about the listing itself.
func listingFault(t testing.TB, s Source) error {
	t.Helper()
	for item, err := range s.List(t.Context(), nil) {
		if item.Address == "" && err != nil {
			checkFault(t, err)
			return err
		}
	}
	return nil
}

// keep is what a caller keeps of a refresh.
type keep map[string]Item

// refresh says what became of which item, "changed name" and so on.
func (k keep) refresh(t testing.TB, s Source) string {
	t.Helper()
	var all []string
	for c := range Refresh(t.Context(), s, k) {
		if c.Err != nil {
			checkFault(t, c.Err)
		}
		switch c.Kind {
		case Changed, Same:
			k[c.Item.Address] = stored(t, c.Item)
			if (c.Kind == Changed) != (c.Data != nil) {
				t.Errorf("%s %s with %d bytes", c.Kind, c.Item.Name, len(c.Data))
			}
		case Gone:
			delete(k, c.Item.Address)
		}
		all = append(all, string(c.Kind)+" "+cmp.Or(c.Item.Name, string(fault.CodeOf(c.Err))))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// stored is an item as it comes back from where it was kept.
func stored(t testing.TB, item Item) (back Item) {
	t.Helper()
	data, err := json.Marshal(item)
	if err == nil {
		err = json.Unmarshal(data, &back)
	}
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestPlaces(t *testing.T) {
	env := variables("TOKEN", "geheim/&?", "USER", "ann")
	for _, c := range []struct{ where, shown, url string }{
		{"docs/a b.md", "docs/a b.md", ""},
		{"file:///srv/a%20b.md", "/srv/a b.md", ""},
		{"https://h.example/a?x=1#top", "https://h.example/a?x=1", "https://h.example/a?x=1"},
		{"https://h.example/a?token=${TOKEN}", "https://h.example/a?token=${TOKEN}", "https://h.example/a?token=geheim%2F%26%3F"},
		{"sftp://${USER}:${TOKEN}@h.example:2222/a", "sftp://h.example:2222/a", "sftp://ann:geheim%2F&%3F@h.example:2222/a"},
		{"HTTPS://h.example/", "https://h.example/", "https://h.example/"},
		{"s3://shop/a?b#c %41", "s3://shop/a?b#c %41", ""},
	} {
		p, err := parsePlace(c.where, env)
		if err != nil || p.shown != c.shown || c.url != "" && p.url.String() != c.url {
			t.Errorf("%s: %+v %v %v", c.where, p, p.url, err)
		}
	}
	for where, want := range map[string]string{
		"":                                  "no place",
		"gopher://h/":                       "cannot be fetched from gopher://",
		"https://":                          "not an address",
		"https://ann:geheim@h.example/":     "has a password in it",
		"https://h.example/?sig=geheim":     "its parameter sig",
		"https://h.example/?Token=geheim":   "its parameter Token",
		"https://${TOKEN}.example/":         "stands in the login or in the parameters",
		"https://h.example/${TOKEN}":        "stands in the login or in the parameters",
		"https://ann:${NONE}@h.example/":    "NONE is not set",
		"https://ann:${TOKEN@h.example/":    "has a password in it",
		"ftp://h.example/a%0d%0aDELE%20b":   "not an address",
		"s3://ann:${TOKEN}@shop/":           "has no login",
		"a\x00b":                            "NUL",
		"file://server/share/a.md":          "not the address of a file",
		"https://ann:${TOKEN}x@h.example/a": "has a password in it",
	} {
		_, err := parsePlace(where, env)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", where, err)
			continue
		}
		checkFault(t, err)
	}
}

func TestGivenText(t *testing.T) {
	if got := readAll(t, open(t, "text:Refunds take 14 days.", options())); !slices.Equal(got, []string{"text.txt=Refunds take 14 days."}) {
		t.Error(got)
	}
	k := keep{}
	if got := k.refresh(t, Given(Text{"a.md", []byte("x")}, Text{"b.md", []byte("y")})); got != "changed a.md, changed b.md" {
		t.Error(got)
	}
	if got := k.refresh(t, Given(Text{"a.md", []byte("x")}, Text{"b.md", []byte("z")})); got != "changed b.md, same a.md" {
		t.Error(got)
	}
	if got := k.refresh(t, Given(Text{"a.md", []byte("x")})); got != "gone b.md, same a.md" {
		t.Error(got)
	}
}

func TestIsLocal(t *testing.T) {
	for where, want := range map[string]bool{
		"docs": true, "/srv/*.md": true, "file:///srv/a.md": true, "FILE:///srv": true, `C:\docs`: true,
		"text:a": false, "https://h/": false, "s3://b/": false, "sftp://a@h/": false,
	} {
		if got := IsLocal(where); got != want {
			t.Errorf("%s: got %v", where, got)
		}
	}
}

// What a variable holds is sent, and neither kept nor shown.
func FuzzPlace(f *testing.F) {
	for _, seed := range []string{"https://ann:${S}@h/a?token=${S}#x", "sftp://${S}@h", "ftp://a:${S}@[::1]:21/%20", "s3://b/${S}", "https://${S}", "https://a:b${S}@h/?sig=${S}x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, where string) {
		p, err := parsePlace(where, func(string) string { return "geheim" })
		if strings.Contains(where, "geheim") {
			return
		}
		if err != nil && strings.Contains(fault.Of(err).Message+fault.Of(err).Hint, "geheim") || strings.Contains(p.shown, "geheim") {
			t.Errorf("%q shows its secret: %q %v", where, p.shown, err)
		}
		if err == nil && p.url != nil && p.scheme != "s3" && strings.Contains(p.url.Host+p.url.Path, "geheim") {
			t.Errorf("%q sends its secret to %v", where, p.url)
		}
	})
}

func TestHostsThatAreAllowed(t *testing.T) {
	o := Options{Allowed: []string{"Wiki.example.com", "10.1.2.3", "[fd00::1]", "169.254.1.1"}}
	for _, c := range []struct {
		host, ip string
		want     bool
	}{
		{"wiki.example.com.", "10.9.9.9", true}, {"wiki.example.com", "100.64.1.1", true}, {"wiki.example.com", "169.254.169.254", false}, {"wiki.example.com", "fd00:ec2::254", false},
		{"wiki.example.com", "fe80::1", false}, {"wiki.example.com", "0.0.0.0", false}, {"a.wiki.example.com", "10.9.9.9", false}, {"other.example.com", "10.1.2.3", false},
		{"10.1.2.3", "10.1.2.3", true}, {"::ffff:10.1.2.3", "::ffff:10.1.2.3", true}, {"10.1.2.4", "10.1.2.4", false}, {"fd00:0::1", "fd00::1", true},
		{"169.254.1.1", "169.254.1.1", true}, {"other.example.com", "93.184.216.34", true}, {"other.example.com", "::ffff:93.184.216.34", true},
	} {
		if err := o.permit(c.host, netip.MustParseAddr(c.ip)); (err == nil) != c.want {
			t.Errorf("%s at %s: %v", c.host, c.ip, err)
		}
	}
}
