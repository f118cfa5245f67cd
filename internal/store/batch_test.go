package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// The refusals that need no adapter to show are in storetest; these are the
// ones too big to repeat there.
func TestBatchesAreBounded(t *testing.T) {
	batch := func(size, count int) Batch {
		return Batch{Sessions: slices.Repeat([]Session{{ID: "a", Name: strings.Repeat("x", size), CreatedAt: time.Unix(1, 0)}}, count)}
	}
	for _, c := range []struct {
		name string
		b    Batch
		ok   bool
	}{
		{"the longest value", batch(MaxValue, 1), true},
		{"one byte more", batch(MaxValue+1, 1), false},
		{"a longer payload", Batch{Events: []Event{{Session: "a", Kind: "k", At: time.Unix(1, 0), Payload: make([]byte, MaxValue+1)}}}, false},
		{"the most rows", batch(0, MaxRows), true},
		{"one row more", batch(0, MaxRows+1), false},
		{"too many bytes together", batch(MaxBytes/4, 4), false},
	} {
		err := c.b.Validate()
		if c.ok != (err == nil) || !c.ok && fault.CodeOf(err) != fault.BadData {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestRefusalsNameTheRow keeps long and odd names readable in the message.
func TestRefusalsNameTheRow(t *testing.T) {
	err := Batch{Sessions: []Session{{ID: strings.Repeat("x", 1000), CreatedAt: time.Unix(1, 0)}}}.Validate()
	if err == nil || len(err.Error()) > 200 || !strings.Contains(err.Error(), `session "xxx`) {
		t.Errorf("got %v", err)
	}
	err = Batch{Events: []Event{{Session: "a\nb", Kind: "k", At: time.Unix(1, 0), Payload: bytes.Repeat([]byte("{"), 9)}}}.Validate()
	if want := `the event of session "a\nb" cannot be recorded: its payload is not valid JSON`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLimit(t *testing.T) {
	for asked, want := range map[int]int{-1: DefaultLimit, 0: DefaultLimit, 1: 1, MaxLimit: MaxLimit, MaxLimit + 1: MaxLimit} {
		if got := Limit(asked); got != want {
			t.Errorf("Limit(%d) = %d, want %d", asked, got, want)
		}
	}
}
