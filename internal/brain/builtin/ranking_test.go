package builtin

import (
	"strings"
	"testing"
)

func TestRanking(t *testing.T) {
	r := ranking()
	if r.Questions == 0 {
		t.Error("the ranking is not fitted to any question")
	}
	plain := make([]float64, len(r.Merits))
	for i, m := range r.Merits {
		if m.Name != Merits()[i] || !strings.Contains(string(rankingFile), `"name": "`+m.Name+`"`) {
			t.Errorf("merit %d is %q, want %q, and the ranking fitted to it", i, m.Name, Merits()[i])
		}
	}
	for _, m := range []merit{mEmpty, mUnusedValues, mLeft} {
		worse := make([]float64, len(r.Merits))
		worse[m]++
		if r.Score(worse) >= r.Score(plain) {
			t.Errorf("%q makes a candidate come first", meritNames[m])
		}
	}
}
