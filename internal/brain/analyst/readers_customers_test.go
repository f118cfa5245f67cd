package analyst

import (
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

var testNow = time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)

func TestReadCohort(t *testing.T) {
	for text, want := range map[string]span.Grain{
		"cohort retention of customers by month":   span.Month,
		"retention by quarter":                     span.Quarter,
		"weekly retention of users":                span.Week,
		"show the cohort analysis":                 0,
		"how many customers of January come back?": 0,
		"yearly cohorts of customers":              span.Year,
	} {
		if c := readCohort(text, testNow); c == nil || c.grain != want {
			t.Errorf("%q: %+v, want %v", text, c, want)
		}
	}
	for _, text := range []string{
		"how many customers came in January?", "customers by month", "data retention policy", "employee retention in 2025", "how many customers of Berlin are there?", "returns in January",
		"which customers came back in 2025?", "how many customers have orders?", "new customers by month", "customers who return goods", "how many orders of January were returned by customers in the north?",
		"what is the retention period of backups", "how many orders came back?", "first orders by month", "churned customers in 2024",
	} {
		if c := readCohort(text, testNow); c != nil {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
}

func TestReadBeforeAfter(t *testing.T) {
	for text, want := range map[string][2]string{
		"revenue before and after 15 March 2025":                                 {"revenue", "15 Mar 2025"},
		"compare revenue in the north before and after 15 March 2025":            {"revenue in the north", "15 Mar 2025"},
		"did the price change on 1 May 2025 change orders?":                      {"orders", "1 May 2025"},
		"effect of the campaign launched in June 2025 on revenue":                {"revenue", "June 2025"},
		"what was the impact of the new site on 1 July 2025 on conversion rate?": {"conversion rate", "1 Jul 2025"},
		"number of returns 2 weeks before and after 1 July 2025":                 {"number of returns", "1 Jul 2025"},
		"how did orders change after the relaunch on 3 March 2025?":              {"orders", "3 Mar 2025"},
		"effect of the campaign launched in June 2025":                           {"", "June 2025"},
	} {
		e := readBeforeAfter(text, testNow)
		if e == nil {
			t.Errorf("%q is not read", text)
			continue
		}
		if got := [2]string{e.figure, render.PeriodName(e.period)}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if e := readBeforeAfter("number of returns 2 weeks before and after 1 July 2025", testNow); e == nil || e.days != 14 {
		t.Errorf("%+v", e)
	}
	for _, text := range []string{
		"orders before 15 March 2025", "orders after 15 March 2025", "revenue since March", "list orders placed before and after 1 May 2025 by customer", "revenue from March to May 2025", "orders on 1 May 2025",
		"did we sell more in May 2025?", "revenue in March 2025 and April 2025", "effect of discount on revenue", "compare revenue of March and April 2025", "how did revenue change in March 2025?",
		"which customers ordered before and after 1 May 2025", "revenue by month before 2025", "orders shipped after they were paid", "what happened on 1 May 2025?", "changes of prices in 2025",
	} {
		if e := readBeforeAfter(text, testNow); e != nil {
			t.Errorf("%q is read as %+v", text, e)
		}
	}
}

func TestReadBasket(t *testing.T) {
	for _, text := range []string{
		"which products are bought together?", "market basket analysis", "what do customers also buy?", "products that are often ordered together", "association rules of products", "which items sell well together",
		"cross-selling of products", "frequently bought together", "which films are rented together most often?",
	} {
		if !readBasket(text) {
			t.Errorf("%q is not read", text)
		}
	}
	for _, text := range []string{
		"average basket size", "basket value by month", "how many orders do web and store have together?", "all channels together", "total revenue of web and store taken together", "products bought in 2025",
		"which products are bought most?", "how many products were ordered together in one order?", "orders with several products", "who works together?", "revenue of products and categories", "what did customers buy?",
		"products by category", "how much was sold together?", "cross-selling revenue in 2025", "which customers live together?",
	} {
		if readBasket(text) {
			t.Errorf("%q is read", text)
		}
	}
}

func TestReadSegments(t *testing.T) {
	for text, want := range map[string]segmentsQuestion{
		"segment customers":                                    {noun: "customers"},
		"Segment our customers into 4 groups":                  {noun: "customers", clusters: 4},
		"cluster products by price and quantity":               {noun: "products", by: "price and quantity"},
		"cluster the products into five clusters by price":     {noun: "products", by: "price", clusters: 5},
		"customer segmentation":                                {noun: "customer"},
		"RFM analysis":                                         {rfm: true},
		"segment customers by recency, frequency and monetary": {noun: "customers", rfm: true},
		"k-means clustering of products by price and weight":   {noun: "products", by: "price and weight"},
	} {
		if s := readSegments(text); s == nil || *s != want {
			t.Errorf("%q: %+v, want %+v", text, s, want)
		}
	}
	for _, text := range []string{
		"customers by segment", "revenue of the segment business", "how many segments are there?", "group customers by region", "split revenue by channel", "which segment has the most orders?", "segment of customer 5",
		"list the clusters", "divide revenue by orders", "group orders by month", "number of customers per segment", "what does segment mean?", "customers in the club segment", "server clusters with errors",
		"split orders by status", "show the segment column",
	} {
		if s := readSegments(text); s != nil {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
}

func TestReadFunnel(t *testing.T) {
	for text, want := range map[string][]string{
		"show the conversion funnel":                          nil,
		"where do we lose people between visit and purchase?": {"visit", "purchase"},
		"funnel from ticket opened to closed":                 {"ticket opened", "closed"},
		"funnel from ordered to shipped to delivered":         {"ordered", "shipped", "delivered"},
		"sales funnel":                  nil,
		"where do most users drop off?": nil,
		"drop-off by stage":             nil,
	} {
		f := readFunnel(text)
		if f == nil || !slices.Equal(f.stages, want) {
			t.Errorf("%q: %+v, want %q", text, f, want)
		}
	}
	for _, text := range []string{
		"conversion rate by month", "orders by status", "how many deals ever entered each stage? in funnel order", "lost deals in 2025", "where do customers live?", "average days from opened to closed", "how many visits led to a purchase?",
		"pipeline by stage in funnel order", "lost parcels", "where were the most orders lost?", "stage of deal 5", "drop in revenue", "deals by stage", "converted sessions", "how long do deals stay in each stage of the funnel?",
	} {
		if f := readFunnel(text); f != nil {
			t.Errorf("%q is read as %+v", text, f)
		}
	}
}

// A stage is not a condition: the tickets of a funnel to closed are not only closed ones.
func TestStagesAreNoConditions(t *testing.T) {
	for text, want := range map[string]string{
		"funnel from ticket opened to closed":                       "funnel from  to ",
		"funnel from ordered to shipped to delivered in March 2025": "funnel from  to  in March 2025",
		"show the conversion funnel":                                "show the conversion funnel",
	} {
		if f := readFunnel(text); f == nil || f.rest != want {
			t.Errorf("%q: %+v, want %q", text, f, want)
		}
	}
}

func TestStagesHaveAnOrder(t *testing.T) {
	last := -1
	for _, value := range []string{"new", "qualified", "demo", "proposal_sent", "negotiation", "closed_won"} {
		rank, ok := stageRank(value)
		if !ok || rank <= last {
			t.Errorf("%q is stage %d after %d", value, rank, last)
		}
		last = rank
	}
	if rank, ok := stageRank("closed_lost"); !ok || rank != -1 {
		t.Error("a lost deal has a stage")
	}
	if _, ok := stageRank("blue"); ok {
		t.Error("a colour is a stage")
	}
}
