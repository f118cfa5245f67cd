package builtin

import (
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

// A review says what a reading makes of the words of its question, whoever made it.
func TestReview(t *testing.T) {
	c := fromScript(t, "gym")
	b := think(t, c)
	now := time.Date(2025, 6, 30, 0, 0, 0, 0, time.UTC)
	review := func(question, sql string) *brain.Review {
		t.Helper()
		found, err := rows(t.Context(), c, sql)
		if err != nil {
			t.Fatal(err)
		}
		v, err := b.Review(unhurried(t), brain.Question{Text: question, Now: now}, &brain.Reading{SQL: sql}, found)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	const members = "SELECT count(*) FROM members"

	right := review("How many members do we have?", members)
	if len(right.Unmet)+right.UnusedNames+right.UnnamedColumns > 0 || right.Verified < 0 || !right.Written || right.Weakest < -1 || !slices.Equal(right.Subject, []string{"members"}) {
		t.Errorf("%+v", right)
	}
	if v := review("How many membres do we have?", members); v.Text != "How many members do we have?" || v.Words[2].Stands != brain.StandsForName {
		t.Errorf("a slip is read as what is meant: %+v", v)
	}

	bears := review("How many bears do we have?", members)
	if w := bears.Words[2]; w.Stands != brain.StandsForNothing || w.Place != brain.AskedFor || w.Known || !w.Measured || w.Near > 0.45 || w.Anywhere > 0.6 {
		t.Errorf("%+v", w)
	}
	if bears.Verified > right.Verified-2 || bears.Declines < right.Declines+2 {
		t.Errorf("bears: %.2f, %.2f; members: %.2f, %.2f", bears.Verified, bears.Declines, right.Verified, right.Declines)
	}

	for sql, key := range map[string]bool{"SELECT count(*) FROM checkIns WHERE memberId = 7": true, "SELECT count(*) FROM checkIns WHERE minutesStayed = 7": false} {
		v := review("How many check-ins of member 7 were there?", sql)
		if len(v.Numbers) != 1 || v.Numbers[0].Of != "member" || v.Numbers[0].Key != key || v.Numbers[0].Same != key {
			t.Errorf("%s: %+v", sql, v.Numbers)
		}
	}

	left := review("How many check-ins were there in May 2025?", "SELECT count(*) FROM checkIns")
	if !slices.ContainsFunc(left.Unmet, func(r brain.Requirement) bool { return r.Kind == "period" }) || left.Weakest > -3 || left.Behind < 3 {
		t.Errorf("%+v", left)
	}
	average := review("What is the average number of minutes stayed?", "SELECT sum(minutesStayed) FROM checkIns")
	if !slices.Contains(average.Missing, brain.Averages) {
		t.Errorf("%+v", average)
	}
	if v := review("How many members do we have?", "SELECT count(*) FROM (SELECT memberId, row_number() OVER (ORDER BY random()) AS n FROM members) WHERE n % 2 = 0"); v != nil {
		t.Errorf("what cannot be read back is not reviewed: %+v", v)
	}
}

// A question is reviewed as those understand it who ask it.
func TestReviewInTheWordsOfAPerson(t *testing.T) {
	c := fromScript(t, "gym")
	b := think(t, c)
	q := brain.Question{Text: "How many visits were there in Q3 2024?", Now: time.Date(2025, 6, 30, 0, 0, 0, 0, time.UTC)}
	const sql = "SELECT count(*) AS checkIns FROM checkIns WHERE checkedInAt >= '2024-10-01' AND checkedInAt < '2025-01-01'"
	found, err := rows(t.Context(), c, sql)
	if err != nil {
		t.Fatal(err)
	}
	for _, fiscal := range []bool{false, true} {
		if fiscal {
			q.Vocabulary = &brain.Vocabulary{Entries: []brain.Entry{{ID: "1", Kind: brain.FiscalYear, Text: "April"}, {ID: "2", Kind: brain.Called, Term: "visits", Text: "check-ins"}}}
		}

		v, err := b.Review(unhurried(t), q, &brain.Reading{SQL: sql}, found)
		if err != nil || v == nil {
			t.Fatal(v, err)
		}
		if len(v.Unmet) == 0 != fiscal || (v.Words[2].Stands == brain.StandsForNothing) == fiscal {
			t.Errorf("fiscal %v: %+v", fiscal, v)
		}
	}
}

// What the brain has just answered is looked at again without encoding it again, and
// comes out the same.
func TestReviewOfAnAnswer(t *testing.T) {
	c := fromScript(t, "gym")
	b := think(t, c)
	q := brain.Question{Text: "check-ins per month in 2024", Now: time.Date(2025, 6, 30, 0, 0, 0, 0, time.UTC)}
	for _, one := range []*Brain{b, b.ForPeople()} {
		a, err := one.Read(unhurried(t), q)
		if err != nil || len(a.Readings) == 0 {
			t.Fatal(a, err)
		}
		r := a.Readings[0]
		found, err := rows(t.Context(), c, r.SQL)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := one.Review(unhurried(t), q, &r, found)
		if err != nil {
			t.Fatal(err)
		}
		*one.recent = recent{}
		again, err := one.Review(unhurried(t), q, &r, found)
		if err != nil {
			t.Fatal(err)
		}
		if kept == nil || again == nil || kept.Fits != again.Fits || kept.Verified != again.Verified || len(kept.Unmet) != len(again.Unmet) || kept.Behind != again.Behind || kept.Weakest < -3 {
			t.Errorf("%+v\n%+v", kept, again)
		}
	}
}
