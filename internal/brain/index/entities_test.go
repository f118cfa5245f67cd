package index

import (
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
)

func TestWhatARowIs(t *testing.T) {
	lines := `
		nycflights: carrier text, distance integer
		online_retail: InvoiceNo text, Quantity integer
		hotel_bookings: hotel text, adults integer
		tickets_2024: ticket_id integer, opened date
		ltv_by_cust: cust_no integer, value decimal
		orders: id integer, total decimal`
	files := shop(lines)
	files.Files = true
	files.Tables[3].Entities = []schema.Entity{{Key: "ticket_id", Noun: "ticket", Unique: true}}
	files.Tables[1].Entities = []schema.Entity{{Key: "InvoiceNo", Noun: "invoice", Attributes: []schema.Attribute{{Column: "Quantity"}}}}
	x, db := mustBuild(t, files, held{}), mustBuild(t, shop(lines), held{})
	for i, want := range [][2]string{{"row", "nyc flight"}, {"row", "online retail"}, {"hotel booking", "hotel booking"}, {"ticket", "ticket"},
		{"row", "ltv by customer"}, {"order", "order"}} {
		if got := [2]string{x.Tables[i].RowNoun(), db.Tables[i].RowNoun()}; got != want {
			t.Errorf("%s: got %q of a file and of a database, want %q", x.Tables[i].Name, got, want)
		}
	}

	invoice, quantity, ticket := x.Column("", "online_retail", "InvoiceNo"), x.Column("", "online_retail", "Quantity"), x.Column("", "tickets_2024", "ticket_id")
	if e := x.EntityOf(invoice); e == nil || e.Noun != "invoice" || !slices.Equal(e.Attributes, []int{quantity}) {
		t.Errorf("invoices: got %+v", e)
	}
	if x.EntityOf(quantity) != nil || x.EntityOf(ticket) != nil || x.EntityOf(0) != nil {
		t.Error("an attribute, the key of the rows or * tells entities of several rows apart")
	}
	if !x.Determined(invoice, quantity) || x.Determined(quantity, invoice) || !x.Determined(ticket, ticket+1) || x.Determined(invoice, ticket) {
		t.Error("what determines what is wrong")
	}
	for noun, want := range map[string]bool{"invoices": true, "Transaction": true, "tickets": false, "orders": false, "customers": false} {
		if found := x.EntityNamed(noun); (found != nil) != want || found != nil && found.Key != invoice {
			t.Errorf("%s: got %+v", noun, found)
		}
	}
}
