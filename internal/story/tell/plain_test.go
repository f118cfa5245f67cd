package tell

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// TestEveryClaimIsVerified tells stories of results as questions have them, and
// holds every claim against the rows.
func TestEveryClaimIsVerified(t *testing.T) {
	for seed := range uint64(4000) {
		f := plainFinding(rand.New(rand.NewPCG(seed, 5)))
		s := Tell(f)
		checkStory(t, f, s)
		verify(t, f, s)
		if t.Failed() {
			t.Fatalf("seed %d: %+v\n%s", seed, f.Table.Columns, dump(f.Table))
		}
	}
}

// plainMeasures are columns of figures, with what their figures are like.
var plainMeasures = []struct {
	name      string
	low, high float64
	decimals  int
}{
	{"revenue", 10_000, 5_000_000, 2}, {"total_cost", 100, 90_000, 2}, {"orders", 0, 4000, 0}, {"avg_price", 5, 900, 4},
	{"growth_pct", -30, 40, 1}, {"return_rate", 0.001, 0.3, 4}, {"share_pct", 2, 60, 1}, {"profit", -50_000, 90_000, 2},
	{"amount_eur", 10, 20_000_000, 2}, {"units", 1, 30, 0}, {"customers", 10, 9000, 0}, {"temperature", -20, 35, 1},
	{"weight_kg", 1, 500, 1}, {"population", 100_000, 2_000_000_000, 0}, {"rating", 1, 5, 1}, {"running_total", 100, 10_000, 2},
	{"avg_hours", 1, 90, 2}, {"total_line_total", 100, 90_000, 2}, {"line_total_sum", 100, 90_000, 2}, {"avg_length_of_stay_days", 1, 9, 3}, {"avg_temperature_c", 30, 41, 2},
	{"total_ticket_count", 1, 500, 0}, {"budget_usd_per_department", 1000, 9_000_000, 0}, {"pct", 0, 100, 2}, {"median_bill_amount", 5, 900, 2},
	{"max_speed", 5, 200, 1}, {"adj_amt", -300, 100, 2}, {"fine_amt", 0, 20, 2}, {"duration_minutes", 1, 300, 0},
	{"avg_years", 1, 90, 2}, {"number_of_visits", 0, 600, 0}, {"satisfaction_rating", 1, 5, 0}, {"last_price", 5, 90, 2},
	{"groups_2", 1, 500, 0}, {"avg_birth_year", 1930, 2010, 2}, {"max_published_year", 1930, 2025, 0},
}

var plainNames = map[string][]string{
	"region":       {"North", "South", "East", "West", "Central", "Islands", "Highlands", "Coast"},
	"product_name": {"Trail Runner", "Fjord Boot", "Alpine Jacket", "Camp Stove", "Base Layer", "Down Quilt", "Ember Lamp", "Glacier Rope", "Harbour Vest"},
	"category":     {"Footwear", "Clothing", "Tents", "Lamps", "Food", "Ropes", "Maps", "Bags", "Ski & Snow"},
	"country":      {"India", "China", "Brazil", "Norway", "Kenya", "Peru", "Japan", "Chad", "Fiji", "Cuba"},
	"priority":     {"high", "normal", "low", "urgent", "none", "other"},
	"order_status": {"open", "closed", "new", "old", "unknown", "total", "in progress", "more"},
	"visit_type":   {"initial", "follow-up", "come in", "walk in", "check-up"},
	"direction":    {"up", "down", "flat", "first", "last"},
	"full_name":    {"Ann Lee", "Bo Park", "Cy Diaz", "Di Roy", "Max First"},
	"agent":        {"Ada", "Bo", "Cyrus", "Dita", "Edda", "Finn", "Greta"},
}

var plainDimensions = []string{"region", "product_name", "category", "country", "agent", "priority", "order_status", "direction", "full_name", "visit_type"}

