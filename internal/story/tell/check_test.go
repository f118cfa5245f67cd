package tell

import (
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/plumbdata/plumb/internal/story"
)

// checkStory holds a story to what every story promises.
func checkStory(t *testing.T, f Finding, s story.Story) {
	t.Helper()
	if s.Text == "" || !strings.HasSuffix(s.Text, ".") || strings.Contains(s.Text, "!.") {
		t.Errorf("not a story: %q", s.Text)
	}
	for _, r := range s.Text {
		if unicode.IsControl(r) {
			t.Errorf("a control character in %q", s.Text)
		}
	}
	for _, wrong := range []string{"  ", " ,", " .", "..", "{", "}", "NaN", "Inf", "-0.0%"} {
		if strings.Contains(s.Text, wrong) && !inData(f, wrong) {
			t.Errorf("%q in %q", wrong, s.Text)
		}
	}
	at := 0
	for i, r := range s.References {
		if r.ID != "ref"+strconv.Itoa(i+1) || r.Source == "" || r.Operation == "" {
			t.Errorf("incomplete: %+v", r)
		}
		found := strings.Index(s.Text[at:], r.Text)
		if found < 0 || r.Text == "" {
			t.Errorf("%q does not follow in %q", r.Text, s.Text)
			continue
		}
		at += found + 1
		for _, row := range r.Rows {
			if row < 0 || row >= len(f.Table.Rows) {
				t.Errorf("%q names row %d of %d", r.Text, row, len(f.Table.Rows))
			}
		}
	}
}

// inData reports whether an oddity is the data's own.
func inData(f Finding, text string) bool {
	for _, c := range f.Table.Columns {
		if strings.Contains(c.Name, text) {
			return true
		}
	}
	for _, row := range f.Table.Rows {
		for _, v := range row {
			if strings.Contains(v.String(), text) {
				return true
			}
		}
	}
	return false
}
