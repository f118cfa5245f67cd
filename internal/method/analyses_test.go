package method

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/table"
)

// runOn runs a method on tables, and recomputes the references of its story.
func runOn(t *testing.T, name string, args any, tables ...Named) *Output {
	t.Helper()
	encoded, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), name, Input{Tables: tables, Arguments: encoded})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range out.Story.References {
		if err := r.Recompute(out.Table); err != nil {
			t.Errorf("%q of %q: %v", r.Text, out.Story.Text, err)
		}
		if out.Story.Text[r.At:r.At+len(r.Text)] != r.Text {
			t.Errorf("%q does not stand at its place in %q", r.Text, out.Story.Text)
		}
	}
	return out
}

// tableOf makes a table; the first row of values decides the kinds.
func tableOf(names []string, rows ...[]any) *table.Table {
	t := &table.Table{}
	for i, n := range names {
		kind := table.Text
		if _, ok := rows[0][i].(float64); ok {
			kind = table.Float
		}
		t.Columns = append(t.Columns, table.Column{Name: n, Kind: kind})
	}
	for _, r := range rows {
		row := make(table.Row, len(r))
		for i, v := range r {
			switch v := v.(type) {
			case float64:
				if !math.IsNaN(v) {
					row[i] = table.NewFloat(v)
				}
			case string:
				row[i] = table.NewText(v)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cell is a value of the result as text.
func cell(t *testing.T, out *Output, row int, column string) string {
	t.Helper()
	at := slices.IndexFunc(out.Table.Columns, func(c table.Column) bool { return c.Name == column })
	if at < 0 || row >= len(out.Table.Rows) {
		t.Fatalf("there is no %s in row %d", column, row)
	}
	if out.Table.Rows[row][at].IsNull() {
		return ""
	}
	return out.Table.Rows[row][at].String()
}

func TestParetoClasses(t *testing.T) {
	// Of 100 in all, 50 and 30 make 80, so that they are A; 10 and 6 reach 95, so that
	// they are B; 4 is C. Minus 3 has no share.
	rows := tableOf([]string{"product", "revenue"}, []any{"c", 10.0}, []any{"a", 50.0}, []any{"e", 4.0}, []any{"b", 30.0}, []any{"d", 6.0}, []any{"f", -3.0})
	out := runOn(t, "pareto", ParetoArguments{Figure: "revenue", Thing: "product", Things: "products", Place: 1, Decimals: 2, Cuts: []float64{80, 95}}, Named{"figures", rows})
	var got []string
	for i := range out.Table.Rows {
		got = append(got, cell(t, out, i, colThing)+cell(t, out, i, colClass)+cell(t, out, i, colCumulative))
	}
	if want := []string{"aA50", "bA80", "cB90", "dB96", "eC100"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if want := "2 of 5 products (40%) make 80% of revenue."; !strings.HasPrefix(out.Story.Text, want) {
		t.Errorf("%q, want %q", out.Story.Text, want)
	}
	if len(out.Caveats) != 1 || !strings.HasPrefix(out.Caveats[0], "Left out, as they can have no share: 1 product whose revenue") {
		t.Errorf("caveats: %q", out.Caveats)
	}
}

func TestParetoOfManyThingsAddsUp(t *testing.T) {
	var rows [][]any
	total := 0.0
	for i := range 5000 {
		rows, total = append(rows, []any{fmt.Sprint("c", i), 1 + float64(i%7)}), total+1+float64(i%7)
	}
	out := runOn(t, "pareto", ParetoArguments{Figure: "revenue", Thing: "customer", Things: "customers", Place: 1, Cuts: []float64{50}}, Named{"figures", tableOf([]string{"customer", "revenue"}, rows...)})
	var sum float64
	for _, r := range out.Table.Rows {
		x, _ := r[2].Float64()
		sum += x
	}
	if len(out.Table.Rows) != 2*(maxListed+1) || sum != total {
		t.Errorf("%d rows that add up to %v, want %v", len(out.Table.Rows), sum, total)
	}
	if last := cell(t, out, len(out.Table.Rows)-1, colRank); last != "5000" {
		t.Errorf("the last rank is %s", last)
	}
}

// dailySeries makes days of a level that grows, with a week and noise.
func dailySeries(r *rand.Rand, days int, noise float64) []float64 {
	week := []float64{1, 0.9, 0.95, 1, 1.2, 1.4, 0.6}
	y := make([]float64, days)
	for i := range y {
		y[i] = 1000 * (1 + float64(i)/float64(days)) * week[i%7] * math.Exp(noise*r.NormFloat64())
	}
	return y
}

func seriesTable(y []float64, skip ...int) *table.Table {
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	var rows [][]any
	for i, v := range y {
		if !slices.Contains(skip, i) {
			rows = append(rows, []any{start.AddDate(0, 0, i).Format(time.DateOnly), v})
		}
	}
	return tableOf([]string{"day", "revenue"}, rows...)
}

func TestAnomaliesPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found, wrong, alarms := 0, 0, 0
	const series = 30
	args := AnomaliesArguments{Figure: "revenue", Grain: "day", Decimals: 2, Additive: true}
	count := func(y []float64) []string {
		out := runOn(t, "anomalies", args, Named{"series", seriesTable(y)})
		var days []string
		for i := range out.Table.Rows {
			if cell(t, out, i, colVerdict) == "anomaly" {
				days = append(days, cell(t, out, i, colPeriod))
			}
		}
		return days
	}
	for range series {
		y := dailySeries(r, 365, 0.08)
		if len(count(y)) > 0 {
			alarms++
		}
		at := r.IntN(len(y))
		y[at] *= []float64{0.5, 1.6}[r.IntN(2)]
		day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, at).Format(time.DateOnly)
		days := count(y)
		if slices.Contains(days, day) {
			found++
			wrong += len(days) - 1
		}
	}
	t.Logf("found %d of %d; %d other days beside them; %d of %d series without one give an alarm", found, series, wrong, alarms, series)
	if found < 27 || alarms > 3 || wrong > 5 {
		t.Errorf("found %d, with %d others, and %d false alarms", found, wrong, alarms)
	}
}

func TestAnomaliesKnowTheWeekAndEmptyDays(t *testing.T) {
	y := dailySeries(rand.New(rand.NewPCG(3, 4)), 200, 0.02)
	args := AnomaliesArguments{Figure: "orders", Grain: "day", Additive: true}
	out := runOn(t, "anomalies", args, Named{"series", seriesTable(y, 50, 51)})
	if got := []string{cell(t, out, 0, colPeriod), cell(t, out, 1, colPeriod)}; len(out.Table.Rows) != 2 || !slices.Contains(got, "2024-02-20") || !slices.Contains(got, "2024-02-21") {
		t.Errorf("empty days: %v", out.Table.Rows)
	}
	if !slices.Contains(out.Assumptions, "what is expected comes from the trend and the day of the week") {
		t.Errorf("assumptions: %q", out.Assumptions)
	}
	args.Additive = false // an average has no value on such days
	out = runOn(t, "anomalies", args, Named{"series", seriesTable(y, 50, 51)})
	if cell(t, out, 0, colVerdict) == "anomaly" {
		t.Errorf("a day without a value is an anomaly: %v", out.Table.Rows)
	}
}

func TestAnomaliesLeaveOutPartsOfPeriods(t *testing.T) {
	var rows [][]any
	for i := range 24 {
		at := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, i, 0)
		rows = append(rows, []any{at.Format("2006-01"), 100 + float64(i%3)})
	}
	rows[23][1] = 3.0 // the data end on the second day of the month
	args := AnomaliesArguments{Figure: "orders", Grain: "month", Additive: true, First: "2023-01-01", Last: "2024-12-02"}
	out := runOn(t, "anomalies", args, Named{"series", tableOf([]string{"month", "orders"}, rows...)})
	if cell(t, out, 0, colPeriod) == "2024-12" {
		t.Errorf("a month that is not over counts: %v", out.Table.Rows)
	}
}

func TestDistributionFigures(t *testing.T) {
	values := []float64{1, 2, 2, 3, 3, 3, 4, 4, 5, 12}
	counts := tableOf([]string{"x", "n"}, []any{1.0, 1.0}, []any{2.0, 2.0}, []any{3.0, 3.0}, []any{4.0, 2.0}, []any{5.0, 1.0}, []any{12.0, 1.0}, []any{math.NaN(), 7.0})
	out := runOn(t, "distribution", DistributionArguments{Figure: "size", Things: "orders", Decimals: 4, Width: 5}, Named{"counts", counts})
	got := map[string]string{}
	for i := range out.Table.Rows {
		value := cell(t, out, i, colValue)
		if value == "" {
			value = cell(t, out, i, colRows)
		}
		got[cell(t, out, i, colBin)] = value
	}
	for name, want := range map[string]float64{"(mean)": stats.Mean(values), "(median)": stats.Median(values), "(first quartile)": stats.Quantile(values, 0.25), "(third quartile)": stats.Quantile(values, 0.75),
		"(standard deviation)": stats.StdDev(values), "(least)": 1, "(greatest)": 12, "(all)": 10, "(no value)": 7, "0 to 5": 8, "5 to 10": 1, "10 to 15": 1} {
		if text := table.Fixed(want, 4); strings.TrimRight(strings.TrimRight(text, "0"), ".") != got[name] && text != got[name] {
			t.Errorf("%s is %s, want %s", name, got[name], text)
		}
	}
	if want := number(stats.AdjustedSkewness(values), 2); got["(skewness)"] != want {
		t.Errorf("the skewness is %s, want %s", got["(skewness)"], want)
	}
}

// The greatest value is far from the others and yet in the last bin: there is no empty
// one above it. Only bins are drawn, and counted as what can be drawn.
func TestDistributionHasNoEmptyBinAtItsEnd(t *testing.T) {
	var rows [][]any
	for x := range 101 {
		rows = append(rows, []any{float64(x), 10.0})
	}
	rows = append(rows, []any{276.0, 1.0}, []any{math.NaN(), 1.0})
	out := runOn(t, "distribution", DistributionArguments{Figure: "distance", Things: "flights"}, Named{"counts", tableOf([]string{"x", "n"}, rows...)})
	last := out.Chart.Limit - 1
	if got := cell(t, out, last, colBin); got != "260 to 280" || cell(t, out, last, colRows) != "1" {
		t.Errorf("the last bin is %s", got)
	}
	if out.Chart.XCount != out.Chart.Limit {
		t.Errorf("%d of %d bins are drawn", out.Chart.Limit, out.Chart.XCount)
	}
	if text := out.Story.Text; !strings.Contains(text, "1 of the flights has no value") {
		t.Errorf("%s", text)
	}
}

func TestDistributionBinsHoldAllRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, args := range []DistributionArguments{{}, {Bins: 7}, {Width: 40}, {Width: 0.001}} {
		var rows [][]any
		for range 3000 {
			rows = append(rows, []any{math.Round(100*math.Exp(4+r.NormFloat64())) / 100, 1.0})
		}
		args.Figure, args.Things = "amount", "orders"
		out := runOn(t, "distribution", args, Named{"counts", tableOf([]string{"x", "n"}, rows...)})
		var sum float64
		bins := 0
		for i := range out.Table.Rows {
			if strings.HasPrefix(cell(t, out, i, colBin), "(") {
				break
			}
			n, _ := out.Table.Rows[i][3].Float64()
			sum, bins = sum+n, bins+1
		}
		if sum != 3000 || args.Bins > 0 && bins != args.Bins || bins > maxBins+2 {
			t.Errorf("%+v: %d bins hold %v rows", args, bins, sum)
		}
	}
}

func TestCorrelationsOfPlantedColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var rows [][]any
	var price, rating []float64
	for range 400 {
		quantity, p := 1+float64(r.IntN(9)), 5+10*r.Float64()
		price, rating = append(price, p), append(rating, 10-p/2+r.NormFloat64())
		kind := "no"
		if p > 10 {
			kind = "yes"
		}
		rows = append(rows, []any{p, quantity, p * quantity, 2*p + 1, rating[len(rating)-1], r.NormFloat64(), kind})
	}
	args := CorrelationsArguments{Things: "orders"}
	names := []string{"price", "quantity", "total", "gross", "rating", "noise", "dear"}
	for _, n := range names {
		args.Columns = append(args.Columns, ScannedColumn{Name: n})
	}
	out := runOn(t, "correlations", args, Named{"numbers", tableOf(names, rows...)})
	pairs := map[string]int{}
	for i := range out.Table.Rows {
		pairs[cell(t, out, i, colFirst)+" "+cell(t, out, i, colSecond)] = i
	}
	for _, derived := range []string{"price total", "quantity total", "price gross"} {
		if _, there := pairs[derived]; there {
			t.Errorf("%s is computed from each other, and listed", derived)
		}
	}
	want, err := stats.Pearson(price, rating)
	if err != nil {
		t.Fatal(err)
	}
	at, there := pairs["price rating"]
	if !there || cell(t, out, at, colPearson) != rounded(want.R, 2).String() || cell(t, out, at, colVerdict) != "strong" {
		t.Errorf("price with rating: %v", out.Table.Rows[at])
	}
	for pair, i := range pairs {
		if strings.Contains(pair, "noise") && cell(t, out, i, colVerdict) != "not related" {
			t.Errorf("%s is %s", pair, cell(t, out, i, colVerdict))
		}
	}
	if !slices.Contains(out.Assumptions, "dear counts as 1 where it is “yes”, else as 0") {
		t.Errorf("assumptions: %q", out.Assumptions)
	}
}

