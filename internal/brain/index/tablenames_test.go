package index

import (
	"strings"
	"testing"
)

// What rows are called has nothing of the file that they came from; the table
// keeps its name.
func TestFilesAreNotWhatRowsAreCalled(t *testing.T) {
	x := mustBuild(t, shop(`
		visits_export: id integer, day date
		Doctors_list__2025_: id integer, surname text
		price_list: id integer, price decimal
		book_copy: id integer, shelf text
		tbl_sales_2023: id integer, amount decimal
		sales_2024: id integer, amount decimal
		patients_final_2024: id integer, city text
		lab_results: id integer, unit text
		exports: id integer, country text`), held{})
	for i, want := range []string{"visits", "doctors", "price list", "book copy", "sales 2023", "sales 2024", "patients", "lab results", "exports"} {
		if got := strings.Join(x.Tables[i].Words, " "); got != want {
			t.Errorf("%s: got %s, want %s", x.Tables[i].Name, got, want)
		}
	}
	whole := false
	for _, f := range x.Tables[0].Forms {
		whole = whole || strings.Join(f, " ") == "visits export"
	}
	if !whole || x.Tables[0].Name != "visits_export" {
		t.Errorf("%s is not found under its name: %v", x.Tables[0].Name, x.Tables[0].Forms)
	}
}
