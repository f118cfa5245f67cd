package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/plumbdata/plumb/internal/model"
)

func (anthropicWire) header(h http.Header, _ *Request) {
	h.Set("Request-Id", "req_011CTest")
	anthropicLimits(h, false)
}

func (anthropicWire) errorFrame(f Failure) frame {
	_, kind, usual := anthropicFailure(f.Kind, &Request{})
	return frame{event: "error", data: encode(anthropicError(kind, f.message(usual)))}
}

func (anthropicWire) alive() []byte {
	return frame{event: "ping", data: encode(object{"type": "ping"})}.bytes()
}

func (anthropicWire) stream(r *Request, reply *Reply) []frame {
	s := &anthropicStream{reply: reply}
	s.add("message_start", object{"message": object{
		"id": "msg_01Test", "type": "message", "role": "assistant", "model": r.Model, "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": anthropicUsage(reply, 1),
	}})
	s.ping()
	for _, b := range anthropicBlocks(reply.Parts) {
		s.block(b)
	}
	stop, sequence := anthropicStop(r, reply)
	s.add("message_delta", object{
		"delta": object{"stop_reason": stop, "stop_sequence": sequence},
		"usage": anthropicUsage(reply, reply.Usage.Output),
	})
	s.add("message_stop", object{})
	return s.frames
}

type anthropicStream struct {
	reply  *Reply
	frames []frame
	index  int
}

func (s *anthropicStream) add(kind string, fields object) {
	fields["type"] = kind
	s.frames = append(s.frames, frame{event: kind, data: encode(fields)})
}

func (s *anthropicStream) ping() { s.add("ping", object{}) }

func (s *anthropicStream) delta(kind, field, piece string) {
	s.add("content_block_delta", object{"index": s.index, "delta": object{"type": kind, field: piece}})
	s.frames[len(s.frames)-1].said = true
}

// block is one content block: its start, its pieces, its end.
func (s *anthropicStream) block(parts []model.Part) {
	start := func(block object) { s.add("content_block_start", object{"index": s.index, "content_block": block}) }
	switch p := parts[0]; {
	case p.Thinking != nil && p.Thinking.Redacted != "":
		start(object{"type": "redacted_thinking", "data": p.Thinking.Redacted})
	case p.Thinking != nil:
		start(object{"type": "thinking", "thinking": "", "signature": ""})
		for _, piece := range s.reply.pieces(p.Thinking.Text) {
			s.delta("thinking_delta", "thinking", piece)
		}
		s.delta("signature_delta", "signature", p.Thinking.Signature)
	case p.Call != nil:
		start(object{"type": "tool_use", "id": p.Call.ID, "name": p.Call.Name, "input": object{}})
		s.delta("input_json_delta", "partial_json", "")
		for _, piece := range s.reply.pieces(string(p.Call.Arguments)) {
			s.delta("input_json_delta", "partial_json", piece)
		}
	default:
		start(object{"type": "text", "text": ""})
		for _, part := range parts {
			for _, piece := range s.reply.pieces(part.Text) {
				s.delta("text_delta", "text", piece)
			}
		}
	}
	s.add("content_block_stop", object{"index": s.index})
	s.index++
}

// anthropicBlocks groups parts into content blocks: neighbouring texts are one.
func anthropicBlocks(parts []model.Part) [][]model.Part {
	var blocks [][]model.Part
	text := false
	for _, p := range parts {
		plain := p.Call == nil && p.Thinking == nil
		if plain && text {
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], p)
			continue
		}
		blocks = append(blocks, []model.Part{p})
		text = plain
	}
	return blocks
}

func anthropicUsage(r *Reply, output int) object {
	return object{
		"input_tokens":                r.Usage.Input - r.Usage.CachedInput - r.Usage.WrittenInput,
		"cache_creation_input_tokens": r.Usage.WrittenInput,
		"cache_read_input_tokens":     r.Usage.CachedInput,
		"output_tokens":               output,
	}
}

func anthropicStop(r *Request, reply *Reply) (reason string, sequence any) {
	if reply.RawStop != "" {
		return reply.RawStop, nil
	}
	switch reply.stop() {
	case model.TooLong:
		return "max_tokens", nil
	case model.Called:
		return "tool_use", nil
	case model.Refused, model.Filtered:
		return "refusal", nil
	case model.Stopped:
		if len(r.Stop) > 0 {
			return "stop_sequence", r.Stop[0]
		}
		return "stop_sequence", nil
	}
	return "end_turn", nil
}

func (anthropicWire) whole(r *Request, reply *Reply) []byte {
	if r.Endpoint == Models {
		list := []any{}
		for _, name := range r.known {
			list = append(list, object{"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z"})
		}
		return encode(object{"data": list, "has_more": false, "first_id": nil, "last_id": nil})
	}
	content := []any{}
	for _, parts := range anthropicBlocks(reply.Parts) {
		switch p := parts[0]; {
		case p.Thinking != nil && p.Thinking.Redacted != "":
			content = append(content, object{"type": "redacted_thinking", "data": p.Thinking.Redacted})
		case p.Thinking != nil:
			content = append(content, object{"type": "thinking", "thinking": p.Thinking.Text, "signature": p.Thinking.Signature})
		case p.Call != nil:
			content = append(content, object{"type": "tool_use", "id": p.Call.ID, "name": p.Call.Name, "input": arguments(p.Call)})
		default:
			content = append(content, object{"type": "text", "text": (&Reply{Parts: parts}).text()})
		}
	}
	stop, sequence := anthropicStop(r, reply)
	return encode(object{
		"id": "msg_01Test", "type": "message", "role": "assistant", "model": r.Model, "content": content,
		"stop_reason": stop, "stop_sequence": sequence, "usage": anthropicUsage(reply, reply.Usage.Output),
	})
}

// arguments are a call's arguments as a value; a script may hold broken ones,
// which only a format that sends them as text can send.
func arguments(c *model.Call) any {
	if !json.Valid(c.Arguments) {
		return object{"broken": fmt.Sprint(string(c.Arguments))}
	}
	return c.Arguments
}
