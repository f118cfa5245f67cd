package modeltest

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

func (geminiWire) header(h http.Header, _ *Request) {
	h.Set("Server-Timing", "gfet4t7; dur=12")
	h.Set("X-Content-Type-Options", "nosniff")
}

func (geminiWire) errorFrame(f Failure) frame {
	_, body := geminiFailure(f, &Request{})
	return frame{data: encode(body), crlf: true}
}

func (geminiWire) alive() []byte { return []byte(keepAlive) }

func (geminiWire) stream(r *Request, reply *Reply) []frame {
	if body := geminiBlocked(r, reply); body != nil {
		return []frame{{data: encode(body), crlf: true}}
	}
	parts := geminiParts(reply)
	if len(parts) == 0 {
		return []frame{{data: encode(geminiAnswer(r, reply, nil, geminiStop(reply))), crlf: true}}
	}
	var frames []frame
	for i, p := range parts {
		finish := ""
		if i == len(parts)-1 {
			finish = geminiStop(reply)
		}
		frames = append(frames, frame{data: encode(geminiAnswer(r, reply, []object{p}, finish)), crlf: true, said: true})
	}
	return frames
}

func (geminiWire) whole(r *Request, reply *Reply) []byte {
	switch r.Endpoint {
	case Models:
		return encode(geminiModels(r))
	case Embed:
		return encode(geminiVectors(r))
	}
	if body := geminiBlocked(r, reply); body != nil {
		return encode(body)
	}
	whole := *reply
	whole.Pieces = 0
	return encode(geminiAnswer(r, reply, geminiParts(&whole), geminiStop(reply)))
}

// geminiParts are the pieces of an answer. A call is never cut: this provider
// sends it whole.
func geminiParts(reply *Reply) []object {
	var parts []object
	signature := "" // of thoughts, goes with what comes after them
	add := func(p object) {
		if signature != "" {
			p["thoughtSignature"] = base64.StdEncoding.EncodeToString([]byte(signature))
			signature = ""
		}
		parts = append(parts, p)
	}
	for _, p := range reply.Parts {
		switch {
		case p.Thinking != nil:
			for _, piece := range reply.pieces(p.Thinking.Text) {
				if piece != "" {
					parts = append(parts, object{"text": piece, "thought": true})
				}
			}
			signature = p.Thinking.Signature
		case p.Call != nil:
			call := object{"name": p.Call.Name, "args": arguments(p.Call)}
			if p.Call.ID != "" {
				call["id"] = p.Call.ID
			}
			add(object{"functionCall": call})
		default:
			for _, piece := range reply.pieces(p.Text) {
				add(object{"text": piece})
			}
		}
	}
	if signature != "" {
		add(object{"text": ""})
	}
	return parts
}

func geminiAnswer(r *Request, reply *Reply, parts []object, finish string) object {
	candidate := object{"index": 0}
	if len(parts) > 0 {
		candidate["content"] = object{"role": "model", "parts": parts}
	}
	if finish != "" {
		candidate["finishReason"] = finish
	}
	if finish == "SAFETY" {
		candidate["safetyRatings"] = []any{object{"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": true}}
	}
	usage := object{"promptTokenCount": reply.Usage.Input, "totalTokenCount": reply.Usage.Input + reply.Usage.Output}
	if finish != "" {
		usage["candidatesTokenCount"] = reply.Usage.Output - reply.Thought
	}
	if reply.Usage.CachedInput > 0 {
		usage["cachedContentTokenCount"] = reply.Usage.CachedInput
	}
	if reply.Thought > 0 {
		usage["thoughtsTokenCount"] = reply.Thought
	}
	return object{"candidates": []any{candidate}, "usageMetadata": usage, "modelVersion": r.Model, "responseId": "test"}
}

