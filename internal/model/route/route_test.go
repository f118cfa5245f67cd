package route

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// fake is a model that answers from a list, one entry a call: a text, or an
// error. An error after "text|" comes in the middle.
type fake struct {
	name string
	hand *handClock

	mu      sync.Mutex
	answers []any
}

func (f *fake) Info() model.Info {
	provider, id, _ := strings.Cut(f.name, "/")
	return model.Info{Provider: provider, ID: id, Tools: true}
}

func (f *fake) Stream(_ context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		f.mu.Lock()
		answer := f.answers[0]
		f.answers = f.answers[1:]
		f.mu.Unlock()
		f.hand.turn(time.Second)
		switch a := answer.(type) {
		case error:
			yield(model.Chunk{}, a)
		case string:
			text, cut := strings.CutSuffix(a, "|")
			if !yield(model.Chunk{Usage: &model.Usage{Input: 1000}}, nil) || !yield(model.Chunk{Text: text}, nil) || cut {
				return
			}
			f.hand.turn(2 * time.Second)
			yield(model.Chunk{Usage: &model.Usage{Input: 1000, Output: 100, CachedInput: 400}, Stop: model.Ended}, nil)
		}
	}
}

func (f *fake) Embed(_ context.Context, texts []string) ([][]float32, model.Usage, error) {
	answer := f.answers[0]
	f.answers = f.answers[1:]
	if err, ok := answer.(error); ok {
		return nil, model.Usage{}, err
	}
	return make([][]float32, len(texts)), model.Usage{Input: 10 * len(texts)}, nil
}

// bench is a router over fakes, with everything that it told.
type bench struct {
	*Router
	hand    *handClock
	events  []Escalation
	records []Record
}

func (b *bench) Record(_ context.Context, r Record) { b.records = append(b.records, r) }

func newBench(t *testing.T, c Config, answers map[string][]any) *bench {
	t.Helper()
	b := &bench{hand: newHandClock()}
	fakes := map[string]*fake{}
	for name, list := range answers {
		fakes[name] = &fake{name: name, hand: b.hand, answers: list}
	}
	c.Open = func(name string) (model.Model, error) {
		if fakes[name] == nil {
			return nil, fault.New(model.Auth, "no key for %s", name).WithHint("set one")
		}
		return fakes[name], nil
	}
	c.OpenEmbedder = func(name string) (model.Embedder, error) {
		if fakes[name] == nil {
			return nil, fault.New(model.Auth, "no key for %s", name).WithHint("set one")
		}
		return fakes[name], nil
	}
	c.Clock, c.Recorder = b.hand.clock(), b
	c.Escalated = func(_ context.Context, e Escalation) { b.events = append(b.events, e) }
	var err error
	if b.Router, err = New(c); err != nil {
		t.Fatal(err)
	}
	return b
}

var overloaded = fault.New(model.Overloaded, "too busy").WithHint("wait")

func routing(models ...string) Config { return Config{Rest: Chain{Models: models}} }

func TestTheNextModelIsAskedAfterAFailureOrABadAnswer(t *testing.T) {
	b := newBench(t, Config{Chains: map[Task]Chain{SQLGeneration: {Models: []string{"a/none", "b/busy", "c/bad", "d/good", "e/never"}}}},
		map[string][]any{"b/busy": {overloaded}, "c/bad": {"drop table"}, "d/good": {"select 1"}})
	valid := func(r *model.Reply) error {
		if !strings.HasPrefix(r.Text(), "select") {
			return errors.New("not a query")
		}
		return nil
	}
	reply, err := b.Generate(t.Context(), Job{Task: SQLGeneration}, model.Request{}, valid)
	if err != nil || reply.Text() != "select 1" {
		t.Fatalf("got %v, %v", reply, err)
	}
	var told []string
	for _, e := range b.events {
		told = append(told, fmt.Sprintf("%s→%s %s", e.From, e.To, e.Code))
	}
	if want := []string{"a/none→b/busy LLM_AUTH", "b/busy→c/bad LLM_OVERLOADED", "c/bad→d/good LLM_MALFORMED"}; !slices.Equal(told, want) {
		t.Fatalf("got %q", told)
	}
	var kept []string
	for _, r := range b.records {
		kept = append(kept, fmt.Sprintf("%s %s %d %s", r.Task, r.Model, r.Step, r.Fault))
	}
	if want := []string{"sql_generation b/busy 1 LLM_OVERLOADED", "sql_generation c/bad 2 ", "sql_generation d/good 3 "}; !slices.Equal(kept, want) {
		t.Fatalf("recorded %q", kept)
	}
}

