package method

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// grid is a table of numbers and texts.
func grid(columns []string, rows ...[]any) *table.Table {
	t := &table.Table{}
	for i, name := range columns {
		kind := table.Float
		if len(rows) > 0 {
			if _, text := rows[0][i].(string); text {
				kind = table.Text
			}
		}
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: kind})
	}
	for _, row := range rows {
		var out table.Row
		for _, v := range row {
			switch v := v.(type) {
			case string:
				out = append(out, table.NewText(v))
			case int:
				out = append(out, table.NewInt(int64(v)))
			case float64:
				out = append(out, table.NewFloat(v))
			default:
				out = append(out, table.Value{})
			}
		}
		t.Rows = append(t.Rows, out)
	}
	return t
}

// run runs a method, and holds every figure of its story against its table.
func run(t *testing.T, name string, arguments any, tables ...Named) *Output {
	t.Helper()
	encoded, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), name, Input{Tables: tables, Arguments: encoded})
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range out.Story.References {
		if err := ref.Recompute(out.Table); err != nil {
			t.Errorf("%s: %v", out.Story.Text, err)
		}
	}
	return out
}

func cellAt(t *testing.T, out *Output, row int, column string) float64 {
	t.Helper()
	for i, c := range out.Table.Columns {
		if c.Name == column {
			x, ok := out.Table.Rows[row][i].Float64()
			if !ok {
				return math.NaN()
			}
			return x
		}
	}
	t.Fatalf("there is no column %s", column)
	return 0
}

func expect(t *testing.T, out *Output, row int, column string, want float64) {
	t.Helper()
	if got := cellAt(t, out, row, column); math.Abs(got-want) > 1e-9 && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("row %d, %s: %v, want %v", row, column, got, want)
	}
}

func TestEntitiesMeetAllConditions(t *testing.T) {
	columns := []string{"customer_id", "orders"}
	first := grid([]string{"customer_id", "name", "orders"}, []any{1, "Ann", 4}, []any{2, "Bob", 1}, []any{3, "Bob", 2})
	tables := []Named{{"condition_1", first}, {"condition_2", grid(columns, []any{2, 1}, []any{9, 1})}}
	args := EntitiesArguments{Noun: "customer", Plural: "customers", Wants: "list", Names: 1, Conditions: []EntityCondition{
		{Table: "condition_1", Words: "orders in 2024", Counts: "orders"}, {Table: "condition_2", Words: "no orders in 2025", Counts: "orders", None: true}}}
	out := run(t, "entities", args, tables...)
	if len(out.Table.Rows) != 2 || out.Story.Text != "2 customers have orders in 2024 and no orders in 2025." {
		t.Errorf("%d rows: %s", len(out.Table.Rows), out.Story.Text)
	}
	expect(t, out, 0, "customer_id", 1)
	expect(t, out, 1, "customer_id", 3) // who has the name of one that is left out
	expect(t, out, 0, "orders", 4)

	args.Wants, args.Conditions[1] = "share", EntityCondition{Table: "condition_2", Words: "orders in 2025", Counts: "orders"}
	out = run(t, "entities", args, tables...)
	expect(t, out, 2, colEntities, 1)
	expect(t, out, 2, colOfFirst, 33.3)
	if out.Story.Text != "Of 3 customers with orders in 2024, 1 have orders in 2025, which is 33.3%." {
		t.Error(out.Story.Text)
	}
}

func TestCohortsOfFullPeriods(t *testing.T) {
	// Of ten who came in January, four are back in February and three in March; of five of
	// February, two in March. April is not over.
	cohorts := grid([]string{"cohort", "period", "entities"}, []any{"2025-01", "2025-01", 10}, []any{"2025-01", "2025-02", 4}, []any{"2025-01", "2025-03", 3},
		[]any{"2025-02", "2025-02", 5}, []any{"2025-02", "2025-03", 2}, []any{"2025-02", "2025-04", 5}, []any{"2025-04", "2025-04", 8})
	returned := grid([]string{"cohort", "returned"}, []any{"2025-01", 6}, []any{"2025-02", 5})
	args := CohortArguments{Noun: "customer", Plural: "customers", Event: "order", Grain: "month", First: "2025-01-01", Last: "2025-04-15"}
	out := run(t, "cohort", args, Named{"cohorts", cohorts}, Named{"returned", returned})
	if len(out.Table.Rows) != 3 {
		t.Fatalf("%d rows", len(out.Table.Rows))
	}
	expect(t, out, 0, colMembers, 15)
	expect(t, out, 0, colEver, 73.3) // 11 of 15
	expect(t, out, 0, "month_1", 40) // 6 of 15
	expect(t, out, 0, "month_2", 30) // 3 of 10
	expect(t, out, 1, "month_1", 40)
	expect(t, out, 2, "month_2", math.NaN())
	args.From, args.Until = "2025-02-01", "2025-03-01"
	if out = run(t, "cohort", args, Named{"cohorts", cohorts}, Named{"returned", returned}); len(out.Table.Rows) != 1 || cellAt(t, out, 0, colMembers) != 5 {
		t.Errorf("%v", out.Table.Rows)
	}
}

