package documenttest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/fault"
)

// Compare holds a document against its outline.
func Compare(t *testing.T, d *document.Document, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimLeft(want, "\n"), Outline(d)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Bounded holds what became of bytes that may be anything against what is promised: a
// document within bounds, or a fault that says what to do, whose message it returns.
func Bounded(t *testing.T, d *document.Document, err error) (*document.Document, string) {
	t.Helper()
	if err != nil {
		f := fault.Of(err)
		if f.Code != fault.BadData || f.Message == "" || f.Hint == "" || d != nil {
			t.Errorf("%s %q → %q", f.Code, f.Message, f.Hint)
		}
		return nil, f.Message
	}
	if err := build.Check(d); err != nil {
		t.Error(err)
	}
	return d, ""
}