func TestWhenAllFailEachReasonIsTold(t *testing.T) {
	b := newBench(t, routing("a/x", "b/y"), map[string][]any{"b/y": {overloaded}})
	_, err := b.Generate(t.Context(), Job{Task: Planning}, model.Request{}, nil)
	f := fault.Of(err)
	if f.Code != model.Overloaded || f.Hint != "wait" || f.Message != "none of 2 models could do the task planning: no key for a/x; b/y: too busy" {
		t.Fatalf("got %+v", f)
	}
	if !errors.Is(err, overloaded) {
		t.Fatal("the cause is lost")
	}
	b = newBench(t, routing("b/y"), map[string][]any{"b/y": {overloaded}})
	if _, err := b.Generate(t.Context(), Job{Task: Planning}, model.Request{}, nil); fault.Of(err) != overloaded {
		t.Fatalf("one model's fault is its own, and got %v", err)
	}
	b = newBench(t, Config{}, nil)
	if _, err := b.Generate(t.Context(), Job{Task: Planning}, model.Request{}, nil); fault.CodeOf(err) != fault.NotFound {
		t.Fatalf("got %v", err)
	}
}

func TestNobodyIsAskedAfterTheEnd(t *testing.T) {
	b := newBench(t, routing("a/x", "b/y"), map[string][]any{"a/x": {overloaded}, "b/y": {"no"}})
	ctx, cancel := context.WithCancel(t.Context())
	err := b.Try(ctx, Job{Task: Planning}, func(context.Context, model.Model) error { cancel(); return overloaded })
	if !errors.Is(err, overloaded) || len(b.events) != 0 {
		t.Fatalf("got %v, %v", err, b.events)
	}
}

func TestComplexWorkHasItsOwnChain(t *testing.T) {
	b := newBench(t, Config{Rest: Chain{Models: []string{"r/r"}}, Chains: map[Task]Chain{
		Analysis: {Models: []string{"a/small"}, Complex: []string{"a/large", "a/small"}},
		Critique: {Models: []string{"a/small"}},
	}}, nil)
	for _, c := range []struct {
		job  Job
		want string
	}{
		{Job{Analysis, false}, "a/small"}, {Job{Analysis, true}, "a/large a/small"},
		{Job{Critique, true}, "a/small"}, {Job{Narration, true}, "r/r"},
	} {
		if got := strings.Join(b.Models(c.job), " "); got != c.want {
			t.Errorf("%+v: got %s", c.job, got)
		}
	}
}

func TestAStreamGoesToTheNextModelOnlyBeforeItsFirstWord(t *testing.T) {
	b := newBench(t, routing("a/x", "b/y"), map[string][]any{"a/x": {overloaded, "half|"}, "b/y": {"whole"}})
	read := func() (string, error) {
		text := ""
		for c, err := range b.Model(Job{Task: Narration}).Stream(t.Context(), model.Request{}) {
			if err != nil {
				return text, err
			}
			text += c.Text
		}
		return text, nil
	}
	if text, err := read(); text != "whole" || err != nil || len(b.events) != 1 {
		t.Fatalf("got %q, %v", text, err)
	}
	if text, err := read(); text != "half" || fault.CodeOf(err) != model.CutStream || len(b.events) != 1 {
		t.Fatalf("got %q, %v", text, err)
	}
}

func TestACallIsRecorded(t *testing.T) {
	price, err := NewPrice("3", "15", "0.3", "")
	if err != nil {
		t.Fatal(err)
	}
	c := routing("a/x")
	c.Prices = map[string]Price{"a/x": price}
	retries := 0
	c.Around = func(m model.Model) model.Model {
		return model.Retry(m, model.Policy{
			Sleep: func(context.Context, time.Duration) error { retries++; return nil }, Random: func() float64 { return 0 },
		})
	}
	b := newBench(t, c, map[string][]any{"a/x": {overloaded, "yes"}})
	begin := b.hand.now
	if _, err := b.Generate(t.Context(), Job{Task: Narration}, model.Request{}, nil); err != nil {
		t.Fatal(err)
	}
	want := Record{Time: begin, Task: Narration, Model: "a/x", Tokens: Tokens{Input: 1000, Output: 100, Cached: 400},
		FirstToken: 2 * time.Second, Total: 4 * time.Second, Tries: 2, Cost: Cost{true, (600*3+100*15)*1_000_000 + 400*300_000}}
	if len(b.records) != 1 || b.records[0] != want || retries != 1 {
		t.Fatalf("got  %+v\nwant %+v", b.records, want)
	}
	if s := want.Cost.String(); s != "$0.0034" {
		t.Errorf("got %s", s)
	}
}

