package openai

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

func (e *endpoint) noKey() *fault.Fault {
	return fault.New(model.Auth, "there is no key for %s: %s is not set", e.config.Provider, e.config.KeyFrom).WithHint("%s", e.keyHint())
}

func (e *endpoint) keyHint() string {
	if !e.preset.needsKey() {
		return "give the key that the server was started with"
	}
	return wire.KeyHint(e.preset.Page, e.config.KeyFrom)
}

// theKey is how a message speaks of the key.
func (e *endpoint) theKey() string {
	if e.config.KeyFrom == "" {
		return "the key"
	}
	return "the key in " + e.config.KeyFrom
}

func (e *endpoint) malformed(format string, args ...any) *fault.Fault {
	return wire.Malformed(e.config.Provider, format, args...)
}

// explain turns what ended a call too early into a fault. What the provider
// said is not repeated, for it may quote the key or the question.
func (e *endpoint) explain(ctx context.Context, err error) error {
	hint := wire.CheckNetwork
	if e.preset.Start != "" {
		hint = "start it with “" + e.preset.Start + "”, or give the address where it runs"
	}
	return e.client.Explain(ctx, err, e.config.Provider, hint, func(r *wire.Refusal) error {
		return e.explainRefusal(r.Status, r.Header, r.Body)
	})
}

// codes are what providers call their errors, in their field code or type.
var codes = map[string]fault.Code{
	"invalid_api_key": model.Auth, "authentication_error": model.Auth, "unauthorized": model.Auth, "wrong_api_key": model.Auth,
	"insufficient_quota": noCredit, "billing_hard_limit_reached": noCredit, "billing_not_active": noCredit, "payment_required": noCredit,
	"context_length_exceeded": model.ContextSize, "exceed_context_size_error": model.ContextSize, "string_above_max_length": model.ContextSize,
	"model_not_found": model.UnknownModel, "model_not_available": model.UnknownModel, "model_decommissioned": model.UnknownModel,
	"invalid_model": model.UnknownModel, "DeploymentNotFound": model.UnknownModel,
	"content_filter": model.Refusal, "content_policy_violation": model.Refusal, "ResponsibleAIPolicyViolation": model.Refusal,
	"rate_limit_exceeded": model.RateLimit, "rate_limit_error": model.RateLimit, "too_many_requests": model.RateLimit,
	"tool_use_failed": model.Malformed, "json_validate_failed": model.Malformed, "output_parse_failed": model.Malformed,
	"server_error": model.Overloaded, "overloaded_error": model.Overloaded, "unavailable_error": model.Overloaded,
	"internal_server_error": model.Overloaded, "service_unavailable": model.Overloaded, "api_error": model.Overloaded,
	"unsupported_parameter": model.BadRequest, "unsupported_value": model.BadRequest, "extra_forbidden": model.BadRequest,
}

// noCredit is told apart from a rate limit because waiting does not help.
const noCredit fault.Code = "no credit"

// statuses are what an error means whose code says nothing.
var statuses = map[int]fault.Code{
	401: model.Auth, 402: noCredit, 403: model.Auth, 404: model.UnknownModel, 408: model.Timeout, 413: model.ContextSize,
	429: model.RateLimit, 498: model.Overloaded, 504: model.Timeout, 524: model.Timeout,
}

// judge says what an error means: by its code where that is known, else by its
// status. The status decides alone where the code would say less.
func judge(status int, c complaint) fault.Code {
	if n, err := strconv.Atoi(c.code); err == nil && status == http.StatusOK {
		status = n // an error in a stream, which has no status of its own
	}
	switch code, said := codes[c.code]; {
	case status == 413, c.plan:
		return model.ContextSize
	case said && status < 500:
		return code
	case noTools.MatchString(c.message):
		return model.BadRequest
	case status == 400 && wrongKey.MatchString(c.message):
		return model.Auth
	case c.window != "" && (status == 400 || status == 422):
		return model.ContextSize
	}
	if code, ok := statuses[status]; ok {
		return code
	}
	blamed := status >= 400 && status < 500 // the caller is, whatever the kind says
	if code, ok := codes[c.kind]; ok && status < 500 && (code != model.Overloaded || !blamed) {
		return code
	}
	if status >= 500 || status == http.StatusOK && c.kind != "invalid_request_error" {
		return model.Overloaded
	}
	return model.BadRequest
}

const verifyHint = "verify yours at https://platform.openai.com/settings/organization/general, or choose another model"

