package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// seen is a column with statistics, as an adapter finds them.
func seen(name string, k table.Kind, distinct int64, low, high string, values ...string) Column {
	return Column{Name: name, Type: k.String(), Kind: k, Distinct: distinct, Min: low, Max: high, Values: values, Nullable: true}
}

func unseen(name string, k table.Kind) Column { return seen(name, k, 0, "", "") }

func TestRolesOfColumns(t *testing.T) {
	const rows = 10_000
	many := int64(9_000)
	for _, c := range []struct {
		column    Column
		role      Role
		aggregate string
		why       string // a part of it
	}{
		// Keys by name and values.
		{seen("id", table.Int, rows, "1", "10000"), Key, "", "differ in nearly every row"},
		{seen("customer_id", table.Int, 800, "1", "900"), Key, "", "identifier"},
		{seen("customerID", table.Text, 800, "a", "z"), Key, "", "identifier"},
		{seen("region_key", table.Int, 6, "1", "6"), Key, "", "identifier"},
		{seen("cust_no", table.Int, 800, "1", "900"), Key, "", "names something"},
		{seen("invoice_number", table.Text, many, "A1", "Z9"), Key, "", "names something"},
		{seen("agentid", table.Int, 40, "1", "40"), Key, "", "identifier"},
		{seen("token", table.UUID, rows, "", ""), Key, "", "never repeated"},
		{seen("device_uuid", table.UUID, 40, "", ""), Key, "", "uuid"},
		{seen("sku", table.Text, rows, "A", "Z"), Key, "", "never repeated"},
		{seen("referred_by", table.Int, 19, "1", "900"), Key, "", "reference"},

		// Numbers that name something.
		{seen("Dept", table.Int, 81, "1", "99"), Categorical, "", "department"},
		{seen("flight", table.Int, 2951, "1", "6181"), Key, "", "the number of a flight"},
		{seen("flights", table.Int, 290, "1", "6181"), Measure, "sum", "number of flights"},
		{seen("order_value", table.Int, 2951, "1", "6181"), Measure, "sum", "value"},
		{seen("lfdnr", table.Int, rows, "1", "10000"), Key, "", "numbers the rows"},
		{seen("dep_time", table.Int, 1300, "1", "2400"), Other, "", "hhmm"},
		{seen("air_time", table.Int, 430, "22", "686"), Measure, "sum", ""},
		{seen("ANO", table.Int, 14, "2012", "2025"), TimeDimension, "", "like years"},
		{seen("altura", table.Int, 14, "1912", "2025"), Measure, "avg", ""},

		// Measures that add up.
		{seen("AMT", table.Decimal, many, "0.50", "9000"), Measure, "sum", "amount"},
		{seen("amt_cents", table.Int, many, "50", "900000"), Measure, "sum", "amount"},
		{seen("order_total", table.Decimal, many, "0.5", "9000"), Measure, "sum", "total"},
		{seen("total_price", table.Decimal, many, "0.5", "9000"), Measure, "sum", "total"},
		{seen("qty", table.Int, 4, "1", "4"), Measure, "sum", "quantity"},
		{seen("netreceipts", table.Float, many, "1", "90"), Measure, "sum", "receipts"},
		{seen("num_orders", table.Int, 40, "0", "40"), Measure, "sum", "counts"},
		{seen("no_of_pages", table.Int, 40, "0", "40"), Measure, "sum", "counts"},
		{seen("sms_cnt", table.Int, 40, "0", "40"), Measure, "sum", "count"},
		{seen("clicks", table.Int, 5, "0", "4"), Measure, "sum", "clicks"},
		{seen("docks", table.Int, 5, "10", "40"), Measure, "sum", "number of docks"},
		{seen("lbr_hrs", table.Float, 80, "0.5", "40"), Measure, "sum", "hours"},
		{seen("kwh_gen", table.Float, many, "0", "400"), Measure, "sum", "kwh"},
		{seen("tax", table.Decimal, many, "0", "400"), Measure, "sum", "tax"},
		{seen("discount", table.Decimal, 50, "0", "25"), Measure, "sum", "discount"},
		{seen("frobnication", table.Float, many, "-7", "400"), Measure, "sum", "nothing in the name"},

		// Measures to average.
		{seen("unit_price", table.Decimal, 90, "0.5", "90"), Measure, "avg", "unit price"},
		{seen("list_price_cents", table.Int, 90, "50", "9000"), Measure, "avg", "price"},
		{seen("PricePerKg", table.Float, 90, "0.5", "9"), Measure, "avg", "per"},
		{seen("discount_pct", table.Decimal, 9, "0", "30"), Measure, "avg", "percent"},
		{seen("discount", table.Float, 9, "0", "0.3"), Measure, "avg", "between 0 and 1"},
		{seen("conversion_rate", table.Float, many, "0", "0.9"), Measure, "avg", "rate"},
		{seen("rating", table.Int, 5, "1", "5"), Measure, "avg", "rating"},
		{seen("csat_score", table.Int, 5, "1", "5"), Measure, "avg", "score"},
		{seen("age", table.Int, 80, "18", "99"), Measure, "avg", "age"},
		{seen("avg_tmp_c", table.Float, 200, "-10", "35"), Measure, "avg", "average"},
		{seen("temperature", table.Float, 200, "-10", "35"), Measure, "avg", "temperature"},
		{seen("duration_seconds", table.Int, many, "0", "9000"), Measure, "avg", "duration"},
		{seen("minutes_watched", table.Int, many, "0", "9000"), Measure, "sum", "minutes"},
		{seen("stock_level", table.Int, many, "0", "9000"), Measure, "avg", "moment"},
		{seen("acct_bal", table.Decimal, many, "-50", "9000"), Measure, "avg", "moment"},
		{seen("waiting", table.Interval, 0, "", ""), Measure, "avg", "length of time"},
		{seen("max_level", table.Int, 90, "1", "99"), Measure, "max", "maximum"},
		{seen("min_order_value", table.Decimal, 90, "1", "99"), Measure, "min", "minimum"},
		{seen("years_experience", table.Int, 30, "0", "45"), Measure, "avg", "years"},

		// Numbers that are no measures.
		{seen("zip", table.Int, 700, "1001", "99999"), Other, "", "code"},
		{seen("phone", table.Int, many, "1001", "99999"), Other, "", "phone"},
		{seen("phone_number", table.Int, many, "1001", "99999"), Other, "", "phone"},
		{seen("latitude", table.Float, many, "-30", "50"), Other, "", "coordinate"},
		{seen("sort_order", table.Int, 60, "1", "60"), Other, "", "order"},
		{seen("status_code", table.Int, 400, "100", "599"), Other, "", "code"},
		{seen("priority", table.Int, 3, "1", "3"), Categorical, "", "groups rows"},
		{seen("floor", table.Int, 4, "0", "3"), Categorical, "", "floor"},
		{seen("widget", table.Int, 4, "3", "9"), Categorical, "", "label"},
		{seen("is_active", table.Int, 2, "0", "1"), Categorical, "", "0 and 1"},
		{seen("refunded", table.Int, 2, "0", "1", "0", "1"), Categorical, "", "0 and 1"},
		{seen("hasStudyRooms", table.Int, 2, "0", "1"), Categorical, "", "0 and 1"},
		{unseen("is_active", table.Int), Categorical, "", "named like"},
		{seen("item_count", table.Int, 2, "0", "1"), Measure, "sum", "count"},
		{seen("mo", table.Int, 12, "1", "12"), Categorical, "", "month"},
		{seen("quarter", table.Int, 4, "1", "4"), Categorical, "", "quarter"},
		{seen("start_hr", table.Int, 24, "0", "23"), Categorical, "", "an hour, as a number"},
		{seen("day_of_week", table.Int, 7, "0", "6"), Categorical, "", "week"},

		// Times.
		{seen("created_at", table.TimestampTZ, many, "2023-01-15", "2025-12-28"), TimeDimension, "", "from 2023-01-15 to 2025-12-28"},
		{unseen("day", table.Date), TimeDimension, "", "a date"},
		{seen("dt_ord", table.Text, 600, "2024-01-01", "2025-11-10"), TimeDimension, "", "YYYY-MM-DD"},
		{seen("Delivered", table.Text, 600, "2024-01-01", "2025-11-10"), TimeDimension, "", "YYYY-MM-DD"},
		{seen("SCHED_DEP", table.Text, many, "2024-01-02 03:45", "2025-11-14 01:45"), TimeDimension, "", "hh:mm"},
		{seen("ts", table.Text, many, "2024-01-02T03:45:00Z", "2025-11-14T01:45:10.25+02:00"), TimeDimension, "", "Z"},
		{seen("pay_mon", table.Text, 22, "2024-01", "2025-10"), TimeDimension, "", "YYYY-MM"},
		{seen("datum", table.Text, 22, "01.02.2024", "31.12.2023"), TimeDimension, "", "do not sort"},
		{seen("order_date", table.Int, 700, "20230101", "20251231"), TimeDimension, "", "YYYYMMDD"},
		{seen("period", table.Int, 36, "202301", "202512"), TimeDimension, "", "YYYYMM"},
		{seen("birth_year", table.Int, 60, "1940", "2010"), TimeDimension, "", "years, from 1940"},
		{seen("fiscal_year", table.Float, 5, "2020.0", "2024.0"), TimeDimension, "", "years, from 2020"},
		{seen("Founded", table.Float, 80, "1850", "2015"), TimeDimension, "", "years, from 1850"},
		{seen("opened", table.Int, 80, "3", "4000"), Measure, "sum", "nothing"},
		{seen("season", table.Int, 5, "2021", "2025"), TimeDimension, "", "years"},
		{unseen("model_yr", table.Int), TimeDimension, "", "named like a year"},
		{seen("created_at", table.Int, many, "1672531200", "1735689600"), TimeDimension, "", "seconds since 1970, from 2023-01-01"},
		{seen("event_time", table.Int, many, "1672531200000", "1735689600000"), TimeDimension, "", "milliseconds"},
		{unseen("updated_at", table.Text), TimeDimension, "", "no values"},

		// What only seems to be a time.
		{seen("order_date_note", table.Text, many, "a", "z"), Other, "", "text with"},
		{seen("serial_code", table.Text, 30, "20230101", "20231231"), Categorical, "", "30 different"},
		{seen("amount", table.Int, many, "20230101", "20251231"), Measure, "sum", "amount"},
		{seen("yearly_income", table.Int, many, "20000", "90000"), Measure, "sum", "income"},
		{seen("revenue_year", table.Int, many, "20000", "90000"), Measure, "sum", "revenue"},
		{seen("opens", table.Time, 20, "", ""), Other, "", "time of day"},
		{seen("version", table.Text, 12, "1.0.2", "2.4.1"), Categorical, "", "12 different"},

		// Categories and other text.
		{seen("status", table.Text, 5, "", ""), Categorical, "", "5 different values"},
		{seen("country", table.Text, 190, "Albania", "Zambia"), Categorical, "", "190"},
		{seen("city", table.Text, 480, "Aachen", "Zwolle"), Categorical, "", "480"},
		{seen("ok", table.Bool, 2, "", ""), Categorical, "", "yes or no"},
		{Column{Name: "mood", Type: "ENUM('a','b')", Kind: table.Text}, Categorical, "", "enumerated"},
		{unseen("payment_method", table.Text), Categorical, "", "not counted"},
		{seen("mcc_desc", table.Text, 2, "", "", "Groceries", "Fuel"), Categorical, "", "2 different"},
		{seen("email", table.Text, many, "a@x", "z@x"), Other, "", "text with"},
		{seen("full_name", table.Text, 15, "Ann", "Zoe"), Other, "", "text"},
		{seen("notes", table.Text, 12, "", ""), Other, "", "text"},
		{unseen("notes", table.Text), Other, "", "free text"},
		{unseen("payload", table.JSON), Other, "", "nested"},
		{unseen("photo", table.Bytes), Other, "", "binary"},
		{seen("", table.Int, 40, "3", "900"), Measure, "sum", "nothing"},
		{seen("数量", table.Int, 4000, "3", "9000"), Measure, "sum", "nothing"},
	} {
		t.Run(fmt.Sprintf("%s %s", c.column.Name, c.column.Kind), func(t *testing.T) {
			s := &Snapshot{Tables: []Table{{Name: "t", Rows: rows, Columns: []Column{c.column}}}}
			Enrich(s)
			got := s.Tables[0].Columns[0]
			if got.Role != c.role || got.Aggregate != c.aggregate {
				t.Errorf("got %s %q, want %s %q (%s)", got.Role, got.Aggregate, c.role, c.aggregate, got.Why)
			}
			if !strings.Contains(got.Why, c.why) || strings.Contains(got.Why, "\n") {
				t.Errorf("why = %q, want one line with %q", got.Why, c.why)
			}
		})
	}
}

