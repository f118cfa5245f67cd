package openai

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

func TestARequestThatOllamaCutOff(t *testing.T) {
	for _, c := range []struct {
		provider string
		bytes    int
		read     int
		cut      bool
	}{
		{"ollama", 40_000, 4096, true},
		{"ollama", 40_000, 2050, true}, // the half of a window, and two
		{"ollama", 40_000, 4100, false},
		{"ollama", 40_000, 9000, false},
		{"ollama", 16_000, 4096, false}, // it may just be that long
		{"ollama", 40_000, 0, false},
		{"groq", 40_000, 4096, false},
	} {
		body := delta(`"content":"Hi"`, `,"finish_reason":"stop"`) + fmt.Sprintf("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":1}}\n\ndata: [DONE]\n\n", c.read)
		server := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, body}}}
		r := modeltest.Question()
		r.System = []model.Block{{Text: strings.Repeat("word ", c.bytes/5)}}
		got, err := model.Generate(t.Context(), over(server, Config{Provider: c.provider}), r)
		f := fault.Of(err)
		if (err != nil) != c.cut || got.Usage.Input != c.read {
			t.Errorf("%+v: %v, usage %+v", c, err, got.Usage)
			continue
		}
		if c.cut && (f.Code != model.ContextSize || !strings.Contains(f.Message, fmt.Sprintf("the last %d tokens of a request that has about 10002", c.read)) ||
			f.Hint != "start it with a larger window: OLLAMA_CONTEXT_LENGTH=32768 ollama serve") {
			t.Errorf("%+v", f)
		}
	}
}