// plainFinding is a result of one of the shapes that questions have.
func plainFinding(r *rand.Rand) Finding {
	t := &table.Table{}
	f := Finding{Table: t}
	a := r.IntN(len(plainDimensions))
	first, second := plainDimensions[a], plainDimensions[(a+1+r.IntN(len(plainDimensions)-1))%len(plainDimensions)]
	var keys []table.Row
	switch r.IntN(8) {
	case 0: // figures alone
		keys = make([]table.Row, pickOne(r, []int{0, 1, 1, 1, 5, 12, 40}))
	case 1, 2, 3: // by name
		t.Columns = append(t.Columns, table.Column{Name: first, Kind: table.Text})
		for _, name := range plainNames[first][:1+r.IntN(len(plainNames[first]))] {
			keys = append(keys, table.Row{table.NewText(name)})
		}
		if r.IntN(8) == 0 {
			keys = append(keys, table.Row{{}})
		}
		r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	case 4, 5: // by time
		name, kind, fill := randomTime(r, 1)
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: kind})
		for i := range 2 + r.IntN(20) {
			keys = append(keys, table.Row{fill(i)})
		}
	case 6: // by time and name
		name, kind, fill := randomTime(r, 1)
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: kind}, table.Column{Name: first, Kind: table.Text})
		names := plainNames[first][:2+r.IntN(3)]
		for i := range 2 + r.IntN(8) {
			when := fill(i)
			for _, n := range names {
				keys = append(keys, table.Row{when, table.NewText(n)})
			}
		}
	default: // by two names
		t.Columns = append(t.Columns, table.Column{Name: first, Kind: table.Text}, table.Column{Name: second, Kind: table.Text})
		for _, n := range plainNames[first][:2+r.IntN(3)] {
			for _, m := range plainNames[second][:2+r.IntN(3)] {
				keys = append(keys, table.Row{table.NewText(n), table.NewText(m)})
			}
		}
	}
	var asked []string
	places := r.Perm(len(plainMeasures))[:1+r.IntN(2)]
	var draws []func(int) table.Value
	for _, p := range places {
		kind, draw := plainNumbers(r, p)
		t.Columns = append(t.Columns, table.Column{Name: plainMeasures[p].name, Kind: kind})
		asked = append(asked, strings.ReplaceAll(plainMeasures[p].name, "_", " "))
		draws = append(draws, draw)
	}
	for i, key := range keys {
		for _, draw := range draws {
			key = append(key, draw(i))
		}
		t.Rows = append(t.Rows, key)
	}
	f.Question = pickOne(r, []string{"Show ", "What is the ", "Lowest "}) + strings.Join(asked, " and ")
	if r.IntN(10) == 0 {
		t.Truncated = table.ByRows
	}
	if r.IntN(4) == 0 {
		f.Now = time.Date(2024, time.Month(1+r.IntN(24)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
	}
	if r.IntN(8) == 0 {
		f.Meaning = &meaning.Meaning{Filters: []meaning.Filter{{Op: meaning.Within, Text: "in 2023", OwnTime: true, Period: &meaning.Period{Name: "2023", Grain: meaning.Year}}}}
	}
	return f
}

// plainNumbers draws values of a measure: some columns have gaps, some have
// few values, some go up.
func plainNumbers(r *rand.Rand, place int) (table.Kind, func(int) table.Value) {
	m := plainMeasures[place]
	gaps, coarse, slope := r.IntN(6) == 0, r.IntN(5) == 0, r.IntN(3) == 0
	running := strings.HasPrefix(m.name, "running")
	last := m.low
	draw := func(row int) float64 {
		x := m.low + r.Float64()*(m.high-m.low)
		switch {
		case running:
			last += r.Float64() * m.high
			x = last
		case coarse:
			x = m.low + math.Trunc(r.Float64()*3)*(m.high-m.low)/3
		case slope:
			x = m.low + (m.high-m.low)*(float64(row)+r.Float64())/40
		}
		return x
	}
	kind := table.Decimal
	if m.decimals == 0 {
		kind = table.Int
	}
	return kind, func(row int) table.Value {
		x := draw(row)
		switch {
		case gaps && r.IntN(4) == 0:
			return table.Value{}
		case kind == table.Int:
			return table.NewInt(int64(x))
		}
		return table.NewDecimal(int64(math.Round(x*math.Pow10(m.decimals))), uint8(m.decimals))
	}
}
