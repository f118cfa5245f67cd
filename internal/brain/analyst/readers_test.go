package analyst

import (
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/method"
)

// noneOf checks that a reader leaves messages to others.
func noneOf(t *testing.T, reads func(string) bool, messages ...string) {
	t.Helper()
	const least = 15
	if len(messages) < least {
		t.Errorf("%d near misses are too few", len(messages))
	}
	for _, text := range messages {
		if reads(text) {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestReadPareto(t *testing.T) {
	for text, want := range map[string]paretoQuestion{
		"ABC analysis of products by revenue":                                {things: "products", figure: "revenue", named: true},
		"Run an ABC analysis of our customers by number of orders, please":   {things: "customers", figure: "number of orders", named: true},
		"Please do an ABC classification for suppliers based on order value": {things: "suppliers", figure: "order value", named: true},
		"pareto of revenue by product":                                       {things: "revenue", figure: "product", named: true},
		"Show me a Pareto chart of products by revenue in 2025":              {things: "products", figure: "revenue in 2025", named: true},
		"80/20 rule for customers by revenue":                                {things: "customers", figure: "revenue", named: true},
		"classify products into ABC classes by revenue":                      {things: "products", figure: "revenue", named: true},
		"ABC analysis of customers":                                          {things: "customers", named: true},
		"ABC of menu items by revenue":                                       {things: "menu items", figure: "revenue", named: true},
		"top 80% of revenue by country pareto":                               {things: "country", figure: "revenue", share: 80, named: true},
		"which clubs pay 80% of wages":                                       {things: "clubs", figure: "wages", share: 80},
		"the 20 percent of customers with the highest revenue":               {things: "customers", figure: "revenue", share: 20, named: true, count: true},
		"top 10% of products by number of orders":                            {things: "products", figure: "number of orders", share: 10, named: true, count: true},
		"which customers make 80% of revenue?":                               {things: "customers", figure: "revenue", share: 80},
		"How many products account for 50 percent of our revenue in 2025?":   {things: "products", figure: "revenue in 2025", share: 50},
		"Which of our customers bring in 90% of the revenue?":                {things: "customers", figure: "revenue", share: 90},
	} {
		if got := readPareto(text); got == nil || *got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	noneOf(t, firstStage["pareto"],
		"which customers make more than 80% of their orders online?",
		"which products make 80% margin?",
		"which products account for more than 10% of revenue?",
		"which region makes 20% of revenue?",
		"which channels account for at least 10% of revenue each?",
		"what share of revenue do the top 10 customers make?",
		"top 10 products by revenue",
		"revenue of ABC Ltd in 2025",
		"list the products of class A",
		"how many customers bought 80 products?",
		"which customers have 80% of their orders returned?",
		"which employees earn 80% of their manager's salary?",
		"customers by revenue",
		"revenue by product in percent of the total",
		"80/20 train test split of the rows",
		"which suppliers give 5% discount?",
		"cumulative revenue by month")
}

func TestReadAnomalies(t *testing.T) {
	for text, want := range map[string][2]string{
		"any anomalies in daily revenue?":                    {"revenue", "day"},
		"Are there any anomalies in revenue by month?":       {"revenue", "month"},
		"unusual days in orders in 2025":                     {"orders in 2025", "day"},
		"average order value anomalies":                      {"average order value", ""},
		"show daily revenue anomalies in 2025":               {"revenue in 2025", "day"},
		"show me spikes in web sessions":                     {"web sessions", ""},
		"find anomalies in weekly order totals":              {"order totals", "week"},
		"Which days were unusual in revenue?":                {"revenue", "day"},
		"which months had unusual revenue?":                  {"revenue", "month"},
		"anomaly detection on daily sales":                   {"sales", "day"},
		"are there outliers in daily revenue?":               {"revenue", "day"},
		"Detect unusual drops in the number of orders":       {"number of orders", ""},
		"were there any strange weeks in support tickets?":   {"support tickets", "week"},
		"did we have sudden spikes or drops in returns 2024": {"returns 2024", ""},
	} {
		if got := readAnomalies(text); got == nil || [2]string{got.figure, got.grain} != want {
			t.Errorf("%q: %+v, want %q", text, got, want)
		}
	}
	noneOf(t, firstStage["anomalies"],
		"how many spikes were sold in 2025?",
		"daily revenue in 2025",
		"which day had the most orders?",
		"how many outliers does income have?",
		"outliers of price by the IQR method",
		"orders on unusual days",
		"list unusual names of customers",
		"which products are unusual?",
		"revenue on the best day of 2025",
		"days with more than 100 orders",
		"what was the peak revenue per month?",
		"anomalies in the data",
		"is anything unusual?",
		"show the anomalies table",
		"how many anomalies were reported by sensor 5?",
		"how many anomalies?",
		"latest anomalies",
		"average daily revenue",
		"which months had no orders?")
}

func TestReadProfile(t *testing.T) {
	for text, want := range map[string]string{
		"profile the orders table":              "orders",
		"is the customers table clean?":         "customers",
		"any problems with our data?":           "data",
		"are there issues in the orders data":   "orders data",
		"Give me a data profile of customers":   "customers",
		"profile this data":                     "data",
		"check data quality":                    "",
		"Check the data quality of the orders":  "orders",
		"data quality report for customers":     "customers",
		"how clean is the data?":                "data",
		"how good is our data?":                 "data",
		"how complete is it?":                   "it",
		"how complete is the customers table?":  "customers",
		"what is odd in this data?":             "data",
		"Anything suspicious in orders?":        "orders",
		"are there duplicates in orders?":       "orders",
		"are there orphans or gaps in orders?":  "orders",
		"check for duplicate rows in customers": "customers",
	} {
		if got := readProfile(text); got == nil || got.about != want {
			t.Errorf("%q: %+v, want %q", text, got, want)
		}
	}
	if got := readProfile("are there orphans or gaps in orders?").only; !slices.Equal(got, []string{method.FindingOrphans, method.FindingGap}) {
		t.Errorf("orphans or gaps: %v", got)
	}
	noneOf(t, firstStage["profile"],
		"list all profiles",
		"show the user with the most complete address",
		"how many customers have duplicate emails?",
		"which products have the best quality?",
		"average quality by supplier",
		"how many orders are missing a customer?",
		"customers without an order",
		"how many missing values does age have?",
		"which orders have no shipping date?",
		"what is the gap between list price and unit cost?",
		"number of complete orders",
		"how many orders are complete?",
		"drop duplicate rows and report the mean of age",
		"what is wrong?",
		"fill missing values of age with the median",
		"which tables are there?",
		"how good are our products?",
		"how reliable are the suppliers?")
}

func TestReadDistribution(t *testing.T) {
	for text, want := range map[string]distributionQuestion{
		"distribution of order amounts":                     {figure: "order amounts"},
		"how are prices distributed?":                       {figure: "prices"},
		"How is the order total distributed in 2025?":       {figure: "order total in 2025"},
		"histogram of age by 10":                            {figure: "age", width: 10},
		"show me a histogram of list price with 5 bins":     {figure: "list price", bins: 5},
		"Histogram of weight in steps of 2.5":               {figure: "weight", width: 2.5},
		"plot the distribution of order total in 2025":      {figure: "order total in 2025"},
		"what does the distribution of salaries look like?": {figure: "salaries"},
	} {
		if got := readDistribution(text); got == nil || *got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	noneOf(t, firstStage["distribution"],
		"distribution of orders by status",
		"distribution of customers across regions",
		"how are orders distributed over the channels?",
		"distribution of revenue per month",
		"how is revenue distributed among products?",
		"is the distribution of age normal?",
		"which distribution center has the most orders?",
		"list the distribution channels",
		"number of distributors",
		"Is price normally distributed? Shapiro test, 3 decimals",
		"histogram for what are the names of technicians",
		"what is the 90th percentile of the distribution of price?",
		"how many films were distributed by A24?",
		"distribution of price and weight",
		"average price",
		"age distribution of customers by gender")
}

func TestReadCorrelations(t *testing.T) {
	for text, want := range map[string]correlationQuestion{
		"what correlates with satisfaction?":                  {target: "satisfaction"},
		"What is most strongly related to the order total?":   {target: "order total"},
		"which factors influence price?":                      {target: "price"},
		"which columns correlate with rating?":                {target: "rating"},
		"which columns are related?":                          {},
		"Which columns of orders are correlated?":             {table: "orders"},
		"which variables are related to each other in orders": {table: "orders"},
		"correlation matrix of orders":                        {table: "orders"},
		"find correlations in the order items":                {table: "order items"},
		"correlations between all numeric columns of orders":  {table: "orders"},
		"are there any correlations?":                         {},
	} {
		if got := readCorrelations(text); got == nil || *got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	noneOf(t, firstStage["correlations"],
		"correlation of price and quantity",
		"Pearson correlation between age and income",
		"which column has the strongest correlation with price? 2 decimals",
		"how strongly does price correlate with quantity?",
		"which products are related to orders of 2025?",
		"which customers are linked to two accounts?",
		"what is the relationship status of customers?",
		"who is related to employee Ann?",
		"what affected 30 orders?",
		"list the features of product X",
		"which factors are stored?",
		"is there a significant correlation of a and b at alpha 0.05?",
		"number of things per order",
		"which columns are there?",
		"which orders go together with returns?",
		"which attributes have the highest correlation with churn?")
}

func TestReadCompare(t *testing.T) {
	now := time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string][2]string{
		"compare 2024 with 2025 over all key figures":       {"2024", "2025"},
		"Compare 2025 and 2024":                             {"2025", "2024"},
		"how did we do in Q1 2025 versus Q2 2025?":          {"Q1 2025", "Q2 2025"},
		"how does March 2025 compare to March 2024?":        {"March 2025", "March 2024"},
		"key figures of 2024 vs 2025":                       {"2024", "2025"},
		"How did the business perform in 2024 versus 2025?": {"2024", "2025"},
	} {
		c := readCompare(text, now)
		if c == nil || len(c.periods) != 2 {
			t.Errorf("%q: %+v", text, c)
			continue
		}
		if got := [2]string{render.PeriodName(c.periods[0].Period), render.PeriodName(c.periods[1].Period)}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"compare Germany and France", "compare the regions North and South in 2025", "comparison of web and store over all key figures"} {
		if c := readCompare(text, now); c == nil || len(c.rest) < 2 {
			t.Errorf("%q: %+v", text, c)
		}
	}
	noneOf(t, firstStage["compare"],
		"compare revenue of 2024 and 2025",
		"revenue in 2024 versus 2025",
		"compare the number of orders in 2024 with 2025",
		"compare orders in March 2025 and April 2025",
		"how did revenue develop in 2024 versus 2025?",
		"compare average order value in Q1 and Q2 2025",
		"how do returns of 2024 compare with those of 2025?",
		"compare the total of each region",
		"compare the prices of all products with a bar chart",
		"compare",
		"how did we do?",
		"key figures",
		"how many orders in 2024 compared to 2025?",
		"how was the weather?",
		"growth of revenue from 2024 to 2025",
		"why did revenue drop from 2024 to 2025?")
}
