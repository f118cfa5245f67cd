package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// MaxJSON is the largest schema that Decode reads.
const MaxJSON = 512 << 20

// Decode reads a snapshot as `plumb schema --json` writes it. Unknown fields
// are passed over, so that files of later versions can be read; what does not
// describe tables is refused with a fault that says where and why.
func Decode(r io.Reader) (*Snapshot, error) {
	limited := &io.LimitedReader{R: r, N: MaxJSON + 1}
	d := json.NewDecoder(limited)
	var s struct {
		Snapshot
		Tables *[]Table `json:"tables"`
	}
	if err := d.Decode(&s); err != nil {
		if limited.N <= 0 {
			return nil, badSchema("it is larger than %d MiB", MaxJSON>>20)
		}
		return nil, badSchema("%s", jsonProblem(err))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, badSchema("something follows the end of the JSON object, at byte %d", d.InputOffset())
	}
	if s.Tables == nil {
		return nil, badSchema(`it has no list of "tables"`)
	}
	s.Snapshot.Tables = *s.Tables
	if err := check(&s.Snapshot); err != nil {
		return nil, err
	}
	return &s.Snapshot, nil
}

func badSchema(format string, args ...any) *fault.Fault {
	return fault.New(fault.BadData, "this is not a schema: "+format, args...).
		WithHint("write one with plumb schema --json")
}

// jsonProblem words a decoder's error for people.
func jsonProblem(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var f *fault.Fault
	switch {
	case errors.Is(err, io.EOF):
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the JSON ends too early"
	case errors.As(err, &syntax):
		return fmt.Sprintf("the JSON is broken at byte %d: %s", syntax.Offset, syntax)
	case errors.As(err, &kind) && kind.Field == "":
		return "a JSON object is needed, and there is " + article(kind.Value)
	case errors.As(err, &kind):
		return fmt.Sprintf("%s cannot be %s (at byte %d)", kind.Field, article(kind.Value), kind.Offset)
	case errors.As(err, &f):
		return f.Message
	}
	return err.Error()
}

func article(noun string) string {
	if noun == "hour" || noun != "" && strings.Contains("aeiou", noun[:1]) {
		return "an " + noun
	}
	return "a " + noun
}

// check refuses what would mislead everything that works with the snapshot.
func check(s *Snapshot) error {
	tables := make(map[string]bool, len(s.Tables))
	for i := range s.Tables {
		t := &s.Tables[i]
		name := t.QualifiedName()
		switch {
		case t.Name == "":
			return badSchema("table %d of %d has no name", i+1, len(s.Tables))
		case tables[name]:
			return badSchema("table %s is there twice", name)
		}
		tables[name] = true
		columns := make(map[string]bool, len(t.Columns))
		for j, c := range t.Columns {
			switch {
			case c.Name == "":
				return badSchema("column %d of table %s has no name", j+1, name)
			case columns[c.Name]:
				return badSchema("table %s has column %s twice", name, c.Name)
			}
			columns[c.Name] = true
		}
		for _, f := range t.ForeignKeys {
			if len(f.Columns) == 0 || len(f.Columns) != len(f.RefColumns) || f.RefTable == "" {
				return badSchema("a foreign key of table %s does not pair its columns with those of another table", name)
			}
		}
	}
	return nil
}
