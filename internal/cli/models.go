package cli

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/anthropic"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/gemini"
	"github.com/plumbdata/plumb/internal/model/openai"
)

// openModel opens the model that people write as provider/model. Its key is in
// the environment, under the name that they use already.
func (a *app) openModel(text string) (model.Model, error) {
	name, err := find.Parse(text)
	if err != nil {
		return nil, err
	}
	p, _ := find.ByName(name.Provider)
	key, variable := "", ""
	for _, v := range p.Keys {
		if key = a.env(v); key != "" {
			variable = v
			break
		}
	}
	if len(p.Keys) > 0 && key == "" && !p.Local {
		return nil, fault.New(model.Auth, "there is no key for %s", p.Title).WithHint("set %s; keys are made at %s", p.Keys[0], p.Page)
	}
	base := a.env(strings.ToUpper(p.Name) + "_BASE_URL")
	var m model.Model
	switch p.Name {
	case "anthropic":
		m = anthropic.New(anthropic.Config{Key: key, KeyFrom: variable, BaseURL: base, Model: name.Model})
	case "gemini":
		m = gemini.New(gemini.Config{Key: key, BaseURL: base, Model: name.Model})
	case "vertex":
		return nil, fault.New(fault.Usage, "Vertex AI cannot be used from the command line yet").WithHint("use --model gemini/… with GEMINI_API_KEY")
	default:
		m = openai.New(openai.Config{Provider: p.Name, Key: key, KeyFrom: variable, BaseURL: base, Model: name.Model})
	}
	return model.Retry(m, model.Policy{Random: rand.Float64, Sleep: sleep, Report: a.retrying}), nil
}

// retrying says why an answer takes longer.
func (a *app) retrying(again model.Again) {
	if !a.json && !a.events {
		a.notes.Note(a.Stderr, "%s; trying again", again.Cause.Message)
	}
}

func sleep(ctx context.Context, wait time.Duration) error {
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
