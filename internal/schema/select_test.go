package schema

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func names(list []*Table) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.QualifiedName())
	}
	return out
}

// warehouse is a schema of ten thousand tables and its index, made once and
// only read.
func warehouse(tb testing.TB) *Index {
	tb.Helper()
	warehouseOnce.Do(func() { warehouseIndex = NewIndex(buildWarehouse(tb.Context())) })
	return warehouseIndex
}

var (
	warehouseOnce  sync.Once
	warehouseIndex *Index
)

// buildWarehouse hides a small, real-looking schema among ten thousand tables.
func buildWarehouse(ctx context.Context) *Snapshot {
	s := synthetic(10_000)
	s.Tables = append(s.Tables, tables(`
		care.physicians(*phys_id, full_name text, specialty text)
		care.patients(*pat_id, birth_dt date, insurer text)
		care.appointments(*appt_id, phys_id, pat_id, scheduled_at date, no_show)
		solar.inverters(*inv_id, site_cd text, ac_kw float)
		solar.daily_generation(site_cd text, rd_dt date, kwh float)
		flights.ACFT(*TAIL_NO text, ACFT_TYP text)
		flights.FLT(*FLT_NO text, TAIL_NO text, ORIG text, DEST text)
		royalties.royaltystatement(*stmtid, authorid, netreceipts float)
		royalties.author(*authorid, penname text)
		games.guilds(*guild_id, guild_name text)
		games.players(*player_id, nick text)
		games.guild_members(guild_id, player_id)
		shop.po_hdr(*po_no, vend_no, dt_ord date)
		shop.vend(*vend_no, vend_nm text)`)...)
	s.Table("solar.daily_generation").Comment = "Energy produced by each site, a row a day"
	s.Table("shop.po_hdr").Description = "Purchase orders sent to vendors"
	s.Table("games.players").Synonyms = []string{"gamers"}
	s.Table("care.patients").Columns[2].Values = []string{"Medicare", "Allianz"}
	s.Documents.Examples = []Example{{Question: "Which churn cohort is the worst?", SQL: "select nick from games.players"}}
	s.Documents.Text = []Document{{Title: "Reserves", Body: "Actuarial reserves are computed from care.patients."}}
	InferKeys(ctx, s, nil)
	Enrich(s)
	return s
}

var questions = []struct {
	question string
	want     []string
}{
	{"How many appointments did each physician have last month?", []string{"care.appointments", "care.physicians"}},
	{"no shows per specialty", []string{"care.appointments", "care.physicians"}},
	{"Which patients are insured by Allianz?", []string{"care.patients"}},
	{"energy produced per site and day", []string{"solar.daily_generation"}},
	{"list the inverters with their AC power", []string{"solar.inverters"}},
	{"flights by aircraft type", []string{"flights.FLT", "flights.ACFT"}},
	{"royalty statements for each author", []string{"royalties.royaltystatement", "royalties.author"}},
	{"which guild has the most gamers", []string{"games.guilds", "games.guild_members", "games.players"}},
	{"guilds and players", []string{"games.guild_members"}}, // only a join can tell
	{"purchase orders by vendor name", []string{"shop.po_hdr", "shop.vend"}},
	{"worst churn cohort", []string{"games.players"}},
	{"actuarial reserves", []string{"care.patients"}},
	{"erp_customers_21 by region", []string{"erp.erp_customers_21"}},
	{"students and their courses", []string{"mart.students", "mart.courses"}},
}

func TestSelectAmongTenThousandTables(t *testing.T) {
	ix := warehouse(t)
	const budget = 6000
	for _, c := range questions {
		got := ix.Select(c.question, budget)
		for _, w := range c.want {
			if !slices.Contains(names(got), w) {
				t.Errorf("%s: %s is not among %v", c.question, w, names(got))
			}
		}
		if n := Tokens(XML(ix.s, XMLOptions{Tables: got})) - Tokens(XML(&Snapshot{Documents: ix.s.Documents}, XMLOptions{})); n > budget {
			t.Errorf("%s: %d tokens of tables for a budget of %d", c.question, n, budget)
		}
		shown := XML(ix.s, XMLOptions{Tables: got, Budget: budget})
		if Tokens(shown) > budget || strings.Contains(shown, "<omitted") {
			t.Errorf("%s: the selection does not fit in full", c.question)
		}
	}
}

func TestSelectKeepsEveryBudget(t *testing.T) {
	ix := warehouse(t)
	for _, budget := range []int{100, 200, 400, 1000, 3000, 20_000} {
		for _, c := range questions {
			got := ix.Select(c.question, budget)
			if len(got) == 0 {
				t.Errorf("%s: nothing for a budget of %d", c.question, budget)
			}
			if n := Tokens(XML(ix.s, XMLOptions{Tables: got, Budget: budget})); n > budget {
				t.Errorf("%s: %d tokens for a budget of %d", c.question, n, budget)
			}
		}
	}
}

