package columns

import (
	"testing"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/meaning"
)

func TestAdditivity(t *testing.T) {
	for want, names := range map[meaning.Additivity][]string{
		meaning.Additive: {"revenue", "total_revenue", "sum(x)", "orders", "order_count", "count_star()", "n", "number", "n_orders", "qty", "ad_spend", "discount", "tax_amt", "number_of_users",
			"distance_km", "kwh", "gross_margin_total", "revenue_last_year", "customers", "shipping cost"},
		meaning.SemiAdditive: {"headcount", "stock", "balance", "seats", "population", "capacity", "inventory_level", "employees", "mrr", "arr", "active_users",
			"open_tickets", "account_balance", "assets"},
		meaning.NonAdditive: {"avg_revenue", "median_cost", "max_orders", "revenue_max", "return_rate", "share_pct", "margin %", "growth", "price", "unit_price",
			"revenue_per_order", "running_total", "cumulative revenue", "distinct_orders", "rank", "margin", "conversion", "revenue_change", "temperature", "temp",
			"age", "score", "rating", "p95_latency", "days", "salary", "year", "last_amount", "latitude", "price_index", "min_price"},
		"": {"x", "result", "complaints", "region"},
	} {
		for _, name := range names {
			if got := Additivity(name); got != want {
				t.Errorf("Additivity(%q) = %q, want %q", name, got, want)
			}
		}
	}
}

func TestNamesThingsAndAmounts(t *testing.T) {
	for name, want := range map[string]bool{"id": true, "customer_id": true, "payment_id": true, "zip": true, "sku": true, "phone": true, "year": true, "birth_year": true, "orders_per_day": false,
		"order_count": false, "count_of_id": false, "max(id)": false, "code": true, "amount": false, "": false} {
		if got := NamesThings(name, nil); got != want {
			t.Errorf("NamesThings(%q) = %v", name, got)
		}
	}
	price := []meaning.Origin{{Table: "product", Column: "price"}}
	for _, c := range []struct {
		name  string
		known meaning.Column
		want  bool
	}{
		{"id", meaning.Column{Role: meaning.RoleMeasure}, false}, {"number", meaning.Column{Role: meaning.RoleKey}, true}, {"founded", meaning.Column{Role: meaning.RoleTime}, true},
		{"shelf", meaning.Column{Role: meaning.RoleDetail, Origins: price}, true}, {"gross", meaning.Column{Role: meaning.RoleDetail}, false}, {"code", meaning.Column{Role: meaning.RoleDetail}, true},
	} {
		if got := NamesThings(c.name, &c.known); got != c.want {
			t.Errorf("NamesThings(%q, %s) = %v", c.name, c.known.Role, got)
		}
	}
	for name, want := range map[string]bool{"amount": true, "order_total": true, "revenue": true, "unit_price": false, "list_price": false, "fee": true, "quantity": false, "budget_eur": true} {
		if got := IsAmount(Words(name)); got != want {
			t.Errorf("IsAmount(%q) = %v", name, got)
		}
	}
}

func TestUnitAtEnd(t *testing.T) {
	for name, want := range map[string]string{
		"wait_seconds": "seconds", "stay_days": "days", "sick_days": "", "price_usd": "USD", "temp_c": "°C", "c": "", "usd": "", "duration": "", "vitamin_c": "", "contract_length_months": "months",
	} {
		if got, ok := UnitAtEnd(english.Split(name)); ok != (want != "") || ok && got != want {
			t.Errorf("UnitAtEnd(%q) = %q, %v", name, got, ok)
		}
	}
}

// A word of two classes that say opposite things would make the answer depend
// on the order of the rules.
func TestClassesDoNotContradict(t *testing.T) {
	opposite := [][]string{{"averaged", "level", "amount", "count"}, {"rate", "amount", "count", "level"}}
	for _, group := range opposite {
		seen := map[string]string{}
		for _, class := range group {
			if len(classes[class]) == 0 {
				t.Errorf("class %q is empty", class)
			}
			for w := range classes[class] {
				if other := seen[w]; other != "" {
					t.Errorf("%s is %s and %s", w, other, class)
				}
				seen[w] = class
			}
		}
	}
	for w := range stateUnits {
		if u, ok := english.UnitInName(w); ok {
			t.Errorf("%s is a state unit and of the dimension %s", w, u.Dimension)
		}
	}
}
