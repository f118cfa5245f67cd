package tool

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
)

var describeTableForm = model.NewForm[named]("describe_table", "")

func (k *Kit) describeTable(ctx context.Context, a named) (Output, error) {
	s, t, err := k.table(ctx, a)
	if err != nil {
		return Output{}, err
	}
	l := newList("column", "type", "null", "role", "key", "values", "about")
	for i := range t.Columns {
		c := &t.Columns[i]
		null := "no"
		if c.Nullable {
			null = "yes"
		}
		l.add(c.Name, c.Type, null, string(c.Role), keyOf(s, t, c), describeValues(c), clip(c.About(), longestAbout))
	}
	p := page{Table: s.DisplayName(t), About: clip(t.About(), longestAbout)}
	if t.Unsafe != "" {
		p.Note = "This table cannot be read: " + clip(t.Unsafe, longestAbout)
	}
	return l.output(p, t.QualifiedName())
}

// keyOf says whether a column is a key, and of what.
func keyOf(s *schema.Snapshot, t *schema.Table, c *schema.Column) string {
	var said []string
	if slices.Contains(t.PrimaryKey, c.Name) {
		said = append(said, "primary key")
	}
	for _, f := range t.ForeignKeys {
		if at := slices.Index(f.Columns, c.Name); at >= 0 && at < len(f.RefColumns) {
			said = append(said, "refers to "+target(s, f)+"."+f.RefColumns[at])
		}
	}
	return strings.Join(said, ", ")
}

// target is the table that a foreign key leads to, under its shortest name.
func target(s *schema.Snapshot, f schema.ForeignKey) string {
	full := schema.Table{Schema: f.RefSchema, Name: f.RefTable}
	return s.DisplayName(&full)
}

// describeValues returns what is known of a column's values, in short.
func describeValues(c *schema.Column) string {
	const values = 10
	switch {
	case len(c.Values) > 0:
		text := strings.Join(c.Values[:min(values, len(c.Values))], ", ")
		if len(c.Values) > values || c.Distinct > int64(len(c.Values)) {
			text += ", …"
		}
		return clip(text, longestValue)
	case c.Min != "" && c.Max != "":
		return clip(c.Min, longestValue/2) + " to " + clip(c.Max, longestValue/2)
	}
	return clip(strings.Join(c.Examples, ", "), longestValue)
}
