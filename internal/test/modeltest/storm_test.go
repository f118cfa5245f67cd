package modeltest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/anthropic"
	"github.com/plumbdata/plumb/internal/model/gemini"
	"github.com/plumbdata/plumb/internal/model/openai"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// adapters are the real ones, for what only shows with many connections.
var adapters = []struct {
	format modeltest.Format
	open   func(url string) model.Model
}{
	{modeltest.Anthropic, func(url string) model.Model {
		return anthropic.New(anthropic.Config{Key: "k", BaseURL: url})
	}},
	{modeltest.OpenAI, func(url string) model.Model {
		return openai.New(openai.Config{Provider: "openai", Key: "k", BaseURL: url + "/v1", Model: "gpt-4.1"})
	}},
	{modeltest.Gemini, func(url string) model.Model {
		return gemini.New(gemini.Config{Key: "k", BaseURL: url, Model: "gemini-2.5-flash"})
	}},
}

// patient waits for a busy machine as long as it takes.
func patient(m model.Model) model.Model {
	return model.Retry(m, model.Policy{Idle: time.Hour, Total: time.Hour, Random: func() float64 { return 0 },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }})
}

func question() model.Request {
	return model.Request{
		Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: "How many?"}}}},
		Tools:    []model.Tool{{Name: "plan", Description: "Plan.", Schema: json.RawMessage(`{"type": "object", "properties": {"sql": {"type": "string"}}}`)}},
	}
}

func TestAThousandStreamsOverConnections(t *testing.T) {
	const crowd = 1000
	words := strings.Repeat("one and all ", 5)
	for _, a := range adapters {
		t.Run(string(a.format), func(t *testing.T) {
			step := modeltest.Text(words)
			step.Reply.Parts = append(step.Reply.Parts, model.Part{Call: &model.Call{ID: "call_1", Name: "plan", Arguments: json.RawMessage(`{"sql":"SELECT 1"}`)}})
			step.Reply.Pieces = 12
			step.Times = crowd
			m := patient(a.open(modeltest.New(t, a.format, step).URL))
			var group sync.WaitGroup
			for range crowd {
				group.Go(func() {
					reply, err := model.Generate(t.Context(), m, question())
					if err != nil || reply.Text() != words || len(reply.Calls()) != 1 || string(reply.Calls()[0].Arguments) != `{"sql":"SELECT 1"}` {
						t.Errorf("got %+v, %v", reply, err)
					}
				})
			}
			group.Wait()
		})
	}
}

// TestAStormOfCancellationsOverConnections stops ten thousand answers in the
// middle, over real connections: each is closed, and nothing is left behind.
func TestAStormOfCancellationsOverConnections(t *testing.T) {
	const rounds, each = 17, 200 // for each of three adapters
	for _, a := range adapters {
		t.Run(string(a.format), func(t *testing.T) {
			step := modeltest.Text("one and all")
			step.Reply.Pieces = 4
			step.Times = rounds * each
			step.Mishap = modeltest.Mishap{Kind: modeltest.Hung, Said: true}
			server := modeltest.New(t, a.format, step)
			m := patient(a.open(server.URL))
			baseline := goroutines()
			for range rounds {
				cancelAll(t, m, each)
			}
			for _, r := range server.Requests() {
				<-r.Closed()
			}
			// Goroutines end soon after what they worked for.
			const looks = 10_000
			for range looks {
				if goroutines() <= baseline {
					return
				}
				time.Sleep(time.Millisecond)
			}
			t.Errorf("%d goroutines are left, there were %d", goroutines(), baseline)
		})
	}
}

// cancelAll stops many answers at once when all of them have begun.
func cancelAll(t *testing.T, m model.Model, count int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := make(chan struct{}, count)
	var group sync.WaitGroup
	for range count {
		group.Go(func() {
			said := false
			var last error
			for _, err := range m.Stream(ctx, question()) {
				if last = err; err == nil && !said {
					said = true
					begun <- struct{}{}
				}
			}
			if fault.CodeOf(last) != fault.Canceled || !said {
				t.Errorf("got %v, want a cancellation in the middle", last)
			}
			if !said {
				begun <- struct{}{}
			}
		})
	}
	for range count {
		<-begun
	}
	cancel()
	group.Wait()
}

// goroutines are those that work, without the ones that wait for a connection
// to be used again.
func goroutines() int {
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		t.CloseIdleConnections()
	}
	return runtime.NumGoroutine()
}
