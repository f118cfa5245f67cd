package whatif

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	month := func(n int) Horizon { return Horizon{Count: n, Unit: Month} }
	quarter, year := Horizon{Count: 1, Unit: Quarter}, Horizon{Count: 1, Unit: Year}
	for _, c := range []struct {
		question string
		want     Request
	}{
		// Growth that goes on, which is told and not dropped.
		{"what happens to revenue in 2026 if orders grow 5% a month?", Request{Technique: Scale, Measure: "orders", Data: "revenue in 2026", Change: Change{Factor: "1.05", Every: Month}}},
		{"what if visits fall by 2% daily", Request{Technique: Scale, Measure: "visits", Data: "visits", Change: Change{Factor: "0.98", Every: Day}}},
		{"what if prices rise 3% every year?", Request{Technique: Scale, Measure: "prices", Data: "prices", Change: Change{Factor: "1.03", Every: Year}}},
		// A trend, or what is likely.
		{"what is the trend", Request{Technique: Trend}},
		{"What's the trend?", Request{Technique: Trend}},
		{"and the trend over time?", Request{Technique: Trend}},
		{"is there a trend in this?", Request{Technique: Trend}},
		{"show me the overall trend", Request{Technique: Trend}},
		{"what's the trend for next quarter?", Request{Technique: Forecast, Horizon: quarter}},
		{"What is the revenue trend for next quarter?", Request{Technique: Forecast, Horizon: quarter, Data: "revenue by month"}},
		{"forecast sales for the next 6 months", Request{Technique: Forecast, Horizon: month(6), Data: "sales by month"}},
		{"Please forecast the monthly revenue of Europe for the next three months.", Request{Technique: Forecast, Horizon: month(3), Data: "monthly revenue of Europe"}},
		{"predict orders next week", Request{Technique: Forecast, Horizon: Horizon{Count: 1, Unit: Week}, Data: "orders by week"}},
		{"can you predict signups for the next 14 days?", Request{Technique: Forecast, Horizon: Horizon{Count: 14, Unit: Day}, Data: "signups by day"}},
		{"project revenue for the next 2 years", Request{Technique: Forecast, Horizon: Horizon{Count: 2, Unit: Year}, Data: "revenue by month"}},
		{"project our costs six months ahead", Request{Technique: Forecast, Horizon: month(6), Data: "costs by month"}},
		{"extrapolate revenue by quarter to 2027", Request{Technique: Trend, Horizon: Horizon{Year: 2027}, Data: "revenue by quarter"}},
		{"what will revenue be in three months?", Request{Technique: Forecast, Horizon: month(3), Data: "revenue by month"}},
		{"what will it be next month", Request{Technique: Forecast, Horizon: month(1)}},
		{"how much will we sell next month?", Request{Technique: Forecast, Horizon: month(1), Data: "sales by month"}},
		{"how many orders will we get next quarter", Request{Technique: Forecast, Horizon: quarter, Data: "orders by month"}},
		{"where is revenue heading?", Request{Technique: Forecast, Data: "revenue by month"}},
		{"where are sales in North headed over the coming year?", Request{Technique: Forecast, Horizon: year, Data: "sales in North by month"}},
		{"how will churn develop over the next 12 months", Request{Technique: Forecast, Horizon: month(12), Data: "churn by month"}},
		{"will revenue keep growing next year?", Request{Technique: Forecast, Horizon: year, Data: "revenue by month"}},
		{"if this continues, what will revenue be next year?", Request{Technique: Forecast, Horizon: year, Data: "revenue by month"}},
		{"if the trend continues, what are sales next quarter", Request{Technique: Forecast, Horizon: quarter, Data: "sales by month"}},
		{"what revenue can we expect next month", Request{Technique: Forecast, Horizon: month(1), Data: "revenue by month"}},
		{"show me the expected revenue for the next quarter", Request{Technique: Forecast, Horizon: quarter, Data: "revenue by month"}},
		{"sales outlook for next year", Request{Technique: Forecast, Horizon: year, Data: "sales by month"}},
		{"a forecast of returns by week for the next 8 weeks", Request{Technique: Forecast, Horizon: Horizon{Count: 8, Unit: Week}, Data: "returns by week"}},
		{"forecast this for the rest of the year", Request{Technique: Forecast, Horizon: Horizon{Unit: Year}}},
		{"forecast", Request{Technique: Forecast}},
		{"what's the future trend of signups", Request{Technique: Forecast, Data: "signups by month"}},
		{"what will happen next quarter", Request{Technique: Forecast, Horizon: quarter}},
		{"estimate future demand", Request{Technique: Forecast, Data: "demand by month"}},
		{"likely sales in the next two weeks", Request{Technique: Forecast, Horizon: Horizon{Count: 2, Unit: Week}, Data: "sales by week"}},
		{"continue the curve for another year", Request{Technique: Forecast, Horizon: year}},
		{"how many staff are we going to need next month", Request{Technique: Forecast, Horizon: month(1), Data: "staff by month"}},
		{"project this into the future", Request{Technique: Forecast}},
		{"forecast signups by week with confidence intervals", Request{Technique: Forecast, Data: "signups by week"}},
		// A straight line, by name.
		{"forecast revenue for the next 6 months with a straight line", Request{Technique: Trend, Horizon: month(6), Data: "revenue by month"}},
		{"linear forecast of revenue for the next 6 months", Request{Technique: Trend, Horizon: month(6), Data: "revenue by month"}},
		{"what is the linear trend of orders for the next quarter?", Request{Technique: Trend, Horizon: quarter, Data: "orders by month"}},
		{"what is the trend of orders per month for the next quarter?", Request{Technique: Forecast, Horizon: quarter, Data: "orders per month"}},
		// Seasonal.
		{"seasonal forecast of revenue for the next 12 months", Request{Technique: Seasonal, Horizon: month(12), Data: "revenue by month"}},
		{"seasonal forecast", Request{Technique: Seasonal}},
		{"forecast sales for next year with seasonality", Request{Technique: Seasonal, Horizon: year, Data: "sales by month"}},
		{"predict ice cream sales for the next two quarters, taking the season into account", Request{Technique: Seasonal, Horizon: Horizon{Count: 2, Unit: Quarter}, Data: "ice cream sales by month"}},
		{"holt-winters forecast of visits by week", Request{Technique: Seasonal, Data: "visits by week"}},
		// Scale.
		{"what if prices go up by 10%", Request{Technique: Scale, Measure: "prices", Change: Change{Factor: "1.1"}, Data: "prices"}},
		{"What if we raise prices by 5 percent?", Request{Technique: Scale, Measure: "prices", Change: Change{Factor: "1.05"}, Data: "prices"}},
		{"what if revenue dropped 20% in Europe", Request{Technique: Scale, Measure: "revenue", Change: Change{Factor: "0.8"}, Only: "Europe", Data: "revenue"}},
		{"what happens to revenue by region if prices rise 10% only for North", Request{Technique: Scale, Measure: "prices", Change: Change{Factor: "1.1"}, Only: "North", Data: "revenue by region"}},
		{"how would total revenue change if prices fell by 7.5%?", Request{Technique: Scale, Measure: "prices", Change: Change{Factor: "0.925"}, Data: "total revenue"}},
		{"what if sales doubled", Request{Technique: Scale, Measure: "sales", Change: Change{Factor: "2"}, Data: "sales"}},
		{"what if costs were halved?", Request{Technique: Scale, Measure: "costs", Change: Change{Factor: "0.5"}, Data: "costs"}},
		{"suppose we had 50 more orders per month", Request{Technique: Scale, Measure: "orders", Change: Change{Amount: "50"}, Data: "orders"}},
		{"what would profit be if costs were 15% lower", Request{Technique: Scale, Measure: "costs", Change: Change{Factor: "0.85"}, Data: "profit"}},
		{"assuming salaries grow by a fifth, what are the costs by department", Request{Technique: Scale, Measure: "salaries", Change: Change{Factor: "1.2"}, Data: "costs by department"}},
		{"what if we cut marketing spend by $1,000", Request{Technique: Scale, Measure: "marketing spend", Change: Change{Amount: "-1000"}, Data: "marketing spend"}},
		{"what if the margin rises by 2 percentage points", Request{Technique: Scale, Measure: "margin", Change: Change{Amount: "2"}, Data: "margin"}},
		{"if rent doubled, would we still make a profit", Request{Technique: Scale, Measure: "rent", Change: Change{Factor: "2"}, Data: "rent"}},
		// Correlation.
		{"is there a correlation between spend and clicks", Request{Technique: Correlation, Measure: "spend", Other: "clicks", Data: "spend and clicks"}},
		{"how does price relate to quantity?", Request{Technique: Correlation, Measure: "price", Other: "quantity", Data: "price and quantity"}},
		{"what is the correlation between discount and revenue by product", Request{Technique: Correlation, Measure: "discount", Other: "revenue", Data: "discount and revenue by product"}},
		{"are salary and age correlated", Request{Technique: Correlation, Measure: "salary", Other: "age", Data: "salary and age"}},
		{"does temperature affect sales", Request{Technique: Correlation, Measure: "temperature", Other: "sales", Data: "temperature and sales"}},
		{"how strongly is weight correlated with height across patients", Request{Technique: Correlation, Measure: "weight", Other: "height", Data: "weight and height by patients"}},
		{"correlate ad spend with signups per month", Request{Technique: Correlation, Measure: "ad spend", Other: "signups", Data: "ad spend and signups by month"}},
		{"relationship between the number of visits and revenue", Request{Technique: Correlation, Measure: "number of visits", Other: "revenue", Data: "number of visits and revenue"}},
		{"for employees hired since 2020, what is the correlation between salary and bonus?", Request{Technique: Correlation, Measure: "salary", Other: "bonus", Data: "for employees hired since 2020, salary and bonus"}},
		{"is there any correlation between age and spending, and group by country", Request{Technique: Correlation, Measure: "age", Other: "spending", Data: "age and spending by country"}},
		{"is there a correlation between age and spending, and is it the same everywhere?", Request{Technique: Correlation, Measure: "age", Other: "spending", Data: "age and spending"}},
		// Simulation.
		{"simulate next month 1000 times", Request{Technique: MonteCarlo, Horizon: month(1), Runs: 1000}},
		{"simulate revenue for the next 6 months", Request{Technique: MonteCarlo, Horizon: month(6), Data: "revenue by month"}},
		{"run a monte carlo simulation of daily orders for the next 30 days with 5,000 runs", Request{Technique: MonteCarlo, Horizon: Horizon{Count: 30, Unit: Day}, Runs: 5000, Data: "daily orders"}},
		{"Monte Carlo for sales over the next two quarters assuming a normal distribution", Request{Technique: MonteCarlo, Horizon: Horizon{Count: 2, Unit: Quarter}, Normal: true, Data: "sales by month"}},
		{"run 500 simulations of stock price for the next 10 weeks", Request{Technique: MonteCarlo, Horizon: Horizon{Count: 10, Unit: Week}, Runs: 500, Data: "stock price by week"}},
	} {
		got, ok := Parse(c.question)
		c.want.Coefficient = c.want.Technique == Correlation && strings.Contains(c.question, "correlat") && c.want.Data == c.want.Measure+" and "+c.want.Other
		if !ok || got != c.want {
			t.Errorf("Parse(%q), %v\n got %+v\nwant %+v", c.question, ok, got, c.want)
		}
	}
}

