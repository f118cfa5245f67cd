package builtin

import (
	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// markHurried says of an answer why it may come out otherwise another time, and makes it
// less sure.
func markHurried(a *brain.Answer, why string) {
	a.Hurried = append(a.Hurried, why)
	if a.Confidence <= tuning.HurriedAtMost {
		return
	}
	a.Confidence = tuning.HurriedAtMost
	if len(a.Readings) > 0 {
		spread(a.Readings, a.Confidence)
	}
	if a.Outcome == brain.Sure {
		a.Outcome = brain.Likely
	}
}

const noTimeToTry = "The time limit was reached before all readings were tried, so another one may be meant."

// unreadParts says what is not known of a database for lack of time.
func unreadParts(parts []string) string {
	return "The time limit was reached before " + english.JoinList(parts, "and") + " of this database were read, so some questions may be misread; plumb schema --refresh reads it again."
}