// explainRefusal says what an error of the provider means.
func (e *endpoint) explainRefusal(status int, header http.Header, raw []byte) *fault.Fault {
	c := read(raw)
	who, name := e.config.Provider, e.config.Model
	if unverified.MatchString(c.message) {
		return fault.New(model.Auth, "%s gives %s only to organizations that are verified", who, name).WithHint(verifyHint)
	}
	switch code := judge(status, c); code {
	case model.Auth:
		if status == http.StatusForbidden {
			return fault.New(code, "%s may not use %s", e.theKey(), name).
				WithHint("choose another model, or another key")
		}
		if e.config.Key == "" {
			return fault.New(code, "%s wants a key", who).WithHint("%s", e.keyHint())
		}
		return fault.New(code, "%s does not accept %s", who, e.theKey()).WithHint("%s", e.keyHint())
	case noCredit:
		return fault.New(model.Auth, "the account of %s has no credit left", e.theKey()).
			WithHint("add credit with %s, or use another model", who)
	case model.UnknownModel:
		return e.unknown(c)
	case model.ContextSize:
		return e.tooLong(c)
	case model.Refusal:
		return fault.New(code, "%s declined to answer this question", who).
			WithHint("rephrase the question, or use another model")
	case model.RateLimit:
		return wire.Limited(code, header, who+" takes no more requests for now")
	case model.Overloaded:
		return wire.Limited(code, header, who+" cannot answer for the moment")
	case model.Timeout:
		return fault.New(code, "%s gave up on the request because it took too long", who).WithHint("try again")
	case model.Malformed:
		return fault.New(code, "%s called a tool in a way that %s cannot read", name, who).WithHint("try again, or use another model")
	}
	return e.invalid(status, c)
}

// unknown is for a model that is not there, or an address at which nothing is.
func (e *endpoint) unknown(c complaint) *fault.Fault {
	if !c.known {
		return fault.New(model.BadRequest, "%s has no chat service at this address", e.client.Host).
			WithHint("check the base URL; it usually ends in /v1")
	}
	f := fault.New(model.UnknownModel, "%s has no model %s", e.config.Provider, e.config.Model)
	switch {
	case e.preset.Azure:
		f.Message = "azure has no deployment " + e.config.Model
		return f.WithHint("name it as in the Azure portal, under Deployments")
	case e.preset.Start != "":
		return f.WithHint("fetch it with “%s pull %s”", e.preset.Name, e.config.Model)
	}
	return f.WithHint("check the name of the model")
}

func (e *endpoint) tooLong(c complaint) *fault.Fault {
	f := fault.New(model.ContextSize, "the request exceeds the context of %s", e.config.Model)
	switch {
	case c.plan:
		f.Message = "the request has " + c.tokens + " tokens, and " + e.config.Provider + " lets this key use " + c.window + " a minute"
	case c.tokens != "" && c.window != "":
		f.Message = "the request has " + c.tokens + " tokens, and " + e.config.Model + " reads at most " + c.window
	case c.window != "":
		f.Message += ", which is " + c.window + " tokens"
	}
	return f.WithHint("ask about fewer tables, start a new conversation, or use a model with a larger context")
}

// refusedField is a part of the request that the model does not take.
type refusedField string

func (f refusedField) Error() string { return "not taken: " + string(f) }

// errThoughtsWanted is a request that lacks what the model thought.
var errThoughtsWanted = errors.New("the model wants its thoughts back")

func (e *endpoint) invalid(status int, c complaint) *fault.Fault {
	f := fault.New(model.BadRequest, "%s refused the request (status %d)", e.config.Provider, status).
		WithHint("try another model; if it happens again, please report it")
	switch {
	case noReasoning.MatchString(c.message):
		f.Cause = refusedField("reasoning")
		return f
	case wantsReasoning.MatchString(c.message):
		f.Cause = errThoughtsWanted
		return f
	}
	field := c.field()
	switch {
	case field == "":
		return f
	case field == "stream" && c.code == "unsupported_value":
		return fault.Wrap(errNoStream, model.Auth, "%s streams %s only to organizations that are verified", e.config.Provider, e.config.Model).
			WithHint(verifyHint)
	}
	f.Message = e.config.Provider + " refused the request because of its field " + field
	switch c.code {
	case "unsupported_parameter", "unsupported_value", "unknown_parameter", "extra_forbidden":
		name, _, _ := strings.Cut(field, ".")
		f.Cause = refusedField(name)
	}
	return f
}
