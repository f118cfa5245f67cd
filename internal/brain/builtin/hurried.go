package builtin

import (
	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
)

// hurriedAtMost is how sure an answer is at most that a time limit had a part
// in: less than sure.
const hurriedAtMost = sureFrom - 0.01

// doubt says of an answer why it may come out otherwise another time, and makes it
// less sure.
func doubt(a *brain.Answer, why string) {
	a.Hurried = append(a.Hurried, why)
	if a.Confidence <= hurriedAtMost {
		return
	}
	a.Confidence = hurriedAtMost
	if len(a.Readings) > 0 {
		spread(a.Readings, a.Confidence)
	}
	if a.Outcome == brain.Sure {
		a.Outcome = brain.Likely
	}
}

// unreadParts says what is not known of a database for lack of time.
func unreadParts(parts []string) string {
	return "The time limit was reached before " + english.JoinList(parts, "and") + " of this database were read, so some questions may be misread; plumb schema --refresh reads it again."
}
