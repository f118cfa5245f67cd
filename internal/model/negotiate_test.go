package model

import (
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// TestToolsAreNegotiated: a model that refuses to be forced is asked instead, also
// when it shows signs of life before, and is not forced again.
func TestToolsAreNegotiated(t *testing.T) {
	refusal := []event{{}, {err: fault.New(BadRequest, "no force")}}
	answer := []event{{}, {chunk: Chunk{Text: "Hi"}}, {chunk: Chunk{Stop: Ended}}}
	f := &fake{scripts: [][]event{refusal, answer, answer}}
	m := NegotiateTools(f)
	r := Request{Tools: []Tool{{Name: "f"}}, Force: "f"}
	for range 2 {
		reply, err := Generate(t.Context(), m, r)
		if err != nil || reply.Text() != "Hi" {
			t.Fatalf("got %+v, %v", reply, err)
		}
	}
	if len(f.asked) != 3 || f.asked[0].Force != "f" || f.asked[1].Force != "" || f.asked[2].Force != "" {
		t.Errorf("asked %+v", f.asked)
	}
}
