package anthropic

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

// read gives the chunks of an answer as its events come.
func (m *claude) read(ctx context.Context, hangUp func(), response *http.Response, give func(model.Chunk) error) error {
	a := answer{calls: map[int]int{}}
	for data, err := range wire.Events(response, known.Name) {
		if err != nil {
			return m.explain(ctx, err)
		}
		chunk, err := m.event(&a, data, response.Header)
		if err != nil {
			return err
		}
		if chunk.Thinking != nil && m.config.Thinking == 0 {
			m.thinks.Store(true) // it gets room for that from now on
		}
		if err := give(chunk); err != nil {
			return err
		}
		if chunk.Stop != "" {
			finish(response.Body, hangUp)
			return nil
		}
	}
	return m.explain(ctx, nil)
}

// endTime is how long the end of a body may take after the answer's.
const endTime = 100 * time.Millisecond

// finish reads to the end of a body, so that the connection can be used again.
// A server that keeps it open past the answer is hung up on.
func finish(body io.Reader, hangUp func()) {
	late := time.AfterFunc(endTime, hangUp)
	defer late.Stop()
	_, _ = io.Copy(io.Discard, io.LimitReader(body, wire.MaxEvent))
}

// answer is what was seen of an answer so far.
type answer struct {
	usage  model.Usage
	fresh  bool            // the usage has not been given yet
	stop   model.Stop      // given with message_stop, for only that says that all has come
	calls  map[int]int     // the number of the tool call in each content block
	signed strings.Builder // what has come of the signature of the open block
}

// event turns one event into a chunk. One that is empty tells a watchdog that the
// stream is alive.
func (m *claude) event(a *answer, data []byte, header http.Header) (chunk model.Chunk, err error) {
	if len(data) == 0 {
		return chunk, nil
	}
	event := &event{}
	if err := wire.Decode(data, event); err != nil {
		return chunk, wire.Malformed(known.Name, "an event that is not JSON")
	}
	switch event.Type {
	case "error":
		return chunk, m.explainRefusal(http.StatusOK, header, data)
	case "message_start":
		a.count(&event.Message.Usage)
	case "content_block_start":
		a.start(&chunk, event)
	case "content_block_delta":
		a.delta(&chunk, event)
	case "content_block_stop":
		a.sign(&chunk)
	case "message_delta":
		a.count(&event.Usage)
		a.stop = cmp.Or(stop(event.Delta.StopReason), a.stop)
	case "message_stop":
		if a.stop == "" {
			return chunk, fault.New(model.CutStream, "anthropic ended the answer without saying why")
		}
		chunk.Stop = a.stop
	}
	if a.fresh && chunk != (model.Chunk{}) {
		usage := a.usage
		chunk.Usage, a.fresh = &usage, false
	}
	return chunk, nil
}

// count takes what is told; numbers that an event leaves out are zero, and
// keep what an earlier one said.
func (a *answer) count(u *usage) {
	if input := u.Input + u.CacheWrite + u.CacheRead; input > 0 {
		a.usage.Input, a.usage.CachedInput, a.usage.WrittenInput = int(input), int(u.CacheRead), int(u.CacheWrite)
	}
	if u.Output > 0 {
		a.usage.Output = int(u.Output)
	}
	a.fresh = true
}

func (a *answer) start(chunk *model.Chunk, event *event) {
	switch block := &event.ContentBlock; block.Type {
	case "text":
		chunk.Text = block.Text
	case "thinking":
		a.signed.Reset()
		a.signed.WriteString(block.Signature)
		if block.Thinking != "" {
			chunk.Thinking = &model.Thinking{Text: block.Thinking}
		}
	case "redacted_thinking":
		chunk.Thinking = &model.Thinking{Redacted: block.Data}
	case "tool_use":
		n := len(a.calls)
		a.calls[event.Index] = n
		chunk.Call = &model.Fragment{Index: n, ID: block.ID, Name: block.Name, Arguments: beginning(block.Input)}
	}
}

// beginning is what the first event of a call holds of its arguments: nothing,
// as Anthropic writes it, or all of them, as some do who speak its format.
func beginning(raw []byte) string {
	switch string(raw) {
	case "null", "{}":
		return ""
	}
	return string(raw)
}

// sign gives the signature of a thinking block when the block ends.
func (a *answer) sign(chunk *model.Chunk) {
	if a.signed.Len() > 0 {
		chunk.Thinking = &model.Thinking{Signature: a.signed.String()}
		a.signed.Reset()
	}
}

func (a *answer) delta(chunk *model.Chunk, event *event) {
	switch delta := &event.Delta; delta.Type {
	case "text_delta":
		chunk.Text = delta.Text
	case "thinking_delta":
		chunk.Thinking = &model.Thinking{Text: delta.Thinking}
	case "signature_delta":
		a.signed.WriteString(delta.Signature)
	case "input_json_delta":
		if n, ok := a.calls[event.Index]; ok && delta.PartialJSON != "" {
			chunk.Call = &model.Fragment{Index: n, Arguments: delta.PartialJSON}
		}
	}
}

// stop says why the model stopped. A turn that the provider paused, and one
// that filled the window, are not whole, as one that reached the limit.
func stop(reason string) model.Stop {
	switch reason {
	case "":
		return ""
	case "max_tokens", "model_context_window_exceeded", "pause_turn":
		return model.TooLong
	case "stop_sequence":
		return model.Stopped
	case "tool_use":
		return model.Called
	case "refusal":
		return model.Refused
	}
	return model.Ended
}
