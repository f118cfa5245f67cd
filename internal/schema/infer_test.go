package schema

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/table"
)

// tables reads a short notation, one table a line: name(column kind, …). A
// star marks the primary key; kinds are int (default), text, uuid, num, date.
func tables(notation string) []Table {
	kinds := map[string]table.Kind{"int": table.Int, "text": table.Text, "uuid": table.UUID, "num": table.Decimal, "date": table.Date, "float": table.Float}
	var list []Table
	for line := range strings.Lines(strings.TrimSpace(notation)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "(")
		t := Table{Name: name, Kind: BaseTable, Rows: 100}
		if before, after, ok := strings.Cut(name, "."); ok {
			t.Schema, t.Name = before, after
		}
		for field := range strings.SplitSeq(strings.TrimSuffix(rest, ")"), ",") {
			f := strings.Fields(field)
			c := Column{Name: strings.TrimPrefix(f[0], "*"), Kind: table.Int, Type: "int"}
			if len(f) > 1 {
				c.Kind, c.Type = kinds[f[1]], f[1]
			}
			if strings.HasPrefix(f[0], "*") {
				t.PrimaryKey = append(t.PrimaryKey, c.Name)
			}
			t.Columns = append(t.Columns, c)
		}
		list = append(list, t)
	}
	return list
}

// inferred lists the keys of a snapshot as from → to.
func inferred(s *Snapshot) []string {
	var list []string
	for i := range s.Tables {
		for _, f := range s.Tables[i].ForeignKeys {
			if f.Inferred {
				to := Table{Schema: f.RefSchema, Name: f.RefTable}
				list = append(list, fmt.Sprintf("%s.%s → %s.%s", s.Tables[i].QualifiedName(), f.Columns[0], to.QualifiedName(), f.RefColumns[0]))
			}
		}
	}
	return list
}

// always is a database where the given share of a sample is found everywhere.
func always(sampled, found int) Included {
	return func(context.Context, ColumnRef, ColumnRef) (int, int, error) { return sampled, found, nil }
}