// Questions that the data answer, however much they sound like the future.
func TestParseLeavesOrdinaryQuestionsAlone(t *testing.T) {
	for _, q := range []string{
		"",
		"?",
		"trend of orders in 2025",
		"show the trend of revenue by month",
		"monthly revenue trend",
		"revenue by quarter in 2025",
		"what was the trend last quarter",
		"how did sales develop last year?",
		"how much did we sell last month?",
		"which five products brought in the most revenue in 2025?",
		"how many orders were there in each of the last 6 months",
		"list all projects",
		"project managers with the most hours",
		"project deadlines for the next 3 months",
		"how many projects are due next month",
		"which projects end in 2027",
		"projects by status",
		"show forecast accuracy by region",
		"compare forecast with actuals by month",
		"actual vs forecast revenue in 2024",
		"which contracts will expire next month?",
		"how many subscriptions will renew next quarter",
		"orders that will ship next week",
		"expected delivery date of order 17",
		"orders with expected delivery next week",
		"list appointments for next week",
		"who is on holiday tomorrow",
		"what if we only look at Europe",
		"what if I group by region instead",
		"what about last year",
		"only Europe",
		"make it a line",
		"break that down by quarter",
		"same for last year",
		"customers whose orders increased by 10%",
		"which prices went up by more than 10% in 2025",
		"products with a price increase above 5 percent",
		"how many simulations were run in May",
		"list simulations by status",
		"simulation results by team",
		"show the correlation_id of the last 10 requests",
		"orders and customers by region",
		"sales and profit by month",
		"seasonal products by category",
		"revenue of the summer season in 2024",
		"average order value per customer",
		"what is the total revenue of North",
		"who are our best customers",
		"how are customers and orders tables related",
		"number of employees hired since 2020",
		"is revenue higher in North than in South?",
		"are there orders without a customer",
		"do any customers have no orders",
		"did revenue grow in 2025",
		"has revenue been rising since March",
		"what is the growth rate of revenue in 2025",
		"revenue next to costs by month",
		"what is the next invoice number",
		"show the next 10 rows",
		"how many days until the next delivery of each supplier",
		"tell me if any order is late",
		"which weather predictions were wrong",
		"predictions table columns",
		"how accurate were the predictions for June",
		"scale of the map by region",
		"double room bookings by hotel",
		"which customers doubled their spend in 2025",
		"relations between tables",
		"a scatter chart of the correlation between height and weight",
		"visualize the relationship between price and revenue",
		"For each room, show the number and the count of students. Show the correlation.",
		"deals expected to close in the rest of this quarter: name, amount",
		"which customers are likely to leave next month",
		"is the platform growing?",
		"what would sales be if we had one more shop",
		"what happens to sales if we stop advertising",
	} {
		if got, ok := Parse(q); ok {
			t.Errorf("Parse(%q) = %+v, want an ordinary question", q, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, q := range []string{"forecast sales for the next 6 months", "what if a rises by 99999999999999999999999%", "simulate 9,9,9 times", "correlation between a and b", "é’…"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		a, ok := Parse(q)
		if b, again := Parse(q); a != b || ok != again {
			t.Fatalf("Parse(%q) differs between calls", q)
		}
		if ok && a.Technique == "" {
			t.Fatalf("Parse(%q) has no technique", q)
		}
	})
}
