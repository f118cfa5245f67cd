package analyst

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/render"
)

func TestReadEntities(t *testing.T) {
	now := time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]struct {
		noun, wants string
		conditions  []string
	}{
		"customers who bought more than 3 times in the last six months but not in the last 30 days": {"customers", "list", []string{"30 June to 31 December 2025 > 3", "December 2025 none"}},
		"customers who bought more than 3 times in six months but not in the last 30 days":          {"customers", "list", []string{"30 June to 31 December 2025 > 3", "December 2025 none"}},
		"share of customers of 2024 who came back in 2025":                                          {"customers", "share", []string{"2024", "2025"}},
		"how many users were active in both March and April?":                                       {"users", "count", []string{"March 2025", "April 2025"}},
		"products sold in every quarter of 2025":                                                    {"products", "list", []string{"2025 every quarter"}},
		"which customers ordered every month of 2025":                                               {"customers", "list", []string{"2025 every month"}},
		"which customers bought in every year":                                                      {"customers", "list", []string{" every year"}},
		"how many customers bought in both 2023 and 2025 but not in 2024":                           {"customers", "count", []string{"2023", "2025", "2024 none"}},
		"customers who ordered in 2024 but not in 2025":                                             {"customers", "list", []string{"2024", "2025 none"}},
		"how many customers who ordered in 2024 ordered again in 2025?":                             {"customers", "share", []string{"2024", "2025"}},
		"what percentage of customers who bought in 2024 bought in 2025":                            {"customers", "share", []string{"2024", "2025"}},
		"list the customers with at least two orders in 2024 and exactly one order in 2025":         {"customers", "list", []string{"2024 >= 2", "2025 = 1"}},
		"customers with more than 5 orders in 2024 and fewer than 2 orders in 2025":                 {"customers", "list", []string{"2024 > 5", "2025 none >= 2"}},
		"which users logged in in January 2025 but never in February 2025":                          {"users", "list", []string{"January 2025", "February 2025 none"}},
	} {
		e := readEntities(text, now)
		if e == nil {
			t.Errorf("%q is not read", text)
			continue
		}
		var got []string
		for _, c := range e.events {
			s := ""
			if !c.period.Start.IsZero() {
				s = render.PeriodName(c.period)
			}
			if c.every != 0 {
				s += " every " + c.every.String()
			}
			if c.none {
				s += " none"
			}
			if c.op != "" {
				s += " " + string(c.op) + " " + string(rune('0'+c.count))
			}
			got = append(got, s)
		}
		if e.noun != want.noun || e.wants != want.wants || len(got) != len(want.conditions) {
			t.Errorf("%q: %s %s %q, want %+v", text, e.noun, e.wants, got, want)
			continue
		}
		for i := range got {
			if got[i] != want.conditions[i] {
				t.Errorf("%q: condition %q, want %q", text, got[i], want.conditions[i])
			}
		}
	}
	for _, text := range []string{
		"customers", "how many customers are there?", "customers by region", "revenue in 2024 and 2025", "customers with more than 3 orders", "orders of customers who never came back",
		"how many orders were placed before 2024 or after 2025", "revenue per customer in 2025", "which customers spent more than 100 in 2024 or 2025?", "top 5 customers in 2025",
		"customers who ordered more in 2025 than in 2024", "compare customers of 2024 with customers of 2025", "average number of orders in 2024 and 2025", "did customers come back in 2025?", "customers who have not ordered since 2024",
		"customers that did not order in 2024 but did in 2025", "show orders every month of 2025", "how many customers ordered every month of 2025", "new customers every month",
	} {
		if e := readEntities(text, now); e != nil {
			t.Errorf("%q is read as %+v", text, e)
		}
	}
}
