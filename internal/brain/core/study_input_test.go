package core

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/neural"
)

// studySchema is a database as the study's files describe it.
type studySchema struct {
	ID          string   `json:"db_id"`
	TableNames  []string `json:"table_names"`
	ColumnNames [][2]any `json:"column_names"`
	ColumnTypes []string `json:"column_types"`
	PrimaryKeys []int    `json:"primary_keys"`
	ForeignKeys [][2]int `json:"foreign_keys"`
}

// studyExample is a prepared question.
type studyExample struct {
	ID    string   `json:"id"`
	DB    string   `json:"db"`
	Words []string `json:"qw"`
	Items [][4]any `json:"items"`
	Links [][5]any `json:"links"`
}

type studyValue struct {
	column, first, last int
	text                string
}

type studyDatabase struct {
	tables, columns [][]int32 // word pieces of names
	table           []int     // of each column
	of              [][]int   // columns of each table
	kinds           []uint8
	primary, key    map[int]bool
	relations       []uint8
}

type studyReader struct {
	tok                       *neural.Tokenizer
	colon, comma, open, close int32
}

func newStudyReader(tok *neural.Tokenizer) *studyReader {
	one := func(s string) int32 { return tok.Pieces(s)[0] }
	return &studyReader{tok, one(":"), one(","), one("("), one(")")}
}

func (r *studyReader) pieces(text string) []int32 {
	if p := r.tok.Pieces(strings.ToLower(text)); len(p) > 0 {
		return p
	}
	return []int32{r.comma}
}

func (r *studyReader) database(s studySchema) *studyDatabase {
	d := &studyDatabase{primary: map[int]bool{}, key: map[int]bool{}}
	for _, n := range s.TableNames {
		d.tables = append(d.tables, r.pieces(n))
	}
	nt, nc := len(s.TableNames), len(s.ColumnNames)
	n := nt + nc
	names := make([]string, nc)
	d.of = make([][]int, nt)
	for c, x := range s.ColumnNames {
		names[c] = strings.ToLower(x[1].(string))
		d.columns = append(d.columns, r.pieces(names[c]))
		t := int(x[0].(float64))
		d.table = append(d.table, t)
		if t >= 0 {
			d.of[t] = append(d.of[t], c)
		}
		kind := uint8(4)
		if i := slices.Index([]string{"text", "number", "time", "boolean"}, s.ColumnTypes[c]); i >= 0 {
			kind = uint8(i)
		}
		d.kinds = append(d.kinds, kind)
	}
	for _, c := range s.PrimaryKeys {
		d.primary[c] = true
	}
	m := make([]uint8, n*n)
	for i := range nt {
		for j := range nt {
			m[i*n+j] = 26
		}
		for c := range nc {
			m[i*n+nt+c], m[(nt+c)*n+i] = 29, 32
		}
		m[i*n+i] = 22
	}
	for a := range nc {
		for b := range nc {
			at := (nt+a)*n + nt + b
			switch {
			case a == b:
				m[at] = 33
			case d.table[a] == d.table[b]:
				m[at] = 34
			case names[a] == names[b]:
				m[at] = 37
			default:
				m[at] = 38
			}
		}
		if t := d.table[a]; t >= 0 {
			m[t*n+nt+a], m[(nt+a)*n+t] = 27, 30
			if d.primary[a] {
				m[t*n+nt+a], m[(nt+a)*n+t] = 28, 31
			}
		}
	}
	set := func(at int, value uint8) {
		if m[at] != 26 && m[at] != value {
			value = 25
		}
		m[at] = value
	}
	for _, f := range s.ForeignKeys {
		x, y := f[0], f[1]
		d.key[x], d.key[y] = true, true
		m[(nt+x)*n+nt+y], m[(nt+y)*n+nt+x] = 35, 36
		if p, q := d.table[x], d.table[y]; p != q {
			set(p*n+q, 23)
			set(q*n+p, 24)
		}
	}
	d.relations = m
	return d
}

// studyInput is an Input with what the study's automaton needs.
type studyInput struct {
	Input
	db                              *studyDatabase
	words, tables, columns, nvalues int
	values                          []studyValue
}

