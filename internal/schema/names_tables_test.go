package schema

import (
	"slices"
	"testing"
)

func TestPlainTables(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"olist_orders_dataset", "olist_order_items_dataset", "olist_sellers_dataset", "product_category_name_translation"},
			[]string{"orders", "order_items", "sellers", ""}},
		{[]string{"crm-exports-all-deals-2024-12-10", "crm-exports-all-companies-2024-12-10", "crm-exports-all-contacts-2024-12-10"},
			[]string{"deals", "companies", "contacts"}},
		{[]string{"olist_orders_dataset", "olist_items_dataset", "olist_sellers_dataset", "olist_orders_dataset_tag"}, []string{"orders", "items", "sellers", "orders_tag"}},
		{[]string{"sales_2023", "sales_2024"}, []string{"", ""}},                     // they would be the same
		{[]string{"student", "student_course", "student_pet"}, []string{"", "", ""}}, // one is called so
		{[]string{"orders", "order_items", "customers"}, []string{"", "", ""}},
	} {
		if got := plainTables(c.names); !slices.Equal(got, c.want) {
			t.Errorf("%q are called %q, want %q", c.names, got, c.want)
		}
	}
}
