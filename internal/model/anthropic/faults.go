package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/shared"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

func (m *claude) noKey() *fault.Fault {
	return fault.New(model.Auth, "there is no key for anthropic: %s is not set", m.config.KeyFrom).WithHint("%s", m.keyHint())
}

func (m *claude) keyHint() string {
	return wire.KeyHint(known.Page, m.config.KeyFrom)
}

// explain turns an error of the SDK into a fault. What the provider said is
// not repeated, for it may quote the key or the question.
func (m *claude) explain(ctx context.Context, err error) error {
	var f *fault.Fault
	var api *sdk.Error
	switch {
	case ctx.Err() != nil:
		return wire.Stopped(ctx, known.Name)
	case errors.As(err, &f):
		return f
	case errors.As(err, &api):
		f := m.refused(api.StatusCode, api.Response.Header, []byte(api.RawJSON()))
		if f.Code == model.UnknownModel {
			m.suggest(ctx, f)
		}
		return f
	}
	return m.unreachable(err)
}

// broken is for a stream that ended too early.
func (m *claude) broken(ctx context.Context, err error) error {
	var f *fault.Fault
	var network net.Error
	switch {
	case ctx.Err() != nil:
		return wire.Stopped(ctx, known.Name)
	case errors.As(err, &f):
		return f
	case errors.As(err, &network) && network.Timeout():
		return m.unreachable(err)
	}
	return wire.Cut(err, known.Name)
}

func (m *claude) unreachable(err error) *fault.Fault {
	// A URL in an error may hold a password.
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	return wire.Unreachable(err, m.host, wire.CheckNetwork)
}

type errorBody struct {
	Error struct {
		Type    shared.ErrorType `json:"type"`
		Message string           `json:"message"`
	} `json:"error"`
}

// refused says what an error of the provider means, by its type, or by its
// status where no type came (a proxy answers without).
func (m *claude) refused(status int, header http.Header, raw []byte) *fault.Fault {
	var body errorBody
	_ = json.Unmarshal(raw, &body) // what is not JSON is judged by its status
	kind := body.Error.Type
	if kind == "" {
		kind = kinds[status]
	}
	switch kind {
	case shared.ErrorTypeAuthenticationError:
		return fault.New(model.Auth, "anthropic does not accept the key in %s", m.config.KeyFrom).WithHint("%s", m.keyHint())
	case shared.ErrorTypePermissionError:
		return fault.New(model.Auth, "the key in %s may not use %s", m.config.KeyFrom, m.config.Model).
			WithHint("choose another model, or a key that may: %s", known.Page)
	case shared.ErrorTypeBillingError:
		return m.unpaid()
	case shared.ErrorTypeNotFoundError:
		if body.Error.Type == "" {
			return fault.New(model.BadRequest, "%s has no service for models at this address", m.host).
				WithHint("check the base URL; that of Anthropic is %s", defaultURL)
		}
		return fault.New(model.UnknownModel, "anthropic has no model %s", m.config.Model).
			WithHint("models are listed at https://docs.claude.com/en/docs/about-claude/models")
	case shared.ErrorTypeRateLimitError:
		return wire.Limited(model.RateLimit, header, "anthropic takes no more requests from this key for now")
	case shared.ErrorTypeOverloadedError:
		return wire.Limited(model.Overloaded, header, "anthropic is overloaded")
	case shared.ErrorTypeAPIError:
		return wire.Limited(model.Overloaded, header, "anthropic has trouble of its own")
	case shared.ErrorTypeTimeoutError:
		return fault.New(model.Timeout, "anthropic gave up on the request because it took too long").
			WithHint("try again, or ask for a shorter answer")
	case tooLarge:
		return tooLong("the request is larger than anthropic reads")
	}
	return m.invalid(status, body.Error.Message)
}

// tooLarge is missing from the SDK's list.
const tooLarge shared.ErrorType = "request_too_large"

// kinds are the types of error that belong to a status.
var kinds = map[int]shared.ErrorType{
	401: shared.ErrorTypeAuthenticationError,
	402: shared.ErrorTypeBillingError,
	403: shared.ErrorTypePermissionError,
	404: shared.ErrorTypeNotFoundError,
	408: shared.ErrorTypeTimeoutError,
	413: tooLarge,
	429: shared.ErrorTypeRateLimitError,
	500: shared.ErrorTypeAPIError,
	502: shared.ErrorTypeAPIError,
	503: shared.ErrorTypeOverloadedError,
	504: shared.ErrorTypeTimeoutError,
	524: shared.ErrorTypeTimeoutError,
	529: shared.ErrorTypeOverloadedError,
}

func (m *claude) unpaid() *fault.Fault {
	return fault.New(model.Auth, "the account of %s has no credit for the request", m.config.KeyFrom).
		WithHint("see https://console.anthropic.com/settings/billing")
}

// The provider has one type for all that is wrong with a request, an account
// that is empty included. These find the numbers of a prompt that is too long,
// the field that is meant, and who cannot pay.
var (
	empty         = regexp.MustCompile(`^Your credit balance is too low|^You have reached your specified (?:workspace )?API usage limits`)
	promptTooLong = regexp.MustCompile(`^prompt is too long: (\d{1,12}) tokens > (\d{1,12}) maximum`)
	sumTooLong    = regexp.MustCompile("^input length and `max_tokens` exceed context limit: (\\d{1,12}) \\+ (\\d{1,12}) > (\\d{1,12})")
	field         = regexp.MustCompile("^`?([a-z_]{1,40}(?:\\.[a-z0-9_]{1,40}){0,8})`?(?::| is )")
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
	var api *sdk.Error
	if !errors.As(err, &api) || api.Type() != shared.ErrorTypeInvalidRequestError {
		return false
	}
	var body errorBody
	if json.Unmarshal([]byte(api.RawJSON()), &body) != nil {
		return false
	}
	n := field.FindStringSubmatch(body.Error.Message)
	return n != nil && n[1] == "temperature"
}

func tooLong(message string) *fault.Fault {
	return fault.New(model.ContextSize, "%s", message).
		WithHint("ask about fewer tables, start a new conversation, or use a model with a larger context")
}