func TestInferKeys(t *testing.T) {
	for name, c := range map[string]struct {
		schema   string
		included Included
		want     []string
	}{
		"the table and its key": {
			"customers(*id, name text)\norders(*id, customer_id)", always(1000, 1000),
			[]string{"orders.customer_id → customers.id"},
		},
		"abbreviations": {
			"customers(*cust_no, name text)\norders(*ord_no, cust_no)", always(1000, 1000),
			[]string{"orders.cust_no → customers.cust_no"},
		},
		"a key under another name": {
			"customers(*customer_id, name text)\norders(*order_id, cust_no)", always(1000, 990),
			[]string{"orders.cust_no → customers.customer_id"},
		},
		"conventions of warehouses": {
			"dim_store(*store_key)\nfact_sale(*sale_key, store_key)\ntbl_Branch(*branchId)\ntbl_Member(*memberId, homeBranchId)", always(50, 50),
			[]string{"fact_sale.store_key → dim_store.store_key", "tbl_Member.homeBranchId → tbl_Branch.branchId"},
		},
		"natural keys": {
			"products(*sku text, name text)\nsales(*id, sku text)", always(9, 9),
			[]string{"sales.sku → products.sku"},
		},
		"irregular plurals": {
			"people(*id)\ncategories(*id)\nvotes(*id, person_id, category_id)", always(50, 50),
			[]string{"votes.person_id → people.id", "votes.category_id → categories.id"},
		},
		"hierarchies": {
			"employees(*id, hired date, manager_id)\ncategories(*id, parent_id)\ncomments(*id, reply_to)", always(30, 30),
			[]string{"employees.manager_id → employees.id", "categories.parent_id → categories.id", "comments.reply_to → comments.id"},
		},
		"people that are not known as such": {
			"brewers(*brewer_id, mentor_id)", always(3, 3), []string{"brewers.mentor_id → brewers.brewer_id"},
		},
		"people in a role": {
			"users(*id, email text)\nprojects(*id, owner_id, approved_by)", always(30, 30),
			[]string{"projects.owner_id → users.id", "projects.approved_by → users.id"},
		},
		"a machine's leader is no machine": {
			"machines(*id, leader_id)\noperators(*id, hired date)", always(10, 10),
			[]string{"machines.leader_id → operators.id"},
		},
		"a customer's representative is no customer": {
			"customers(*id, birthdate date, support_rep_id)", always(30, 30), nil,
		},
		"names cut short": {
			"doctors(*id, name text)\nowners(*owner_no text)\nvisits(*id, doc_id, ownr text)", always(50, 50),
			[]string{"visits.doc_id → doctors.id", "visits.ownr → owners.owner_no"},
		},
		"a name cut short that may be either": {
			"doctors(*id)\ndocks(*id)\nvisits(*id, doc_id)", always(50, 50), nil,
		},
		"what is known to be short for something goes first": {
			"doctors(*id)\ndocuments(*id)\nvisits(*id, doc_id)", always(50, 50), []string{"visits.doc_id → documents.id"},
		},
		"words that begin others": {
			"countries(*id)\nratings(*id)\nvisits(*id, count, rat, order_no)", always(50, 50), nil,
		},
		"a name cut short needs many numbers": {
			"doctors(*id)\nvisits(*id, doc_id)", always(4, 4), nil,
		},
		"a noun alone": {
			"bike(*id)\ntrip(*id, bike)", always(80, 80), []string{"trip.bike → bike.id"},
		},
		"a plural noun counts": {
			"rooms(*id)\nhotels(*id, rooms, max_rooms)", always(80, 80), nil,
		},
		"one row more in a table of its own": {
			"applications(*application_id)\noffers(*application_id, made date)", always(80, 80),
			[]string{"offers.application_id → applications.application_id"},
		},
		"values that are not there": {
			"customers(*id)\norders(*id, customer_id)", always(1000, 900), nil,
		},
		"one missing of few": {
			"customers(*id)\norders(*id, customer_id)", always(10, 9), nil,
		},
		"types that do not join": {
			"customers(*id uuid)\norders(*id, customer_id)\nevents(*id, customer_id text)", always(1000, 1000), nil,
		},
		"numeric and integer join": {
			"customers(*id num)\norders(*id, customer_id)", always(1000, 1000), []string{"orders.customer_id → customers.id"},
		},
		"id is not id": {
			"customers(*id)\norders(*id)\nitems(*code text)\nprices(*code text, name text)", always(1000, 1000), nil,
		},
		"codes without a table": {
			"orders(*id, status_code text, type_id, level, quantity, line_no, version_number)", always(1000, 1000), nil,
		},
		"dates are not keys": {
			"weather(*day date)\nvisits(*id, day date)", always(1000, 1000), nil,
		},
		"composite keys are no target": {
			"lines(*order_id, *line_no)\nreturns(*id, line_no)", always(1000, 1000), nil,
		},
		"weak names need many numbers": {
			"users(*id)\nthings(*id, owner_id)", always(4, 4), nil,
		},
		"but few texts": {
			"users(*id text)\nthings(*id, owner_id text)", always(4, 4), []string{"things.owner_id → users.id"},
		},
		"the same schema first": {
			"a.customers(*id)\na.orders(*id, customer_id)\nb.customers(*id)\nb.orders(*id, customer_id)", always(9, 9),
			[]string{"a.orders.customer_id → a.customers.id", "b.orders.customer_id → b.customers.id"},
		},
		"not one of many copies": {
			"a.customers(*id)\nb.customers(*id)\nc.customers(*id)\nd.customers(*id)\nz.orders(*id, customer_id)", always(90, 90), nil,
		},
		"without values, what leaves no doubt": {
			"customers(*id)\nusers(*id)\norders(*id, customer_id, owner_id, home_customer_id, note_id)", nil,
			[]string{"orders.customer_id → customers.id"},
		},
		"empty tables too": {
			"customers(*id)\norders(*id, customer_id, parent_id)", always(0, 0), []string{"orders.customer_id → customers.id"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Snapshot{Tables: tables(c.schema)}
			done := InferKeys(t.Context(), s, c.included)
			if diff := cmp.Diff(c.want, inferred(s)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if c.included == nil && done.Checked != 0 {
				t.Errorf("checked %d without a database", done.Checked)
			}
		})
	}
}

func TestInferKeysWithoutDeclaredKeys(t *testing.T) {
	s := &Snapshot{Tables: tables("customers(id, name text)\norders(order_id, customer_id)")}
	s.Tables[0].Columns[0].Distinct = 100
	s.Tables[1].Columns[1].Distinct = 40
	InferKeys(t.Context(), s, always(40, 40))
	if diff := cmp.Diff([]string{"orders.customer_id → customers.id"}, inferred(s)); diff != "" {
		t.Fatal(diff)
	}
	want := "name and type match customers.id, whose values all differ; 40 of 40 sampled values found there"
	if got := s.Tables[1].ForeignKeys[0].Evidence; got != want {
		t.Errorf("got %q, want %q", got, want)
	}

	unchecked := &Snapshot{Tables: tables("customers(id, name text)\norders(order_id, customer_id)")}
	unchecked.Tables[0].Columns[0].Distinct = 100
	InferKeys(t.Context(), unchecked, nil)
	if got := inferred(unchecked); got != nil {
		t.Errorf("an estimate alone gave %v", got)
	}
}

// A key with the initials of what a table is about is that table's, wherever it
// stands, even first in a table where its few values all differ.
func TestInferKeysByInitials(t *testing.T) {
	s := &Snapshot{Tables: tables("journal(homepage text, jid, name text)\norganization(name text, oid)\nauthor(aid, oid)\njournal_author(jid, aid)")}
	for i := range s.Tables {
		for c := range s.Tables[i].Columns {
			s.Tables[i].Columns[c].Distinct = 100
		}
	}
	s.Tables[2].Columns[1].Distinct = 20
	InferKeys(t.Context(), s, always(20, 20))
	want := []string{"author.oid → organization.oid", "journal_author.jid → journal.jid", "journal_author.aid → author.aid"}
	if diff := cmp.Diff(want, inferred(s)); diff != "" {
		t.Error(diff)
	}
}

// What is written onto all names is not part of them.
func TestInferKeysBehindPrefixes(t *testing.T) {
	s := &Snapshot{Tables: tables("sbcustomer(*sbcustid, sbcustname text, sbcustcity text)\nsbticker(*sbtickerid, sbtickername text, sbtickertype text)\nsbtransaction(*sbtxid, sbtxcustid, sbtxtickerid, sbtxdate date)")}
	FindPlainNames(s)
	InferKeys(t.Context(), s, always(20, 20))
	want := []string{"sbtransaction.sbtxcustid → sbcustomer.sbcustid", "sbtransaction.sbtxtickerid → sbticker.sbtickerid"}
	if diff := cmp.Diff(want, inferred(s)); diff != "" {
		t.Error(diff)
	}
}

// Reviews of most orders have their numbers, too; the orders have them all.
func TestAKeyLeadsToAllOfItsValues(t *testing.T) {
	s := &Snapshot{Tables: tables("reviews(order_id text, score)\nall_orders(order_id text, day date)\nitems(*id, order_id text)")}
	for i, rows := range []int64{980, 1000} {
		s.Tables[i].Rows, s.Tables[i].Counted, s.Tables[i].Columns[0].Distinct = rows, true, rows
	}
	InferKeys(t.Context(), s, func(_ context.Context, from, to ColumnRef) (int, int, error) {
		if from.Table == "items" && to.Table == "reviews" || from.Table == "all_orders" {
			return 100, 98, nil
		}
		return 100, 100, nil
	})
	if got := inferred(s); !slices.Contains(got, "items.order_id → all_orders.order_id") {
		t.Errorf("found %q", got)
	}
}

// Two tables may be meant, and the values are in one of them alone.
func TestValuesTellWhatIsCutShort(t *testing.T) {
	s := &Snapshot{Tables: tables("doctors(*id)\ndocks(*id)\nvisits(*id, doc_id)")}
	InferKeys(t.Context(), s, func(_ context.Context, _, to ColumnRef) (int, int, error) {
		if to.Table == "docks" {
			return 50, 50, nil
		}
		return 50, 10, nil
	})
	if diff := cmp.Diff([]string{"visits.doc_id → docks.id"}, inferred(s)); diff != "" {
		t.Fatal(diff)
	}
	want := "the shortened name and type match docks.id; 50 of 50 sampled values found there"
	if got := s.Tables[2].ForeignKeys[0].Evidence; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestInferKeysEvidence(t *testing.T) {
	s := &Snapshot{SearchPath: []string{"shop"}, Tables: tables("shop.customers(*id)\nshop.orders(*id, customer_id)")}
	var asked []ColumnRef
	InferKeys(t.Context(), s, func(_ context.Context, from, to ColumnRef) (int, int, error) {
		asked = append(asked, from, to)
		return 1000, 1000, nil
	})
	want := []ForeignKey{{
		Columns: []string{"customer_id"}, RefSchema: "shop", RefTable: "customers", RefColumns: []string{"id"}, Inferred: true,
		Evidence: "name and type match customers.id; 1000 of 1000 sampled values found there",
	}}
	if diff := cmp.Diff(want, s.Tables[1].ForeignKeys); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]ColumnRef{{"shop", "orders", "customer_id"}, {"shop", "customers", "id"}}, asked); diff != "" {
		t.Error(diff)
	}
	if again := InferKeys(t.Context(), s, always(1000, 1000)); again != (Inference{}) {
		t.Errorf("a second run found %+v", again)
	}
}

