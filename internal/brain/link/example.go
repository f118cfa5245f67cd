package link

import "github.com/plumbdata/plumb/internal/brain/form"

// Example is a question as training data: everything but the layout, which
// training varies.
type Example struct {
	ID      string    `json:"id,omitempty"`
	Group   string    `json:"g,omitempty"`
	Schema  int       `json:"s"`
	Words   [][]int32 `json:"q"`
	Context int       `json:"x"`
	Names   [][5]int  `json:"l"`
	Items   []any     `json:"v"`
	Dropped []int     `json:"d"`
	Target  [][2]int  `json:"y,omitempty"`
}

// Schema is the database as training data holds it.
func (l *Linker) Schema() *Schema { return l.schema }

// Example writes the question down, with the tokens it should become.
func (q *Question) Example(schema int, target []form.Token) *Example {
	e := &Example{Schema: schema, Context: q.Context, Words: [][]int32{}, Names: [][5]int{}, Items: []any{}, Dropped: []int{}}
	for i := range q.Words {
		e.Words = append(e.Words, q.wordPieces(i))
	}
	for _, n := range q.Names {
		column := 0
		if n.Column {
			column = 1
		}
		e.Names = append(e.Names, [5]int{n.First, n.End, column, n.Number, n.Kind})
	}
	for _, i := range q.Items {
		e.Items = append(e.Items, []any{i.Column, q.itemPieces(i), i.First, i.End, int(i.Kind)})
	}
	e.Dropped = append(e.Dropped, q.Dropped...)
	for _, t := range target {
		e.Target = append(e.Target, [2]int{int(t.Kind), t.N})
	}
	return e
}