func TestWhoLeavesIsRecordedToo(t *testing.T) {
	c := routing("a/x")
	c.Limits = map[string]Limit{"a": {Concurrent: 1}}
	b := newBench(t, c, map[string][]any{"a/x": {"one", "two", overloaded}})
	for range b.Model(Job{Task: Narration}).Stream(t.Context(), model.Request{}) {
		break
	}
	for range b.Model(Job{Task: Narration}).Stream(t.Context(), model.Request{}) { // the place is free again
	}
	for range b.Model(Job{Task: Narration}).Stream(t.Context(), model.Request{}) {
	}
	var codes []fault.Code
	for _, r := range b.records {
		codes = append(codes, r.Fault)
		if r.Cost.String() != "unknown" || r.Tries != 1 {
			t.Errorf("got %+v", r)
		}
	}
	if !slices.Equal(codes, []fault.Code{fault.Canceled, "", model.Overloaded}) {
		t.Fatalf("got %q", codes)
	}
}

func TestRetriesDoNotWaitForThemselves(t *testing.T) {
	c := routing("a/x")
	c.Limits = map[string]Limit{"a": {Concurrent: 1}}
	c.Around = func(m model.Model) model.Model {
		return model.Retry(m, model.Policy{Sleep: func(context.Context, time.Duration) error { return nil }, Random: func() float64 { return 0 }})
	}
	answers := make([]any, 0, 40)
	for range 20 {
		answers = append(answers, overloaded, "yes")
	}
	b := newBench(t, c, map[string][]any{"a/x": answers})
	b.config.Recorder = nil
	b.limiters["a"] = NewLimiter(c.Limits["a"], systemClock())
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			// Which call meets which failure is chance; that all come to an end is not.
			_, _ = b.Generate(t.Context(), Job{Task: Narration}, model.Request{}, nil)
		})
	}
	group.Wait()
	if l := b.limiters["a"]; l.running != 0 || len(l.queue) != 0 {
		t.Fatalf("left behind %d running, %d waiting", l.running, len(l.queue))
	}
}

// A conversation that has moved along the chain stays where it was answered.
func TestAChainGoesOnWithTheModelThatAnswered(t *testing.T) {
	b := newBench(t, routing("a/x", "b/y"), map[string][]any{"a/x": {overloaded, "three"}, "b/y": {"one", "two"}})
	m := b.Model(Job{Task: Planning})
	begins := model.Request{Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: "q"}}}}}
	goesOn := model.Request{Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "1"}}}}}}
	if got := m.Info().Name(); got != "a/x" || !m.Info().Tools {
		t.Errorf("begins at %s", got)
	}
	for _, c := range []struct {
		request   model.Request
		text, who string
	}{{begins, "one", "b/y"}, {goesOn, "two", "b/y"}, {begins, "three", "a/x"}} {
		reply, err := model.Generate(t.Context(), m, c.request)
		if err != nil || reply.Text() != c.text || m.Info().Name() != c.who {
			t.Fatalf("got %v, %v of %s, want %s", reply, err, m.Info().Name(), c.text)
		}
	}
	if len(b.events) != 1 {
		t.Errorf("%d escalations", len(b.events))
	}
	if none := (&Router{state: b.state}).Model(Job{Task: Planning}); none.Info().Name() != "/" {
		t.Errorf("an empty chain is %s", none.Info().Name())
	}
}

func TestWatchedSharesLimitsAndTellsOthers(t *testing.T) {
	c := routing("a/x", "b/y")
	c.Limits = map[string]Limit{"a": {Concurrent: 1}}
	b := newBench(t, c, map[string][]any{"a/x": {overloaded}, "b/y": {"yes"}})
	var told []Escalation
	var records []Record
	w := b.WithRecorder(recorderFunc(func(r Record) { records = append(records, r) }), func(_ context.Context, e Escalation) { told = append(told, e) })
	if w.limiters["a"] != b.limiters["a"] {
		t.Error("the limits are others")
	}
	if _, err := w.Generate(t.Context(), Job{Task: Narration}, model.Request{}, nil); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || len(records) != 2 || len(b.events) != 0 || len(b.records) != 0 {
		t.Errorf("told %v, recorded %d; the first one was told %v", told, len(records), b.events)
	}
}
