package gemini

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
)

func TestEmbedBatches(t *testing.T) {
	requests := 0
	s := serve(t, nil)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		var body struct{ Requests []struct{ Model string } }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Requests[0].Model != "models/gemini-embedding-001" {
			t.Errorf("got %+v, %v", body, err)
		}
		vectors := make([]string, len(body.Requests))
		for i := range vectors {
			vectors[i] = fmt.Sprintf(`{"values":[%d,0.5]}`, i)
		}
		fmt.Fprintf(w, `{"embeddings":[%s]}`, strings.Join(vectors, ","))
	})
	m := New(Config{Key: secret, Model: "gemini-embedding-001", BaseURL: s.URL})
	vectors, _, err := m.Embed(t.Context(), make([]string, 205))
	if err != nil || len(vectors) != 205 || requests != 3 || vectors[101][0] != 1 || vectors[0][1] != 0.5 {
		t.Fatalf("%d vectors in %d requests, %v", len(vectors), requests, err)
	}
	s.Config.Handler = refuse(200, `{"embeddings":[{"values":[1]}]}`)
	_, _, err = m.Embed(t.Context(), []string{"a", "b"})
	check(t, err, model.Malformed, "")
	s.Config.Handler = refuse(429, `{"error":{"code":429}}`)
	_, _, err = m.Embed(t.Context(), []string{"a"})
	check(t, err, model.RateLimit, "")
}

func TestEmbedOnVertex(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"predictions":[{"embeddings":{"values":[1,2]}}]}`)
	})
	m := New(Config{Model: "gemini-embedding-001", Project: "p1", BaseURL: s.URL, HTTPClient: http.DefaultClient})
	vectors, _, err := m.Embed(t.Context(), []string{"a", "b"})
	if err != nil || len(vectors) != 2 || vectors[1][1] != 2 {
		t.Fatalf("got %v, %v", vectors, err)
	}
	if want := "/v1beta1/projects/p1/locations/global/publishers/google/models/gemini-embedding-001:predict"; s.path != want {
		t.Fatalf("asked %s", s.path)
	}
}
