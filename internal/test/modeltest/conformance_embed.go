package modeltest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// ConformanceEmbed is the suite for embeddings.
func ConformanceEmbed(t *testing.T, newEmbedder func(url string) model.Embedder, f Format, traits ...Trait) {
	d := readPublished(t, f)
	serve := func(t *testing.T, steps ...Step) (*suite, *Server, model.Embedder) {
		s := &suite{T: t, format: f, traits: traits, published: d}
		server := s.provider(s.options(), steps...)
		return s, server, newEmbedder(server.URL)
	}
	t.Run("vectors in order", func(t *testing.T) {
		_, server, e := serve(t)
		texts := []string{"customer", "Žluťoučký kůň", "the number of orders"}
		vectors, _, err := e.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		checkVectors(t, texts, vectors)
		var asked []string
		for _, r := range server.Requests() {
			asked = append(asked, r.Texts...)
		}
		if !slices.Equal(asked, texts) {
			t.Errorf("asked for %q", asked)
		}
	})
	t.Run("more than fit into one request", func(t *testing.T) {
		_, _, e := serve(t)
		var texts []string
		for i := range 3000 {
			texts = append(texts, fmt.Sprint("column ", i))
		}
		vectors, _, err := e.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		checkVectors(t, texts, vectors)
	})
	t.Run("nothing", func(t *testing.T) {
		_, server, e := serve(t)
		vectors, _, err := e.Embed(t.Context(), nil)
		if err != nil || len(vectors) != 0 || len(server.Requests()) != 0 {
			t.Errorf("%v, %v, %d requests", vectors, err, len(server.Requests()))
		}
	})
	for _, kind := range []FailureKind{WrongKey, UnknownModel, RateLimit, Overloaded, BadRequest} {
		t.Run(string(kind), func(t *testing.T) {
			step := Failing(kind)
			step.Endpoint = Embed
			s, server, e := serve(t, step)
			_, _, err := e.Embed(t.Context(), []string{question})
			s.isFault(server, err, failureCodes[kind]...)
		})
	}
	for _, kind := range []MishapKind{Cut, Oversized} {
		t.Run(string(kind), func(t *testing.T) {
			s, server, e := serve(t, Step{Endpoint: Embed, Mishap: Mishap{Kind: kind}})
			_, _, err := e.Embed(t.Context(), []string{question})
			s.isFault(server, err, []fault.Code{model.CutStream, model.Malformed, model.Network}...)
		})
	}
}

func checkVectors(t *testing.T, texts []string, vectors [][]float32) {
	t.Helper()
	if len(vectors) != len(texts) {
		t.Fatalf("%d vectors came for %d texts", len(vectors), len(texts))
	}
	for i, v := range vectors {
		if !slices.Equal(v, Vector(texts[i], len(v))) {
			t.Fatalf("vector %d is %v", i, v)
		}
	}
}
