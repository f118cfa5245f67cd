package memory

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
)

// saying is a line of testdata/statements.txt.
type saying struct {
	text, them string
	want       []string
	held       bool // not looked at when rules were written
}

func lines(t *testing.T, name string) []string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}

func sayings(t *testing.T, name string) []saying {
	t.Helper()
	var list []saying
	for _, line := range lines(t, name) {
		said, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("%s: %q", name, line)
		}
		s := saying{text: strings.TrimSpace(said)}
		if at := strings.LastIndexByte(s.text, '{'); at > 0 {
			s.text, s.them = strings.TrimSpace(s.text[:at]), strings.Trim(s.text[at:], "{}")
		}
		for w := range strings.SplitSeq(want, "; ") {
			s.want = append(s.want, strings.TrimSpace(w))
		}
		s.held = sha256.Sum256([]byte(s.text))[31]%2 == 1
		list = append(list, s)
	}
	return list
}

// written is a statement as the lines of testdata write it.
func written(s Statement) string {
	switch s.Act {
	case DropAll:
		return "!"
	case DropLast:
		return "-last"
	case Show:
		return "?"
	case Drop:
		if subject := plain(s.Subject); subject != "" {
			return fmt.Sprintf("-%s(%s)", s.Topic, subject)
		}
		return "-" + string(s.Topic)
	}
	out := "+" + string(s.Topic)
	if s.Subject != "" && s.Topic != AvoidChart {
		out += "(" + plain(s.Subject) + ")"
	}
	if s.Value != "" {
		out += "=" + s.Value
	}
	return out
}

func plain(s string) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(s), "the "), "a ")
}

func agrees(got []Statement, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	for i, s := range got {
		if comparable(written(s)) != comparable(want[i]) {
			return false
		}
	}
	return true
}

func comparable(s string) string {
	s = strings.ToLower(s)
	head, value, _ := strings.Cut(s, "=")
	return head + "=" + plain(value)
}

// TestParseStatements reads what people say once. Nobody looked at the half that is held
// out when rules were written; later.txt was read by rules that had not seen it, and
// then made them better.
func TestParseStatements(t *testing.T) {
	for _, set := range []struct {
		name  string
		least int // percent that must be read right
		in    func(saying) bool
		file  string
	}{
		{"seen", 98, func(s saying) bool { return !s.held }, "testdata/statements.txt"},
		{"held out", 90, func(s saying) bool { return s.held }, "testdata/statements.txt"},
		{"later", 95, func(saying) bool { return true }, "testdata/later.txt"},
	} {
		right, all := 0, 0
		for _, s := range sayings(t, set.file) {
			if !set.in(s) {
				continue
			}
			all++
			got := Parse(s.text, Context{Them: s.them})
			if agrees(got, s.want) {
				right++
			} else if set.name != "held out" {
				var list []string
				for _, g := range got {
					list = append(list, written(g))
				}
				t.Logf("%q is read as %q, not %q", s.text, list, s.want)
			}
		}
		t.Logf("%s: %d of %d are read right", set.name, right, all)
		if right*100 < all*set.least {
			t.Errorf("%s: fewer than %d%% are read right", set.name, set.least)
		}
	}
}

func TestParseTakesNoQuestion(t *testing.T) {
	for _, line := range lines(t, "testdata/questions.txt") {
		text, after := strings.CutPrefix(line, "after: ")
		for _, s := range Parse(text, Context{Them: "orders"}) {
			if after && !s.Standing {
				continue // about the answer before it: who calls decides
			}
			t.Errorf("%q is read as %s", text, written(s))
		}
	}
}

func TestParseTells(t *testing.T) {
	for text, want := range map[string]Statement{
		"always show EUR":                      {Standing: true},
		"leave out test customers":             {},
		"always leave out test customers":      {Standing: true},
		"for now, show amounts in USD":         {Session: true},
		"in all databases, always show EUR":    {Standing: true, Everywhere: true},
		"always show EUR in all my databases.": {Standing: true, Everywhere: true},
		"our fiscal year starts in April":      {Standing: true},
	} {
		got := Parse(text, Context{})
		if len(got) != 1 {
			t.Errorf("%q is read as %v", text, got)
			continue
		}
		if g := got[0]; g.Standing != want.Standing || g.Session != want.Session || g.Everywhere != want.Everywhere {
			t.Errorf("%q: %+v", text, g)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("always show EUR and leave out test customers", "customers")
	f.Add("call them guests; by revenue I mean net", "")
	f.Add("remember that “x” — y… \u202e", "\x00")
	f.Fuzz(func(t *testing.T, text, them string) {
		list := Parse(text, Context{Them: them})
		if len(list) > maxClauses {
			t.Fatalf("%d statements", len(list))
		}
		for _, s := range list {
			if len(s.Subject) > maxSubject || len(s.Value) > maxValue && s.Value != them || len(s.Text) > 4*maxMessage {
				t.Fatalf("too long: %+v", s)
			}
			if s.Act == Keep && (s.Topic == "" || s.Subject == "" && s.Value == "") {
				t.Fatalf("nothing is said: %+v", s)
			}
			if strings.ContainsAny(s.Text, "\x00\x1b\n\u202e") {
				t.Fatalf("control characters: %q", s.Text)
			}
		}
	})
}
