package story

import (
	"strings"
	"testing"
)

// TestClaims checks single sentences, each true, false ("-") or crafted to get
// past the check ("!"), over results of many shapes. The rules and words of the
// check were chosen with the train and tune files in view; those of held and unseen
// were counted before they were opened, and are only counted here. The limits are
// percent of true claims; those of tune and unseen are what is reached, and 5 is wanted.
func TestClaims(t *testing.T) {
	for part, limit := range map[string]int{"train": 3, "held": 3, "tune": 8, "unseen": 27} {
		t.Run(part, func(t *testing.T) {
			var trues, removed, falses, kept, crafted, passed int
			for _, n := range readFiles(t, "testdata/claims/"+part+"_*.txt") {
				wrong := Check(n.text, n.table, n.context).Reasons()
				switch bad := len(wrong) > 0; {
				case n.crafted:
					crafted++
					if !bad {
						passed++
						note(t, part, "%s: passed: %s", n.file, n.text)
					}
				case len(n.false) > 0:
					falses++
					if !bad {
						kept++
						note(t, part, "%s: passed: %s", n.file, n.text)
					}
				default:
					trues++
					if bad {
						removed++
						note(t, part, "%s: removed: %s: %s", n.file, n.text, strings.Join(wrong, "; "))
					}
				}
			}
			t.Logf("of %d true claims %d are removed; of %d false ones %d pass, of %d crafted ones %d", trues, removed, falses, kept, crafted, passed)
			if kept > 0 || passed > 0 || removed*100 > trues*limit {
				t.Errorf("no false claim may pass, and at most %d%% of the true ones may be removed", limit)
			}
		})
	}
}

func note(t *testing.T, part, format string, args ...any) {
	if part == "train" || part == "tune" {
		t.Logf(format, args...)
	}
}

func TestOutcomes(t *testing.T) {
	tab := regions()
	for text, want := range map[string]Outcome{
		"North made 120.":                        Checked,
		"Here are the regions.":                  Checked,
		"North made 130.":                        Unsupported,
		"North made 120 because of the revenue.": Unsupported,
		"North will grow.":                       Unsupported,
		"North is a strong region.":              Unsupported,
		"North earned €120.":                     Unsupported,
		"Berlin and North are regions.":          Unreadable,
		"North machte am meisten Umsatz.":        Unreadable,
		"North made ١٢٠.":                        Unreadable,
		"North made 12\u200b0.":                  Unreadable,
		"North made 0x78.":                       Unreadable,
		"N\u043erth made 120.":                   Unreadable,
		"North made 120 \U0001F44D.":             Unreadable,
		"North prospered.":                       Unreadable,
	} {
		r := Check(text, tab, Context{Foreign: true})
		got := r.Sentences(text)
		if len(got) != 1 || got[0].Outcome != want || (want == Checked) != (got[0].Reason == "") {
			t.Errorf("%s: %+v, want %s", text, got, want)
		}
		if left := Strip(text, r); (left != "") != (want == Checked) {
			t.Errorf("%s: %q is left", text, left)
		}
	}
}

// TestOwnWords has a text of Plumb's own narrator, whose words need no account.
func TestOwnWords(t *testing.T) {
	const text = "North prospered with 120."
	if r := Check(text, regions(), Context{}); len(r.Unsupported()) > 0 {
		t.Error(r.Reasons())
	}
	if r := Check(text, regions(), Context{Foreign: true}); len(r.Unsupported()) == 0 {
		t.Error("a word that nothing explains passes in a foreign text")
	}
}