func TestFullPeriods(t *testing.T) {
	for _, c := range []struct {
		grain, first, last, want string
	}{
		{"month", "2025-01-02", "2025-03-31", "2025-02 2025-03"},
		{"quarter", "2024-12-31", "2025-06-30", "2025-Q1 2025-Q2"},
		{"week", "2025-01-01", "2025-01-19", "2025-01-06 2025-01-13"},
		{"year", "2023-01-01", "2024-12-30", "2023"},
		{"day", "2025-01-01", "2025-01-02", "2025-01-01 2025-01-02"},
	} {
		list, err := fullPeriods(c.grain, c.first, c.last)
		var got []string
		for _, p := range list {
			got = append(got, p.label)
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}

func TestFunnelInTheOrderOfTheEvents(t *testing.T) {
	// The stages come as pay, visit, cart; the order is visit, cart, pay.
	patterns := grid([]string{"s1", "s2", "s3", "entities"}, []any{0, 1, 0, 60}, []any{0, 1, 1, 25}, []any{1, 1, 1, 10}, []any{1, 1, 0, 5})
	orders := grid([]string{"first", "later", "entities"}, []any{1, 2, 0}, []any{1, 3, 1}, []any{2, 1, 15}, []any{2, 3, 35}, []any{3, 1, 9}, []any{3, 2, 0})
	args := FunnelArguments{Noun: "user", Plural: "users", Stages: []FunnelStage{{Label: "pay"}, {Label: "visit"}, {Label: "cart"}}}
	out := run(t, "funnel", args, Named{"patterns", patterns}, Named{"orders", orders})
	for row, want := range []float64{100, 35, 10} {
		expect(t, out, row, colReached, want)
	}
	expect(t, out, 1, colDropped, 65)
	expect(t, out, 2, colOfBefore, 28.6)
	if want := "The most are lost between visit and cart: 65, so that 35% go on."; !strings.Contains(out.Story.Text, want) {
		t.Error(out.Story.Text)
	}
	if len(out.Caveats) < 2 || !strings.HasPrefix(out.Caveats[0], "5 users have a stage without one before it") {
		t.Errorf("%q", out.Caveats)
	}
	unclear := grid([]string{"first", "later", "entities"}, []any{1, 2, 10}, []any{2, 1, 9}, []any{1, 3, 9}, []any{3, 1, 9}, []any{2, 3, 9}, []any{3, 2, 9})
	encoded, _ := json.Marshal(args)
	if _, err := Run(t.Context(), "funnel", Input{Tables: []Named{{"patterns", patterns}, {"orders", unclear}}, Arguments: encoded}); err == nil || !strings.Contains(err.Error(), "no clear order") {
		t.Errorf("%v", err)
	}
}

func TestFunnelOfStatesBlamesNoStage(t *testing.T) {
	states := grid([]string{"stage", "n"}, []any{"lead", 10}, []any{"won", 30}, []any{"lost", 50}, []any{"offer", 10})
	args := FunnelArguments{Noun: "deal", Plural: "deals", Snapshot: true, Stages: []FunnelStage{{Label: "lead", Value: "lead"}, {Label: "offer", Value: "offer"}, {Label: "won", Value: "won"}, {Label: "lost", Value: "lost", Lost: true}}}
	out := run(t, "funnel", args, Named{"states", states})
	for row, want := range []float64{50, 40, 30} {
		expect(t, out, row, colAtLeast, want)
	}
	expect(t, out, 3, colNowShare, 50)
	if strings.Contains(out.Story.Text, "lost between") {
		t.Error(out.Story.Text)
	}
}

func TestBasketGivenTheirSizes(t *testing.T) {
	// 100 baskets with two items each: 40 of a and b, 10 of a and c, 10 of b and c, 40 of c and d.
	items := grid([]string{"item", "name", "baskets"}, []any{"a", "Apple", 50}, []any{"b", "Bread", 50}, []any{"c", "Corn", 60}, []any{"d", "Dill", 40})
	pairs := grid([]string{"item", "other", "together"}, []any{"a", "b", 40}, []any{"c", "d", 40}, []any{"a", "c", 10}, []any{"b", "c", 10})
	baskets := grid([]string{"baskets", "several", "line_count", "others"}, []any{100, 100, 200, 200})
	out := run(t, "basket", BasketArguments{Noun: "product", Plural: "products", Baskets: "orders", Least: 5, Largest: 100}, Named{"baskets", baskets}, Named{"items", items}, Named{"pairs", pairs})
	if len(out.Table.Rows) != 2 {
		t.Fatalf("%d rows: %s", len(out.Table.Rows), out.Story.Text)
	}
	expect(t, out, 0, colExpected, 12)   // c and d: 60 · 40 · 200 / 200², the most unlikely
	expect(t, out, 1, colExpected, 12.5) // 50 · 50 · 200 / 200²
	expect(t, out, 1, colTimes, 3.2)     // 40 / 12.5
	expect(t, out, 1, colLift, 1.6)      // 40 · 100 / (50 · 50)
	expect(t, out, 1, colConfidence, 80) // of 50
	expect(t, out, 1, colSupport, 40)
}

func TestAtLeastIsThePoissonTail(t *testing.T) {
	// 1 - e⁻²(1 + 2 + 2 + 4/3 + 2/3), by hand.
	if got, want := atLeast(5, 2), 1-math.Exp(-2)*7; math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestFifthsOfEqualValues(t *testing.T) {
	x := []float64{1, 1, 1, 1, 1, 2, 3, 4, 5, 6}
	got := fifths(x)
	want := []int{2, 2, 2, 2, 2, 3, 4, 4, 5, 5}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestRFMNamesTheBestAndTheLost(t *testing.T) {
	var rows [][]any
	for i := range 25 { // the more recent, the more often and the more
		rows = append(rows, []any{i, "2025-0" + string(rune('1'+i/5)) + "-01", 1 + i, 10.0 * float64(i+1)})
	}
	out := run(t, "rfm", RFMArguments{Noun: "customer", Plural: "customers", Events: "orders", Amount: "total", Last: "2025-06-01"}, Named{"entities", grid([]string{"id", "last", "n", "amount"}, rows...)})
	if got := out.Table.Rows[0][0].String(); got != "champions" {
		t.Errorf("%s come first", got)
	}
	expect(t, out, 0, colSegmentSize, 5)
	expect(t, out, 0, colDaysAgo, 31)
	expect(t, out, 0, colAmount, 10*(21+22+23+24+25))
	var sum float64
	for i := range out.Table.Rows {
		sum += cellAt(t, out, i, colSegmentSize)
	}
	if sum != 25 {
		t.Errorf("the segments have %v members", sum)
	}
}

func TestClustersThatAreThere(t *testing.T) {
	var rows [][]any
	for i := range 40 {
		x := float64(i%2) * 100
		rows = append(rows, []any{i, "p", x + float64(i%5), 2*x + float64(i%7)})
	}
	out := run(t, "cluster", ClusterArguments{Noun: "product", Plural: "products", Columns: []string{"price", "weight"}}, Named{"entities", grid([]string{"id", "name", "price", "weight"}, rows...)})
	if len(out.Table.Rows) != 2 {
		t.Fatalf("%d clusters", len(out.Table.Rows))
	}
	expect(t, out, 0, colSegmentSize, 20)
	if low, high := min(cellAt(t, out, 0, "mean_price"), cellAt(t, out, 1, "mean_price")), max(cellAt(t, out, 0, "mean_price"), cellAt(t, out, 1, "mean_price")); low != 2 || high != 102 {
		t.Errorf("%v and %v", low, high)
	}
}