func TestInferKeysKeepsDeclaredOnes(t *testing.T) {
	s := &Snapshot{Tables: tables("customers(*id)\npeople(*id)\norders(*id, person_id, customer_id)")}
	declared := ForeignKey{Columns: []string{"customer_id"}, RefTable: "people", RefColumns: []string{"id"}}
	s.Tables[2].ForeignKeys = []ForeignKey{declared}
	InferKeys(t.Context(), s, always(100, 100))
	keys := s.Tables[2].ForeignKeys
	if len(keys) != 2 || cmp.Diff(declared, keys[0]) != "" || keys[1].Columns[0] != "person_id" {
		t.Errorf("got %+v", keys)
	}
}

func TestInferKeysIsBounded(t *testing.T) {
	notation := "customers(*id)\n"
	for i := range maxChecks + 10 {
		notation += fmt.Sprintf("t%d(*id, home_customer_id)\n", i)
	}
	s := &Snapshot{Tables: tables(notation)}
	done := InferKeys(t.Context(), s, always(100, 100))
	if done.Checked != maxChecks || done.Skipped != 10 || done.Found != maxChecks {
		t.Errorf("got %+v", done)
	}

	ctx, cancel := context.WithCancel(t.Context())
	s = &Snapshot{Tables: tables(notation)}
	calls := 0
	done = InferKeys(ctx, s, func(context.Context, ColumnRef, ColumnRef) (int, int, error) {
		if calls++; calls == 3 {
			cancel()
		}
		return 100, 100, nil
	})
	if calls != 3 || done.Checked != 3 || done.Skipped == 0 {
		t.Errorf("after cancelling: %d calls, %+v", calls, done)
	}
}

