package openai

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

const (
	listTime  = 5 * time.Second
	listLimit = 1000
)

// helped asks once what models there are, when the name of one is wrong or may
// be, and hints at the nearest. A model that is there was not refused for its
// name: OpenRouter says so too when nobody serves it with tools. When all that
// cannot be found out, the error stays as it is.
func (e *endpoint) helped(ctx context.Context, err error) error {
	var f *fault.Fault
	if !errors.As(err, &f) || e.preset.Azure {
		return err
	}
	vague := e.preset.Vague && f.Code == model.BadRequest
	if f.Code != model.UnknownModel && !vague {
		return err
	}
	names := e.models(ctx)
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

func (e *endpoint) models(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	var page struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if e.client.Call(ctx, "models"+e.query, nil, &page) != nil {
		return nil
	}
	var names []string
	for _, m := range page.Data[:min(len(page.Data), listLimit)] {
		names = append(names, m.ID)
	}
	return names
}
