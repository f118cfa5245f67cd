package desk

import (
	"fmt"
	"testing"

	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// BenchmarkAsk is what a desk adds to a conversation: a question whose reading
// and statement cost next to nothing, in notebooks of several sizes, beside the
// same question without a desk.
func BenchmarkAsk(b *testing.B) {
	for _, cells := range []int{0, 100, 1000} {
		b.Run(fmt.Sprint("cells=", cells), func(b *testing.B) {
			p := newPlace(b)
			book := p.create("Sales")
			c := p.ask(Question{Notebook: book.ID, Text: "total by month"})
			var edits []notebook.Edit
			for i := range cells {
				c.ID = fmt.Sprint("cell_", i)
				edits = append(edits, notebook.Insert(-1, c))
			}
			if _, err := p.Config.Notebooks.Update(b.Context(), book.ID, edits...); err != nil {
				b.Fatal(err)
			}
			p.look(book.ID)
			for b.Loop() {
				c := p.ask(Question{Notebook: book.ID, Text: "total by channel"})
				b.StopTimer()
				if err := p.RemoveCell(b.Context(), book.ID, c.ID); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
	b.Run("alone", func(b *testing.B) {
		p := newPlace(b)
		p.ask(Question{Text: "total by month"})
		o := p.sources.borrow("shop")
		defer p.sources.release(o)
		s, err := p.log.Start(b.Context(), "shop", "shop")
		if err != nil {
			b.Fatal(err)
		}
		t := alone(o.talk, s)
		for b.Loop() {
			if _, err := t.Put(b.Context(), nil, t.ParseQuestion("total by channel")); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func alone(of *talk.Talk, s *session.Session) *talk.Talk {
	own := (&turn{ask: &asked{}}).speaker(of)
	own.Mode.Log = s
	return own
}

// BenchmarkOpen is what showing a notebook of a thousand cells costs before it is
// sent.
func BenchmarkOpen(b *testing.B) {
	p := newPlace(b)
	book := p.create("Sales")
	filled := p.ask(Question{Notebook: book.ID, Text: "total by month"})
	var edits []notebook.Edit
	for i := range 1000 {
		filled.ID = fmt.Sprint("cell_", i)
		edits = append(edits, notebook.Insert(-1, filled))
	}
	if _, err := p.Config.Notebooks.Update(b.Context(), book.ID, edits...); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if n := len(p.look(book.ID).Cells); n != 1001 {
			b.Fatal(n)
		}
	}
}

// BenchmarkFollow is how long it takes until all of a thousand followers, over
// ten notebooks, have seen the end of a question.
func BenchmarkFollow(b *testing.B) {
	const followers, notebooks = 1000, 10
	p := newPlace(b)
	var books []*Book
	for i := range notebooks {
		books = append(books, p.create(fmt.Sprint("Book ", i)))
	}
	seen := make(chan string, followers)
	ready := make(chan bool, followers)
	for i := range followers {
		book := books[i%notebooks]
		go func() {
			ready <- true
			for e, err := range p.Follow(b.Context(), book.ID, book.LastEvent) {
				if err != nil {
					return
				}
				if e.Kind == session.TurnEnded {
					seen <- e.Turn
				}
			}
		}()
	}
	for range followers {
		<-ready
	}
	for b.Loop() {
		for _, book := range books {
			p.begin(Question{Notebook: book.ID, Text: "total by channel"})
		}
		for range followers {
			<-seen
		}
	}
}
