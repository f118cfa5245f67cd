package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/fault"
)

// spoilt is a statement with a mistake of the kinds that models make.
type spoilt struct {
	kind string
	sql  string
	code fault.Code // of the finding that catches it
}

func spoil(ix *index.Index, t *task) []spoilt {
	var list []spoilt
	list = append(list, wrongLiteral(ix, t)...)
	list = append(list, droppedFilter(ix, t)...)
	list = append(list, wrongJoin(ix, t)...)
	return append(list, fanOut(ix, t)...)
}

// wrongLiteral writes a text in another case, or in the plural.
func wrongLiteral(ix *index.Index, t *task) []spoilt {
	seen, err := readback.Look(ix, t.SQL, t.day())
	if err != nil {
		return nil
	}
	for _, test := range seen.Tests {
		text := test.Texts[0]
		if test.Like || test.Fold || ix.Columns[test.Base].Kind != index.Text || len(text) < 3 || !strings.Contains(t.SQL, text) {
			continue
		}
		wrong := strings.ToLower(text)
		if wrong == text {
			wrong += "s"
		}
		if slices.ContainsFunc(ix.StoredValues(test.Base), func(v index.Value) bool { return v.Text == wrong }) {
			continue
		}
		return []spoilt{{"wrong literal", strings.ReplaceAll(t.SQL, text, wrong), opinion.NoSuchValue}}
	}
	return nil
}

// droppedFilter leaves out a condition.
func droppedFilter(ix *index.Index, t *task) []spoilt {
	q, err := readback.Convert(ix, t.SQL, t.day())
	if err != nil || q.Where == nil {
		return nil
	}
	parts := []*form.Cond{q.Where}
	if q.Where.Op == form.And {
		parts = q.Where.Args
	}
	for i, c := range parts {
		kind := filterKind(c)
		if kind == "" {
			continue
		}
		less := *q
		less.Where = nil
		if rest := slices.Delete(slices.Clone(parts), i, i+1); len(rest) > 0 {
			less.Where = &form.Cond{Op: form.And, Args: rest}
		}
		if sql, _, err := render.Render(ix, render.SQLite, &less, t.day()); err == nil {
			return []spoilt{{kind, sql, opinion.NotCovered}}
		}
	}
	return nil
}

func filterKind(c *form.Cond) string {
	switch {
	case c.Op == form.During:
		return "dropped period"
	case c.Op == form.Equal && c.Right != nil && c.Right.Op == form.Literal && c.Right.Value.Kind == form.Text:
		return "dropped value"
	case c.Right != nil && c.Right.Op == form.Literal && c.Right.Value.Kind == form.Number && len(c.Right.Value.Text) > 1:
		return "dropped bound"
	}
	return ""
}

var onKey = regexp.MustCompile(`(?i)\bON\s+(\w+)\.(\w+)\s*=\s*(\w+)\.(\w+)`)

// wrongJoin joins the primary keys of two tables, as if they were the same.
func wrongJoin(ix *index.Index, t *task) []spoilt {
	m := onKey.FindStringSubmatch(t.SQL)
	if m == nil {
		return nil
	}
	a, b := tableOf(ix, t.SQL, m[1]), tableOf(ix, t.SQL, m[3])
	if a < 0 || b < 0 || a == b || len(ix.Tables[a].PrimaryKey) != 1 || len(ix.Tables[b].PrimaryKey) != 1 {
		return nil
	}
	left, right := ix.Columns[ix.Tables[a].PrimaryKey[0]].Name, ix.Columns[ix.Tables[b].PrimaryKey[0]].Name
	if strings.EqualFold(left, m[2]) && strings.EqualFold(right, m[4]) {
		return nil
	}
	return []spoilt{{"wrong join", strings.Replace(t.SQL, m[0], "ON "+m[1]+"."+left+" = "+m[3]+"."+right, 1), opinion.UnknownJoin}}
}

// tableOf is the table that an alias stands for.
func tableOf(ix *index.Index, sql, alias string) int {
	m := regexp.MustCompile(`(?i)\b(?:FROM|JOIN|,)\s+(\w+)(?:\s+AS)?\s+` + regexp.QuoteMeta(alias) + `\b`).FindStringSubmatch(sql)
	name := alias
	if m != nil {
		name = m[1]
	}
	return slices.IndexFunc(ix.Tables, func(t index.Table) bool { return strings.EqualFold(t.Name, name) })
}

var onlyFrom = regexp.MustCompile(`(?i)\bFROM\s+(\w+)(\s+WHERE|\s+GROUP|\s+ORDER|\s*$)`)

// fanOut joins a table of which several rows belong to one that is added up.
func fanOut(ix *index.Index, t *task) []spoilt {
	upper := strings.ToUpper(t.SQL)
	m := onlyFrom.FindStringSubmatch(t.SQL)
	if m == nil || strings.Contains(upper, "JOIN") || strings.Count(upper, "SELECT") > 1 || !strings.Contains(upper, "SUM(") && !strings.Contains(upper, "AVG(") {
		return nil
	}
	of := tableOf(ix, "", m[1])
	for _, k := range ix.Keys {
		if len(k.From) != 1 || ix.Columns[k.To[0]].Table != of || ix.Columns[k.From[0]].Table == of || ix.Columns[k.From[0]].Unique {
			continue
		}
		child := ix.Tables[ix.Columns[k.From[0]].Table].Name
		on := " JOIN " + child + " ON " + child + "." + ix.Columns[k.From[0]].Name + " = " + m[1] + "." + ix.Columns[k.To[0]].Name
		return []spoilt{{"fan-out", strings.Replace(t.SQL, m[0], "FROM "+m[1]+on+m[2], 1), opinion.CountedTwice}}
	}
	return nil
}
