package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withStatistics fills in what an adapter would say about columns that hold the
// values, each in a row of its own.
func withStatistics(s *Snapshot, columns map[string]string) {
	for i := range s.Tables {
		t := &s.Tables[i]
		t.Rows, t.Counted = 0, true
		for j := range t.Columns {
			c := &t.Columns[j]
			list := heldValues(columns[t.Name+"."+c.Name])
			c.Distinct = int64(len(list))
			if len(list) > 0 {
				c.Min, c.Max = list[0], list[len(list)-1]
			}
			t.Rows = max(t.Rows, c.Distinct)
		}
	}
}

func TestInferKeysWithoutAnyDeclared(t *testing.T) {
	const codes = "ATL BOS DEN FRA JFK LAX LHR MIA ORD SEA"
	for name, c := range map[string]struct {
		schema string
		values map[string]string
		want   []string
	}{
		"codes of airports and airlines": {
			"airports(faa text, lat float)\nairlines(carrier text, name text)\nflights(dest text, carrier text, distance)",
			map[string]string{"airports.faa": codes, "airlines.carrier": "AA B6 DL", "airlines.name": "American Delta JetBlue",
				"flights.dest": codes, "flights.carrier": "AA B6 DL", "flights.distance": "1-200"},
			[]string{"flights.dest → airports.faa", "flights.carrier → airlines.carrier"},
		},
		"a lookup that misses rows": {
			"planes(tailnum text)\nflights(tailnum text, distance)",
			map[string]string{"planes.tailnum": codes, "flights.tailnum": codes + " XA XB XC", "flights.distance": "1-200"},
			[]string{"flights.tailnum → planes.tailnum"},
		},
		"short forms of names": {
			"provincias(cod_provincia, provincia text)\nstore_file(Store, Type text)\nartikelstamm(Artikel text)\noperators(code text, name text)\ncomercio(prov, StoreNbr, artnr text, op text, kg num)",
			map[string]string{"provincias.cod_provincia": "1-10", "provincias.provincia": codes, "store_file.Store": "1-20", "artikelstamm.Artikel": "A1 A2 A3 A4 A5", "operators.code": "BLU GRN RED",
				"operators.name": "Blue Green Red", "comercio.prov": "1-10", "comercio.StoreNbr": "2-21", "comercio.artnr": "A1 A2 A3 A4 FRT", "comercio.op": "BLU GRN RED", "comercio.kg": "1-200"},
			[]string{"comercio.prov → provincias.cod_provincia", "comercio.StoreNbr → store_file.Store", "comercio.artnr → artikelstamm.Artikel", "comercio.op → operators.code"},
		},
		"numbers that are names": {
			"stores(Store, Type text)\nsales(Store, Dept, Weekly_Sales num)",
			map[string]string{"stores.Store": "1-45", "sales.Store": "1-45", "sales.Dept": "1-40", "sales.Weekly_Sales": "1-200"},
			[]string{"sales.Store → stores.Store"},
		},
		"a key with a longer name": {
			"Territories(SalesTerritoryKey, Region text)\nSales(OrderNumber text, TerritoryKey)",
			map[string]string{"Territories.SalesTerritoryKey": "1-10", "Sales.OrderNumber": codes, "Sales.TerritoryKey": "1-9"},
			[]string{"Sales.TerritoryKey → Territories.SalesTerritoryKey"},
		},
		"several columns to one table": {
			"zones(LocationID, Zone text)\ntrips(PULocationID, DOLocationID, fare num)",
			map[string]string{"zones.LocationID": "1-100", "trips.PULocationID": "1-90", "trips.DOLocationID": "5-99", "trips.fare": "1-200"},
			[]string{"trips.PULocationID → zones.LocationID", "trips.DOLocationID → zones.LocationID"},
		},
		"values that are not met by chance": {
			"students(stuid, name text)\nvotes(president, treasurer, amount)",
			map[string]string{"students.stuid": "1001-1040", "votes.president": "1001-1009", "votes.treasurer": "1020-1030", "votes.amount": "1002-1099"},
			[]string{"votes.president → students.stuid", "votes.treasurer → students.stuid"},
		},
		"small numbers are met everywhere": {
			"shops(shop_id, name text)\nteams(team_id, name text)\nresults(attempt, wins, grade, body, lane)",
			map[string]string{"shops.shop_id": "1-40", "teams.team_id": "1-60", "results.attempt": "1-9", "results.wins": "1-30", "results.grade": "1-6", "results.body": "1-40", "results.lane": "1-8"},
			nil,
		},
		"years are met everywhere": {
			"budgets(year, total num)\nmodels(launched, price)",
			map[string]string{"budgets.year": "1990-2020", "models.launched": "1995-2015", "models.price": "1999-2009"}, nil,
		},
		"the column of the same name that has a key": {
			"airports(faa text)\nflights(origin text, dest text)\nweather(origin text, temp num)",
			map[string]string{"airports.faa": codes, "flights.origin": "ATL BOS DEN", "flights.dest": codes, "weather.origin": "ATL BOS", "weather.temp": "1-90"},
			[]string{"flights.origin → airports.faa", "flights.dest → airports.faa", "weather.origin → airports.faa"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Snapshot{Tables: tables(c.schema)}
			withStatistics(s, c.values)
			for i := range s.Tables { // rows of facts repeat what they refer to
				if t := &s.Tables[i]; strings.Contains("flights sales Sales trips votes results models weather", t.Name) {
					t.Rows *= 10
				}
			}
			InferKeys(t.Context(), s, holding(c.values))
			if diff := cmp.Diff(c.want, inferred(s)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
