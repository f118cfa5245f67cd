package schema

import (
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// readYAML reads the parts of a dbt file that describe tables: models, seeds,
// snapshots and sources, with their columns, tests and meta. A list of tables
// is read in the same way, for those who do not use dbt. Files without any of
// these are about something else.
func readYAML(a *augmenter, file, text string) {
	for _, doc := range a.parseYAML(file, text) {
		for _, key := range []string{"models", "seeds", "snapshots", "tables"} {
			if list := doc.get(key); list.isList() {
				for _, m := range list.items() {
					a.dbtTable(m, "")
				}
			}
		}
		for _, src := range doc.get("sources").items() {
			schemaName := src.get("schema").text()
			if schemaName == "" {
				schemaName = src.get("name").text()
			}
			for _, t := range src.get("tables").items() {
				a.dbtTable(t, schemaName)
			}
		}
	}
}

// dbtTable reads a model or a source table.
func (a *augmenter) dbtTable(m node, schemaName string) {
	name := firstText(m.get("identifier"), m.get("config").get("alias"), m.get("alias"), m.get("name"))
	if name == "" {
		return
	}
	c := claim{schema: schemaName, table: name, rank: fromYAML}
	a.dbtWords(m, c)
	for _, t := range m.get("data_tests", "tests").items() {
		kind, args := dbtTest(t)
		if strings.HasSuffix(kind, "unique_combination_of_columns") {
			u := c
			u.topic, u.list, u.at = onUnique, args.get("combination_of_columns").texts(), t.place()
			a.claims = append(a.claims, u)
		}
	}
	for _, col := range m.get("columns").items() {
		if c.column = col.get("name").text(); c.column == "" {
			continue
		}
		a.dbtWords(col, c)
		for _, t := range col.get("data_tests", "tests").items() {
			a.dbtColumnTest(t, c)
		}
	}
}

func firstText(nodes ...node) string {
	for _, n := range nodes {
		if t := n.text(); t != "" {
			return t
		}
	}
	return ""
}

// dbtWords reads the description and the meta of a table or a column.
func (a *augmenter) dbtWords(n node, c claim) {
	say := func(t topic, at node, text string, list []string) {
		if text == "" && len(list) == 0 {
			return
		}
		c.topic, c.text, c.list, c.at = t, text, list, at.place()
		a.claims = append(a.claims, c)
	}
	say(onName, n, "exists", nil)
	d := n.get("description")
	say(onDescription, d, a.expandBlocks(d), nil)
	metas := []node{n, n.get("meta"), n.get("config").get("meta")}
	for _, meta := range metas {
		s := meta.get("synonyms", "aliases")
		say(onSynonyms, s, "", s.texts())
		if c.column == "" {
			continue
		}
		say(onUnit, meta.get("unit", "units"), meta.get("unit", "units").text(), nil)
		if r := meta.get("role"); r.text() != "" {
			say(onRole, r, a.translate(r, "role", roleNames), nil)
		}
		if g := meta.get("aggregate", "aggregation", "agg"); g.text() != "" {
			say(onAggregate, g, a.translate(g, "aggregate", aggregateNames), nil)
		}
	}
}

var (
	roleNames = map[string]string{
		"key": string(Key), "id": string(Key), "identifier": string(Key), "time_dimension": string(TimeDimension), "time": string(TimeDimension),
		"categorical": string(Categorical), "category": string(Categorical), "dimension": string(Categorical),
		"measure_candidate": string(Measure), "measure": string(Measure), "other": string(Other),
	}
	aggregateNames = map[string]string{
		"sum": "sum", "avg": "avg", "average": "avg", "mean": "avg", "min": "min", "max": "max", "count": "count", "median": "median",
	}
)

// translate translates a word of a fixed list, or reports that it is none.
func (a *augmenter) translate(n node, what string, names map[string]string) string {
	if v, ok := names[strings.ToLower(n.text())]; ok {
		return v
	}
	list := make([]string, 0, len(names))
	for k := range names {
		list = append(list, k)
	}
	a.report(n.place(), fault.Warning, fault.New(fault.DocConflict, "%q is not a known %s", n.text(), what).
		WithHint("%s", fault.DidYouMean(n.text(), what+"s", sorted(list))))
	return ""
}

// expandBlocks puts the named blocks of text in their place.
func (a *augmenter) expandBlocks(d node) string {
	return blockUse.ReplaceAllStringFunc(d.text(), func(use string) string {
		name := blockUse.FindStringSubmatch(use)[1]
		if text, ok := a.blocks[name]; ok {
			return text
		}
		list := make([]string, 0, len(a.blocks))
		for k := range a.blocks {
			list = append(list, k)
		}
		a.report(d.place(), fault.Warning, fault.New(fault.DocConflict, "there is no docs block %s", name).
			WithHint("%s", fault.DidYouMean(name, "docs blocks", sorted(list))))
		return ""
	})
}

// dbtTest is a test's name and arguments, in any of dbt's spellings.
func dbtTest(t node) (kind string, args node) {
	if kind = t.text(); kind != "" {
		return kind, node{file: t.file}
	}
	pairs := t.pairs()
	if len(pairs) == 0 {
		return "", node{file: t.file}
	}
	kind, args = pairs[0].key, pairs[0].value
	if kind == "test_name" || kind == "name" { // the long form
		kind, args = t.get("test_name").text(), t
	}
	if inner := args.get("arguments"); inner.ast != nil {
		args = inner
	}
	return kind, args
}

func (a *augmenter) dbtColumnTest(t node, c claim) {
	kind, args := dbtTest(t)
	c.at = t.place()
	switch kind {
	case "unique":
		c.topic = onUnique
	case "not_null":
		c.topic = onNotNull
	case "accepted_values":
		if c.topic, c.list = onValues, args.get("values").texts(); len(c.list) == 0 {
			return
		}
	case "relationships":
		c.topic, c.to = onReference, dbtReference(args.get("to").text(), args.get("field").text())
	default:
		return
	}
	a.claims = append(a.claims, c)
}

var quotedName = lazyregexp.New(`['"]([^'"]+)['"]`)

// dbtReference reads ref('customers') and source('raw', 'customers'), or a
// plain name.
func dbtReference(to, field string) ColumnRef {
	names := quotedName.FindAllStringSubmatch(to, -1)
	switch {
	case len(names) == 0:
		return ColumnRef{Table: to, Column: field}
	case len(names) > 1 && strings.Contains(to, "source"):
		return ColumnRef{Schema: names[0][1], Table: names[1][1], Column: field}
	}
	return ColumnRef{Table: names[len(names)-1][1], Column: field}
}
