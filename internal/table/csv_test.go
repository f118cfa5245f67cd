package table

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestReadCSV(t *testing.T) {
	text := "\ufeffid,name,id\r\n1,\"a \"\"b\"\"\",x\r\n,\"two\r\nlines\",\"\"\r\n3,lone\rcr,z"
	got, err := ReadCSV(strings.NewReader(text), []Column{{Name: "id", Kind: Int}, {Name: "name", Kind: Text}, {Name: "id", Kind: Text}}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Table{
		Columns: []Column{{Name: "id", Kind: Int}, {Name: "name", Kind: Text}, {Name: "id", Kind: Text}},
		Rows: []Row{
			{NewInt(1), NewText(`a "b"`), NewText("x")},
			{Value{}, NewText("two\r\nlines"), NewText("")},
			{NewInt(3), NewText("lone\rcr"), NewText("z")},
		},
	}
	compare(t, "CSV", want, got)
}

func TestReadCSVFindsColumnsByName(t *testing.T) {
	got, err := ReadCSV(strings.NewReader("b,c,a\n1,2,3\n"), []Column{{Name: "a", Kind: Int}, {Name: "b", Kind: Float}}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if r := got.Rows[0]; r[0] != NewFloat(1) || r[1] != NewText("2") || r[2] != NewInt(3) {
		t.Errorf("got %v", r)
	}
}

func TestReadCSVRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "the CSV is empty",
		"a,b\n1\n":                              "line 2 has 1 fields, the header has 2",
		"b,c\n\"x\n\ny\",1\n1,2,3\n":            "line 5 has 3 fields, the header has 2",
		"a\nx\n":                                `line 2, column a: "x" is not a value of type integer`,
		"a\n\"1":                                "line 2: a quoted field does not end",
		"a\n1\"2\n":                             "line 2: a quote in the middle of a field",
		"a\n\"1\"2\n":                           "line 2: a quote in the middle of a field",
		"a\n\"1\"\r2\n":                         "line 2: a quote in the middle of a field",
		"a\n" + strings.Repeat("9", 200) + "\n": "the CSV is larger than 100 bytes",
	} {
		_, err := ReadCSV(strings.NewReader(text), []Column{{Name: "a", Kind: Int}}, Limits{Bytes: 100})
		if err == nil || err.Error() != want || fault.CodeOf(err) != fault.BadData {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	broken := errors.New("unplugged")
	if _, err := ReadCSV(io.MultiReader(strings.NewReader("a\n1"), iotest.ErrReader(broken)), nil, Limits{}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestReadCSVStopsAtItsLimits(t *testing.T) {
	for rows, want := range map[int]Cap{0: Whole, 1: ByRows, 2: Whole, 3: Whole} {
		got, err := ReadCSV(strings.NewReader("a\n1\n2\n"), nil, Limits{Rows: rows})
		if err != nil || got.Truncated != want {
			t.Errorf("%d rows: %+v, %v", rows, got, err)
		}
	}
	if _, err := ReadCSV(strings.NewReader("a\n1\n2\n"), nil, Limits{Bytes: 6}); err != nil {
		t.Errorf("exactly the limit: %v", err)
	}
}

// failing accepts a number of bytes and then none.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWritersPassErrorsOn(t *testing.T) {
	many := &Table{Columns: []Column{{Name: "a", Kind: Text}}}
	for range 1000 {
		many.Rows = append(many.Rows, Row{NewText(strings.Repeat("x", 100))})
	}
	for _, left := range []int{0, 5000, 50000} {
		if err := WriteCSV(&failing{left}, many.Reader()); !errors.Is(err, errFull) {
			t.Errorf("WriteCSV after %d: %v", left, err)
		}
		if err := WriteJSON(&failing{left}, many.Reader()); !errors.Is(err, errFull) {
			t.Errorf("WriteJSON after %d: %v", left, err)
		}
	}
	broken := errors.New("server gone")
	for _, write := range []func(io.Writer, *Reader) error{WriteCSV, WriteJSON} {
		s := &script{rows: many.Rows[:1], err: broken}
		if err := write(io.Discard, NewReader(many.Columns, s, Limits{})); !errors.Is(err, broken) || s.closed != 1 {
			t.Errorf("got %v, closed %d times", err, s.closed)
		}
	}
}

func TestWriteSpreadsheetCSV(t *testing.T) {
	for in, want := range map[string]string{
		"=cmd|' /C calc'!A0": `'=cmd|' /C calc'!A0`, "=1+1": "'=1+1", "@SUM(A1)": "'@SUM(A1)", "+1+cmd": "'+1+cmd", "-1+cmd": "'-1+cmd",
		"\t=1": "'\t=1", "\tx": "'\tx", "\r=1": "\"'\r=1\"", "\rx": "\"'\rx\"", " =1": "' =1", "\u00a0=1": "'\u00a0=1", "\u200b=1": "'\u200b=1", "\ufeff=1": "'\ufeff=1",
		`"=1`: `"'""=1"`, "'=1": "''=1", "\x00=1": "'\x00=1", "＝1": "'＝1", "＋1": "'＋1", "－1+x": "'－1+x", "＠x": "'＠x", "−x": "'−x",
		"-5": "-5", "+49": "+49", "-1,234.50": `"-1,234.50"`, "-": "'-", "-a": "'-a", "--": "'--", "a=1": "a=1", "x": "x", "": `""`, "me@example.com": "me@example.com", "'quoted'": "'quoted'",
	} {
		r := (&Table{Columns: []Column{{Name: "n", Kind: Text}}, Rows: []Row{{NewText(in)}}}).Reader()
		var b strings.Builder
		if err := WriteSpreadsheetCSV(&b, r); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(strings.TrimPrefix(b.String(), "n\n"), "\n"); got != want {
			t.Errorf("%q is written as %q, want %q", in, got, want)
		}
	}
	// Numbers are numbers, names of columns are text, and programs get what there is.
	mixed := &Table{Columns: []Column{{Name: "=n", Kind: Int}, {Name: "t", Kind: Text}, {Name: "j", Kind: JSON}}, Rows: []Row{{NewInt(-5), NewText("=a"), {}}}}
	var people, programs strings.Builder
	if err := errors.Join(WriteSpreadsheetCSV(&people, mixed.Reader()), WriteCSV(&programs, mixed.Reader())); err != nil {
		t.Fatal(err)
	}
	if people.String() != "'=n,t,j\n-5,'=a,\n" || programs.String() != "=n,t,j\n-5,=a,\n" {
		t.Errorf("people get %q, programs %q", people.String(), programs.String())
	}
}
