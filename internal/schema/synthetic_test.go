package schema

import (
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/table"
)

// synthetic is a large schema as companies have them: subjects repeated over
// many systems, years and copies, with ten columns a table, and comments on
// some.
func synthetic(tables int) *Snapshot {
	subjects := []string{
		"customer", "order", "order_item", "product", "invoice", "payment", "shipment", "supplier", "employee", "department",
		"contract", "ticket", "session", "campaign", "budget", "asset", "vehicle", "sensor", "reading", "policy",
		"claim", "account", "transaction", "branch", "loan", "patient", "visit", "lab_result", "course", "student",
	}
	systems := []string{"erp", "crm", "legacy", "stage", "mart", "hr", "ops", "fin", "web", "iot"}
	s := &Snapshot{Dialect: "postgres", Database: "warehouse", SearchPath: []string{"mart"}, TakenAt: time.Unix(1_700_000_000, 0).UTC()}
	for i := range tables {
		subject, system := subjects[i%len(subjects)], systems[i/len(subjects)%len(systems)]
		name := subject + "s"
		if copyOf := i / len(subjects) / len(systems); copyOf > 0 {
			name = fmt.Sprintf("%s_%s_%d", system, name, copyOf)
		}
		parent := subjects[(i+7)%len(subjects)]
		s.Tables = append(s.Tables, Table{
			Schema: system, Name: name, Kind: BaseTable, Rows: int64(1000 + i),
			PrimaryKey: []string{"id"},
			Comment:    fmt.Sprintf("One row for each %s known to the %s system", subject, system),
			Columns: []Column{
				{Name: "id", Type: "bigint", Kind: table.Int, Distinct: int64(1000 + i), Min: "1", Max: fmt.Sprint(1000 + i), Default: "nextval('seq'::regclass)"},
				{Name: parent + "_id", Type: "bigint", Kind: table.Int, Nullable: true, Distinct: 400, Min: "1", Max: "400"},
				{Name: subject + "_name", Type: "text", Kind: table.Text, Nullable: true, Distinct: 900},
				{Name: "status", Type: "varchar", Kind: table.Text, Distinct: 4, Values: []string{"open", "closed", "late", "cancelled"}},
				{Name: "region", Type: "varchar", Kind: table.Text, Nullable: true, Distinct: 5, Values: []string{"north", "south", "east", "west", "abroad"}},
				{Name: "created_at", Type: "timestamptz", Kind: table.TimestampTZ, Min: "2023-01-15 00:00:00+00", Max: "2025-12-28 23:59:59+00"},
				{Name: "amount", Type: "numeric(12,2)", Kind: table.Decimal, Nullable: true, Distinct: 800, Min: "0.05", Max: "99850.00"},
				{Name: "unit_price", Type: "numeric(12,2)", Kind: table.Decimal, Nullable: true, Distinct: 80, Min: "0.05", Max: "950.00"},
				{Name: "qty", Type: "integer", Kind: table.Int, Nullable: true, Distinct: 30, Min: "0", Max: "40"},
				{Name: "note", Type: "text", Kind: table.Text, Nullable: true, Comment: "free text entered by the clerk"},
			},
			ForeignKeys: []ForeignKey{{Columns: []string{parent + "_id"}, RefSchema: system, RefTable: parent + "s", RefColumns: []string{"id"}}},
		})
	}
	return s
}
