package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/train/ask"
	"github.com/plumbdata/plumb/train/corpus"
	"github.com/plumbdata/plumb/train/world"
)

// pointing counts which forms the parser could write down: those whose values
// are all in the question and whose sequence the grammar allows.
type pointing struct {
	cut         *neural.Tokenizer
	made, wrong map[string]int
}

func newPointing() (*pointing, error) {
	cut, err := neural.NewTokenizer()
	return &pointing{cut: cut, made: map[string]int{}, wrong: map[string]int{}}, err
}

func (p *pointing) database(w *world.World) (*corpus.Database, error) {
	return corpus.FromSnapshot(context.Background(), w.Domain, w.Snapshot, w, p.cut)
}

// try says why a question is of no use, or nothing.
func (p *pointing) try(d *corpus.Database, x ask.Example) string {
	shape := x.Tags[0]
	if shape == "follow-up" {
		shape += " " + x.Tags[1]
	}
	p.made[shape]++
	if x.Query == nil {
		return ""
	}
	var before *link.Previous
	if x.Context != nil {
		before = &link.Previous{Query: x.Context, Reading: render.Sentence(d.Index, x.Context)}
	}
	q := d.Linker.Read(x.Question, x.Now, before)
	tokens, err := form.Write(x.Query, q)
	if err != nil {
		p.wrong[shape]++
		return err.Error()
	}
	state := q.Grammar().Start()
	for i, t := range append(tokens, form.W("<eos>")) {
		if state = state.Next(t); state == nil {
			p.wrong[shape]++
			return fmt.Sprintf("the grammar ends at %d: %s", i, form.Sequence(tokens))
		}
	}
	return ""
}

func (p *pointing) report() {
	made, wrong := 0, 0
	for _, s := range slices.Sorted(maps.Keys(p.made)) {
		made, wrong = made+p.made[s], wrong+p.wrong[s]
		fmt.Printf("%-28s %5d  %4.1f%% of no use\n", s, p.made[s], 100*float64(p.wrong[s])/float64(p.made[s]))
	}
	fmt.Printf("%-28s %5d  %4.1f%% of no use\n", "all", made, 100*float64(wrong)/float64(made))
}