func TestRolesFollowDeclaredKeys(t *testing.T) {
	s := &Snapshot{SearchPath: []string{"public"}, Tables: []Table{
		{
			Schema: "public", Name: "order_items", Rows: 1000, PrimaryKey: []string{"order", "line", "day", "channel"},
			ForeignKeys: []ForeignKey{
				{Columns: []string{"order"}, RefSchema: "public", RefTable: "orders", RefColumns: []string{"id"}},
				{Columns: []string{"price"}, RefSchema: "x", RefTable: "prices", RefColumns: []string{"id"}, Inferred: true},
			},
			Columns: []Column{
				seen("order", table.Int, 300, "1", "300"), seen("line", table.Int, 4, "1", "4"), seen("day", table.Date, 9, "", ""),
				seen("channel", table.Text, 3, "", ""), seen("price", table.Int, 90, "1", "90"), seen("status_code", table.Text, 4, "", ""),
			},
		},
		{Name: "calendar", PrimaryKey: []string{"day"}, Rows: 900, Columns: []Column{seen("day", table.Text, 900, "2024-01-01", "2026-06-18")}},
		{Name: "codes", Unique: [][]string{{"code"}}, Rows: 3, Columns: []Column{seen("code", table.Text, 3, "", "")}},
	}}
	Enrich(s)
	for at, want := range map[string]string{
		"public.order_items.order":       "key: refers to orders.id",
		"public.order_items.line":        "key: part of the primary key",
		"public.order_items.day":         "time_dimension: a date",
		"public.order_items.channel":     "categorical: text with only 3 different values",
		"public.order_items.price":       "key: refers to x.prices.id (inferred)",
		"public.order_items.status_code": "categorical: text with only 4 different values",
		"calendar.day":                   "time_dimension: text that holds dates as YYYY-MM-DD, from 2024-01-01 to 2026-06-18",
		"codes.code":                     "key: a code that is never repeated",
	} {
		dot := strings.LastIndex(at, ".")
		c := s.Table(at[:dot]).Column(at[dot+1:])
		if got := string(c.Role) + ": " + c.Why; got != want {
			t.Errorf("%s: got %q, want %q", at, got, want)
		}
	}
}

func TestEnrichKeepsWhatDocumentsSay(t *testing.T) {
	s := &Snapshot{Tables: []Table{{Name: "t", Rows: 100, Columns: []Column{
		{Name: "price", Kind: table.Int, Role: Other, Origins: &Origins{Role: "schema.yml:3"}},
		{Name: "code", Kind: table.Int, Aggregate: "max", Origins: &Origins{Aggregate: "schema.yml:4"}},
		{Name: "unit_cost", Kind: table.Int, Role: Measure, Origins: &Origins{Role: "schema.yml:5"}},
	}}}}
	for range 2 {
		Enrich(s)
	}
	c := s.Tables[0].Columns
	if c[0].Role != Other || c[0].Why != "set in schema.yml:3" {
		t.Errorf("role was overwritten: %+v", c[0])
	}
	if c[1].Role != Measure || c[1].Aggregate != "max" {
		t.Errorf("aggregate was overwritten: %+v", c[1])
	}
	if c[2].Role != Measure || c[2].Aggregate != "avg" {
		t.Errorf("a measure needs an aggregate: %+v", c[2])
	}
}

func BenchmarkEnrich(b *testing.B) {
	s := synthetic(10_000)
	for b.Loop() {
		Enrich(s)
	}
}