func TestSelectIsDeterministicAndShared(t *testing.T) {
	ix := warehouse(t)
	want := make([][]string, len(questions))
	for i, c := range questions {
		want[i] = names(ix.Select(c.question, 4000))
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i, c := range questions {
				if diff := cmp.Diff(want[i], names(ix.Select(c.question, 4000))); diff != "" {
					t.Errorf("%s: %s", c.question, diff)
				}
			}
		})
	}
	wg.Wait()
}

func TestSelectReturnsASmallSchemaWhole(t *testing.T) {
	s := shop()
	if diff := cmp.Diff([]string{"public.customers", "public.orders"}, names(Select(s, "anything", 2000))); diff != "" {
		t.Error(diff)
	}
	if got := Select(&Snapshot{}, "anything", 2000); len(got) != 0 {
		t.Errorf("got %v", names(got))
	}
}

func TestSelectWithoutAnyKnownWord(t *testing.T) {
	ix := warehouse(t)
	got := ix.Select("xyzzy plugh?", 3000)
	if len(got) < 2 {
		t.Fatalf("nothing to start from: %v", names(got))
	}
	if diff := cmp.Diff(names(got), names(ix.Select("", 3000))); diff != "" {
		t.Errorf("no question at all is the same as an unknown one: %s", diff)
	}
}

// Two tables that only a third joins are useless without it.
func TestSelectBridges(t *testing.T) {
	var b strings.Builder
	b.WriteString("actors(*actor_id, actor_name text)\nmovies(*movie_id, movie_title text)\nxref(actor_id, movie_id)\n")
	for i := range 300 {
		fmt.Fprintf(&b, "filler%d(*filler_key, some_text text, other_text text)\n", i)
	}
	s := &Snapshot{Tables: tables(b.String())}
	if n := InferKeys(t.Context(), s, nil).Found; n != 2 {
		t.Fatalf("%d keys", n)
	}
	got := names(Select(s, "movies of each actor", 600))
	if !slices.Contains(got, "xref") {
		t.Errorf("xref is not among %v", got)
	}
}

func TestSelectIsNotDrownedInCopies(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "orders_2023_%d(*id, customer_ref text, total num)\n", i)
	}
	b.WriteString("order_notes(*id, body text)\ncustomers(*id, name text)\n")
	s := &Snapshot{Tables: tables(b.String())}
	got := names(Select(s, "orders and their notes by customers", 800))
	for _, want := range []string{"order_notes", "customers"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among %v", want, got)
		}
	}
	if got := names(Select(s, "total of orders 2023 417", 800)); got[0] != "orders_2023_417" {
		t.Errorf("asked for 417, got %v", got)
	}
}

func TestSelectAbbreviations(t *testing.T) {
	s := &Snapshot{Tables: tables("dept(*dept_no, dept_nm text)\nemp(*emp_no, hr_rate float)\nfiller_a(*aa)\nfiller_b(*bb)\nmrch(*mrch_id)\nphys(*phys_id)")}
	for question, want := range map[string]string{
		"departments by name": "dept", "which employee earns most": "emp", "merchants": "mrch", "how many physicians are there": "phys", "staff list": "emp",
	} {
		if got := NewIndex(s).rank(NewIndex(s).read(question), nil); len(got) == 0 || s.Tables[got[0].table].Name != want {
			t.Errorf("%s: want %s first of %d", question, want, len(got))
		}
	}
}

func TestSearch(t *testing.T) {
	s := &Snapshot{Tables: tables("dept(*dept_no, dept_nm text)\nemp(*emp_no, dept_no)\nlist(*id)\nplanets(*id, mass float)")}
	s.Tables[3].Columns[1].Values = []string{"heavy"}
	ix := NewIndex(s)
	for text, want := range map[string]string{
		"departments": "dept emp", "planet": "planets", "heavy": "planets", "list": "list", "xyzzy": "", "": "", "employees of departments": "dept emp",
	} {
		got := names(ix.Search(text))
		slices.Sort(got)
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: got %q, want %q", text, s, want)
		}
	}
}

// BenchmarkSelect reports the time for a question among ten thousand tables,
// and the share of wanted tables that were found.
func BenchmarkSelect(b *testing.B) {
	ix := warehouse(b)
	s := ix.s
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			NewIndex(s)
		}
	})
	b.Run("question", func(b *testing.B) {
		wanted, found := 0, 0
		for i := 0; b.Loop(); i++ {
			c := questions[i%len(questions)]
			got := names(ix.Select(c.question, 6000))
			for _, w := range c.want {
				wanted++
				if slices.Contains(got, w) {
					found++
				}
			}
		}
		b.ReportMetric(float64(found)/float64(max(wanted, 1)), "recall")
	})
	b.Run("baseline=scan", func(b *testing.B) { // how long it takes to look at every name
		for i := 0; b.Loop(); i++ {
			q := strings.Fields(questions[i%len(questions)].question)
			hits := 0
			for j := range s.Tables {
				for k := range s.Tables[j].Columns {
					for _, w := range q {
						if strings.Contains(s.Tables[j].Columns[k].Name, w) {
							hits++
						}
					}
				}
			}
		}
	})
}
