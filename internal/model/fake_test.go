package model

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// fake plays one script for each request, in turn, and keeps what it was
// asked.
type fake struct {
	info    Info
	scripts [][]event
	asked   []Request
}

// event is a chunk, an error, or a silence until the context ends.
type event struct {
	chunk Chunk
	err   error
	hang  bool
}

func (f *fake) Info() Info {
	if f.info.ID == "" {
		return Info{Provider: "test", ID: "fake", Tools: true}
	}
	return f.info
}

func (f *fake) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	r.Messages = slices.Clone(r.Messages)
	f.asked = append(f.asked, r)
	script := f.scripts[min(len(f.asked), len(f.scripts))-1]
	return play(ctx, script)
}

func play(ctx context.Context, script []event) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		for _, e := range script {
			if e.hang {
				<-ctx.Done()
			}
			if ctx.Err() != nil {
				yield(Chunk{}, ctx.Err())
				return
			}
			if !yield(e.chunk, e.err) || e.err != nil {
				return
			}
		}
	}
}

// endless plays the same script for each request, and remembers nothing.
type endless struct{ script []event }

func (*endless) Info() Info { return Info{Provider: "test", ID: "endless", Tools: true} }

func (m *endless) Stream(ctx context.Context, _ Request) iter.Seq2[Chunk, error] {
	return play(ctx, m.script)
}

func chunks(list ...Chunk) []event {
	var script []event
	for _, c := range list {
		script = append(script, event{chunk: c})
	}
	return script
}

func text(t string) Chunk { return Chunk{Text: t} }

func stop(s Stop) Chunk { return Chunk{Stop: s} }

func piece(index int, id, name, arguments string) Chunk {
	return Chunk{Call: &Fragment{Index: index, ID: id, Name: name, Arguments: arguments}}
}

func scripted(scripts ...[]event) *fake { return &fake{scripts: scripts} }

// untooled is a model that cannot call tools.
func untooled(scripts ...[]event) *fake {
	return &fake{info: Info{Provider: "test", ID: "words"}, scripts: scripts}
}

func wantCode(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if fault.CodeOf(err) != code {
		t.Fatalf("got %v (%s), want %s", err, fault.CodeOf(err), code)
	}
}
