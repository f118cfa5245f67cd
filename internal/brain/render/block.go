package render

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// block is the tables of one SELECT and what is asked of their rows.
type block struct {
	*renderer
	q      *form.Query
	tree   Tree
	alias  []string        // by node of the tree
	branch []int           // by node: where the part begins that rows may be without; -1 for none
	inputs map[string]bool // names of the tables' columns, in lower case
	where  []*form.Cond
	on     map[int][]*form.Cond // by branch: what only rows of that part must fulfil
	star   *form.Expr           // what COUNT(*) counts; nil for rows
}

func (r *renderer) newBlock(q *form.Query) *block {
	b := &block{renderer: r, q: tidy(q), on: map[int][]*form.Cond{}, inputs: map[string]bool{}}
	tree, err := Plan(r.ix, b.q)
	if err != nil {
		if r.err == nil {
			r.err = err
		}
		return nil
	}
	b.tree = tree
	b.nameTables()
	b.noteJoins()
	b.branch = make([]int, len(tree.Nodes))
	for i, n := range tree.Nodes {
		b.branch[i] = -1
		if n.Parent >= 0 && b.branch[n.Parent] >= 0 {
			b.branch[i] = b.branch[n.Parent]
		} else if n.Many && b.q.Keep != form.NoTable {
			b.branch[i] = i
		}
		for _, c := range r.ix.Tables[n.Table].Columns {
			b.inputs[strings.ToLower(r.ix.Columns[c].Name)] = true
		}
	}
	b.place()
	b.findStar()
	return b
}

// place tells conditions on rows from conditions on the optional part: under
// Keep those must not remove the rows that are kept.
func (b *block) place() {
	for _, c := range b.q.Where.Conjuncts() {
		if condHas(c, isWindow) {
			continue
		}
		branches := b.branches(func(visit func(*form.Expr)) { walkCond(c, visit) })
		if len(branches) == 1 && branches[0] >= 0 && c.Op != form.IsNull {
			b.on[branches[0]] = append(b.on[branches[0]], c)
			continue
		}
		b.where = append(b.where, c)
	}
}

// branches lists the optional parts that columns are of, without the kept
// rows' own.
func (b *block) branches(walk func(func(*form.Expr))) []int {
	var list []int
	walk(func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		if n, ok := b.tree.node(b.ix, e.Column, e.Via); ok && b.branch[n] >= 0 && !slices.Contains(list, b.branch[n]) {
			list = append(list, b.branch[n])
		}
	})
	return list
}

// findStar says what COUNT(*) counts when rows without a partner are kept: the
// partners, unless the query counts them by name as well.
func (b *block) findStar() {
	first := slices.IndexFunc(b.branch, func(n int) bool { return n >= 0 })
	if first < 0 {
		return
	}
	named := false
	eachExpr(b.q, func(e *form.Expr) {
		if e.Op == form.Count && len(e.Args) > 0 && e.Args[0].Op == form.Column && e.Args[0].Column != 0 && !e.Distinct {
			if n, ok := b.tree.node(b.ix, e.Args[0].Column, e.Args[0].Via); ok && b.branch[n] >= 0 {
				named = true
			}
		}
	})
	if !named {
		b.star = &form.Expr{Op: form.Column, Column: b.tree.Nodes[first].On[0].Right}
	}
}

// nameTables gives every table of a join a short name.
func (b *block) nameTables() {
	b.alias = make([]string, len(b.tree.Nodes))
	if len(b.tree.Nodes) == 1 {
		return
	}
	used := map[string]bool{}
	for i, n := range b.tree.Nodes {
		words := b.ix.Tables[n.Table].Words
		if n.Via != 0 {
			words = append(roleWords(b.ix, n.Via), words...)
		}
		b.alias[i] = shortName(words, used)
	}
}

// shortName makes a name from the first letters of the words.
func shortName(words []string, used map[string]bool) string {
	var letters strings.Builder
	for _, w := range words {
		if w != "" && w[0] >= 'a' && w[0] <= 'z' {
			letters.WriteByte(w[0])
		}
	}
	base := letters.String()
	if base == "" || reserved[base] {
		base += "t"
	}
	name := base
	for n := 2; used[name] || reserved[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	used[name] = true
	return name
}

func (b *block) noteJoins() {
	for _, t := range b.tree.Added {
		b.note(&b.notes.Added, b.ix.Tables[t].Name)
	}
	name := func(c int) string { return b.ix.Tables[b.ix.Columns[c].Table].Name + "." + b.ix.Columns[c].Name }
	for _, p := range b.tree.Inferred {
		b.note(&b.notes.Inferred, name(p.Left)+" = "+name(p.Right))
	}
}

// column writes a stored column.
func (b *block) column(e *form.Expr) string {
	if e.Column == 0 {
		return "*"
	}
	name := b.d.name(b.ix.Columns[e.Column].Name)
	n, ok := b.tree.node(b.ix, e.Column, e.Via)
	switch {
	case !ok:
		return b.fail("%s cannot be reached", b.ix.Columns[e.Column].Name)
	case b.alias[n] == "":
		return name
	}
	return b.alias[n] + "." + name
}

// from writes the tables and their joins.
func (b *block) from() string {
	var s strings.Builder
	s.WriteString("\nFROM " + b.source(0))
	for i, n := range b.tree.Nodes {
		switch {
		case i == 0:
		case b.branch[i] < 0:
			s.WriteString("\n" + b.joinWord(n) + " " + b.source(i) + " ON " + b.equal(n))
		case b.branch[i] == i:
			s.WriteString("\nLEFT JOIN " + b.optional(i))
		}
	}
	return s.String()
}

func (b *block) joinWord(n Node) string {
	if b.q.Keep == form.NoTable {
		return "JOIN"
	}
	for _, p := range n.On {
		if b.ix.Columns[p.Left].Nullable || n.Via != 0 {
			return "LEFT JOIN"
		}
	}
	if b.tree.Nodes[n.Parent].Parent >= 0 { // its parent may be missing
		return "LEFT JOIN"
	}
	return "JOIN"
}

// optional writes a part that rows may be without, with its conditions.
func (b *block) optional(first int) string {
	var inner []string
	for i, n := range b.tree.Nodes {
		if b.branch[i] == first && i != first {
			inner = append(inner, "JOIN "+b.source(i)+" ON "+b.equal(n))
		}
	}
	s := b.source(first)
	if len(inner) > 0 {
		s = "(" + s + " " + strings.Join(inner, " ") + ")"
	}
	s += " ON " + b.equal(b.tree.Nodes[first])
	for _, c := range b.on[first] {
		s += " AND " + b.bracketCond(c, b.row)
	}
	return s
}

func (b *block) source(i int) string {
	s := b.table(b.tree.Nodes[i].Table)
	if columns := b.once(i); len(columns) > 0 {
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = b.d.name(b.ix.Columns[c].Name)
		}
		return "(SELECT DISTINCT " + strings.Join(names, ", ") + " FROM " + s + ") AS " + cmp.Or(b.alias[i], "once")
	}
	if b.alias[i] != "" {
		s += " AS " + b.alias[i]
	}
	return s
}

