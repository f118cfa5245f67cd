package schema

import (
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
		"q1Sales2024":     "q1 sales 2024",
		"tbl_WOOperation": "tbl wo operation",
		"agentid":         "agent id",
		"saledate":        "sale date",
		"netreceipts":     "net receipts",
		"discount":        "discount",
		"account":         "account",
		"paid":            "paid",
		"birthdate":       "birthdate",
		"subtotal":        "subtotal",
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
		"cust_no": "customer number", "dt_ord": "date order", "AMT": "amount", "qtyOrd": "quantity order", "STAT_CD": "status code", "check_ins": "check ins",
	} {
		if got := strings.Join(meanings(name), " "); got != want {
			t.Errorf("meanings(%q) = %q, want %q", name, got, want)
		}
	}
}
