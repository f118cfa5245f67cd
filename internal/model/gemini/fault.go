package gemini

import (
	"context"
	"errors"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/genai"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// explain turns what went wrong into a fault. Google's own words are not
// repeated, for they may quote the request; nor are they kept as a cause.
func (m *Model) explain(ctx context.Context, client *genai.Client, err error, w *wire) error {
	name := m.Info().Name()
	// Whoever stopped the call, or its deadline, explains everything after.
	if stopped := ctx.Err(); stopped != nil {
		return m.stopped(stopped)
	}
	var api genai.APIError
	if errors.As(err, &api) {
		return m.refused(ctx, client, api, w)
	}
	if w.failed != nil {
		err = w.failed
	}
	var network net.Error
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return m.stopped(err)
	case errors.Is(err, errToken):
		return m.unauthorised()
	case errors.Is(err, errPage):
		return fault.Wrap(errPage, model.Malformed, "%s returned a web page instead of an API response", name).
			WithHint("check that the base URL is that of the API, and that no proxy answers in its place")
	case errors.Is(err, errTooLarge):
		return fault.Wrap(errTooLarge, model.Malformed, "the answer of %s is larger than Plumb's limit", name).
			WithHint("ask for less at once, or choose another model")
	case w.failed == nil && w.status == 0:
		return fault.New(model.BadRequest, "the request to %s cannot be made", name).
			WithHint("check the name of the model and the address of the provider")
	case w.failed == nil && (errors.Is(err, errCut) || w.open):
		return cut(name)
	case w.failed == nil:
		return malformed()
	case errors.As(err, &network) && network.Timeout():
		return fault.New(model.Timeout, "%s did not answer in time", name).WithHint("try again, or choose another model")
	case w.status != 0:
		return cut(name)
	}
	return fault.New(model.Network, "%s cannot be reached%s", name, reason(err)).
		WithHint("check the network and the address of the provider")
}

func cut(name string) error {
	return fault.New(model.CutStream, "the answer of %s broke off before its end", name).WithHint("try again")
}

// reason is why a host could not be reached, without addresses that may hold
// secrets.
func reason(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &dns):
		return ": its name cannot be resolved"
	case errors.As(err, &op) && op.Op == "dial":
		return ": it does not accept connections"
	}
	return ""
}

func (m *Model) stopped(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.Wrap(context.DeadlineExceeded, model.Timeout, "%s did not finish its answer in time", m.Info().Name()).
			WithHint("try again, or allow more time")
	}
	return fault.Wrap(context.Canceled, fault.Canceled, "stopped before %s finished", m.Info().Name())
}

func (m *Model) unauthorised() error {
	if m.vertex() {
		return fault.New(model.Auth, "Google Cloud does not let this login use %s in the project %s", m.Info().Name(), m.config.Project).
			WithHint("sign in with `gcloud auth application-default login`, and check GOOGLE_CLOUD_PROJECT and that the Vertex AI API is enabled in it")
	}
	return fault.New(model.Auth, "Google does not accept the key in %s for %s", m.config.KeyFrom, m.Info().Name()).
		WithHint("keys are made at %s; put yours into the environment or .env as %s", known.Page, m.config.KeyFrom)
}

// refused explains an error that Google sent, by its status.
func (m *Model) refused(ctx context.Context, client *genai.Client, e genai.APIError, w *wire) error {
	name := m.Info().Name()
	if e.Code == 0 {
		e.Code = w.status
	}
	switch {
	case e.Code == http.StatusUnauthorized, e.Code == http.StatusForbidden, reasonOf(e) == "API_KEY_INVALID":
		return m.unauthorised()
	case e.Status == "FAILED_PRECONDITION":
		return fault.New(model.Auth, "%s may not be used with this key from here, or not without billing", name).
			WithHint("look at the plan of the project at %s", known.Page)
	case e.Code == http.StatusNotFound:
		return fault.New(model.UnknownModel, "%s is not a model of this provider", name).
			WithHint("%s", m.near(ctx, client))
	case e.Code == http.StatusTooManyRequests:
		wait := max(w.retryAfter, retryInfo(e))
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
		return model.After(f, max(w.retryAfter, retryInfo(e)))
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
var tokenCounts = regexp.MustCompile(`(?i)token count (?:is )?\(?(\d{1,12})\)?,? (?:exceeds the maximum number of tokens allowed|but (?:the )?model only supports up to) \(?(\d{1,12})`)

func (m *Model) tooLong(e genai.APIError) error {
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
func (m *Model) near(ctx context.Context, client *genai.Client) string {
	const where = "the names are at https://ai.google.dev/gemini-api/docs/models"
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	page, err := client.Models.List((&wire{}).in(ctx), &genai.ListModelsConfig{PageSize: 1000})
	if err != nil {
		return where
	}
	var names []string
	for _, item := range page.Items {
		if item == nil || !m.vertex() && !slices.Contains(item.SupportedActions, "generateContent") {
			continue
		}
		names = append(names, item.Name[strings.LastIndexByte(item.Name, '/')+1:])
	}
	if hint := fault.DidYouMean(m.config.Model, "models", names); hint != "" {
		return hint
	}
	return where
}

// What Google adds to errors, by the type of the detail.
func detail(e genai.APIError, kind string) map[string]any {
	for _, d := range e.Details {
		if t, _ := d["@type"].(string); strings.HasSuffix(t, "google.rpc."+kind) {
			return d
		}
	}
	return nil
}

func reasonOf(e genai.APIError) string {
	s, _ := detail(e, "ErrorInfo")["reason"].(string)
	return s
}

func retryInfo(e genai.APIError) time.Duration {
	s, _ := detail(e, "RetryInfo")["retryDelay"].(string)
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > 24*time.Hour {
		return 0
	}
	return d
}

// violations are the names of the fields that Google did not take. They are
// names of the interface, not values.
func violations(e genai.APIError) string {
	list, _ := detail(e, "BadRequest")["fieldViolations"].([]any)
	var fields []string
	for _, v := range list {
		v, _ := v.(map[string]any)
		field, _ := v["field"].(string)
		if len(fields) < 5 && fieldName.MatchString(field) {
			fields = append(fields, field)
		}
	}
	return strings.Join(fields, ", ")
}

var fieldName = regexp.MustCompile(`^[A-Za-z0-9_.\[\]]{1,120}$`)
