package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNounOfKey(t *testing.T) {
	for name, want := range map[string]string{
		"Order ID": "order", "InvoiceNo": "invoice", "CustomerID": "customer", "customer_name": "customer", "sales_order_number": "sales order",
		"products_code": "product", "ticket": "ticket", "id": "", "code": "", "cust_no": "", "id_2": "",
		"Unique Key": "", "ONS ID": "", "ItemBarcode": "item", "car_id": "car",
	} {
		if got := nounOfKey(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// What depends on a key depends on it more than on groups taken at random.
func TestAttributes(t *testing.T) {
	d := Dependence{Keys: 500, Repeated: 400, Groups: 400,
		Split:  []int64{0, 8, 60, 0, 30},
		Chance: []int64{390, 300, 390, 12, 90}}
	want := []Attribute{{Column: "date"}, {Column: "country", Exceptions: 0.02}}
	if diff := cmp.Diff(want, d.attributes([]string{"date", "country", "product", "deleted", "gift"})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if few := (Dependence{Keys: 900, Repeated: 4, Groups: 300, Split: []int64{0}, Chance: []int64{300}}); few.attributes([]string{"date"}) != nil {
		t.Error("four keys with several rows say nothing")
	}
}
