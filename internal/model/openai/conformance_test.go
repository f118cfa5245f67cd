package openai

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// traits are how a preset differs from OpenAI on the wire.
func traits(p preset) []modeltest.Trait {
	var list []modeltest.Trait
	add := func(yes bool, t modeltest.Trait) {
		if yes {
			list = append(list, t)
		}
	}
	add(p.Name != "openai" && !p.Azure, modeltest.Compatible)
	add(!p.needsKey(), modeltest.Keyless)
	add(p.UsageUnasked, modeltest.Unasked)
	add(p.ResultsLast && p.ShortIDs, modeltest.Ordered)
	add(p.Reasoning != "", modeltest.Trait(p.Reasoning))
	add(p.refuses(p.Model, "temperature"), modeltest.NoHeat)
	add(p.refuses(p.Model, "stop"), modeltest.NoStopWords)
	add(thinker(p.Model), modeltest.Thinks)
	return list
}

// TestPresetsAreKnown: a provider's keys and models stand in model's list.
func TestPresetsAreKnown(t *testing.T) {
	for _, p := range append(slices.Clone(presets), anyURL) {
		if p.Name == "" || !p.Local && p.Page == "" {
			t.Errorf("%+v", p)
		}
	}
}

func TestConformance(t *testing.T) {
	for _, p := range append(slices.Clone(presets), anyURL) {
		t.Run(p.Name, func(t *testing.T) {
			c := Config{Provider: p.Name, Model: p.Model}
			if p.needsKey() {
				c.Key = key
			}
			if c.Model == "" {
				c.Model = "my-model"
			}
			modeltest.Conformance(t, func(url string) model.Model {
				c.BaseURL = url
				if !p.Azure {
					c.BaseURL += "/v1"
				}
				return New(c)
			}, modeltest.OpenAI, traits(p)...)
		})
	}
}

func TestConformanceEmbed(t *testing.T) {
	for _, p := range presets {
		if p.Embedding == "" {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			c := Config{Provider: p.Name}
			if p.needsKey() {
				c.Key = key
			}
			modeltest.ConformanceEmbed(t, func(url string) model.Embedder {
				c.BaseURL = url + "/v1"
				return NewEmbedder(c)
			}, modeltest.OpenAI, traits(p)...)
		})
	}
}
