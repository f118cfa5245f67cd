package model

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

// patient is a policy without chance, which notes its waits.
func patient(waits *[]time.Duration) Policy {
	return Policy{
		Random: func() float64 { return 1 },
		Sleep: func(ctx context.Context, wait time.Duration) error {
			*waits = append(*waits, wait)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(wait):
				return nil
			}
		},
	}
}

// watch drains a stream into its words, and the error at its end.
func watch(ctx context.Context, m Model) (words string, err error) {
	for c, e := range m.Stream(ctx, Request{}) {
		words += c.Text
		err = e
	}
	return words, err
}

func failed(code fault.Code) []event { return []event{{err: fault.New(code, "no")}} }

func TestRetry(t *testing.T) {
	fine := chunks(text("fine"), stop(Ended))
	usage := event{chunk: Chunk{Usage: &Usage{Input: 1}}}
	hang := event{hang: true}
	after := func(wait time.Duration) []event {
		return []event{{err: After(fault.New(RateLimit, "no"), wait)}}
	}
	const ms = time.Millisecond
	for _, c := range []struct {
		name    string
		scripts [][]event
		words   string
		code    fault.Code
		waits   []time.Duration
		elapsed time.Duration
	}{
		{"fine", [][]event{fine}, "fine", "", nil, 0},
		{"limited, then fine", [][]event{failed(RateLimit), fine}, "fine", "", []time.Duration{500 * ms}, 500 * ms},
		{"two failures, doubling", [][]event{failed(Overloaded), failed(Network), fine}, "fine", "", []time.Duration{500 * ms, time.Second}, 1500 * ms},
		{"three failures", [][]event{failed(Overloaded), failed(Overloaded), failed(Timeout), fine}, "", Timeout, []time.Duration{500 * ms, time.Second}, 1500 * ms},
		{"the provider says when", [][]event{after(7 * time.Second), fine}, "fine", "", []time.Duration{7 * time.Second}, 7 * time.Second},
		{"the provider says sooner", [][]event{after(ms), fine}, "fine", "", []time.Duration{500 * ms}, 500 * ms},
		{"the provider says tomorrow", [][]event{after(24 * time.Hour), fine}, "", RateLimit, nil, 0},
		{"an empty stream, then fine", [][]event{nil, fine}, "fine", "", []time.Duration{500 * ms}, 500 * ms},
		{"usage alone, then an error", [][]event{{usage, {err: fault.New(Overloaded, "no")}}, fine}, "fine", "", []time.Duration{500 * ms}, 500 * ms},
		{"cut after words", [][]event{chunks(text("Rev")), fine}, "Rev", CutStream, nil, 0},
		{"an error after words", [][]event{{{chunk: text("Rev")}, {err: fault.New(Overloaded, "no")}}, fine}, "Rev", Overloaded, nil, 0},
		{"an error after thinking", [][]event{{{chunk: Chunk{Thinking: &Thinking{Text: "hm"}}}, {err: fault.New(Network, "no")}}, fine}, "", Network, nil, 0},
		{"an error after half a call", [][]event{{{chunk: piece(0, "a", "one", "{")}, {err: fault.New(Network, "no")}}, fine}, "", Network, nil, 0},
		{"hanging from the start, then fine", [][]event{{hang}, fine}, "fine", "", []time.Duration{500 * ms}, 15*time.Second + 500*ms},
		{"hanging after usage, then fine", [][]event{{usage, hang}, fine}, "fine", "", []time.Duration{500 * ms}, 15*time.Second + 500*ms},
		{"hanging after words", [][]event{{{chunk: text("Rev")}, hang}, fine}, "Rev", Timeout, nil, 15 * time.Second},
		{"hanging after the stop", [][]event{{{chunk: Chunk{Text: "all", Stop: Ended}}, hang}}, "all", "", nil, 15 * time.Second},
		{"hanging always", [][]event{{hang}}, "", Timeout, []time.Duration{500 * ms, time.Second}, 46500 * ms},
		{"a wrong key", [][]event{failed(Auth), fine}, "", Auth, nil, 0},
		{"a bad request", [][]event{failed(BadRequest), fine}, "", BadRequest, nil, 0},
		{"too long a context", [][]event{failed(ContextSize), fine}, "", ContextSize, nil, 0},
		{"somebody else's error", [][]event{{{err: errors.New("what?")}}, fine}, "", fault.LLMError, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var waits []time.Duration
				var reports []Again
				p := patient(&waits)
				p.Report = func(a Again) { reports = append(reports, a) }
				begun := time.Now()
				words, err := watch(t.Context(), Retry(scripted(c.scripts...), p))
				if words != c.words || fault.CodeOf(err) != c.code {
					t.Errorf("got %q, %v; want %q, %q", words, err, c.words, c.code)
				}
				if d := cmp.Diff(c.waits, waits); d != "" {
					t.Error(d)
				}
				if e := time.Since(begun); e != c.elapsed {
					t.Errorf("took %s, want %s", e, c.elapsed)
				}
				if len(reports) != len(waits) {
					t.Errorf("%d reports of %d waits", len(reports), len(waits))
				}
				for i, a := range reports {
					if a.Try != i+1 || a.Wait != waits[i] || a.Model != "test/fake" || a.Cause == nil {
						t.Errorf("got report %+v", a)
					}
				}
			})
		})
	}
}

