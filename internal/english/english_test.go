package english

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"customer_id": "customer id", "custNo": "cust no", "CustomerID": "customer id", "PONumber": "po number",
		"HTTPServerURL": "http server url", "userIDs": "user ids", "GRS_WT_KG": "grs wt kg", "Campaign Name": "campaign name",
		"address2": "address 2", "q1Sales2024": "q1 sales 2024", "tbl_WOOperation": "tbl wo operation", "agentid": "agentid",
		"line2addr": "line 2 addr", "Q1_total": "q1 total", "P4": "p4", "p95_ms": "p95 ms", "revenue2024": "revenue 2024", "check-ins": "check ins",
		"straße_größe": "straße größe", "__x--y..z__": "x y z", "顧客番号": "顧客番号", "ÅrsOmsätning": "års omsätning", "": "", "___": "",
	} {
		if got := strings.Join(Split(name), " "); got != want {
			t.Errorf("Split(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestSplitGlued(t *testing.T) {
	known := map[string]int{"kennel": 1}
	for w, want := range map[string]string{
		"agentid": "agent id", "nycflights": "nyc flights", "airlines": "", "recorders": "", "saledate": "sale date", "dormid": "dorm id", "netreceipts": "net receipts", "validfrom": "valid from", "stuid": "stu id",
		"kennelage": "", "kennelstart": "kennel start", "tracklists": "track lists", "transactions": "", "playlists": "", "common": "", "discount": "",
		"firstname": "", "paid": "", "größe": "",
	} {
		if got := strings.Join(SplitGlued(w, known), " "); got != want {
			t.Errorf("SplitGlued(%q) = %q, want %q", w, got, want)
		}
	}
}

// TestInflection holds pairs that are right in both directions.
func TestInflection(t *testing.T) {
	for _, pair := range strings.Fields(`customer/customers category/categories address/addresses box/boxes branch/branches dish/dishes status/statuses
		person/people child/children sale/sales purchase/purchases case/cases base/bases database/databases lease/leases house/houses warehouse/warehouses
		course/courses cause/causes clause/clauses nurse/nurses use/uses bus/buses gas/gases lens/lenses alias/aliases bonus/bonuses campus/campuses
		analysis/analyses diagnosis/diagnoses crisis/crises class/classes process/processes tie/ties movie/movies cookie/cookies hero/heroes potato/potatoes
		shoe/shoes photo/photos size/sizes prize/prizes quiz/quizzes waltz/waltzes shelf/shelves wife/wives drive/drives half/halves index/indices matrix/matrices
		menu/menus taxi/taxis ski/skis kpi/kpis id/ids day/days key/keys company/companies tax/taxes history/histories revenue/revenues cache/caches niche/niches series/series staff/staff
		aircraft/aircraft foot/feet invoice/invoices license/licenses response/responses order_line/order_lines check-in/check-ins Region/Regions`) {
		one, many, _ := strings.Cut(pair, "/")
		if got := Singular(many); got != one {
			t.Errorf("Singular(%q) = %q, want %q", many, got, one)
		}
		if got := Plural(one); got != many {
			t.Errorf("Plural(%q) = %q, want %q", one, got, many)
		}
		if got := Plural(many); got != many {
			t.Errorf("Plural(%q) = %q, though it is one", many, got)
		}
		if got := Singular(one); got != one {
			t.Errorf("Singular(%q) = %q, though it is one", one, got)
		}
	}
	for many, one := range map[string]string{"indexes": "index", "persons": "person", "open order lines": "open order line", "": ""} {
		if got := Singular(many); got != one {
			t.Errorf("Singular(%q) = %q, want %q", many, got, one)
		}
	}
	for _, w := range strings.Fields("equipment data news information traffic logistics") {
		if Plural(w) != w || Singular(w) != w || IsPlural(w) {
			t.Errorf("%s has no plural", w)
		}
	}
}

func TestExpandName(t *testing.T) {
	for name, want := range map[string]string{
		"cust_no": "customer number", "dt_ord": "date order", "AMT": "amount", "STAT_CD": "status code", "po_id": "purchase order id",
		"check_ins": "check ins", "ins_co": "insurance company", "sign_outs": "sign outs", "no_of_log_ins": "number of log ins",
		"start_hr": "start hour", "hr_rate": "hourly rate", "end_min": "end minutes", "min_price": "minimum price", "l_name": "last name",
		"term_dt": "termination date", "contract_term": "contract term", "dep_id": "departure id", "ph_no": "phone number", "ph": "ph", "cur_cd": "currency code", "cur_price": "current price", "dep_time": "departure time",
		"late_ind": "late indicator", "ind_cd": "industry code", "iss_dt": "issued date", "iss_id": "issue id", "sched_at": "scheduled at",
		"created_ts": "created timestamp",
	} {
		if got := strings.Join(ExpandName(Split(name)), " "); got != want {
			t.Errorf("ExpandName(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestExpandLabel: what a person may have meant as it stands stays.
func TestExpandLabel(t *testing.T) {
	for name, want := range map[string]string{
		"avg_amt": "average amount", "dept": "department", "rep": "rep", "no_show_rate": "no show rate", "cust_cnt": "customer count",
		"check_ins": "check ins", "app": "app", "fname": "first name", "art": "art", "ARR": "arr",
	} {
		if got := strings.Join(ExpandLabel(Split(name)), " "); got != want {
			t.Errorf("ExpandLabel(%q) = %q, want %q", name, got, want)
		}
	}
}

// An abbreviation that leads to another would make a word's meaning depend on
// how often it is asked for; one in both lists would have two.
func TestAbbreviationsEndInWords(t *testing.T) {
	if n := len(anywhere) + len(inNames); n < 400 {
		t.Errorf("only %d abbreviations were read", n)
	}
	for short := range anywhere {
		if _, twice := inNames[short]; twice {
			t.Errorf("%s is in both lists", short)
		}
	}
	for w := range Expansions {
		if full, ok := Expand(w); ok && !slices.Contains(strings.Fields(full), w) {
			t.Errorf("%s, which others stand for, stands for %s", w, full)
		}
	}
}

func TestNumberWords(t *testing.T) {
	whole := regexp.MustCompile("^(?:" + NumberPattern + ")$")
	for w, want := range map[string]int{"zero": 0, "seven": 7, "nineteen": 19, "ninety": 90, "twenty-four": 24, "thirty-one": 31} {
		if n, ok := ParseNumber(w); !ok || n != want || !whole.MatchString(w) {
			t.Errorf("ParseNumber(%q) = %d, %v", w, n, ok)
		}
	}
	for _, w := range []string{"", "second", "twelve-two", "twenty-zero", "twenty-ten", "hundred", "twenty-"} {
		if n, ok := ParseNumber(w); ok {
			t.Errorf("ParseNumber(%q) = %d", w, n)
		}
	}
	if Fractions["thirds"] != 1.0/3 || Fractions["half"] != 0.5 || Fractions["first"] != 0 {
		t.Errorf("fractions are %v", Fractions)
	}
}

func TestUnits(t *testing.T) {
	for w, want := range map[string]string{"kgs": "kg", "hours": "hours", "hour": "hours", "pounds": "GBP", "£": "GBP", "pct": "%", "celsius": "°C", "month": "months", "gb": "GB"} {
		if u, _ := UnitOf(w); u.Symbol != want {
			t.Errorf("UnitOf(%q) = %q, want %q", w, u.Symbol, want)
		}
	}
	for w, want := range map[string]string{"kg": "kg", "pounds": "lb", "min": "minutes", "hour": "", "meter": "", "t": "", "usd": "USD", "%": ""} {
		if u, _ := UnitInName(w); u.Symbol != want {
			t.Errorf("UnitInName(%q) = %q, want %q", w, u.Symbol, want)
		}
	}
	unit := func(w string) Unit { u, _ := UnitOf(w); return u }
	if !unit("kg").Convertible(unit("lb")) || unit("celsius").Convertible(unit("fahrenheit")) || unit("days").Convertible(unit("months")) {
		t.Error("the wrong units are convertible")
	}
	for w, want := range map[string]bool{"usd": true, "€": true, "euro": false, "cents": false, "kg": false} {
		if IsCurrency(w) != want {
			t.Errorf("IsCurrency(%q) = %v", w, !want)
		}
	}
	for w, u := range unitsAfterNumbers {
		if u.Symbol == "" || u.Dimension == "" || u.Factor <= 0 {
			t.Errorf("%q is %+v", w, u)
		}
	}
}

// A word in both lists would be listed twice, and one that questions ask with
// says more than one that connects.
func TestStopWordsAndRequestWordsDiffer(t *testing.T) {
	for w := range RequestWords {
		if StopWords[w] {
			t.Errorf("%q is in both", w)
		}
	}
}
