package schema

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"customer_id":     "customer id",
		"custNo":          "cust no",
		"CustomerID":      "customer id",
		"PONumber":        "po number",
		"HTTPServerURL":   "http server url",
		"userIDs":         "user ids",
		"GRS_WT_KG":       "grs wt kg",
		"dt_ord":          "dt ord",
		"AMT":             "amt",
		"Campaign Name":   "campaign name",
		"address2":        "address 2",
		"q1Sales2024":     "q 1 sales 2024",
		"tbl_WOOperation": "tbl wo operation",
		"agentid":         "agent id",
		"saledate":        "sale date",
		"netreceipts":     "netreceipts",
		"discount":        "discount",
		"account":         "account",
		"paid":            "paid",
		"birthdate":       "birth date",
		"subtotal":        "sub total",
		"straße_größe":    "straße größe",
		"__x--y..z__":     "x y z",
		"顧客番号":            "顧客番号",
		"ÅrsOmsätning":    "års omsätning",
		"":                "",
		"___":             "",
	} {
		if got := strings.Join(words(name), " "); got != want {
			t.Errorf("words(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestMeanings(t *testing.T) {
	for name, want := range map[string]string{
		"cust_no": "customer number", "dt_ord": "date order", "AMT": "amount", "qtyOrd": "quantity order", "STAT_CD": "status code",
	} {
		if got := strings.Join(meanings(name), " "); got != want {
			t.Errorf("meanings(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestSingular(t *testing.T) {
	for plural, want := range map[string]string{
		"customers": "customer", "categories": "category", "addresses": "address", "boxes": "box", "branches": "branch",
		"statuses": "status", "status": "status", "people": "person", "sales": "sale", "purchases": "purchase", "gas": "gas",
		"analysis": "analysis", "class": "class", "classes": "class", "ties": "tie", "order": "order", "data": "data",
	} {
		if got := singular(plural); got != want {
			t.Errorf("singular(%q) = %q, want %q", plural, got, want)
		}
	}
}

// An abbreviation that leads to another would make a word's meaning depend on
// how often it is asked for.
func TestAbbreviationsEndInWords(t *testing.T) {
	for short, full := range abbreviations {
		if further, ok := abbreviations[full]; ok {
			t.Errorf("%s → %s → %s", short, full, further)
		}
	}
	if n := len(abbreviations); n < 150 {
		t.Errorf("only %d abbreviations were read", n)
	}
	if !slices.Contains(endings, "id") {
		t.Error("id must be an ending")
	}
}
