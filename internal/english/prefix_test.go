package english

import (
	"strings"
	"testing"
)

func TestGluedPrefix(t *testing.T) {
	for names, want := range map[string]string{
		"sbcustid sbcustname sbcustemail sbcustphone sbcustcity sbcuststate sbcustjoindate": "sbcust",
		"sbdptickerid sbdpdate sbdpopen sbdphigh sbdplow sbdpclose sbdpvolume":              "sbdp",
		"patid patfname patdob patcity patphone":                                            "pat",
		"sbcustomer sbticker sbdailyprice sbtransaction":                                    "sb",
		"ACCTNO ACCTTYPE ACCTSTATUS ACCTBALANCE":                                            "",
		"name city country phone":                                                           "",
		"cust_id cust_name cust_city":                                                       "",
		"price product profit promotion":                                                    "",
		"organisation_id organisation_type organisation_details":                            "",
		"id date amount":           "",
		"custId custName custCity": "",
	} {
		if got := GluedPrefix(strings.Fields(names)); got != want {
			t.Errorf("GluedPrefix(%s) = %q, want %q", names, got, want)
		}
	}
}
