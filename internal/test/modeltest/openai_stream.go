package modeltest

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"net/http"

	"github.com/plumbdata/plumb/internal/model"
)

// created is when every answer was made: a fixed time keeps answers the same.
const created = 1767225600

func (openaiWire) header(h http.Header, _ *Request) {
	h.Set("X-Request-Id", "req_test")
	h.Set("Openai-Processing-Ms", "12")
	h.Set("X-Ratelimit-Remaining-Requests", "499")
}

func (openaiWire) errorFrame(f Failure) frame {
	_, body := openaiFailure(f, &Request{})
	return frame{data: encode(body)}
}

func (openaiWire) alive() []byte { return []byte(keepAlive) }

func (openaiWire) stream(r *Request, reply *Reply) []frame {
	s := &openaiStream{r: r, reply: reply}
	if r.azure {
		// What its filter thinks of the prompt comes first, with no choice.
		s.chunk([]any{}, nil)
	}
	s.delta(object{"role": "assistant", "content": "", "refusal": nil}, nil)
	var calls []*model.Call
	for _, p := range reply.Parts {
		switch {
		case p.Thinking != nil:
			for _, piece := range reply.pieces(p.Thinking.Text) {
				s.delta(object{r.thoughtsField(): piece}, nil)
			}
		case p.Call != nil:
			calls = append(calls, p.Call)
		default:
			field := "content"
			if reply.stop() == model.Refused && reply.RawStop == "" {
				field = "refusal"
			}
			for _, piece := range reply.pieces(p.Text) {
				s.delta(object{field: piece}, nil)
			}
		}
	}
	s.calls(calls)
	s.delta(object{}, openaiStop(reply))
	if r.countStream {
		s.chunk([]any{}, openaiUsage(reply))
	}
	s.frames = append(s.frames, frame{data: []byte("[DONE]")})
	return s.frames
}

type openaiStream struct {
	r      *Request
	reply  *Reply
	frames []frame
}

// calls are tool calls: their names first, then their arguments in fragments.
// Without pieces each comes in one, as some servers send it.
func (s *openaiStream) calls(calls []*model.Call) {
	var rows [][]object // for each call, what is sent of it
	for i, c := range calls {
		head := object{"index": i, "id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": ""}}
		if s.reply.Pieces == 0 {
			head["function"] = object{"name": c.Name, "arguments": string(c.Arguments)}
			rows = append(rows, []object{head})
			continue
		}
		row := []object{head}
		for _, piece := range s.reply.pieces(string(c.Arguments)) {
			row = append(row, object{"index": i, "function": object{"arguments": piece}})
		}
		rows = append(rows, row)
	}
	if s.reply.Mixed {
		rows = [][]object{inTurn(rows)}
	}
	for _, row := range rows {
		for _, fragment := range row {
			s.delta(object{"tool_calls": []any{fragment}}, nil)
		}
	}
}

// inTurn takes the first of each row, then the second of each, and so on.
func inTurn(rows [][]object) []object {
	var list []object
	for k := 0; ; k++ {
		before := len(list)
		for _, row := range rows {
			if k < len(row) {
				list = append(list, row[k])
			}
		}
		if len(list) == before {
			return list
		}
	}
}

func (r *Request) thoughtsField() string {
	if r.thoughts == "" {
		return "reasoning_content"
	}
	return r.thoughts
}

func (s *openaiStream) delta(delta object, finish any) {
	if finish != nil && s.r.countLast {
		s.chunk([]any{object{"index": 0, "delta": delta, "finish_reason": finish}}, openaiUsage(s.reply))
		return
	}
	s.chunk([]any{object{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}}, nil)
	s.frames[len(s.frames)-1].said = finish == nil && delta["role"] == nil
}

func (s *openaiStream) chunk(choices []any, usage any) {
	c := object{
		"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": created, "model": s.r.Model,
		"service_tier": "default", "system_fingerprint": "fp_test", "choices": choices,
	}
	if s.r.countStream || usage != nil {
		c["usage"] = usage
	}
	s.frames = append(s.frames, frame{data: encode(c)})
}

func openaiUsage(r *Reply) object {
	return object{
		"prompt_tokens": r.Usage.Input, "completion_tokens": r.Usage.Output, "total_tokens": r.Usage.Input + r.Usage.Output,
		"prompt_tokens_details":     object{"cached_tokens": r.Usage.CachedInput, "audio_tokens": 0},
		"completion_tokens_details": object{"reasoning_tokens": r.Thought, "audio_tokens": 0},
	}
}

func openaiStop(r *Reply) string {
	if r.RawStop != "" {
		return r.RawStop
	}
	switch r.stop() {
	case model.TooLong:
		return "length"
	case model.Called:
		return "tool_calls"
	case model.Filtered:
		return "content_filter"
	}
	return "stop"
}

func (openaiWire) whole(r *Request, reply *Reply) []byte {
	switch r.Endpoint {
	case Models:
		return encode(object{"object": "list", "data": openaiModels(r.known)})
	case Embed:
		return encode(openaiVectors(r))
	}
	message := object{"role": "assistant", "content": nil, "refusal": nil, "annotations": []any{}}
	if text := reply.text(); text != "" {
		message["content"] = text
		if reply.stop() == model.Refused {
			message["content"], message["refusal"] = nil, text
		}
	}
	var calls []any
	for _, p := range reply.Parts {
		if p.Call != nil {
			calls = append(calls, object{"id": p.Call.ID, "type": "function", "function": object{
				"name": p.Call.Name, "arguments": string(p.Call.Arguments),
			}})
		}
		if p.Thinking != nil {
			message[r.thoughtsField()] = p.Thinking.Text
		}
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	return encode(object{
		"id": "chatcmpl-test", "object": "chat.completion", "created": created, "model": r.Model,
		"choices": []any{object{"index": 0, "message": message, "logprobs": nil, "finish_reason": openaiStop(reply)}},
		"usage":   openaiUsage(reply), "service_tier": "default", "system_fingerprint": "fp_test",
	})
}

func openaiModels(names []string) []any {
	list := []any{}
	for _, name := range names {
		list = append(list, object{"id": name, "object": "model", "created": created, "owned_by": "test"})
	}
	return list
}

func openaiVectors(r *Request) object {
	list := []any{}
	for i, text := range r.Texts {
		v := Vector(text, r.dimensions)
		var embedding any = v
		if r.base64 {
			raw := make([]byte, 4*len(v))
			for k, x := range v {
				binary.LittleEndian.PutUint32(raw[4*k:], math.Float32bits(x))
			}
			embedding = base64.StdEncoding.EncodeToString(raw)
		}
		list = append(list, object{"object": "embedding", "index": i, "embedding": embedding})
	}
	return object{"object": "list", "data": list, "model": r.Model, "usage": object{"prompt_tokens": len(r.Texts), "total_tokens": len(r.Texts)}}
}
