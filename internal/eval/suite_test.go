package eval

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestLoad(t *testing.T) {
	dir := folder(t, map[string]string{
		"questions.jsonl": `{"id":"1","db_id":"harbour","question":"q1","paraphrase":"p1","sql":"SELECT 1"}
{"id":"2","db_id":"harbour","question":"q2","sql":null,"tags":["unanswerable"],"now":"2025-11-15"}

{"db_name":"harbour","question":"q3","query":"SELECT 3","query_category":"ratio","set":"basic"}
{"id":"4","db_id":"harbour","question":"q4","query":"SELECT 'sorry'","set":"idk"}
{"id":"5","db_id":"harbour","question":"q5"}
{"id":"6","db_id":"pier","question":"q6","sql":"SELECT 6"}
`,
		"dialogues.jsonl": `{"id":"d","db_id":"harbour","turns":[{"question":"t1","sql":"SELECT 1"},{"question":"t2","sql":null}]}`,
		"splits.json":     `{"train":["pier"],"valid":["harbour"]}`,
	})
	got, err := Load(dir, Selection{Split: "valid"})
	if err != nil {
		t.Fatal(err)
	}
	want := []*Case{
		{ID: "1", Database: "harbour", Turns: []Turn{{"q1", "SELECT 1", true}}},
		{ID: "2", Database: "harbour", Turns: []Turn{{"q2", "", true}}, Tags: []string{"unanswerable"}, Now: time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)},
		{ID: "questions-4", Database: "harbour", Turns: []Turn{{"q3", "SELECT 3", true}}, Tags: []string{"basic", "ratio"}},
		{ID: "4", Database: "harbour", Turns: []Turn{{"q4", "", true}}, Tags: []string{"idk"}},
		{ID: "5", Database: "harbour", Turns: []Turn{{"q5", "", false}}},
		{ID: "d", Database: "harbour", Turns: []Turn{{"t1", "SELECT 1", true}, {"t2", "", true}}, Dialogue: true},
	}
	if d := cmp.Diff(want, got.Cases); d != "" {
		t.Error(d)
	}
	for _, c := range []struct {
		name string
		part Selection
		ids  string
	}{
		{"questions", Selection{Split: "valid", Set: "questions"}, "1 2 questions-4 4 5"},
		{"dialogues", Selection{Set: "dialogues"}, "d"},
		{"another wording", Selection{Split: "valid", Set: "questions", Field: "paraphrase"}, "1"},
		{"spread", Selection{Split: "valid", Limit: 3}, "1 questions-4 5"},
	} {
		got, err := Load(dir, c.part)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var ids []string
		for _, c := range got.Cases {
			ids = append(ids, c.ID)
		}
		if strings.Join(ids, " ") != c.ids {
			t.Errorf("%s: %v", c.name, ids)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	const good = `{"id":"1","db_id":"harbour","question":"q1","sql":"SELECT 1"}`
	for _, c := range []struct {
		name  string
		files map[string]string
		part  Selection
		want  fault.Code
		says  string
	}{
		{"nothing there", nil, Selection{}, fault.NotFound, "has no matching questions.jsonl or dialogues.jsonl"},
		{"no JSON", map[string]string{"questions.jsonl": good + "\nx"}, Selection{}, fault.BadData, "questions.jsonl:2"},
		{"no such field", map[string]string{"questions.jsonl": good}, Selection{Field: "paraphrase"}, fault.NotFound, "no question is selected"},
		{"no question", map[string]string{"questions.jsonl": `{"id":"1","db_id":"harbour","sql":"SELECT 1"}`}, Selection{}, fault.BadData, `"question"`},
		{"no such split", map[string]string{"questions.jsonl": good, "splits.json": `{"valid":[]}`}, Selection{Split: "test"}, fault.NotFound, `"test"`},
		{"no splits", map[string]string{"questions.jsonl": good}, Selection{Split: "test"}, fault.NotFound, "splits.json"},
		{"nothing left", map[string]string{"questions.jsonl": good, "splits.json": `{"valid":[]}`}, Selection{Split: "valid"}, fault.NotFound, "no question is selected"},
		{"no database", map[string]string{"questions.jsonl": strings.ReplaceAll(good, "harbour", "pier")}, Selection{}, fault.NotFound, "pier"},
		{"a way out of the folder", map[string]string{"questions.jsonl": strings.ReplaceAll(good, "harbour", "../x")}, Selection{}, fault.BadData, "../x"},
		{"no day", map[string]string{"questions.jsonl": `{"id":"1","db_id":"harbour","question":"q","now":"soon"}`}, Selection{}, fault.BadData, "soon"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(folder(t, c.files), c.part)
			if fault.CodeOf(err) != c.want || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSummary(t *testing.T) {
	s := &Suite{}
	j := NewJournal()
	add := func(id, gold string, r Record, tags ...string) {
		s.Cases = append(s.Cases, &Case{ID: id, Database: "harbour", Tags: tags, Turns: []Turn{{"?", gold, true}}})
		r.ID = id
		if err := j.add([]Record{r}); err != nil {
			t.Fatal(err)
		}
	}
	add("1", "SELECT a FROM t", Record{Status: Answered, Confidence: 0.95, Class: Right, Oracle: true, MS: 10}, "lookup")
	add("2", "SELECT a, b FROM t", Record{Status: Answered, Confidence: 0.85, Class: Right, Oracle: true, MS: 20}, "lookup")
	add("3", "SELECT a FROM t", Record{Status: Answered, Confidence: 0.15, Class: WrongValues, Oracle: true, MS: 30}, "sum")
	add("4", "SELECT a FROM t", Record{Status: Declined, Confidence: 0.99, Class: WronglyRefused, MS: 40})
	add("5", "", Record{Status: Declined, Class: Right, MS: 50})
	add("6", "", Record{Status: Answered, Confidence: 0.9, Class: ShouldDecline, MS: 60})
	add("7", "SELECT", Record{Status: Answered, Class: GoldBroken, MS: 1000})
	got := Summarize(s, j)
	for _, c := range []struct {
		name string
		got  Share
		n    int
		of   int
	}{
		{"accuracy", got.Accuracy, 2, 4}, {"oracle", got.Oracle, 3, 4}, {"more confident half", got.ConfidentHalf, 2, 2},
		{"precision", got.Precision, 2, 4},
		{"unanswerable declined", got.UnanswerableDeclined, 1, 2}, {"answerable declined", got.AnswerableDeclined, 1, 4},
		{"easy", got.ByDifficulty[0].Share, 1, 3}, {"medium", got.ByDifficulty[1].Share, 1, 1},
		{"first tag", got.ByTag[0].Share, 2, 2}, {"coverage 100%", got.Coverage[9].Share, 2, 4}, {"right", got.Classes[0].Share, 2, 4},
	} {
		if c.got.N != c.n || c.got.Of != c.of || c.got.Value != float64(c.n)/float64(c.of) {
			t.Errorf("%s: %+v, want %d of %d", c.name, c.got, c.n, c.of)
		}
	}
	if got.Asked != 7 || got.Measured != 4 || got.GoldBroken != 1 {
		t.Errorf("%d asked, %d measured, %d broken", got.Asked, got.Measured, got.GoldBroken)
	}
	if want := (Latency{40, 1000, 1000, 1000}); got.Latency != want {
		t.Errorf("latency %+v", got.Latency)
	}
	// Bins: 0.95 right, 0.85 right, 0.15 wrong.
	if e := got.CalibrationError; e < 0.1166 || e > 0.1167 {
		t.Errorf("calibration error %v", e)
	}
	if len(Summarize(&Suite{}, j).Coverage) != 0 {
		t.Error("nothing asked has a coverage")
	}
}

func TestCompareRuns(t *testing.T) {
	a, b := NewJournal(), NewJournal()
	for _, r := range []struct {
		j    *Journal
		id   string
		said Class
	}{
		{a, "1", Right}, {b, "1", Right},
		{a, "2", Right}, {b, "2", Empty},
		{a, "3", Empty}, {b, "3", Right},
		{a, "4", Empty}, {b, "4", WrongValues},
		{a, "5", Right},
		{b, "6", Right},
		{a, "7", ""}, {b, "7", Right},
	} {
		if err := r.j.add([]Record{{ID: r.id, Class: r.said, SQL: "SELECT " + r.id}}); err != nil {
			t.Fatal(err)
		}
	}
	got := Compare(a, b)
	want := &Diff{
		Both: 4, Before: Share{2, 4, 0.5}, After: Share{2, 4, 0.5}, OnlyA: 1, OnlyB: 2,
		Gained:  []Change{{"3", 0, Empty, Right, "SELECT 3", "SELECT 3"}},
		Lost:    []Change{{"2", 0, Right, Empty, "SELECT 2", "SELECT 2"}},
		Moved:   []Change{{"4", 0, Empty, WrongValues, "SELECT 4", "SELECT 4"}},
		Classes: []Flow{{Empty, WrongValues, 1}, {Empty, Right, 1}, {Right, Empty, 1}},
	}
	slices.SortFunc(want.Classes, func(a, b Flow) int { return strings.Compare(string(a.Before+a.After), string(b.Before+b.After)) })
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
