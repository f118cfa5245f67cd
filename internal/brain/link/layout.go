package link

import (
	"strings"
	"sync"

	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// Schema is a database as the model sees it; it is written into training data
// as it is.
type Schema struct {
	Tables    [][]int32 `json:"t"` // pieces of the names
	Columns   [][]int32 `json:"c"`
	TableOf   []int     `json:"tab"`
	Types     []int     `json:"ct"` // see columnType
	Primary   []int     `json:"pk"`
	Foreign   [][2]int  `json:"fk"`
	Entities  []int     `json:"ek"` // columns that tell apart what several rows are about
	NameClass []int     `json:"nm"` // columns of the same name have the same

	once      sync.Once
	relations []uint8 // of tables and columns with each other; see related
	columnsOf [][]int
}

// The encoder's special pieces.
const (
	pieceCLS, pieceSEP, pieceColon, pieceComma, pieceParen = 101, 102, 1024, 1010, 1006

	window = 512
)

func newSchema(ix *index.Index, cut Tokenizer) *Schema {
	s := &Schema{Primary: []int{}, Foreign: [][2]int{}, Entities: []int{}, columnsOf: make([][]int, len(ix.Tables))}
	pieces := func(words []string) []int32 {
		if p := cut.Pieces(strings.Join(words, " ")); len(p) > 0 {
			return p[:min(len(p), 16)]
		}
		return []int32{pieceComma}
	}
	for _, t := range ix.Tables {
		s.Tables = append(s.Tables, pieces(t.Words))
		for _, e := range t.Entities {
			if !e.Unique {
				s.Entities = append(s.Entities, e.Key)
			}
		}
	}
	all := len(ix.Columns)
	s.Columns, s.TableOf, s.Types, s.NameClass = make([][]int32, 0, all), make([]int, 0, all), make([]int, 0, all), make([]int, 0, all)
	classes := map[string]int{}
	for n := range ix.Columns {
		c := &ix.Columns[n]
		name := strings.ToLower(c.Name)
		if n == 0 {
			s.Columns = append(s.Columns, pieces([]string{"*"}))
			s.TableOf = append(s.TableOf, -1)
			s.Types = append(s.Types, 0)
		} else {
			s.Columns = append(s.Columns, pieces(c.Words))
			s.TableOf = append(s.TableOf, c.Table)
			s.Types = append(s.Types, columnType(*c))
			s.columnsOf[c.Table] = append(s.columnsOf[c.Table], n)
			if c.Primary {
				s.Primary = append(s.Primary, n)
			}
		}
		if _, ok := classes[name]; !ok {
			classes[name] = len(classes)
		}
		s.NameClass = append(s.NameClass, classes[name])
	}
	s.Foreign = append(s.Foreign, keyPairs(ix)...)
	return s
}

// relationsOnce is relations, made when it is first asked for: of a large database
// only parts are ever looked at.
func (s *Schema) relationsOnce() []uint8 {
	s.once.Do(s.relate)
	return s.relations
}

// relate numbers how tables and columns stand to each other.
func (s *Schema) relate() {
	nt, nc := len(s.Tables), len(s.Columns)
	n := nt + nc
	m := make([]uint8, n*n)
	s.relations = m
	primary := make([]bool, nc)
	for _, c := range s.Primary {
		primary[c] = true
	}
	for i := range n {
		for j := range n {
			r := &m[i*n+j]
			switch {
			case i < nt && j < nt:
				*r = 26
				if i == j {
					*r = 22
				}
			case i < nt:
				*r = 29
				if c := j - nt; s.TableOf[c] == i {
					*r = 27
					if primary[c] {
						*r = 28
					}
				}
			case j < nt:
				*r = 32
				if c := i - nt; s.TableOf[c] == j {
					*r = 30
					if primary[c] {
						*r = 31
					}
				}
			case i == j:
				*r = 33
			case s.TableOf[i-nt] == s.TableOf[j-nt]:
				*r = 34
			case s.NameClass[i-nt] == s.NameClass[j-nt]:
				*r = 37
			default:
				*r = 38
			}
		}
	}
	for _, pair := range s.Foreign {
		a, b := pair[0], pair[1]
		m[(nt+a)*n+nt+b], m[(nt+b)*n+nt+a] = 35, 36
		p, q := s.TableOf[a], s.TableOf[b]
		if p == q {
			continue
		}
		if r := &m[p*n+q]; *r == 26 || *r == 23 {
			*r = 23
		} else {
			*r = 25
		}
		if r := &m[q*n+p]; *r == 26 || *r == 24 {
			*r = 24
		} else {
			*r = 25
		}
	}
}

func (q *Question) wordPieces(i int) []int32 {
	text := q.Words[i].Text
	if said, ok := q.said[i]; ok {
		text = said
	}
	if p := q.linker.cut.Pieces(text); len(p) > 0 {
		return p[:min(len(p), 12)]
	}
	return []int32{pieceComma}
}

func (q *Question) itemPieces(i Item) []int32 {
	text := i.Shown
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:60], "")
	}
	if p := q.linker.cut.Pieces(text); len(p) > 0 {
		return p[:min(len(p), 12)]
	}
	return []int32{pieceComma}
}

