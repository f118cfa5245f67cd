package gemini

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

// explain turns what ended a call too early into a fault. Google's own words are
// not repeated, for they may quote the request; nor are they kept as a cause.
func (m *Model) explain(ctx context.Context, client *wire.Client, err error) error {
	return client.Explain(ctx, err, m.Info().Name(), wire.CheckNetwork, func(r *wire.Refusal) error {
		var body struct {
			Error apiError `json:"error"`
		}
		_ = json.Unmarshal(r.Body, &body) // what is not JSON is judged by the status
		return m.explainRefusal(ctx, client, body.Error, r)
	})
}

func (m *Model) unauthorised() error {
	if m.vertex() {
		return fault.New(model.Auth, "Google Cloud does not let this login use %s in the project %s", m.Info().Name(), m.config.Project).
			WithHint("sign in with `gcloud auth application-default login`, and check GOOGLE_CLOUD_PROJECT and that the Vertex AI API is enabled in it")
	}
	return fault.New(model.Auth, "Google does not accept the key in %s for %s", m.config.KeyFrom, m.Info().Name()).
		WithHint("keys are made at %s; put yours into the environment or .env as %s", known.Page, m.config.KeyFrom)
}

// explainRefusal explains an error that Google sent, by its status.
func (m *Model) explainRefusal(ctx context.Context, client *wire.Client, e apiError, r *wire.Refusal) error {
	name := m.Info().Name()
	if e.Code == 0 {
		e.Code = r.Status
	}
	switch {
	case e.Code == http.StatusUnauthorized, e.Code == http.StatusForbidden, e.detail("ErrorInfo").Reason == "API_KEY_INVALID":
		return m.unauthorised()
	case e.Status == "FAILED_PRECONDITION":
		return fault.New(model.Auth, "%s may not be used with this key from here, or not without billing", name).
			WithHint("look at the plan of the project at %s", known.Page)
	case e.Code == http.StatusNotFound:
		return fault.New(model.UnknownModel, "%s is not a model of this provider", name).
			WithHint("%s", m.near(ctx, client))
	case e.Code == http.StatusTooManyRequests:
		wait := max(wire.RetryAfter(r.Header), retryInfo(e))
		f := fault.New(model.RateLimit, "%s refused the request: the rate limit is reached", name)
		if wait > 0 {
			f.WithHint("try again in %s, or choose another model", wait.Round(time.Second))
		} else {
			f.WithHint("try again in a minute, or choose another model")
		}
		return model.After(f, wait)
	case e.Code == http.StatusRequestEntityTooLarge:
		return m.tooLong(e)
	case e.Code == http.StatusBadRequest && tokenCounts.MatchString(e.Message):
		return m.tooLong(e)
	case e.Code == http.StatusRequestTimeout, e.Code == http.StatusGatewayTimeout:
		return fault.New(model.Timeout, "%s took longer than its provider allows", name).
			WithHint("ask for less at once, or try again")
	case e.Code >= 500:
		f := fault.New(model.Overloaded, "%s is overloaded or unavailable at the moment (status %d)", name, e.Code).
			WithHint("try again later, or choose another model")
		return model.After(f, max(wire.RetryAfter(r.Header), retryInfo(e)))
	}
	f := fault.New(model.BadRequest, "%s refused the request (status %d)", name, e.Code)
	if fields := violations(e); fields != "" {
		return f.WithHint("it does not support: %s", fields)
	}
	return f.WithHint("choose another model; `plumb models test` shows what this one can do")
}

// tokenCounts finds the two numbers in Google's words for a prompt that is too
// long; those of Vertex AI are others. Only a request that the status calls
// invalid is held against it.
var tokenCounts = lazyregexp.New(`(?i)token count (?:is )?\(?(\d{1,12})\)?,? (?:exceeds the maximum number of tokens allowed|but (?:the )?model only supports up to) \(?(\d{1,12})`)

func (m *Model) tooLong(e apiError) error {
	what := "the request is longer than " + m.Info().Name() + " can read"
	if n := tokenCounts.FindStringSubmatch(e.Message); n != nil {
		what += ": " + n[1] + " tokens, and it reads " + n[2]
	}
	return fault.New(model.ContextSize, "%s", what).
		WithHint("ask about fewer tables at once, start a new conversation, or choose a model with a larger context")
}

// listTime is how long the list of models may take: a hint is not worth more.
const listTime = 3 * time.Second

// near is the hint for a model that is not there. Google is asked once for
// the list; without it the hint says where names are.
func (m *Model) near(ctx context.Context, client *wire.Client) string {
	const where = "the names are at https://ai.google.dev/gemini-api/docs/models"
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	type item struct {
		Name    string   `json:"name"`
		Methods []string `json:"supportedGenerationMethods"`
	}
	var page struct {
		Models          []item `json:"models"`
		PublisherModels []item `json:"publisherModels"` // Vertex AI's
	}
	path := "v1beta/models"
	if m.vertex() {
		path = "v1beta1/publishers/google/models"
	}
	if client.Call(ctx, path+"?pageSize=1000", nil, &page) != nil {
		return where
	}
	var names []string
	for _, item := range append(page.Models, page.PublisherModels...) {
		if m.vertex() || slices.Contains(item.Methods, "generateContent") {
			names = append(names, item.Name[strings.LastIndexByte(item.Name, '/')+1:])
		}
	}
	if hint := fault.DidYouMean(m.config.Model, "models", names); hint != "" {
		return hint
	}
	return where
}

// detail is the part of an error of this type, empty when there is none.
func (e apiError) detail(kind string) errorDetail {
	for _, d := range e.Details {
		if strings.HasSuffix(d.Type, "google.rpc."+kind) {
			return d
		}
	}
	return errorDetail{}
}

func retryInfo(e apiError) time.Duration {
	d, err := time.ParseDuration(e.detail("RetryInfo").RetryDelay)
	if err != nil || d < 0 || d > 24*time.Hour {
		return 0
	}
	return d
}

// violations are the names of the fields that Google did not take. They are
// names of the interface, not values.
func violations(e apiError) string {
	var fields []string
	for _, v := range e.detail("BadRequest").FieldViolations {
		if len(fields) < 5 && fieldName.MatchString(v.Field) {
			fields = append(fields, v.Field)
		}
	}
	return strings.Join(fields, ", ")
}

var fieldName = lazyregexp.New(`^[A-Za-z0-9_.\[\]]{1,120}$`)
