package schema

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// readDictionary reads a data dictionary: a row a column (or a table, where the
// column is empty), with a header in any order.
func readDictionary(a *augmenter, file, text string) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = delimiter(text)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return
	}
	if err != nil {
		a.brokenCSV(file, err)
		return
	}
	at := headings(header)
	if at["table"] < 0 || at["description"] < 0 && at["examples"] < 0 {
		a.report(place{file, 1}, fault.Warning, fault.New(fault.BadData, "the first line of %s names no table or no description", file).
			WithHint("start with: table,column,description,example_values"))
		return
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			a.brokenCSV(file, err)
			continue
		}
		line, _ := r.FieldPos(0)
		field := func(name string) string {
			if i := at[name]; i >= 0 && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		c := claim{schema: field("schema"), table: field("table"), column: field("column"), topic: onDescription, rank: fromDictionary, at: place{file, line}}
		if c.table == "" {
			continue
		}
		if c.text = field("description"); c.text != "" {
			a.claims = append(a.claims, c)
		}
		if c.list = splitList(field("examples")); len(c.list) > 0 && c.column != "" {
			c.topic, c.text = onExamples, ""
			a.claims = append(a.claims, c)
		}
	}
}

func (a *augmenter) brokenCSV(file string, err error) {
	at := place{file: file}
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		at.line, err = parse.Line, parse.Err
	}
	a.report(at, fault.Warning, fault.Wrap(err, fault.BadData, "line %d of %s is broken: %s", at.line, file, err).
		WithHint(`put fields that contain the delimiter in quotes, and write a quote inside as ""`))
}

// headings finds the columns of a dictionary by the names that people give
// them; -1 where there is none.
func headings(header []string) map[string]int {
	at := map[string]int{"schema": -1, "table": -1, "column": -1, "description": -1, "examples": -1}
	for i, h := range header {
		name := strings.Join(words(h), " ")
		for key, names := range headingNames {
			if names[name] && at[key] < 0 {
				at[key] = i
			}
		}
	}
	return at
}

var headingNames = map[string]map[string]bool{
	"schema":      {"schema": true, "schema name": true},
	"table":       {"table": true, "table name": true, "entity": true, "model": true},
	"column":      {"column": true, "column name": true, "field": true, "field name": true, "attribute": true},
	"description": {"description": true, "definition": true, "desc": true, "meaning": true, "comment": true},
	"examples":    {"example values": true, "examples": true, "example": true, "example value": true, "sample values": true, "values": true},
}

// delimiter is the one that occurs most in the first line.
func delimiter(text string) rune {
	first, _, _ := strings.Cut(text, "\n")
	best, most := ',', 0
	for _, d := range []rune{',', ';', '\t', '|'} {
		if n := strings.Count(first, string(d)); n > most {
			best, most = d, n
		}
	}
	return best
}

// splitList takes a list apart at the first of these that occurs in it. An
// object in JSON is one value.
func splitList(s string) []string {
	const most = 20
	if strings.HasPrefix(s, "{") {
		return []string{s}
	}
	s = strings.Trim(s, "[]")
	sep := ","
	for _, x := range []string{"|", ";", "\n", ","} {
		if strings.Contains(s, x) {
			sep = x
			break
		}
	}
	var list []string
	for part := range strings.SplitSeq(s, sep) {
		if p := strings.Trim(strings.TrimSpace(part), `"'`); p != "" && len(list) < most {
			list = append(list, p)
		}
	}
	return list
}
