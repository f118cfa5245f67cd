package modeltest

import (
	"errors"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// OneEnd holds that a stream ends with one stop reason or one fault, whatever comes,
// and that nothing comes after it. Body is what it was made of.
func OneEnd(t *testing.T, stream iter.Seq2[model.Chunk, error], body string) {
	t.Helper()
	ends := 0
	for chunk, err := range stream {
		if ends > 0 {
			t.Fatalf("something came after the end of %q", body)
		}
		if err != nil || chunk.Stop != "" {
			ends++
		}
		if f := (*fault.Fault)(nil); err != nil && !errors.As(err, &f) {
			t.Fatalf("%v is no fault", err)
		}
	}
	if ends != 1 {
		t.Fatalf("%q ended %d times", body, ends)
	}
}

// Mangle tries texts with bytes that are wrong, many of them cut, always the same
// ten thousand: a fixed piece of what fuzzing does.
func Mangle(texts []string, try func(text string)) {
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range 10_000 {
		text := []byte(texts[i%len(texts)])
		for range 1 + chance.IntN(4) {
			text[chance.IntN(len(text))] = byte(chance.Uint32())
		}
		try(string(text[:len(text)-chance.IntN(2)*chance.IntN(len(text))]))
	}
}

// Discreet holds that an error says what to do next, and that neither it nor what
// is behind it repeats a secret.
func Discreet(t *testing.T, err error, secrets ...string) {
	t.Helper()
	if fault.Of(err).Hint == "" {
		t.Errorf("%v: there is no hint", err)
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		for _, s := range secrets {
			if strings.Contains(e.Error(), s) {
				t.Errorf("the error says too much: %s", e)
			}
		}
	}
}
