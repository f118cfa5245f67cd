package chart

import "testing"

func TestNamesAsPeopleSayThem(t *testing.T) {
	for name, want := range map[string]string{
		"region_name": "Region", "full_name": "Full name", "name": "Name", "productName": "Product", "fname": "First name", "dept_name": "Department",
		"total_line_total": "Line total", "line_total_sum": "Line total", "running_total": "Running total", "total": "Total", "total_revenue": "Total revenue",
		"avg_length_of_stay_days": "Average length of stay in days", "sick_days": "Sick days", "avg_hours": "Average hours", "avg_temperature_c": "Average temperature in °C",
		"share_pct": "Share", "conversion_rate_pct": "Conversion rate", "gross_margin_pct": "Gross margin", "pct": "Percent", "late_orders_pct": "Late orders in percent", "order_count": "Number of orders", "count(*)": "Number of rows", "sum(o.amount)": "Total amount",
		"budget_usd": "Budget USD", "customer_id": "Customer ID", "": "",
	} {
		if got := title(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
