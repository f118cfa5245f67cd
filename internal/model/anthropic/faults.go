package anthropic

import (
	"context"
	"errors"
	"net/http"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

func (m *claude) noKey() *fault.Fault {
	return fault.New(model.Auth, "there is no key for anthropic: %s is not set", m.config.KeyFrom).WithHint("%s", m.keyHint())
}

func (m *claude) keyHint() string {
	return wire.KeyHint(known.Page, m.config.KeyFrom)
}

// explain turns what ended a call too early into a fault. What the provider
// said is not repeated, for it may quote the key or the question.
func (m *claude) explain(ctx context.Context, err error) error {
	return m.client.Explain(ctx, err, known.Name, wire.CheckNetwork, func(r *wire.Refusal) error {
		f := m.explainRefusal(r.Status, r.Header, r.Body)
		if f.Code == model.UnknownModel {
			m.suggest(ctx, f)
		}
		return f
	})
}

type errorBody struct {
	Error struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	} `json:"error"`
}

// explainRefusal says what an error of the provider means, by its type, or by its
// status where no type came (a proxy answers without).
func (m *claude) explainRefusal(status int, header http.Header, raw []byte) *fault.Fault {
	var body errorBody
	_ = wire.Decode(raw, &body) // what is not JSON is judged by its status
	kind := body.Error.Type
	if kind == "" {
		kind = kinds[status]
	}
	switch kind {
	case "authentication_error":
		return fault.New(model.Auth, "anthropic does not accept the key in %s", m.config.KeyFrom).WithHint("%s", m.keyHint())
	case "permission_error":
		return fault.New(model.Auth, "the key in %s may not use %s", m.config.KeyFrom, m.config.Model).
			WithHint("choose another model, or a key that may: %s", known.Page)
	case "billing_error":
		return m.unpaid()
	case "not_found_error":
		if body.Error.Type == "" {
			return fault.New(model.BadRequest, "%s has no service for models at this address", m.client.Host).
				WithHint("check the base URL; that of Anthropic is %s", defaultURL)
		}
		return fault.New(model.UnknownModel, "anthropic has no model %s", m.config.Model).
			WithHint("models are listed at https://docs.claude.com/en/docs/about-claude/models")
	case "rate_limit_error":
		return wire.Limited(model.RateLimit, header, "anthropic takes no more requests from this key for now")
	case "overloaded_error":
		return wire.Limited(model.Overloaded, header, "anthropic is overloaded")
	case "api_error":
		return wire.Limited(model.Overloaded, header, "anthropic has trouble of its own")
	case "timeout_error":
		return fault.New(model.Timeout, "anthropic gave up on the request because it took too long").
			WithHint("try again, or ask for a shorter answer")
	case "request_too_large":
		return tooLong("the request is larger than anthropic reads")
	}
	return m.invalid(status, body.Error.Message)
}

// kinds are the types of error that belong to a status.
var kinds = map[int]string{
	401: "authentication_error",
	402: "billing_error",
	403: "permission_error",
	404: "not_found_error",
	408: "timeout_error",
	413: "request_too_large",
	429: "rate_limit_error",
	500: "api_error",
	502: "api_error",
	503: "overloaded_error",
	504: "timeout_error",
	524: "timeout_error",
	529: "overloaded_error",
}

func (m *claude) unpaid() *fault.Fault {
	return fault.New(model.Auth, "the account of %s has no credit for the request", m.config.KeyFrom).
		WithHint("see https://console.anthropic.com/settings/billing")
}

// The provider has one type for all that is wrong with a request, an account
// that is empty included. These find the numbers of a prompt that is too long,
// the field that is meant, and who cannot pay.
var (
	empty         = lazyregexp.New(`^Your credit balance is too low|^You have reached your specified (?:workspace )?API usage limits`)
	promptTooLong = lazyregexp.New(`^prompt is too long: (\d{1,12}) tokens > (\d{1,12}) maximum`)
	sumTooLong    = lazyregexp.New("^input length and `max_tokens` exceed context limit: (\\d{1,12}) \\+ (\\d{1,12}) > (\\d{1,12})")
	field         = lazyregexp.New("^`?([a-z_]{1,40}(?:\\.[a-z0-9_]{1,40}){0,8})`?(?::| is )")
)

func (m *claude) invalid(status int, message string) *fault.Fault {
	if empty.MatchString(message) {
		return m.unpaid()
	}
	if n := promptTooLong.FindStringSubmatch(message); n != nil {
		return tooLong("the request has " + n[1] + " tokens, and " + m.config.Model + " reads at most " + n[2])
	}
	if n := sumTooLong.FindStringSubmatch(message); n != nil {
		return tooLong("the request has " + n[1] + " tokens and asks for " + n[2] + " more, and " + m.config.Model + " has room for " + n[3])
	}
	f := fault.New(model.BadRequest, "anthropic refused the request (status %d)", status)
	if n := field.FindStringSubmatch(message); n != nil {
		f.Message = "anthropic refused the request because of its field " + n[1]
	}
	return f.WithHint("try another model; if it happens again, please report it")
}

// refusesTemperature says whether that is all that is wrong with a request.
func refusesTemperature(err error) bool {
	var refusal *wire.Refusal
	var body errorBody
	if !errors.As(err, &refusal) || wire.Decode(refusal.Body, &body) != nil || body.Error.Type != "invalid_request_error" {
		return false
	}
	n := field.FindStringSubmatch(body.Error.Message)
	return n != nil && n[1] == "temperature"
}

func tooLong(message string) *fault.Fault {
	return fault.New(model.ContextSize, "%s", message).
		WithHint("ask about fewer tables, start a new conversation, or use a model with a larger context")
}
