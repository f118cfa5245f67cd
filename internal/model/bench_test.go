package model

import (
	"encoding/json"
	"testing"
)

// BenchmarkGenerate measures a reply of 1,000 chunks beside the bare stream.
func BenchmarkGenerate(b *testing.B) {
	var list []Chunk
	for range 999 {
		list = append(list, text("a few words "))
	}
	script := chunks(append(list, stop(Ended))...)
	m := &endless{script}
	for _, c := range []struct {
		name  string
		model Model
	}{{"bare", nil}, {"generate", m}, {"retry", Retry(m, quiet())}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if c.model == nil {
					for _, err := range m.Stream(b.Context(), Request{}) {
						if err != nil {
							b.Fatal(err)
						}
					}
				} else if _, err := Generate(b.Context(), c.model, Request{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkObject measures an object beside plain decoding.
func BenchmarkObject(b *testing.B) {
	const answer = `{"title":"t","sql":"SELECT 1","sure":0.5,"parts":[{"name":"n"}]}`
	m := &endless{chunks(piece(0, "a", "plan", answer), stop(Called))}
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			var p plan
			if err := json.Unmarshal([]byte(answer), &p); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("object", func(b *testing.B) {
		form := NewForm[plan]("plan", "")
		for b.Loop() {
			if _, _, err := Object(b.Context(), m, Request{}, form); err != nil {
				b.Fatal(err)
			}
		}
	})
}
