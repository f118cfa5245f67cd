package server

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/session"
)

func TestFramesAreTheEventsAndBounded(t *testing.T) {
	f := newFrames()
	one := desk.Event{ID: 1, Kind: session.StageEntered, At: day, Payload: []byte(`{"stage":"<b>"}`)}
	first, err := f.of("a", one)
	if err != nil || string(first) != `{"id":1,"kind":"stage","at":"2026-01-31T08:00:00Z","payload":{"stage":"<b>"}}` {
		t.Errorf("%s %v", first, err)
	}
	if again, _ := f.of("a", one); &again[0] != &first[0] {
		t.Error("the same event was written twice")
	}
	if _, err := f.of("a", desk.Event{ID: 2, Payload: []byte("{")}); err == nil {
		t.Error("a payload that is not JSON was sent")
	}
	large := []byte(`"` + strings.Repeat("x", 1<<20) + `"`)
	for id := range int64(3 * maxFrames) {
		payload := []byte("{}")
		if id%10 == 0 {
			payload = large
		}
		if _, err := f.of("b", desk.Event{ID: id, Payload: payload}); err != nil {
			t.Fatal(err)
		}
		if len(f.made) > maxFrames || len(f.order) != len(f.made) || f.bytes > maxFrameBytes {
			t.Fatalf("%d frames, %d bytes", len(f.made), f.bytes)
		}
	}
	if huge, err := f.of("c", desk.Event{ID: 1, Payload: []byte(`"` + strings.Repeat("x", maxFrameBytes) + `"`)}); err != nil || len(huge) < maxFrameBytes || f.bytes > maxFrameBytes {
		t.Errorf("%d bytes, %v", len(huge), err)
	}
}