func (r *studyReader) input(e studyExample, d *studyDatabase) *studyInput {
	words := e.Words[:min(len(e.Words), 60)]
	nq, nt, nc, nv := len(words), len(d.tables), len(d.columns), len(e.Items)
	in := &studyInput{db: d, words: nq, tables: nt, columns: nc, nvalues: nv}
	t0, c0, v0 := nq, nq+nt, nq+nt+nc
	in.Items = v0 + nv
	add := func(item int, pieces ...int32) {
		for _, p := range pieces {
			in.IDs, in.Seg = append(in.IDs, p), append(in.Seg, int32(item))
		}
	}
	add(-1, r.tok.Start)
	for i, w := range words {
		add(i, r.pieces(w)...)
	}
	add(-1, r.tok.Separator)
	in.QuestionTokens = len(in.IDs)

	byColumn, linked := map[int][]int{}, map[int]bool{}
	valuePieces := make([][]int32, nv)
	cost, names := 0, 0
	for k, x := range e.Items {
		v := studyValue{int(x[0].(float64)), int(x[2].(float64)), int(x[3].(float64)), x[1].(string)}
		in.values = append(in.values, v)
		byColumn[v.column] = append(byColumn[v.column], k)
		linked[v.column] = true
		p := r.pieces(v.text)
		valuePieces[k] = p[:min(len(p), 12)]
		cost += len(valuePieces[k]) + 2
	}
	for _, l := range e.Links {
		if l[2].(string) == "c" {
			linked[int(l[3].(float64))] = true
		}
	}
	for _, p := range d.tables {
		cost += len(p) + 2
	}
	for _, p := range d.columns[1:] {
		names += len(p) + 1
	}
	keep := make([]bool, nc)
	if in.QuestionTokens+cost+names <= 505 {
		for c := range keep {
			keep[c] = true
		}
	} else {
		left := 505 - in.QuestionTokens - cost
		order := make([]int, 0, nc)
		for c := 1; c < nc; c++ {
			order = append(order, c)
		}
		rank := func(c int) int {
			n := 0
			for i, yes := range []bool{d.key[c], d.primary[c], linked[c]} {
				if !yes {
					n += 1 << i
				}
			}
			return n
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
		for _, c := range order {
			if n := len(d.columns[c]) + 1; left >= n {
				left -= n
				keep[c] = true
			}
		}
	}
	for t := range nt {
		add(t0+t, d.tables[t]...)
		add(-1, r.colon)
		for _, c := range d.of[t] {
			if !keep[c] && byColumn[c] == nil {
				continue
			}
			add(c0+c, d.columns[c]...)
			for _, k := range byColumn[c] {
				add(-1, r.open)
				add(v0+k, valuePieces[k]...)
			}
			add(-1, r.comma)
		}
		add(-1, r.tok.Separator)
	}
	n := min(len(in.IDs), 512)
	in.IDs, in.Seg = in.IDs[:n], in.Seg[:n]
	in.relate(e)
	return in
}

func (in *studyInput) relate(e studyExample) {
	nq, nt, nc := in.words, in.tables, in.columns
	t0, c0, v0 := nq, nq+nt, nq+nt+nc
	d, n := in.db, in.Items
	in.Relations, in.Features = make([]uint8, n*n), make([][5]uint8, n)
	both := func(a, b int, there, back uint8) {
		in.Relations[a*n+b], in.Relations[b*n+a] = there, back
	}
	for i := range nq {
		for j := range nq {
			in.Relations[i*n+j] = uint8(min(max(j-i, -4), 4) + 5)
		}
		for t := t0; t < c0; t++ {
			both(i, t, 44, 46)
		}
		for c := c0; c < v0; c++ {
			both(i, c, 45, 47)
		}
	}
	for i := range nt + nc {
		copy(in.Relations[(t0+i)*n+t0:][:nt+nc], d.relations[i*(nt+nc):])
	}
	f := in.Features
	for t := t0; t < c0; t++ {
		f[t][0] = 1
	}
	for c := range nc {
		f[c0+c][0], f[c0+c][1] = 2, 1+d.kinds[c]
		if d.primary[c] {
			f[c0+c][2] = 1
		}
		if d.key[c] {
			f[c0+c][2] += 2
		}
	}
	f[c0][0] = 4
	for v := v0; v < n; v++ {
		f[v][0] = 3
	}
	for _, l := range e.Links {
		i, j, x, kind := int(l[0].(float64)), int(l[1].(float64)), int(l[3].(float64)), uint8(l[4].(float64))
		if j > nq {
			continue
		}
		item, base, mark := c0+x, uint8(14), uint8(4)
		if l[2].(string) == "t" {
			item, base, mark = t0+x, 10, 3
		}
		for w := i; w < j; w++ {
			both(w, item, base+kind-1, base+2+kind-1)
			f[w][3] = max(f[w][3], mark)
		}
		if f[item][3] != 1 {
			f[item][3] = kind
		}
	}
	for k, v := range in.values {
		item, column := v0+k, c0+v.column
		if v.first >= 0 && v.last <= nq {
			for w := v.first; w < v.last; w++ {
				both(w, column, 18, 19)
				both(w, item, 20, 21)
				f[w][4] = 2
			}
			f[column][4] = 1
		} else {
			f[item][4] = 3
		}
		both(column, item, 39, 40)
		both(t0+d.table[v.column], item, 41, 42)
	}
}
