package connection

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// With the evaluation data at hand (PLUMB_EVAL), TestHiddenKeys measures how
// many foreign keys are found again after all declared keys, primary ones
// included, are hidden. PLUMB_SHOW lists the differences of the train databases.
//
// Columns that keys make equal form classes. An inferred key is right if its
// columns are in one class of the declared keys, so that a join by way of a
// shared parent counts; a declared key is found if its columns are in one class
// of the inferred keys. Many databases declare only some of their keys, so an
// inferred key from a column that no declared key has to a declared primary key
// of the same name (customer_id to customers.customer_id, or to customers.id)
// counts as undeclared, which is neither right nor wrong. Tables without rows and databases
// without a declared foreign key are left out: they say nothing.
func TestHiddenKeys(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	for _, split := range []string{"train", "valid"} {
		var all score
		for _, set := range []string{"spider", "business"} {
			var sum score
			for _, name := range databases(t, filepath.Join(root, set), split) {
				sum.add(hiddenKeys(t, filepath.Join(root, set, "database", name+".sqlite"), os.Getenv("PLUMB_SHOW") != "" && split == "train"))
			}
			t.Logf("%s %s: %s", set, split, sum)
			all.add(sum)
		}
		t.Logf("all %s: %s", split, all)
	}
}

type score struct{ declared, found, inferred, right, undeclared int }

func (s *score) add(o score) {
	s.declared += o.declared
	s.found += o.found
	s.inferred += o.inferred
	s.right += o.right
	s.undeclared += o.undeclared
}

func (s score) String() string {
	return fmt.Sprintf("precision %.1f%% (%d of %d, and %d undeclared), recall %.1f%% (%d of %d)", 100*float64(s.right)/float64(s.inferred), s.right, s.inferred,
		s.undeclared, 100*float64(s.found)/float64(s.declared), s.found, s.declared)
}

func databases(t *testing.T, dir, split string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "splits.json"))
	if err != nil {
		t.Fatal(err)
	}
	var splits map[string][]string
	if err := json.Unmarshal(data, &splits); err != nil {
		t.Fatal(err)
	}
	return splits[split]
}

func hiddenKeys(t *testing.T, path string, show bool) score {
	t.Helper()
	src, err := sqlite.Driver.Open(t.Context(), source.Config{DSN: path, Name: "test", Limits: source.Limits{}.OrDefault()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	s, err := src.Introspect(t.Context(), source.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	declared, described := equalities(s)
	if len(declared) == 0 {
		return score{}
	}
	primary := primaryKeys(s)
	for i := range s.Tables {
		s.Tables[i].PrimaryKey, s.Tables[i].Unique, s.Tables[i].ForeignKeys = nil, nil, nil
	}
	looks := rows{guard.New(src.Grammar(), &guard.Catalog{Snapshot: s}), src}
	schema.CountKeys(t.Context(), s, looks)
	schema.InferKeys(t.Context(), s, src.(source.Includer).Included)
	schema.InferCompositeKeys(t.Context(), s, looks)
	inferred, evidence := equalities(s)
	was, is := classesOf(declared), classesOf(inferred)
	var sum score
	for _, e := range declared {
		sum.declared++
		if is.same(e) {
			sum.found++
		} else if show {
			t.Logf("%s: missing %s = %s (%s)", filepath.Base(path), e[0], e[1], described[e])
		}
	}
	for _, e := range inferred {
		if !was.same(e) && was[e[0]] == "" && primary.isNamedBy(e) {
			sum.undeclared++
			continue
		}
		sum.inferred++
		if was.same(e) {
			sum.right++
		} else if show {
			t.Logf("%s: wrong %s = %s (%s)", filepath.Base(path), e[0], e[1], evidence[e])
		}
	}
	return sum
}

// equalities lists the pairs of columns that foreign keys make equal, with the
// evidence for them.
func equalities(s *schema.Snapshot) (list [][2]string, evidence map[[2]string]string) {
	evidence = map[[2]string]string{}
	for i := range s.Tables {
		from := &s.Tables[i]
		for _, f := range from.ForeignKeys {
			to := s.Table(f.RefTable)
			if to == nil || len(f.RefColumns) != len(f.Columns) || from.Rows == 0 || to.Rows == 0 {
				continue
			}
			for n := range f.Columns {
				a, b := from.Column(f.Columns[n]), to.Column(f.RefColumns[n])
				if a == nil || b == nil {
					continue
				}
				e := [2]string{strings.ToLower(from.Name + "." + a.Name), strings.ToLower(to.Name + "." + b.Name)}
				if !slices.Contains(list, e) {
					list = append(list, e)
					evidence[e] = f.Evidence
				}
			}
		}
	}
	return list, evidence
}

// keyNames is how columns that refer to a primary key are usually called, by the key.
type keyNames map[string][]string

func primaryKeys(s *schema.Snapshot) keyNames {
	names := keyNames{}
	for _, t := range s.Tables {
		if len(t.PrimaryKey) == 1 {
			table, key := strings.ToLower(t.Name), strings.ToLower(t.PrimaryKey[0])
			names[table+"."+key] = []string{key, strings.TrimSuffix(table, "s") + "_" + key}
		}
	}
	return names
}

func (k keyNames) isNamedBy(e [2]string) bool {
	_, column, _ := strings.Cut(e[0], ".")
	return slices.ContainsFunc(k[e[1]], func(name string) bool { return len(name) > 2 && strings.HasSuffix(column, name) })
}

// classes names the class of each column.
type classes map[string]string

func (c classes) same(e [2]string) bool {
	return c[e[0]] != "" && c[e[0]] == c[e[1]]
}

func classesOf(list [][2]string) classes {
	c := classes{}
	for _, e := range list {
		for _, name := range e {
			if c[name] == "" {
				c[name] = name
			}
		}
		old := c[e[1]]
		for _, name := range slices.Collect(maps.Keys(c)) {
			if c[name] == old {
				c[name] = c[e[0]]
			}
		}
	}
	return c
}