// geminiBlocked is the answer to a prompt that was not let through.
func geminiBlocked(r *Request, reply *Reply) object {
	if reply.stop() != model.Refused || reply.RawStop != "" {
		return nil
	}
	return object{
		"promptFeedback": object{"blockReason": "PROHIBITED_CONTENT"},
		"usageMetadata":  object{"promptTokenCount": reply.Usage.Input, "totalTokenCount": reply.Usage.Input},
		"modelVersion":   r.Model,
	}
}

func geminiStop(r *Reply) string {
	if r.RawStop != "" {
		return r.RawStop
	}
	switch r.stop() {
	case model.TooLong:
		return "MAX_TOKENS"
	case model.Filtered:
		return "SAFETY"
	}
	return "STOP"
}

func geminiModels(r *Request) object {
	list := []any{}
	for _, name := range r.known {
		list = append(list, object{
			"name": "models/" + name, "version": "001", "displayName": name, "inputTokenLimit": 1048576, "outputTokenLimit": 65536,
			"supportedGenerationMethods": []string{"generateContent", "countTokens"},
		})
	}
	return object{"models": list}
}

func geminiVectors(r *Request) object {
	var list []any
	for _, text := range r.Texts {
		v := Vector(text, r.dimensions)
		if r.predict {
			list = append(list, object{"embeddings": object{"values": v, "statistics": object{"token_count": 1, "truncated": false}}})
			continue
		}
		list = append(list, object{"values": v})
	}
	switch {
	case r.predict:
		return object{"predictions": list}
	case r.many:
		return object{"embeddings": list}
	}
	return object{"embedding": list[0]}
}

func (geminiWire) fail(w http.ResponseWriter, r *Request, f Failure) {
	status, body := geminiFailure(f, r)
	f.send(w, status, body)
}

func geminiFailure(f Failure, r *Request) (int, object) {
	status, name, message := geminiKind(f.Kind, r)
	var details []any
	switch {
	case f.Kind == WrongKey:
		details = append(details, object{
			"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com",
			"metadata": object{"service": "generativelanguage.googleapis.com"},
		})
	case f.Kind == RateLimit:
		details = append(details, object{
			"@type": "type.googleapis.com/google.rpc.QuotaFailure",
			"violations": []any{object{
				"quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
				"quotaId":     "GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "quotaValue": "10",
			}},
		})
	case f.Field != "":
		details = append(details, object{
			"@type":           "type.googleapis.com/google.rpc.BadRequest",
			"fieldViolations": []any{object{"field": f.Field, "description": f.Message}},
		})
	}
	if f.RetryAfter > 0 {
		details = append(details, object{
			"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": fmt.Sprintf("%gs", f.RetryAfter.Round(time.Millisecond).Seconds()),
		})
	}
	body := object{"code": status, "message": f.message(message), "status": name}
	if details != nil {
		body["details"] = details
	}
	return status, object{"error": body}
}

func geminiKind(kind FailureKind, r *Request) (status int, name, message string) {
	switch kind {
	case MissingKey:
		return 403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API."
	case WrongKey:
		return 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."
	case Forbidden:
		return 403, "PERMISSION_DENIED", "Permission denied on resource project test."
	case UnknownModel:
		return 404, "NOT_FOUND", "models/" + r.Model + " is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods."
	case UnknownPath:
		return 404, "NOT_FOUND", "Requested entity was not found."
	case RateLimit:
		return 429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."
	case Quota:
		return 429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."
	case Overloaded:
		return 503, "UNAVAILABLE", "The model is overloaded. Please try again later."
	case ServerError:
		return 500, "INTERNAL", "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting"
	case GatewayTime:
		return 504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."
	case ContextSize:
		return 400, "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048575)."
	case Withheld:
		return 400, "INVALID_ARGUMENT", "Unable to submit request because the prompt was blocked by a safety filter."
	case TooLarge:
		return 413, "INVALID_ARGUMENT", "Request payload size exceeds the limit: 20971520 bytes."
	}
	return 400, "INVALID_ARGUMENT", "Request contains an invalid argument."
}
