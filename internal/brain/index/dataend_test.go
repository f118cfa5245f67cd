package index

import (
	"testing"
	"time"
)

func TestDataEnd(t *testing.T) {
	now := time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		columns []Column
		want    string
	}{
		{"no dates", []Column{{Kind: Number, Max: "2400"}}, ""},
		{"old data", []Column{{Kind: Time, Form: Native, Max: "2011-12-09T12:50:00"}, {Kind: Time, Form: DateText, Max: "2010-01-01"}}, "2011-12-09"},
		{"current data", []Column{{Kind: Time, Form: DateText, Max: "2025-10-02"}, {Kind: Time, Form: DateText, Max: "2010-01-01"}}, ""},
		{"plans", []Column{{Kind: Time, Form: DateText, Max: "2011-12-09"}, {Kind: Time, Form: DateText, Max: "2026-01-01"}}, ""},
		{"years", []Column{{Kind: Time, Form: YearNumber, Max: "2019"}}, "2019-12-31"},
		{"this year, beside its days", []Column{{Kind: Time, Form: YearNumber, Max: "2025"}, {Kind: Time, Form: Native, Max: "2025-02-01"}}, "2025-02-01"},
		{"months", []Column{{Kind: Time, Form: MonthText, Max: "2020-02"}}, "2020-02-29"},
		{"a month without a year", []Column{{Kind: Time, Form: MonthOfYear, Max: "12"}}, ""},
	} {
		got := ""
		all := Table{}
		for i := range c.columns {
			all.Columns = append(all.Columns, i)
		}
		if end, ok := (&Index{Columns: c.columns, Tables: []Table{all}}).DataEnd(now); ok {
			got = end.Format(time.DateOnly)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
