package talk

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/source/sqlite"
)

func TestMain(m *testing.M) {
	sqlite.RunWorkerIfAsked()
	os.Exit(m.Run())
}

// person is a made-up name.
func person(n int) string {
	first := strings.Fields("Ada Bo Cleo Dag Eva Finn Gro Hans Ida Jon Kari Leif Mia Nils Olga Per")
	last := strings.Fields("Berg Dahl Eide Foss Holm Lie Moe Nes Ruud Sand Vik Aas Tveit")
	return first[n%len(first)] + " " + last[n/len(first)%len(last)]
}

func pick(r *rand.Rand, list string) string {
	all := strings.Fields(list)
	return all[min(r.IntN(len(all)), r.IntN(len(all)))] // the first are the most frequent
}

func day(r *rand.Rand, from, until int) time.Time {
	return time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(365*(until-from+1)))
}

func date(t time.Time) string { return t.Format(time.DateOnly) }

// makeTable makes a table of n rows.
func makeTable(tx *sql.Tx, name, columns string, n int, row func(i int) []any) error {
	if _, err := tx.Exec("CREATE TABLE " + name + " (" + columns + ")"); err != nil {
		return err
	}
	for i := 1; i <= n; i++ {
		values := row(i)
		if _, err := tx.Exec(fmt.Sprintf("INSERT INTO %s VALUES (%s?)", name, strings.Repeat("?, ", len(values)-1)), values...); err != nil {
			return err
		}
	}
	return nil
}

func makeShop(tx *sql.Tx, r *rand.Rand) error {
	for _, make := range []func() error{
		func() error {
			return makeTable(tx, "stores", "id INTEGER PRIMARY KEY, name TEXT, city TEXT, opened_on DATE", 8, func(i int) []any {
				return []any{i, fmt.Sprint("Store ", string(rune('A'+i))), []string{"Bergen", "Oslo", "Tromso"}[i%3], date(day(r, 2015, 2022))}
			})
		},
		func() error {
			return makeTable(tx, "customers", "id INTEGER PRIMARY KEY, name TEXT, country TEXT, segment TEXT, signed_up DATE, is_test BOOLEAN", 180, func(i int) []any {
				return []any{i, person(i), pick(r, "Norway Sweden Spain France"), pick(r, "private business public"), date(day(r, 2022, 2025)), r.IntN(4) == 0}
			})
		},
		func() error {
			return makeTable(tx, "orders", "id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), store_id INTEGER REFERENCES stores (id), ordered_on DATE, channel TEXT, status TEXT, sales_amount REAL, net_amount REAL", 1500,
				func(i int) []any {
					gross := float64(1000+r.IntN(40000)) / 100
					return []any{i, 1 + r.IntN(180), 1 + min(r.IntN(8), r.IntN(8)), date(day(r, 2023, 2025)), pick(r, "web shop phone"), pick(r, "shipped open cancelled"), gross, gross * float64(60+r.IntN(40)) / 100}
				})
		},
		func() error {
			return makeTable(tx, "parcels", "id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), sent_on DATE, carrier TEXT, weight REAL, shipping_cost REAL, insurance_cost REAL", 1200, func(i int) []any {
				return []any{i, 1 + r.IntN(1500), date(day(r, 2023, 2025)), pick(r, "Swift Post Ferry"), float64(100+r.IntN(5000)) / 100, float64(300+r.IntN(3000)) / 100, float64(r.IntN(500)) / 100}
			})
		},
	} {
		if err := make(); err != nil {
			return err
		}
	}
	return nil
}

func makeClinic(tx *sql.Tx, r *rand.Rand) error {
	for _, make := range []func() error{
		func() error {
			return makeTable(tx, "wards", "id INTEGER PRIMARY KEY, name TEXT, floor INTEGER, beds INTEGER", 6, func(i int) []any {
				return []any{i, []string{"North", "South", "East", "West", "Garden", "Tower"}[i-1], 1 + i%3, 10 + r.IntN(40)}
			})
		},
		func() error {
			return makeTable(tx, "doctors", "id INTEGER PRIMARY KEY, name TEXT, ward_id INTEGER REFERENCES wards (id), specialty TEXT, hired_on DATE, left_on DATE", 60, func(i int) []any {
				var left any
				if r.IntN(3) == 0 {
					left = date(day(r, 2023, 2025))
				}
				return []any{i, person(3 * i), 1 + min(r.IntN(6), r.IntN(6)), pick(r, "surgery cardiology neurology paediatrics"), date(day(r, 2018, 2022)), left}
			})
		},
		func() error {
			return makeTable(tx, "patients", "id INTEGER PRIMARY KEY, name TEXT, city TEXT, insurer TEXT, registered DATE, is_demo BOOLEAN", 200, func(i int) []any {
				return []any{i, person(i), pick(r, "Oslo Bergen Tromso Bodo"), pick(r, "Alva Nordic Fjord"), date(day(r, 2022, 2025)), r.IntN(4) == 0}
			})
		},
		func() error {
			return makeTable(tx, "visits", "id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patients (id), doctor_id INTEGER REFERENCES doctors (id), booked_on DATE, seen_on DATE, fee_billed REAL, fee_paid REAL", 1600, func(i int) []any {
				booked := day(r, 2023, 2025)
				billed := float64(3000+r.IntN(30000)) / 100
				return []any{i, 1 + r.IntN(200), 1 + min(r.IntN(60), r.IntN(60)), date(booked), date(booked.AddDate(0, 0, 5+r.IntN(60))), billed, billed * float64(50+r.IntN(50)) / 100}
			})
		},
		func() error {
			return makeTable(tx, "prescriptions", "id INTEGER PRIMARY KEY, visit_id INTEGER REFERENCES visits (id), medicine TEXT, dose REAL", 900, func(i int) []any {
				return []any{i, 1 + r.IntN(1600), pick(r, "Altin Borvex Cedrol Dumar"), float64(5 * (1 + r.IntN(20)))}
			})
		},
	} {
		if err := make(); err != nil {
			return err
		}
	}
	return nil
}