// Grammar is what a form over this question may be, in the numbers of what the
// question sees.
func (q *Question) Grammar() *form.Grammar {
	ix, v := q.linker.ix, q.view
	g := &form.Grammar{Tables: len(v.Tables), Words: len(q.Words)}
	dropped := map[int]bool{}
	for _, c := range q.Dropped {
		dropped[c] = true
	}
	for n := range v.Columns {
		info := form.ColumnInfo{Table: -1}
		if c := ix.Columns[v.columnOf(n)]; n > 0 && !dropped[n] {
			info = form.ColumnInfo{Table: v.TableOf[n], Number: c.Kind == index.Number, Time: c.Kind == index.Time, Key: c.Primary || c.Foreign}
		}
		g.Columns = append(g.Columns, info)
	}
	for _, pair := range v.Foreign {
		a, b := pair[0], pair[1]
		g.Columns[a].Refs = append(g.Columns[a].Refs, v.TableOf[b])
		g.Columns[a].Same = append(g.Columns[a].Same, b)
		g.Columns[b].Same = append(g.Columns[b].Same, a)
	}
	for _, i := range q.Items {
		g.Items = append(g.Items, form.ItemInfo{Period: i.Kind == Period, Column: max(v.columnAt(i.Column), 0)})
	}
	return g
}

// Input is the question as the model reads it: items are its words, then
// tables, columns and values.
func (q *Question) Input() core.Input {
	s := q.view.Schema
	nq, nt, nc, nv := len(q.Words), len(s.Tables), len(s.Columns), len(q.Items)
	t0, c0, v0 := nq, nq+nt, nq+nt+nc
	n := v0 + nv
	var in core.Input
	in.Items = n
	if n > core.MaxItems {
		return in // the model refuses it; Narrow makes it smaller
	}
	put := func(item int, pieces ...int32) {
		for _, p := range pieces {
			in.IDs = append(in.IDs, p)
			in.Seg = append(in.Seg, int32(item))
		}
	}
	put(-1, pieceCLS)
	for i := range q.Words {
		if i == q.Context && i > 0 {
			put(-1, pieceSEP)
		}
		put(i, q.wordPieces(i)...)
	}
	put(-1, pieceSEP)
	in.QuestionTokens = len(in.IDs)
	byColumn := map[int][]int{}
	periods := false
	for k, i := range q.Items {
		if i.Column < 0 {
			periods = true
			put(-1, pieceParen)
			put(v0+k, q.itemPieces(i)...)
			continue
		}
		c := q.view.columnAt(i.Column)
		byColumn[c] = append(byColumn[c], k)
	}
	if periods {
		put(-1, pieceSEP)
	}
	dropped := make([]bool, nc)
	for _, c := range q.Dropped {
		dropped[c] = true
	}
	for t := range s.Tables {
		put(t0+t, s.Tables[t]...)
		put(-1, pieceColon)
		for _, c := range s.columnsOf[t] {
			if dropped[c] {
				continue
			}
			put(c0+c, s.Columns[c]...)
			for _, k := range byColumn[c] {
				put(-1, pieceParen)
				put(v0+k, q.itemPieces(q.Items[k])...)
			}
			put(-1, pieceComma)
		}
		put(-1, pieceSEP)
	}
	in.IDs, in.Seg = in.IDs[:min(len(in.IDs), window)], in.Seg[:min(len(in.Seg), window)]
	in.QuestionTokens = min(in.QuestionTokens, len(in.IDs))
	l := layout{n: n, r: make([]uint8, n*n), f: make([][5]uint8, n)}
	l.words(nq, q.Context, t0, c0, v0)
	for i := range nt + nc {
		copy(l.r[(t0+i)*n+t0:], s.relationsOnce()[i*(nt+nc):(i+1)*(nt+nc)])
	}
	l.schema(s, t0, c0)
	for k := range q.Items {
		l.f[v0+k][0] = 3
	}
	for _, name := range q.Names {
		name.Number = q.view.at(name)
		l.name(name, t0, c0)
	}
	for k, i := range q.Items {
		i.Column = q.view.columnAt(i.Column)
		l.item(i, v0+k, t0, c0, s)
	}
	in.Relations, in.Features = l.r, l.f
	return in
}