// once are the columns of a table that are read once for each of its key: those of the
// query's Once, or those that a join reads by a key that several rows have. Else each
// of these rows would multiply those of the other table.
func (b *block) once(i int) []int {
	key, table := b.q.Once, b.tree.Nodes[i].Table
	if len(b.tree.Nodes) > 1 {
		if key = b.joinKey(i); key == 0 {
			return nil
		}
	}
	if key == 0 {
		return nil
	}
	columns := []int{key}
	for _, c := range b.q.OwnColumns() {
		if c != key && b.ix.Columns[c].Table == table {
			columns = append(columns, c)
		}
	}
	if len(b.tree.Nodes) > 1 && (len(columns) == 1 || b.ix.CountsOnce(table, columns) != key || b.countsRows()) {
		return nil
	}
	return columns
}

// countsRows reports whether the query counts rows, of whatever table.
func (b *block) countsRows() bool {
	found := false
	b.q.Visit(func(e *form.Expr) {
		found = found || e.Op == form.Count && !e.Distinct
	}, nil)
	return found
}

// joinKey is the column by which a table is joined, where several of its rows may have
// the same; else 0.
func (b *block) joinKey(i int) int {
	own := []int{}
	for j, n := range b.tree.Nodes {
		if j != i && n.Table == b.tree.Nodes[i].Table {
			return 0
		}
		for _, p := range n.On {
			if j == i {
				own = append(own, p.Right)
			} else if n.Parent == i {
				own = append(own, p.Left)
			}
		}
	}
	if slices.Sort(own); len(slices.Compact(own)) != 1 || b.ix.EntityOf(own[0]) == nil {
		return 0
	}
	return own[0]
}

func (b *block) equal(n Node) string {
	place := slices.IndexFunc(b.tree.Nodes, func(o Node) bool { return o.Table == n.Table && o.Via == n.Via && o.Parent == n.Parent })
	var parts []string
	for _, p := range n.On {
		left, right := &b.ix.Columns[p.Left], &b.ix.Columns[p.Right]
		l, r := b.alias[n.Parent]+"."+b.d.name(left.Name), b.alias[place]+"."+b.d.name(right.Name)
		if b.d != SQLite && left.Type != right.Type && !(left.Type.Numeric() && right.Type.Numeric()) {
			l, r = b.asText(l), b.asText(r)
		}
		parts = append(parts, r+" = "+l)
	}
	return strings.Join(parts, " AND ")
}

// row writes an expression over stored columns.
func (b *block) row(e *form.Expr) string {
	if e.Op == form.Column {
		return b.column(e)
	}
	if isAggregate(e) || isWindow(e) || e.Op == form.Groups {
		return b.fail("%s cannot be taken of a single row", e.Op)
	}
	return b.compose(e, b.row)
}

// key is the same for equal expressions.
func key(e *form.Expr) string {
	s, err := json.Marshal(e)
	if err != nil {
		return strconv.Quote(err.Error())
	}
	return string(s)
}

// position is the place of an expression in a list, from 1; 0 when it is not
// there.
func position(list []*form.Expr, e *form.Expr) int {
	k := key(e)
	return 1 + slices.IndexFunc(list, func(o *form.Expr) bool { return key(o) == k })
}

func itoa(n int) string { return strconv.Itoa(n) }

// wholeNumber writes the digits of a whole number that is not negative.
func wholeNumber(s string) (string, bool) {
	n, ok := number(s)
	if !ok {
		return "", false
	}
	i, err := strconv.ParseInt(strings.TrimSuffix(n, ".0"), 10, 32)
	if err != nil || i < 0 {
		return "", false
	}
	return strconv.FormatInt(i, 10), true
}

// tidy puts conditions on groups where they belong, and groups by nothing that
// only groups have.
func tidy(q *form.Query) *form.Query {
	c := *q
	c.Group = slices.DeleteFunc(slices.Clone(q.Group), func(e *form.Expr) bool { return has(e, isAggregate) || has(e, isWindow) })
	var rows, groups []*form.Cond
	for _, w := range q.Where.Conjuncts() {
		if condHas(w, isAggregate) {
			groups = append(groups, w)
		} else {
			rows = append(rows, w)
		}
	}
	if len(groups) > 0 {
		c.Where, c.Having = and(rows...), and(append(groups, q.Having.Conjuncts()...)...)
	}
	return &c
}
