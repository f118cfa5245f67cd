package span

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

var clock = time.Date(2025, 11, 15, 10, 30, 0, 0, time.UTC)

// show writes a period as testdata/periods.tsv does.
func show(p Period) string {
	if p.Recurring() {
		return fmt.Sprintf("every %v %d-%d", p.Every.Of, p.Every.First, p.Every.Last)
	}
	edge := func(t time.Time) string {
		switch {
		case t.IsZero():
			return ""
		case t.Hour()+t.Minute() > 0:
			return t.Format("2006-01-02 15:04")
		}
		return t.Format("2006-01-02")
	}
	return edge(p.Start) + ".." + edge(p.End) + " " + p.Grain.String()
}

func periodsIn(q string, now time.Time) string {
	var list []string
	for _, s := range Find(Words(q), now) {
		if s.Kind == Temporal {
			list = append(list, s.Text+" = "+show(s.Period))
		}
	}
	return strings.Join(list, "; ")
}

func TestPeriods(t *testing.T) {
	f, err := os.Open("testdata/periods.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		n++
		question, want, _ := strings.Cut(s.Text(), "\t")
		if got := periodsIn(question, clock); got != want {
			t.Errorf("%s\n got %s\nwant %s", question, got, want)
		}
	}
	if n < 250 {
		t.Errorf("only %d phrases were read", n)
	}
}

// The words around a period do not change it.
func TestPeriodsInSentences(t *testing.T) {
	f, err := os.Open("testdata/periods.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		question, want, ok := strings.Cut(s.Text(), "\t")
		if !ok || want == "" || strings.HasPrefix(question, "May ") || strings.HasPrefix(question, "week ") {
			continue
		}
		if got := periodsIn("Revenue by customer "+question+", please?", clock); got != want {
			t.Errorf("%s\n got %s\nwant %s", question, got, want)
		}
	}
}

func TestDatesInEveryForm(t *testing.T) {
	for day := date(2019, 1, 1); day.Before(date(2026, 1, 1)); day = day.AddDate(0, 0, 13) {
		want := day.Format("2006-01-02") + ".." + day.AddDate(0, 0, 1).Format("2006-01-02") + " day"
		for _, form := range []string{"2006-01-02", "2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2 2006", "02.01.2006", "Monday, 2 January 2006"} {
			text := day.Format(form)
			if got := periodsIn("on "+text, clock); got != text+" = "+want {
				t.Fatalf("%s: got %s, want %s", text, got, want)
			}
		}
	}
}

// since and before a thing have nothing in common and leave nothing out.
func TestSinceAndBeforeMeet(t *testing.T) {
	for _, thing := range []string{"2019", "March 2024", "last month", "Q3 2025", "5 May 2024", "yesterday", "last week", "H1 2024"} {
		since, before := one(t, "since "+thing), one(t, "before "+thing)
		if !since.Start.Equal(before.End) || !since.End.IsZero() || !before.Start.IsZero() {
			t.Errorf("%s: since is %s, before is %s", thing, show(since), show(before))
		}
		after, until := one(t, "after "+thing), one(t, "until "+thing)
		if !after.Start.Equal(until.End) || !after.End.IsZero() || !until.Start.IsZero() {
			t.Errorf("%s: after is %s, until is %s", thing, show(after), show(until))
		}
		if whole := one(t, thing); !whole.Start.Equal(since.Start) || !whole.End.Equal(until.End) {
			t.Errorf("%s is %s", thing, show(whole))
		}
	}
}

func one(t *testing.T, q string) Period {
	t.Helper()
	for _, s := range Find(Words(q), clock) {
		if s.Kind == Temporal {
			return s.Period
		}
	}
	t.Fatalf("%q has no period", q)
	return Period{}
}

// On every day, the units around it follow each other without a gap.
func TestUnitsFollowEachOther(t *testing.T) {
	for now := date(2023, 12, 25); now.Before(date(2025, 3, 5)); now = now.AddDate(0, 0, 1) {
		for _, unit := range []string{"week", "month", "quarter", "year"} {
			at := func(q string) Period {
				for _, s := range Find(Words(q+" "+unit), now) {
					if s.Kind == Temporal {
						return s.Period
					}
				}
				t.Fatalf("%s %s has no period", q, unit)
				return Period{}
			}
			last, this, next := at("last"), at("this"), at("next")
			if !last.End.Equal(this.Start) || !this.End.Equal(next.Start) || !this.within(now) || now.Before(this.Start) {
				t.Fatalf("on %s: last %s is %s, this %s, next %s", now, unit, show(last), show(this), show(next))
			}
		}
	}
}

func TestClockInAnotherZone(t *testing.T) {
	zone := time.FixedZone("east", 13*3600)
	now := time.Date(2025, 11, 16, 1, 0, 0, 0, zone) // still the 15th in UTC
	if got := periodsIn("today", now); got != "today = 2025-11-16..2025-11-17 day" {
		t.Error(got)
	}
}
