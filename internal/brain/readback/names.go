package readback

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
)

// names finds tables and columns without difference of case.
type names struct {
	ix      *index.Index
	tables  map[string][]int
	columns []map[string]int // by table
}

func namesOf(ix *index.Index) names {
	n := names{ix: ix, tables: map[string][]int{}, columns: make([]map[string]int, len(ix.Tables))}
	for t, table := range ix.Tables {
		name := strings.ToLower(table.Name)
		n.tables[name] = append(n.tables[name], t)
		n.columns[t] = map[string]int{}
		for _, c := range table.Columns {
			n.columns[t][strings.ToLower(ix.Columns[c].Name)] = c
		}
	}
	return n
}

// table finds a table. Of several with the same name in different schemas, one
// without a schema is in the schema that every engine looks into first.
func (n names) table(schemaName, name string) (int, bool) {
	list := n.tables[strings.ToLower(name)]
	if len(list) == 1 && (schemaName == "" || n.ix.Tables[list[0]].Schema == "") {
		return list[0], true
	}
	for _, t := range list {
		own := n.ix.Tables[t].Schema
		switch {
		case schemaName != "" && strings.EqualFold(own, schemaName), schemaName == "" && (own == "" || own == "public" || own == "main"):
			return t, true
		}
	}
	return 0, false
}

// scope is what names mean inside a select.
type scope struct {
	sources []*source
	items   []item // names of results; columns go before them
	outer   *scope
}

// find is the column of a source by its name.
func (b *builder) find(s *source, name string) (*node, bool) {
	if s.sub != nil {
		for i, it := range s.sub.items {
			if strings.EqualFold(it.name, name) {
				return &node{kind: kColumn, source: s, column: i}, true
			}
		}
		return nil, false
	}
	if s.table < 0 { // a function's rows, or other things that are only looked at
		return nil, false
	}
	c, ok := b.names.columns[s.table][strings.ToLower(name)]
	return &node{kind: kColumn, source: s, column: c}, ok
}

// resolve finds what a name of one or two parts means, here or further out.
func (b *builder) resolve(in *scope, parts []string) (*node, bool) {
	name := parts[len(parts)-1]
	for sc := in; sc != nil; sc = sc.outer {
		for _, s := range sc.sources {
			if len(parts) > 1 && !strings.EqualFold(s.alias, parts[len(parts)-2]) {
				continue
			}
			if e, ok := b.find(s, name); ok {
				return e, true
			}
		}
		if len(parts) > 1 {
			continue
		}
		for _, it := range sc.items {
			if strings.EqualFold(it.name, name) {
				return it.e, true
			}
		}
	}
	return nil, false
}

// all are the columns of a source in their order, as far as they are known.
func (b *builder) all(s *source) []item {
	var list []item
	switch {
	case s.sub != nil:
		for i, it := range s.sub.items {
			list = append(list, item{it.name, &node{kind: kColumn, source: s, column: i}})
		}
		return list
	case s.table < 0:
		return nil
	}
	for _, c := range b.ix.Tables[s.table].Columns {
		list = append(list, item{b.ix.Columns[c].Name, &node{kind: kColumn, source: s, column: c}})
	}
	return list
}