func TestInferKeysGoesOnAfterAFailure(t *testing.T) {
	s := &Snapshot{Tables: tables("a(*id)\nb(*id)\nx(*id, a_id, home_a_id, b_id)")}
	InferKeys(t.Context(), s, func(_ context.Context, from, _ ColumnRef) (int, int, error) {
		if from.Column != "b_id" {
			return 0, 0, errors.New("permission denied")
		}
		return 50, 50, nil
	})
	got := map[string]string{}
	for _, f := range s.Tables[2].ForeignKeys {
		got[f.Columns[0]] = f.Evidence
	}
	want := map[string]string{
		"a_id": "name and type match a.id; values could not be compared",
		"b_id": "name and type match b.id; 50 of 50 sampled values found there",
	}
	if !maps.Equal(want, got) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestViewsAreNotComputed(t *testing.T) {
	s := &Snapshot{Tables: tables("customers(*id)\nvalue(customer_id)")}
	s.Tables[1].Kind = View
	InferKeys(t.Context(), s, func(context.Context, ColumnRef, ColumnRef) (int, int, error) {
		t.Error("a view was read")
		return 0, 0, nil
	})
	if diff := cmp.Diff([]string{"value.customer_id → customers.id"}, inferred(s)); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkInferKeys(b *testing.B) {
	s := synthetic(10_000)
	for i := range s.Tables {
		s.Tables[i].ForeignKeys = nil
	}
	for b.Loop() {
		copied := &Snapshot{Tables: slices.Clone(s.Tables)}
		done := InferKeys(b.Context(), copied, always(1000, 1000))
		b.ReportMetric(float64(done.Found), "keys")
	}
}