// One value far away makes Pearson's coefficient; the story and the verdict go by the
// order. A column that only counts the rows is not looked at.
func TestCorrelationsGoByTheOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var rows [][]any
	for i := range 60 {
		x, y := r.NormFloat64(), r.NormFloat64()
		if i == 0 {
			x, y = 1000, 1000
		}
		rows = append(rows, []any{float64(i + 1), x, y})
	}
	args := CorrelationsArguments{Things: "players", Columns: []ScannedColumn{{Name: "column 1"}, {Name: "x"}, {Name: "y"}}}
	out := runOn(t, "correlations", args, Named{"numbers", tableOf([]string{"a", "b", "c"}, rows...)})
	if len(out.Table.Rows) != 1 || cell(t, out, 0, colPearson) != "1" || cell(t, out, 0, colVerdict) != "not related" {
		t.Errorf("%v", out.Table.Rows)
	}
	if !slices.ContainsFunc(out.Caveats, func(c string) bool { return strings.Contains(c, "column 1") }) {
		t.Errorf("caveats: %q", out.Caveats)
	}
	if !strings.HasPrefix(out.Assumptions[0], "one pair of columns of the players was held") {
		t.Errorf("assumptions: %q", out.Assumptions)
	}
}

func TestCorrelationsCountAnotherTableOnce(t *testing.T) {
	// 4 regions with 100 orders each: what they share by chance is no evidence.
	r := rand.New(rand.NewPCG(9, 10))
	var rows [][]any
	for i := range 400 {
		region := float64(i % 4)
		rows = append(rows, []any{region, region + 3*r.NormFloat64()})
	}
	args := CorrelationsArguments{Things: "orders", Columns: []ScannedColumn{{Name: "size of region", Rows: 4}, {Name: "total"}}}
	out := runOn(t, "correlations", args, Named{"numbers", tableOf([]string{"a", "b"}, rows...)})
	if cell(t, out, 0, colVerdict) != "not related" || cell(t, out, 0, colRows) != "4" {
		t.Errorf("%v", out.Table.Rows[0])
	}
}

