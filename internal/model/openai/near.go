package openai

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// suggestModels asks once what models there are, when the name of one is wrong or may
// be, and hints at the nearest. A model that is there was not refused for its
// name: OpenRouter says so too when nobody serves it with tools. When all that
// cannot be found out, the error stays as it is.
func (e *endpoint) suggestModels(ctx context.Context, err error) error {
	var f *fault.Fault
	if !errors.As(err, &f) || e.preset.Azure {
		return err
	}
	vague := e.preset.Vague && f.Code == model.BadRequest
	if f.Code != model.UnknownModel && !vague {
		return err
	}
	names := e.client.ModelIDs(ctx, "models"+e.query)
	switch there := slices.Contains(names, e.config.Model); {
	case len(names) == 0, there && vague:
		return err
	case there:
		return e.invalid(http.StatusNotFound, complaint{})
	case vague:
		f = e.unknown(complaint{known: true})
	}
	hint := fault.DidYouMean(e.config.Model, "models", names)
	if e.preset.Start != "" {
		hint = f.Hint + "; " + hint
	}
	f.Hint = hint
	return f
}