func TestRetryStaysWithinItsTotal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		p := patient(&waits)
		p.Total = 20 * time.Second
		begun := time.Now()
		_, err := watch(t.Context(), Retry(scripted([]event{{hang: true}}), p))
		wantCode(t, err, Timeout)
		if e := time.Since(begun); e != p.Total {
			t.Errorf("took %s, want %s", e, p.Total)
		}
	})
}

func TestRetryDoesNotCallASlowReaderSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		words := ""
		for c, err := range Retry(scripted(chunks(text("a"), text("b"), stop(Ended))), patient(&waits)).Stream(t.Context(), Request{}) {
			if err != nil {
				t.Fatal(err)
			}
			words += c.Text
			time.Sleep(time.Minute)
		}
		if words != "ab" {
			t.Errorf("got %q", words)
		}
	})
}

func TestRetryWaitsLongerForTheFirstChunkIfToldTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		p := patient(&waits)
		p.Begin = time.Minute // once: it is not tried again
		begun := time.Now()
		_, err := watch(t.Context(), Retry(scripted([]event{{hang: true}}), p))
		wantCode(t, err, Timeout)
		if e := time.Since(begun); e != time.Minute {
			t.Errorf("took %s", e)
		}
	})
}

// A provider may say at once that it is alive, and then think for long.
func TestASignOfLifeMakesTheWaitNoShorter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		p := patient(&waits)
		p.Begin = time.Minute
		m := slowTo(40*time.Second, chunks(Chunk{}, text("a"), stop(Ended)))
		got, err := Generate(t.Context(), Retry(m, p), Request{})
		if err != nil || got.Text() != "a" || len(m.asked) != 1 {
			t.Fatalf("got %+v, %v after %d requests", got, err, len(m.asked))
		}
	})
}

// slowTo is a model that says its first words after a while.
func slowTo(wait time.Duration, script []event) *late { return &late{scripted(script), wait} }

type late struct {
	*fake
	wait time.Duration
}

func (m *late) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		for c, err := range m.fake.Stream(ctx, r) {
			if c.Text != "" {
				select {
				case <-time.After(m.wait):
				case <-ctx.Done():
					yield(Chunk{}, ctx.Err())
					return
				}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

func TestRetryStopsAtOnceWhenCanceled(t *testing.T) {
	for name, script := range map[string][]event{"while waiting": failed(RateLimit), "while hanging": {{hang: true}}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var waits []time.Duration
				ctx, cancel := context.WithCancel(t.Context())
				begun := time.Now()
				time.AfterFunc(100*time.Millisecond, cancel)
				_, err := watch(ctx, Retry(scripted(script), patient(&waits)))
				wantCode(t, err, fault.Canceled)
				if e := time.Since(begun); e != 100*time.Millisecond {
					t.Errorf("took %s", e)
				}
			})
		})
	}
}

func TestBreakingOutClosesTheConnection(t *testing.T) {
	var inside context.Context
	m := Retry(opened{scripted(chunks(text("a"), text("b"), stop(Ended))), &inside}, quiet())
	for range m.Stream(t.Context(), Request{}) {
		break
	}
	if inside.Err() == nil {
		t.Error("the stream's context goes on")
	}
}

// opened tells the context that a stream was given.
type opened struct {
	*fake
	inside *context.Context
}

func (m opened) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	*m.inside = ctx
	return m.fake.Stream(ctx, r)
}

func TestRetryKeepsUsageThatWasHeldBack(t *testing.T) {
	var waits []time.Duration
	got, err := Generate(t.Context(), Retry(scripted(chunks(Chunk{Usage: &Usage{Input: 4}}, text("a"), stop(Ended))), patient(&waits)), Request{})
	if err != nil || got.Usage.Input != 4 || got.Text() != "a" {
		t.Fatalf("got %+v, %v", got, err)
	}
}