func TestCompareJudgesByChance(t *testing.T) {
	// 100 rows of 10 against 144 rows of 10: squares 10,000 and 14,400, so that the
	// difference of 440 is 440/√24,400 = 2.8 deviations. A rate of 50% of 400 against
	// 52% of 400 is 0.02/√(0.25/399+0.2496/399) = 0.6 of them.
	sums := func(rows, total, squares, weight, cross, weights2 [2]float64) *table.Table {
		names, row := []string{}, []any{}
		for i, side := range []string{"before", "after"} {
			for _, c := range []struct {
				name string
				of   [2]float64
			}{{"rows", rows}, {"total", total}, {"squares", squares}, {"weight", weight}, {"cross", cross}, {"weights_squared", weights2}} {
				names, row = append(names, c.name+"_"+side), append(row, c.of[i])
			}
		}
		return tableOf(names, row)
	}
	args := CompareArguments{Before: "2024", After: "2025", Periods: true, Figures: []ComparedFigure{{Name: "share", Rate: true, Percent: true, Decimals: 1}, {Name: "revenue", Unit: "EUR"}, {Name: "pipeline"}}}
	totals := tableOf([]string{"before_1", "after_1", "before_2", "after_2", "before_3", "after_3"}, []any{50.0, 52.0, 1000.0, 1440.0, math.NaN(), 5.0})
	n := [2]float64{400, 400}
	out := runOn(t, "compare", args, Named{"totals", totals},
		Named{"rows_1", sums(n, [2]float64{200, 208}, [2]float64{200, 208}, n, [2]float64{200, 208}, n)},
		Named{"rows_2", sums([2]float64{100, 144}, [2]float64{1000, 1440}, [2]float64{10000, 14400}, [2]float64{100, 144}, [2]float64{1000, 1440}, [2]float64{100, 144})})
	var got []string
	for i := range out.Table.Rows {
		got = append(got, strings.Join([]string{cell(t, out, i, colFigure), cell(t, out, i, colPercent), cell(t, out, i, colScore), cell(t, out, i, colVerdict)}, " "))
	}
	if want := []string{"revenue 44 2.8 differs", "share 4 0.6 within chance", "pipeline   no data on one side"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if want := "Revenue rose from €1,000 to €1,440, by 44%. Share did not change by more than chance explains."; out.Story.Text != want {
		t.Errorf("%q, want %q", out.Story.Text, want)
	}
}

func TestCompareDoesNotJudgeSumsThatDisagree(t *testing.T) {
	args := CompareArguments{Before: "a", After: "b", Figures: []ComparedFigure{{Name: "revenue"}}}
	totals := tableOf([]string{"before_1", "after_1"}, []any{100.0, 900.0})
	other := tableOf([]string{"rows_before", "total_before", "squares_before", "rows_after", "total_after", "squares_after"}, []any{1.0, 100.0, 100.0, 1.0, 800.0, 100.0})
	out := runOn(t, "compare", args, Named{"totals", totals}, Named{"rows_1", other})
	if got := cell(t, out, 0, colVerdict); got != "not judged" {
		t.Errorf("the verdict is %q", got)
	}
}

func TestProfileFindings(t *testing.T) {
	args := ProfileArguments{Tables: []ProfiledTable{{Name: "orders", Step: "profile_1", PrimaryKey: true, Columns: []ProfiledColumn{
		{Name: "id", Kind: ProfileNumber, Key: true}, {Name: "total", Kind: ProfileNumber, Measure: true}, {Name: "day", Kind: ProfileTime}, {Name: "city", Kind: ProfileText},
		{Name: "email", Kind: ProfileText, Names: true}, {Name: "note", Kind: ProfileText}, {Name: "due", Kind: ProfileTime, Ahead: true}}}}}
	values := map[string]any{"n": 1000.0,
		"c1_filled": 1000.0, "c1_distinct": 1000.0, "c1_negative": 0.0, "c1_sentinel": 0.0, "c1_least": "1", "c1_greatest": "1000",
		"c2_filled": 990.0, "c2_distinct": 500.0, "c2_negative": 3.0, "c2_sentinel": 4.0, "c2_least": "-5", "c2_greatest": "9999", "c2_below": 0.0, "c2_above": 4.0,
		"c3_filled": 1000.0, "c3_distinct": 300.0, "c3_least": "1970-01-01", "c3_greatest": "2031-05-01", "c3_ahead": 2.0, "c3_early": 7.0,
		"c4_filled": 1000.0, "c4_distinct": 12.0, "c4_least": "A", "c4_greatest": "b", "c4_blank": 5.0, "c4_placeholder": 6.0, "c4_folded": 10.0,
		"c5_filled": 1000.0, "c5_distinct": 990.0, "c5_least": "a", "c5_greatest": "z", "c5_blank": 0.0, "c5_placeholder": 0.0, "c5_folded": 990.0,
		"c6_filled": 0.0, "c6_distinct": 0.0,
		"c7_filled": 1000.0, "c7_distinct": 300.0, "c7_least": "2024-01-01", "c7_greatest": "2031-05-01", "c7_ahead": 2.0, "c7_early": 0.0}
	var names []string
	var row []any
	for name, v := range values {
		names, row = append(names, name), append(row, v)
	}
	day := func(i int) string {
		return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i).Format(time.DateOnly)
	}
	var days [][]any
	for i := range 200 {
		if weekday := i % 7; weekday < 5 && i != 100 && i != 101 { // Mondays to Fridays; 10 and 11 April are missing
			days = append(days, []any{"orders", "day", day(i), 50.0})
		}
	}
	days = append(days, []any{"orders", "day", "1970-01-01", 7.0}) // which makes no gap
	out := runOn(t, "profile", args, Named{"profile_1", tableOf(names, row)},
		Named{"duplicates_1", tableOf([]string{"table_name", "again"}, []any{"orders", 3.0})},
		Named{"orphans_2", tableOf([]string{"table_name", "column_name", "target", "orphans", "filled"}, []any{"orders", "customer", "customers", 11.0, 1000.0}, []any{"orders", "region", "regions", 0.0, 1000.0})},
		Named{"days_3", tableOf([]string{"table_name", "column_name", "period", "n"}, days...)})
	var got []string
	for i := range out.Table.Rows {
		got = append(got, strings.TrimSpace(strings.Join([]string{cell(t, out, i, colSeverity), cell(t, out, i, colColumn), cell(t, out, i, colFinding), cell(t, out, i, colRows)}, " ")))
	}
	want := []string{"high customer orphans 11", "high day dates in the future 2", "medium note empty column 1000", "medium email repeated identifiers 10", "medium day placeholder dates 7", "medium city placeholder values 6",
		"medium city blank texts 5", "medium total placeholder values 4", "medium  duplicate rows 3", "medium total negative values 3", "medium city spelling variants 2", "medium day gaps in time 2", "low total missing values 10", "low total outliers 4", "info  table 1000"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if at := slices.Index(got, "medium day gaps in time 2"); at >= 0 && cell(t, out, at, colDetail) != "days from 10 April 2024 to 11 April 2024" {
		t.Errorf("the gap is %s", cell(t, out, at, colDetail))
	}
	if want := "The table orders has 1,000 rows. 14 things are worth a look. 11 rows (1.10%) of orders have a customer that leads to no row of customers."; !strings.HasPrefix(out.Story.Text, want) {
		t.Errorf("%q", out.Story.Text)
	}
}
