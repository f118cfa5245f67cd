package openai

import (
	"context"
	"errors"
	"slices"
	"time"

	sdk "github.com/openai/openai-go/v3"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

const (
	listTime  = 5 * time.Second
	listLimit = 1000
)

// helped asks once what models there are, when the name of one is wrong or may
// be, and hints at the nearest. When that cannot be found out, the error stays
// as it is.
func (m *chat) helped(ctx context.Context, err error) error {
	var f *fault.Fault
	if !errors.As(err, &f) || m.preset.Azure {
		return err
	}
	vague := m.preset.Vague && f.Code == model.BadRequest
	if f.Code != model.UnknownModel && !vague {
		return err
	}
	names := m.models(ctx)
	if len(names) == 0 || vague && slices.Contains(names, m.config.Model) {
		return err
	}
	if vague {
		f = m.unknown(complaint{known: true})
	}
	hint := fault.DidYouMean(m.config.Model, "models", names)
	if m.preset.Start != "" {
		hint = f.Hint + "; " + hint
	}
	f.Hint = hint
	return f
}

func (e *endpoint) models(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	service := sdk.NewModelService(e.options...)
	page, err := service.List(ctx)
	if err != nil || page == nil {
		return nil
	}
	var names []string
	for _, m := range page.Data[:min(len(page.Data), listLimit)] {
		names = append(names, m.ID)
	}
	return names
}
