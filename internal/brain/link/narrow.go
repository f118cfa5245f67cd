package link

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// Scorer says of each item of an input how probable it is that the answer uses
// it; the model's linker head is one.
type Scorer func(in core.Input) ([]float32, error)

// Narrow is the question itself where the model's window holds all of the
// database, else the question over the part that matters: the database is read
// in chunks, and what the scorer finds likely stays, with the keys and tables
// that join it, and with as much else as fits. Without a scorer, words decide.
func (q *Question) Narrow(ctx context.Context, score Scorer) (*Question, error) {
	if len(q.Dropped) == 0 {
		return q, nil
	}
	l := q.likelihood()
	if score != nil {
		for _, chunk := range q.chunks(l) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p, err := score(chunk.Input())
			if err != nil {
				return nil, err
			}
			l.learn(chunk, p)
		}
	}
	return q.Focus(q.keep(l)), nil
}

// chunks are questions over parts of the database that fit the window, at most
// a fixed number, the parts that words point at first. Where all columns are too
// many, each table shows only its most telling ones. Where even so there are too
// many tables, only those that words point at are looked at: some of thousands of
// others would be there by chance.
func (q *Question) chunks(l *likelihood) []*Question {
	var packs []pack
	all := false
	every := len(l.columns)
	tables := l.byTable()
	for _, try := range []struct{ touched, others, chunks int }{
		{every, every, tuning.FewChunks}, {16, 16, tuning.FewChunks}, {8, 8, tuning.FewChunks}, {8, 4, tuning.FewChunks}, {6, 2, tuning.FewChunks}, {6, 2, tuning.MaxChunks}, {4, 1, tuning.MaxChunks},
	} {
		if packs, all = q.pack(l, tables, try.touched, try.others, try.chunks); all {
			break
		}
	}
	pointed := slices.DeleteFunc(tables, func(t int) bool { return l.tables[t].words == 0 })
	for _, columns := range []int{every, 16, 8, 4} {
		if all || len(pointed) == 0 {
			break
		}
		packs, all = q.pack(l, pointed, columns, 0, tuning.FewChunks)
	}
	list := make([]*Question, len(packs))
	for i, p := range packs {
		list[i] = q.Focus(nil, p.columns)
	}
	return list
}

// pack is the columns of one chunk.
type pack struct {
	columns []int
	left    int // pieces that still fit
}

// pack fills so many chunks with the tables, each with at most so many columns,
// where words point at it and where none do; false when not all tables found a
// place.
func (q *Question) pack(l *likelihood, tables []int, touched, others, chunks int) ([]pack, bool) {
	space := max(room-q.fixedCost()-tuning.ListedRoom, room/4)
	var packs []pack
	for _, t := range tables {
		most := others
		if l.tables[t].words > 0 {
			most = touched
		}
		columns := l.telling(t, most)
		for len(columns) > 0 {
			// A table that no chunk has room for is spread over several.
			n, cost := l.countFitting(t, columns, space)
			at := slices.IndexFunc(packs, func(p pack) bool { return p.left >= cost })
			if at < 0 {
				if len(packs) == chunks {
					return packs, false
				}
				at = len(packs)
				packs = append(packs, pack{left: space})
			}
			packs[at].columns = append(packs[at].columns, columns[:n]...)
			packs[at].left -= cost
			columns = columns[n:]
		}
	}
	return packs, true
}

// countFitting is how many of the columns fit the space together with their table's
// name, at least one, and what they cost.
func (l *likelihood) countFitting(t int, columns []int, space int) (n, cost int) {
	cost = l.tableCost(t)
	for n < len(columns) && (n == 0 || cost+l.cost[columns[n]] <= space) {
		cost += l.cost[columns[n]]
		n++
	}
	return n, min(cost, space)
}

// keep chooses what is seen: what the turn before speaks of, the likely tables, those that join them, and their
// keys; then column by column what is most likely, as long as it fits.
func (q *Question) keep(l *likelihood) (tables, columns []int) {
	k := &keeping{l: l, left: max(room-q.fixedCost()-tuning.ListedRoom, room/4), table: map[int]bool{}, column: map[int]bool{}}
	k.earlier(q)
	literal := k.literal(q)
	const strong, fewest, joined = 0.2, 2, 6
	order := l.byTable()
	for i, t := range order {
		if i == joined || i >= fewest && l.ofTable(t) < strong {
			break
		}
		if literal && l.tables[t].words == 0 {
			continue
		}
		for _, b := range l.joins.path(k.table, t) {
			k.addTable(b)
		}
		k.addTable(t)
	}
	for _, c := range l.byColumn() {
		if t := l.schema.TableOf[c]; !literal || k.table[t] || l.tables[t].words > 0 {
			k.add(c)
		}
	}
	for c := range k.column {
		columns = append(columns, c)
	}
	for t := range k.table {
		tables = append(tables, t)
	}
	return tables, columns
}

// keeping is a choice being made.
type keeping struct {
	l             *likelihood
	left          int // pieces
	table, column map[int]bool
}

// earlier takes in what the turn before speaks of: a follow-up changes that. Its
// few words name other tables as well as these. Where it speaks of a time, the
// dates of these tables come along.
func (k *keeping) earlier(q *Question) {
	if q.before == nil {
		return
	}
	var columns []int
	q.before.EachColumn(func(c int) { columns = append(columns, c) })
	for _, t := range q.before.Tables {
		for _, b := range k.l.joins.path(k.table, t) {
			k.addTable(b)
		}
		k.addTable(t)
	}
	for _, c := range columns {
		k.add(c)
	}
	if !slices.ContainsFunc(q.Items, func(i Item) bool { return i.Kind == Period }) {
		return
	}
	for _, t := range q.before.Tables {
		for _, c := range k.l.linker.ix.Tables[t].Columns {
			if k.l.linker.ix.Columns[c].Kind == index.Time {
				k.add(c)
			}
		}
	}
}

// literal takes in what the question names by its identifier, however much else
// there is. Who writes identifiers names what they mean: other tables that no word
// points at stay out.
func (k *keeping) literal(q *Question) bool {
	found := false
	for _, n := range q.Names {
		if !n.Literal || n.First < q.Context {
			continue
		}
		t := n.Number
		if n.Column {
			t = k.l.schema.TableOf[n.Number]
		}
		for _, b := range k.l.joins.path(k.table, t) {
			k.addTable(b)
		}
		if k.addTable(t) {
			found = true
		}
		if n.Column {
			k.add(n.Number)
		}
	}
	return found
}

// addTable takes in a table with its own key and those that join it to what is
// there already, if all that fits.
func (k *keeping) addTable(t int) bool {
	if k.table[t] {
		return true
	}
	l := k.l
	columns := slices.Clone(l.linker.ix.Tables[t].PrimaryKey)
	for _, e := range l.joins[t] {
		if k.table[e.to] || e.to == t {
			columns = append(columns, e.columns...)
		}
	}
	slices.Sort(columns)
	columns = slices.Compact(columns)
	cost := l.tableCost(t)
	for _, c := range columns {
		if !k.column[c] {
			cost += l.cost[c]
		}
	}
	if cost > k.left {
		return false
	}
	k.left -= cost
	k.table[t] = true
	for _, c := range columns {
		k.column[c] = true
	}
	return true
}

func (k *keeping) add(c int) {
	if !k.column[c] && k.addTable(k.l.schema.TableOf[c]) && !k.column[c] && k.l.cost[c] <= k.left {
		k.left -= k.l.cost[c]
		k.column[c] = true
	}
}