// layout is relations and features being filled in. A feature row is kind,
// type, key, link, value.
type layout struct {
	n int
	r []uint8
	f [][5]uint8
}

func (l *layout) set(i, j int, there, back uint8) { l.r[i*l.n+j], l.r[j*l.n+i] = there, back }

func (l *layout) words(nq, context, t0, c0, v0 int) {
	for i := range nq {
		if i < context {
			l.f[i][0] = 6
		}
		for j := range nq {
			d := uint8(max(-4, min(4, j-i)) + 5)
			if i < context && j >= context {
				d = 58
			} else if i >= context && j < context {
				d = 59
			}
			l.r[i*l.n+j] = d
		}
		for o := t0; o < c0; o++ {
			l.set(i, o, 44, 46)
		}
		for o := c0; o < v0; o++ {
			l.set(i, o, 45, 47)
		}
	}
}

func (l *layout) schema(s *Schema, t0, c0 int) {
	for t := range s.Tables {
		l.f[t0+t][0] = 1
	}
	for c := range s.Columns {
		l.f[c0+c][0] = 2
		l.f[c0+c][1] = uint8(1 + s.Types[c])
	}
	l.f[c0][0] = 4
	for _, c := range s.Primary {
		l.f[c0+c][2] = 1
	}
	foreign := map[int]bool{}
	for _, p := range s.Foreign {
		foreign[p[0]], foreign[p[1]] = true, true
	}
	for c := range foreign {
		l.f[c0+c][2] += 2
	}
	for _, c := range s.Entities {
		if f := &l.f[c0+c][2]; *f == 0 {
			*f = 4
		}
	}
}

func (l *layout) name(n Name, t0, c0 int) {
	o, there, back, mark := t0+n.Number, uint8(10+n.Kind-1), uint8(12+n.Kind-1), uint8(3)
	if n.Column {
		o, there, back, mark = c0+n.Number, uint8(14+n.Kind-1), uint8(16+n.Kind-1), 4
	}
	if n.Kind == 3 {
		there, back = 48, 49
		if n.Column {
			there, back = 50, 51
		}
	}
	for w := n.First; w < n.End; w++ {
		l.set(w, o, there, back)
		l.f[w][3] = max(l.f[w][3], mark)
	}
	if f := &l.f[o][3]; *f != 1 {
		if n.Kind < 3 {
			*f = uint8(n.Kind)
		} else {
			*f = max(*f, 5)
		}
	}
}

func (l *layout) item(i Item, o, t0, c0 int, s *Schema) {
	if i.Kind == Period {
		l.f[o][0] = 5
		for c, kind := range s.Types {
			if kind == 2 {
				l.set(c0+c, o, 56, 57)
			}
		}
		for w := i.First; i.First >= 0 && w < i.End; w++ {
			l.set(w, o, 60, 61)
			l.f[w][4] = 5
		}
		return
	}
	column := c0 + i.Column
	if i.First >= 0 {
		toColumn, fromColumn, toItem, fromItem := uint8(18), uint8(19), uint8(20), uint8(21)
		if i.Kind == Fuzzy {
			toColumn, fromColumn, toItem, fromItem = 52, 53, 54, 55
		}
		for w := i.First; w < i.End; w++ {
			l.set(w, column, toColumn, fromColumn)
			l.set(w, o, toItem, fromItem)
			l.f[w][4] = 2
		}
		l.f[column][4] = 1
	}
	l.f[o][4] = [...]uint8{Exact: 0, Fuzzy: 4, Listed: 3, Period: 0, Earlier: 6}[i.Kind]
	l.set(column, o, 39, 40)
	l.set(t0+s.TableOf[i.Column], o, 41, 42)
}

// keyPairs lists the columns that keys join, pair by pair.
func keyPairs(ix *index.Index) [][2]int {
	var list [][2]int
	for _, k := range ix.Keys {
		for i := range k.From {
			list = append(list, [2]int{k.From[i], k.To[i]})
		}
	}
	return list
}

// columnType tells figures from numbers that are codes, and texts of a few values
// from others.
func columnType(c index.Column) int {
	switch c.Kind {
	case index.Text:
		if len(c.Enum) > 0 {
			return 6
		}
		return 0
	case index.Number:
		if !c.Measure {
			return 5
		}
		return 1
	case index.Time:
		return 2
	case index.Boolean:
		return 3
	}
	return 4
}
