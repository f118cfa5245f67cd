package demo

import "strconv"

// Fact is something true of the warehouse. The query gives one row of one
// column, and that value, cast to text, is Value.
type Fact struct {
	Name  string
	Says  string
	SQL   string
	Value string
}

// Facts are the true answers. Where a fact is about an event, its query looks
// for the event in the data without being told when or where it was.
var Facts = []Fact{
	{"first day", "The first order was placed on this day.",
		`SELECT min(dt_ord) FROM orders`, FirstDay},
	{"last day", "The last order was placed on this day.",
		`SELECT max(dt_ord) FROM orders`, LastDay},
	{"days with orders", "There are orders on every day of three years.",
		`SELECT count(DISTINCT dt_ord) FROM orders`, "1096"},
	{"rows", "All tables together have this many rows.", countAll(), strconv.FormatInt(total(Tables), 10)},

	{"revenue 2023", "Revenue of 2023 in euros.", revenueOf("2023"), "4657617.64"},
	{"revenue 2024", "Revenue of 2024 in euros.", revenueOf("2024"), "5897617.15"},
	{"revenue 2025", "Revenue of 2025 in euros.", revenueOf("2025"), "7798514.10"},
	{"net revenue 2025", "Revenue of 2025 minus the refunds of 2025, in euros.",
		`SELECT (SELECT sum(order_total) FROM orders WHERE status = 'completed' AND year(dt_ord) = 2025)
		      - (SELECT sum(refund_amount) FROM returns WHERE year(returned_on) = 2025)`, "7293979.40"},
	{"orders completed", "Completed orders of all years.",
		`SELECT count(*) FROM orders WHERE status = 'completed'`, "53990"},
	{"lines match orders", "The lines of every order add up to its total.",
		`SELECT bool_and(o.order_total = i.total)
		 FROM orders o JOIN (SELECT order_id, sum(line_total) AS total FROM order_items GROUP BY order_id) i USING (order_id)`, "true"},
	{"largest region", "The region with the highest revenue.",
		`SELECT region_name FROM daily_revenue GROUP BY region_name ORDER BY sum(revenue) DESC LIMIT 1`, "South"},
	{"smallest region", "The region with the lowest revenue.",
		`SELECT region_name FROM daily_revenue GROUP BY region_name ORDER BY sum(revenue) LIMIT 1`, "Islands"},
	{"largest category", "The category with the highest revenue.",
		`SELECT category_name ` + completedLines + ` GROUP BY category_name ORDER BY sum(line_total) DESC LIMIT 1`, "Ski & Snow"},

	{"busiest weekday", "The day of the week with the most orders.",
		`SELECT dayname(dt_ord) FROM orders GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`, "Saturday"},
	{"quietest weekday", "The day of the week with the fewest orders.",
		`SELECT dayname(dt_ord) FROM orders GROUP BY 1 ORDER BY count(*) LIMIT 1`, "Tuesday"},
	{"best month for camping", "The month of the year in which camping sells best.", bestMonth("Camping"), "July"},
	{"best month for ski", "The month of the year in which ski and snow sell best.", bestMonth("Ski & Snow"), "December"},

	{"launch day", "The day of the first sale of the launched category.",
		`SELECT min(dt_ord) ` + completedLines + ` AND category_name = '` + LaunchCategory + `'`, LaunchDay},
	{"launched category", "The category that was not sold in the first year.",
		`SELECT category_name FROM categories WHERE category_name NOT IN
		 (SELECT category_name ` + completedLines + ` AND year(dt_ord) = 2023)`, LaunchCategory},
	{"best product of the launch", "The product of the launched category with the highest revenue.",
		`SELECT product_name ` + completedLines + ` AND category_name = '` + LaunchCategory + `'
		 GROUP BY product_name ORDER BY sum(line_total) DESC LIMIT 1`, LaunchProduct},
	{"launch takes off", "The launched category sold more than three times as much in 2025 as in 2024.",
		`SELECT sum(line_total) FILTER (year(dt_ord) = 2025) > 3 * sum(line_total) FILTER (year(dt_ord) = 2024) ` +
			completedLines + ` AND category_name = '` + LaunchCategory + `'`, "true"},

	{"bad quarter", "The only region and quarter whose revenue fell by 30% or more against the year before.",
		`SELECT string_agg(region_name || ' ' || year(quarter) || '-Q' || quarter(quarter), ', ') ` + quarters +
			` WHERE revenue <= 0.7 * year_before`, BadRegion + " " + BadQuarter},
	{"bad quarter's fall", "By how many percent revenue fell in the bad quarter.",
		`SELECT round(100 - 100 * revenue / year_before)::INTEGER ` + quarters +
			` WHERE region_name = '` + BadRegion + `' AND quarter = DATE '` + BadQuarterFrom + `'`, "41"},
	{"other regions grew", "Every other region grew in the bad quarter.",
		`SELECT bool_and(revenue > year_before) ` + quarters +
			` WHERE region_name <> '` + BadRegion + `' AND quarter = DATE '` + BadQuarterFrom + `'`, "true"},

	{"outage seen in orders", "The days with less than 5% of the orders of the days around them.",
		outage(`SELECT dt_ord AS day, count(*) AS n FROM orders GROUP BY 1`), OutageFrom + ", " + OutageTo},
	{"outage seen in visits", "The days with less than 5% of the visits of the days around them.",
		outage(`SELECT (started_at AT TIME ZONE 'UTC')::DATE AS day, count(*) AS n FROM web_sessions GROUP BY 1`),
		OutageFrom + ", " + OutageTo},
	{"outage seen in tickets", "The day with the most support tickets falls into the outage.",
		`SELECT opened_at::DATE BETWEEN DATE '` + OutageFrom + `' AND DATE '` + OutageTo + `'
		 FROM support_tickets GROUP BY opened_at::DATE ORDER BY count(*) DESC LIMIT 1`, "true"},

	{"price rise day", "The first day on which something was sold at today's list price.",
		`SELECT min(dt_ord) FROM order_items JOIN orders USING (order_id) JOIN products USING (product_id)
		 WHERE unit_price = list_price`, PriceRiseDay},
	{"click counter broken from", "The first day without a click count.",
		`SELECT min(spend_date) FROM marketing_spend WHERE clicks IS NULL`, TrackingGapFrom},
	{"click counter broken to", "The last day without a click count.",
		`SELECT max(spend_date) FROM marketing_spend WHERE clicks IS NULL`, TrackingGapTo},

	{"most returned category", "The category with the highest return rate.",
		`SELECT category_name ` + completedLines + ` GROUP BY category_name
		 ORDER BY count(*) FILTER ((order_id, line_no) IN (SELECT (order_id, line_no) FROM returns)) / count(*) DESC LIMIT 1`, "Footwear"},
	{"win rate", "Deals won out of a hundred closed.",
		`SELECT round(100 * count(*) FILTER (stage = 'closed_won') / count(*))::INTEGER
		 FROM opportunities WHERE stage IN ('closed_won', 'closed_lost')`, "36"},
	{"conversion rate", "Visits with an order out of a hundred.",
		`SELECT round(100 * count(*) FILTER (converted) / count(*))::INTEGER FROM web_sessions`, "7"},
	{"birth years missing", "Customers without a year of birth out of a hundred.",
		`SELECT round(100 * count(*) FILTER (birth_year IS NULL) / count(*))::INTEGER FROM customers`, "28"},
	{"birth years unknown", "Customers whose year of birth is 1900, which means unknown.",
		`SELECT count(*) FROM customers WHERE birth_year = 1900`, "287"},
	{"ratings missing", "Tickets without a rating out of a hundred.",
		`SELECT round(100 * count(*) FILTER (rating IS NULL) / count(*))::INTEGER FROM support_tickets`, "56"},

	{"customers of visits", "Every customer of a visit exists, though no key is declared.",
		`SELECT count(*) FROM web_sessions WHERE customer_id NOT IN (SELECT customer_id FROM customers)`, "0"},
	{"orders of tickets", "Every order of a ticket exists, though no key is declared.",
		`SELECT count(*) FROM support_tickets WHERE order_id NOT IN (SELECT order_id FROM orders)`, "0"},

	{"household entered twice", "The household whose expenses are there twice.",
		`SELECT string_agg(DISTINCT household_id::VARCHAR, ', ') ` + twins, TwiceHousehold},
	{"month entered twice", "The month of those expenses.",
		`SELECT string_agg(DISTINCT strftime(spent_on, '%Y-%m'), ', ') ` + twins, TwiceFrom[:len("2024-02")]},
}

