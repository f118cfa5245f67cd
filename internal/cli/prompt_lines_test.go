package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"github.com/plumbdata/plumb/internal/schema"
)

func TestCompletionAtThePrompt(t *testing.T) {
	column := func(names ...string) (list []schema.Column) {
		for _, n := range names {
			list = append(list, schema.Column{Name: n})
		}
		return list
	}
	full := &completion{snapshot: &schema.Snapshot{SearchPath: []string{"main"}, Tables: []schema.Table{
		{Schema: "main", Name: "orders", Kind: schema.BaseTable, Columns: column("id", "ordered_at", "Total Price")},
		{Schema: "main", Name: "customers", Kind: schema.View, Columns: column("id", "country")},
		{Schema: "old", Name: "orders", Kind: schema.BaseTable, Columns: column("id")},
	}}}
	for _, c := range []struct{ text, want string }{
		{"/sq|", "/sql: the SQL of the last answer"},
		{"/AG|", "/again : answer with another reading; N alone does the same"},
		{"/nothing|", ""},
		{"how many |", "orders: table; customers: view; old.orders: table"},
		{"how many ord|ers", "orders: table; ordered_at: in orders"},
		{"sum(I|", "id: in orders, customers, orders"},
		{"orders.|", "id: in orders; ordered_at: in orders; Total Price: in orders"},
		{"old.|", "old.orders: table"},
		{"old.orders.i|", "id: in orders"},
		{"nobody.x|", ""},
		{"total|", "Total Price: in orders"},
		{"/query select tot|", `"Total Price": in orders`},
		{"/query\nselect c|", "customers: view; country: in customers"},
	} {
		text, after, _ := strings.Cut(c.text, "|")
		var got []string
		for _, found := range full.complete(text+after, len(text)) {
			got = append(got, found.Text+": "+found.About)
			if begun := strings.ToLower(text[found.From:]); !strings.HasPrefix(strings.ToLower(strings.Trim(found.Text, `"`)), begun) {
				t.Errorf("%q: %q would replace %q", c.text, found.Text, begun)
			}
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
	if got := (&completion{}).complete("ord", 3); got != nil {
		t.Errorf("without a schema: %v", got)
	}
}

func TestAStatementGoesOn(t *testing.T) {
	for text, want := range map[string]bool{
		"how many orders": false, "/sql": false, "/queryx a": false, "how many\norders": false,
		"/query": true, "/query select 1": true, "/query select 1;": false, "/query select 1 ; ": false,
		"/query\nselect 1": true, "/query\nselect 1\n": false, "/query\nselect 1\n  ": false, "/query select ';\n'": true,
		"/edit select 1,": true, "/Edit select 1,\n2;": false,
	} {
		if got := isUnfinished(text); got != want {
			t.Errorf("%q: got %t", text, got)
		}
	}
}

func TestOneCommand(t *testing.T) {
	for text, want := range map[string]string{
		"how\nmany": "how\nmany", "/sql": "/sql ", " /again\t1": "/again 1", "/query\nselect\n1": "/query select\n1",
	} {
		if got := oneCommand(text); got != want {
			t.Errorf("%q: got %q", text, got)
		}
	}
}

func TestPlainReading(t *testing.T) {
	b := newBench(t)
	a, out, _ := b.app("one\ntwo\\\nlines\n/query select\n1\n\nlast")
	in := &plain{app: a}
	for _, want := range []string{"one", "two\nlines", "/query select\n1\n", "last"} {
		if got, err := in.next(t.Context()); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if _, err := in.next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
	if want := "plumb> plumb>   ...> plumb>   ...>   ...> plumb> plumb> \n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// The whole way: a person types, completes, asks and leaves; the next time the
// lines are there.
func TestAPersonTypes(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	defer master.Close()
	defer slave.Close()
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	for _, keys := range []string{
		"/tab\t\r" + // a command
			"only\\\rten\x1b\x7ftents\r" + // a question on two lines
			"prod\t\t\x03" + // a table, and thought better
			" sure\r" + // not to be remembered
			"\x04",
		"\x1b[A\r\x12tab\r\x03",
	} {
		a, _, errs := b.app("")
		a.Stdin, a.Stdout = slave, slave
		ended := make(chan error, 1)
		go func() {
			ended <- a.converse(t.Context(), askFlags{db: b.db}, a.newTyped(), &attention{}, true)
			_, _ = io.WriteString(slave, "the end")
		}()
		shown := ""
		for !strings.HasSuffix(shown, "\x1b[8G\x1b[?7h") { // the cursor is behind the prompt
			shown += read(t, master)
		}
		if _, err := io.WriteString(master, keys); err != nil {
			t.Fatal(err)
		}
		for !strings.HasSuffix(shown, "the end") {
			shown += read(t, master)
		}
		if err := <-ended; err != nil {
			t.Errorf("%v\n%s", err, errs)
		}
		contains(t, "the terminal", shown, "plumb> ", "products")
	}
	var asked []string
	for _, q := range b.brain.asked {
		asked = append(asked, q.Text)
	}
	if got := strings.Join(asked, "; "); !strings.HasSuffix(got, "only tents; sure; only tents") { // suggestions are tried before
		t.Errorf("asked %s", got)
	}
	kept, err := os.ReadFile(filepath.Join(b.home, ".plumb", "history"))
	if want := "/tables\nonly\\ntents\n/tables\n"; err != nil || string(kept) != want {
		t.Errorf("kept %q, %v, want %q", kept, err, want)
	}
}

func read(t *testing.T, f *os.File) string {
	t.Helper()
	b := make([]byte, 4096)
	n, err := f.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(b[:n])
}