// What a try took that failed is paid for too.
func TestUsageIsThatOfAllTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		read := Chunk{Usage: &Usage{Input: 10, Output: 1}, Text: "a"}
		cutOff := append(chunks(read, Chunk{Usage: &Usage{Input: 10, Output: 3}}), failed(CutStream)...)
		for name, c := range map[string]struct {
			scripts [][]event
			want    Usage
			code    fault.Code
		}{
			"at last":                 {[][]event{cutOff, chunks(read, stop(Ended))}, Usage{Input: 20, Output: 4}, ""},
			"at last, without a word": {[][]event{cutOff, chunks(text("a"), stop(Ended))}, Usage{Input: 10, Output: 3}, ""},
			"at once":                 {[][]event{chunks(read, stop(Ended))}, Usage{Input: 10, Output: 1}, ""},
			"never":                   {[][]event{cutOff}, Usage{Input: 30, Output: 9}, CutStream},
		} {
			got, err := Generate(t.Context(), Retry(scripted(c.scripts...), patient(&waits)), Request{})
			if fault.CodeOf(err) != c.code || got.Usage != c.want {
				t.Errorf("%s: %+v, %v", name, got.Usage, err)
			}
		}
	})
}

func TestRetryHearsAPromptedModelThinking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		slow := slowModel{untooled(chunks(text("a"), text("b"), text("c"), stop(Ended)))}
		got, err := Generate(t.Context(), Retry(Prompted(slow), patient(&waits)), Request{Tools: []Tool{look}})
		if err != nil || got.Text() != "abc" {
			t.Fatalf("got %+v, %v", got, err)
		}
	})
}

func TestWaitsDoubleWithJitterUpToTheLongest(t *testing.T) {
	for _, c := range []struct {
		random float64
		try    int
		asked  time.Duration
		want   time.Duration
	}{
		{0, 1, 0, 500 * time.Millisecond},
		{0.5, 1, 0, 750 * time.Millisecond},
		{0, 2, 0, time.Second},
		{0, 3, 0, 1500 * time.Millisecond},
		{1, 3, 0, 3 * time.Second},
		{1, 3, 9 * time.Second, 9 * time.Second},
	} {
		p := Policy{First: time.Second, Longest: 3 * time.Second, Random: func() float64 { return c.random }}
		if got := p.wait(c.try, c.asked); got != c.want {
			t.Errorf("wait(%d, %s) with chance %v = %s, want %s", c.try, c.asked, c.random, got, c.want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	limited := fault.New(RateLimit, "slow down")
	err := After(limited, time.Second)
	if RetryAfter(err) != time.Second || fault.CodeOf(err) != RateLimit || !errors.Is(err, limited) || err.Error() != "slow down" {
		t.Errorf("got %v, %s", err, RetryAfter(err))
	}
	if RetryAfter(limited) != 0 || After(limited, -1) != error(limited) || After(nil, time.Second) != nil {
		t.Error("no wait is no wait")
	}
}

// An answer that is wanted whole has had no effect before its end.
func TestAWholeAnswerIsAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		half := []event{{chunk: text("Rev")}, {chunk: piece(0, "a", "one", "{")}, {err: fault.New(CutStream, "no")}}
		m := Retry(scripted(half, half, chunks(text("fine"), stop(Ended))), patient(&waits))
		reply, err := Generate(t.Context(), m, Request{})
		if err != nil || reply.Text() != "fine" || len(waits) != 2 {
			t.Errorf("got %+v, %v after %v", reply, err, waits)
		}
	})
}

func TestALongAnswerIsPassedOnAsItComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		long := strings.Repeat("x", maxKept)
		m := Retry(scripted([]event{{chunk: text(long)}, {chunk: text("y")}, {err: fault.New(CutStream, "no")}}), patient(&waits))
		words := ""
		var last error
		for c, err := range m.Stream(t.Context(), Request{Whole: true}) {
			words += c.Text
			last = err
		}
		if words != long+"y" || fault.CodeOf(last) != CutStream || waits != nil {
			t.Errorf("got %d bytes, %v after %v", len(words), last, waits)
		}
	})
}

// slowEmbedder hangs a number of times, then answers.
type slowEmbedder struct{ hangs, asked int }

func (e *slowEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, Usage, error) {
	if e.asked++; e.asked <= e.hangs {
		<-ctx.Done()
		return nil, Usage{Input: 1}, ctx.Err()
	}
	return make([][]float32, len(texts)), Usage{Input: 2}, nil
}

func TestRetryEmbedder(t *testing.T) {
	for _, c := range []struct {
		hangs, asked, used int
		code               fault.Code
		elapsed            time.Duration
	}{
		{0, 1, 2, "", 0},
		{2, 3, 4, "", 2*15*time.Second + 1500*time.Millisecond},
		{9, 3, 3, Timeout, 3*15*time.Second + 1500*time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			var waits []time.Duration
			e := &slowEmbedder{hangs: c.hangs}
			begun := time.Now()
			_, used, err := RetryEmbedder(e, Info{Provider: "test", ID: "vectors"}, patient(&waits)).Embed(t.Context(), []string{"a"})
			if fault.CodeOf(err) != c.code || e.asked != c.asked || used.Input != c.used || time.Since(begun) != c.elapsed {
				t.Errorf("%v, asked %d times for %d tokens in %s", err, e.asked, used.Input, time.Since(begun))
			}
		})
	}
}
