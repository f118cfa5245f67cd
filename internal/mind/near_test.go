package mind

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/neural/embed"
)

// pointed is an embedder for which texts with one of two words mean the same, and
// nothing else does.
type pointed struct {
	words  [2]string
	asked  int // texts
	failed error
}

func (p *pointed) Embed(_ context.Context, texts []string) ([][]float32, model.Usage, error) {
	if p.failed != nil {
		return nil, model.Usage{}, p.failed
	}
	p.asked += len(texts)
	var list [][]float32
	for _, t := range texts {
		v := []float32{0, 1}
		if strings.Contains(t, p.words[0]) || strings.Contains(t, p.words[1]) {
			v = []float32{1, 0}
		}
		list = append(list, v)
	}
	return list, model.Usage{Input: len(texts)}, nil
}

// here is the same as a part of this program.
type here struct{ *pointed }

func (h here) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	list, _, err := h.pointed.Embed(ctx, texts)
	return list, err
}
func (h here) Dimensions() int { return 2 }
func (h here) Name() string    { return "here" }

func TestTablesOfALargeSchemaAreFoundByMeaning(t *testing.T) {
	const tables, question = 400, "What do our clientele owe?" // no table has these words
	s := warehouse(tables)
	folder := t.TempDir()
	router := func(e model.Embedder) *route.Router {
		c := route.Config{Clock: route.Clock{Now: time.Now, AfterFunc: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}, OpenEmbedder: func(string) (model.Embedder, error) { return e, nil }}
		if e != nil {
			c.Chains = map[route.Task]route.Chain{route.Embedding: {Models: []string{"a/vectors"}}}
		}
		r, err := route.New(c)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	near := func(folder string, chain model.Embedder, local *pointed) *nearness {
		n := newNearness(s, folder, router(chain))
		n.here = func() (embed.Embedder, error) {
			if local == nil {
				return nil, fault.New(fault.NotFound, "built without it")
			}
			return here{local}, nil
		}
		return n
	}
	busy := &pointed{failed: fault.New(model.Overloaded, "too busy").WithHint("wait")}
	meant := func() *pointed { return &pointed{words: [2]string{"clientele", "customers"}} }
	for _, c := range []struct {
		name  string
		near  *nearness
		finds bool
		says  string
	}{
		{"by words alone", nil, false, ""},
		{"without any model", near("", nil, nil), false, ""},
		{"by this program's model", near("", nil, meant()), true, ""},
		{"by a model that is set up", near(folder, meant(), busy), true, ""},
		{"by this program's, since the other is busy", near("", busy, meant()), true, "too busy"},
		{"by words, since none can", near("", busy, busy), false, "too busy"},
	} {
		m := NewModels(Config{Budget: 1000}, nil, s, nil)
		m.near = c.near
		text, found := m.selectSchema(t.Context(), answer.Request{Question: question})
		if strings.Contains(text, `name="main.customers"`) != c.finds && strings.Contains(text, `name="customers"`) != c.finds {
			t.Errorf("%s: found is %t, not %t: %s", c.name, !c.finds, c.finds, text)
		}
		if (found == nil) != (c.says == "") || found != nil && (!strings.Contains(found.Message, c.says) || found.Hint != "wait") {
			t.Errorf("%s: says %+v", c.name, found)
		}
	}
	// What was made once is kept, on disk and in memory; the question is new each time.
	again := meant()
	n := near(folder, again, nil)
	for range 2 {
		if _, found := n.of(t.Context(), question); found != nil {
			t.Error(found)
		}
	}
	if again.asked != 2 {
		t.Errorf("%d texts were embedded again", again.asked)
	}
	// A question that is stopped while others make vectors does not wait for them.
	n.turn <- struct{}{}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if list, found := n.of(ctx, question); list != nil || found != nil {
		t.Errorf("got %v, %v", list, found)
	}
}
