package vectortest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/vector"
)

func filters(t *testing.T, s vector.Store) {
	upsert(t, s,
		vector.Point{ID: "handbook", Vector: along(0, 0), Labels: map[string]string{"source": "handbook", "type": "pdf", "lang": "de"}},
		vector.Point{ID: "report", Vector: along(1, 0), Labels: map[string]string{"source": "report", "type": "pdf"}},
		vector.Point{ID: "wiki", Vector: along(2, 0), Labels: map[string]string{"source": "wiki", "type": "html", "lang": ""}},
		vector.Point{ID: "bare", Vector: along(3, 0)},
		vector.Point{ID: "wörter", Vector: along(3, 0), Labels: map[string]string{"source": "Größe 大小 🦉", "type": `a'b"c\d%e_f`}},
		vector.Point{ID: "adas", Owner: "ada", Vector: along(0, 0), Labels: map[string]string{"source": "wiki", "type": "pdf"}})
	for _, c := range []struct {
		name   string
		labels map[string][]string
		ids    []string
		want   []string
	}{
		{name: "all", want: []string{"handbook", "report", "wiki", "bare", "wörter"}},
		{name: "one value", labels: map[string][]string{"type": {"pdf"}}, want: []string{"handbook", "report"}},
		{name: "several values", labels: map[string][]string{"type": {"pdf", "html", "docx"}}, want: []string{"handbook", "report", "wiki"}},
		{name: "several labels", labels: map[string][]string{"type": {"pdf"}, "source": {"report", "wiki"}}, want: []string{"report"}},
		{name: "nobody's value", labels: map[string][]string{"type": {"docx"}}},
		{name: "nobody's label", labels: map[string][]string{"colour": {"red"}}},
		{name: "no value", labels: map[string][]string{"type": {}}},
		{name: "an empty value", labels: map[string][]string{"lang": {""}}, want: []string{"wiki"}},
		{name: "part of a value", labels: map[string][]string{"source": {"hand", "handbook "}}},
		{name: "another case", labels: map[string][]string{"source": {"Handbook"}}},
		{name: "unicode", labels: map[string][]string{"source": {"Größe 大小 🦉"}}, want: []string{"wörter"}},
		{name: "decomposed unicode", labels: map[string][]string{"source": {"Gro\u0308ße 大小 🦉"}}},
		{name: "quotes", labels: map[string][]string{"type": {`a'b"c\d%e_f`}}, want: []string{"wörter"}},
		{name: "patterns", labels: map[string][]string{"type": {"p_f", "%", "p*"}}},
		{name: "ids", ids: []string{"report", "wörter", "none"}, want: []string{"report", "wörter"}},
		{name: "ids of others", ids: []string{"adas"}},
		{name: "no ids", ids: []string{}},
		{name: "ids and labels", ids: []string{"report", "wiki"}, labels: map[string][]string{"type": {"html"}}, want: []string{"wiki"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found(t, s, vector.Filter{Owners: []string{""}, IDs: c.ids, Labels: c.labels}, c.want...)
		})
	}
}

func ranges(t *testing.T, s vector.Store) {
	long := strings.Repeat("x", vector.MaxBound)
	days := []string{"2024-12-31", "2025-01-01", "2025-01-31", "2025-02-01", "2025", "", "2025-01-01T12:00:00Z", "Ärger", "ärger", "大", long, long + "y", long + "z"}
	for i, day := range days {
		upsert(t, s, vector.Point{ID: fmt.Sprint(i), Vector: along(i%4, 0), Labels: map[string]string{"day": day, "type": []string{"a", "b"}[i%2]}})
	}
	upsert(t, s, vector.Point{ID: "without", Vector: along(0, 0), Labels: map[string]string{"type": "a"}},
		vector.Point{ID: "adas", Owner: "ada", Vector: along(0, 0), Labels: map[string]string{"day": "2025-01-15"}})
	for _, c := range []struct {
		from, until string
		values      []string
	}{
		{from: "2025-01-01", until: "2025-01-31"},
		{from: "2025-01-01", until: "2025-01-01"},
		{from: "2025-01-01"},
		{until: "2025-01-01"},
		{from: "2025", until: "2025-1"},
		{from: "2025-0", until: "2025-01"},
		{from: "2025-02-02", until: "2026"},
		{from: "b", until: "a"},
		{from: "A", until: "ä"},
		{from: "Ä"},
		{from: "大", until: "大"},
		{from: long, until: long},
		{from: long},
		{until: long},
		{from: strings.Repeat("x", vector.MaxBound-1)},
		{until: strings.Repeat("x", vector.MaxBound-1) + "y"},
		{from: "20", until: "2025-01-31", values: []string{"2025", "2025-02-01", "2024-12-31"}},
	} {
		t.Run(fmt.Sprintf("%.12s to %.12s", c.from, c.until), func(t *testing.T) {
			f := vector.Filter{Owners: []string{""}, From: map[string]string{"day": c.from}, Until: map[string]string{"day": c.until}}
			if c.values != nil {
				f.Labels = map[string][]string{"day": c.values}
			}
			var want []string
			for i, day := range days {
				among := c.values == nil
				for _, v := range c.values {
					among = among || v == day
				}
				if among && (c.from == "" || day >= c.from) && (c.until == "" || day <= c.until) {
					want = append(want, fmt.Sprint(i))
				}
			}
			found(t, s, f, want...)
		})
	}
	open := vector.Filter{Owners: []string{"ada"}, From: map[string]string{"day": "", "none": ""}}
	found(t, s, open, "adas")
	mixed := vector.Filter{Owners: []string{""}, Labels: map[string][]string{"type": {"b"}}, From: map[string]string{"day": "2025-01-01"}, Until: map[string]string{"day": "2025-01-31"}}
	found(t, s, mixed, "1")
}