const (
	completedLines = `FROM order_items JOIN orders USING (order_id) JOIN products USING (product_id)
		JOIN categories USING (category_id) WHERE status = 'completed'`

	quarters = `FROM (
		SELECT *, lag(revenue, 4) OVER (PARTITION BY region_name ORDER BY quarter) AS year_before
		FROM (SELECT region_name, date_trunc('quarter', day)::DATE AS quarter, sum(revenue) AS revenue
		      FROM daily_revenue GROUP BY 1, 2))`

	twins = `FROM (
		SELECT household_id, spent_on FROM expenses
		GROUP BY household_id, spent_on, category HAVING count(*) > 1)`
)

func revenueOf(year string) string {
	return `SELECT sum(order_total) FROM orders WHERE status = 'completed' AND year(dt_ord) = ` + year
}

func bestMonth(category string) string {
	return `SELECT monthname(dt_ord) ` + completedLines + ` AND category_name = '` + category + `'
		GROUP BY 1 ORDER BY sum(line_total) DESC LIMIT 1`
}

// outage finds the days that fall far short of the week before and after.
func outage(daily string) string {
	return `SELECT string_agg(day::VARCHAR, ', ' ORDER BY day) FROM (
		SELECT day, n, avg(n) OVER (ORDER BY day ROWS BETWEEN 7 PRECEDING AND 7 FOLLOWING) AS around
		FROM (` + daily + `)) WHERE n < 0.05 * around`
}

func countAll() string {
	query := "SELECT 0"
	for _, t := range Tables {
		query += " + (SELECT count(*) FROM " + t.Table + ")"
	}
	return query
}
