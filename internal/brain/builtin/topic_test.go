package builtin

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/reply"
)

func TestMessagesWithoutAWordOfTheData(t *testing.T) {
	for message, want := range map[string]bool{"asdf": true, "I am hungry": true, "2 + 2": true, "net sales": false, "customers": false, "Oslo": false} {
		s := script(t, message)
		if got := isUnrelated(s.ix, s.asked); got != want {
			t.Errorf("%q is unrelated: %t, want %t", message, got, want)
		}
	}
	if !reply.AsksData.MatchString("How many are out and not yet back?") || reply.AsksData.MatchString("I am hungry") {
		t.Error("questions are told by words that ask")
	}
}