func owners(t *testing.T, s vector.Store) {
	for _, owner := range []string{"", "ada", "bob"} {
		for i := range 5 {
			upsert(t, s, vector.Point{ID: fmt.Sprint(i), Owner: owner, Vector: along(i%4, 0.1), Labels: map[string]string{"mine": owner}})
		}
	}
	for _, c := range []struct {
		owners []string
		want   int
	}{
		{nil, 0}, {[]string{""}, 5}, {[]string{"ada"}, 5}, {[]string{"ada", ""}, 10}, {[]string{"ada", "ada"}, 5}, {[]string{"nobody"}, 0}, {[]string{"ad", "ADA", "ada "}, 0},
	} {
		hits := search(t, s, along(0, 0), vector.MaxHits, of(c.owners...))
		if len(hits) != c.want {
			t.Errorf("%q: %d hits, want %d", c.owners, len(hits), c.want)
		}
		for _, h := range hits {
			if h.Labels["mine"] != h.Owner {
				t.Errorf("%q: a point of %q came as one of %q", c.owners, h.Labels["mine"], h.Owner)
			}
		}
		count(t, s, of(c.owners...), c.want)
	}
	if n := remove(t, s, vector.Filter{Owners: []string{"bob"}, IDs: []string{"0", "1"}}); n != 2 {
		t.Errorf("%d removed", n)
	}
	count(t, s, of("ada"), 5)
	count(t, s, of(""), 5)
	count(t, s, of("bob"), 3)
}

// adversarialNames are owners, ids and labels that try to be something else: another's, a
// part of a query, a field of the store's own.
func adversarialNames(t *testing.T, s vector.Store) {
	names := []string{
		"a", "b", "A", " a", "a ", "a/b", "a\x1fb", "a|b", "a:b", "a\nb", `a"b`, "a'b", "a' OR '1'='1", "'; DROP TABLE plumb; --", "%", "_", "*", "?", "$1",
		`{"owner":"a"}`, `["a","b"]`, "{a,b}", "null", "NULL", "0", "true", "owner", "ownera", "\u00e4", "a\u0308", "\u202ea", "👩‍💻", "..", "../a",
	}
	traps := []string{"owner", "id", "labels", "vector", "order", "embedding", "_owner", "a-b"}
	var points []vector.Point
	for _, owner := range names {
		for i, id := range []string{owner, "shared", names[0]} {
			labels := map[string]string{}
			for _, trap := range traps {
				labels[trap] = names[(len(owner)+i)%len(names)]
			}
			points = append(points, vector.Point{ID: id + fmt.Sprint(i), Owner: owner, Vector: along(i, 0.1), Labels: labels})
		}
	}
	upsert(t, s, points...)
	for _, owner := range names {
		hits := search(t, s, along(0, 0), vector.MaxHits, of(owner))
		if len(hits) != 3 {
			t.Errorf("%q has %d points, want 3", owner, len(hits))
		}
		for _, h := range hits {
			if h.Owner != owner {
				t.Errorf("%q sees %q of %q", owner, h.ID, h.Owner)
			}
			if len(h.Labels) != len(traps) {
				t.Errorf("%q: labels came back as %q", owner, h.Labels)
			}
		}
		// What others are called is neither an id nor a label that opens what is theirs.
		count(t, s, vector.Filter{Owners: []string{owner}, IDs: []string{"shared1"}}, 1)
		for _, trap := range traps[:3] {
			for _, h := range search(t, s, along(0, 0), vector.MaxHits, vector.Filter{Owners: []string{owner}, Labels: map[string][]string{trap: names}}) {
				if h.Owner != owner {
					t.Errorf("%q sees %q of %q by the label %s", owner, h.ID, h.Owner, trap)
				}
			}
		}
	}
	if n := remove(t, s, vector.Filter{Owners: []string{names[0]}, Labels: map[string][]string{"owner": names}}); n != 3 {
		t.Errorf("%d removed of the first", n)
	}
	count(t, s, of(names...), 3*len(names)-3)
}

func collections(t *testing.T, s vector.Store) {
	ctx := t.Context()
	names := []string{"one", "two", "one-two", "one_two", "1", strings.Repeat("n", 48)}
	for i, name := range names {
		v := make([]float32, i+1) // each has its own dimensions
		v[i] = 1
		if err := s.Upsert(ctx, name, []vector.Point{{ID: name, Vector: v}}); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range names {
		v := make([]float32, i+1)
		v[i] = 1
		hits, err := s.Search(ctx, name, v, 10, everybodys)
		if err != nil || len(hits) != 1 || hits[0].ID != name {
			t.Errorf("%s: got %+v, %v", name, hits, err)
		}
	}
	if n, err := s.Delete(ctx, names[0], everybodys); n != 1 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if n, err := s.Count(ctx, names[1], everybodys); n != 1 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}
