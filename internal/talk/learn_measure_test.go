package talk

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	kept "github.com/plumbdata/plumb/internal/store/sqlite"
	rows "github.com/plumbdata/plumb/internal/table"
)

// lesson is a question of the measurement with the statement that is right.
type lesson struct{ kind, question, sql string }

// lessons reads a file of questions. A paraphrase has the statement of the correction
// before it.
func lessons(t *testing.T, path string) (list []lesson) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	right := ""
	for line := range strings.Lines(string(content)) {
		kind, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "", "#":
		case "sql":
			list[len(list)-1].sql = text
			if list[len(list)-1].kind == "correct" {
				right = text
			}
		default:
			list = append(list, lesson{kind: kind, question: text})
			if kind == "paraphrase" {
				list[len(list)-1].sql = right
			}
		}
	}
	return list
}

// learner is somebody who asks and puts answers right.
type learner struct {
	*Talk
	conn *connection.Connection
	now  time.Time
}

// newLearner opens a database that nothing was learned of yet.
func newLearner(t *testing.T, name string, make func(*sql.Tx, *rand.Rand) error) *learner {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".sqlite")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err == nil {
		err = make(tx, rand.New(rand.NewPCG(1, 2)))
	}
	if err == nil {
		err = tx.Commit()
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC)
	c, err := connection.Open(t.Context(), connection.Spec{Driver: sqlite.Driver, Config: source.Config{DSN: path, Name: name}, Identity: name, Refresh: time.Hour, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	parser, err := builtin.Own()
	if err != nil {
		t.Fatal(err)
	}
	b, err := parser.Open(source.WithPatience(t.Context(), 20), c, "")
	if err != nil {
		t.Fatal(err)
	}
	records, err := kept.Open(t.Context(), filepath.Join(t.TempDir(), "plumb.db"), kept.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = records.Close() })
	n := 0
	id := func(prefix string) string { n++; return fmt.Sprintf("%s%03d", prefix, n) }
	clock := func() time.Time { now = now.Add(time.Second); return now }
	book := learning.Open(records, "ana", name, func() (learning.Embedder, error) { return account.Sentences() }, clock, id, learning.Options{})
	snapshot, err := c.Schema(t.Context(), connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	talk := New(Config{Connection: c, Identity: name, Brain: b, Folder: t.TempDir(), NewID: id, Clock: clock, Unattended: true, Knowledge: Knowledge{Owner: "ana", Lessons: book},
		Warn: func(d fault.Diagnostic) {
			if d.Code != Learned {
				t.Log(d.Message)
			}
		}}, snapshot)
	return &learner{Talk: talk, conn: c, now: now}
}

// plan answers a question up to its statement.
func (l *learner) plan(ctx context.Context, t *testing.T, question string) *answer.Draft {
	t.Helper()
	v, err := l.vocabulary(ctx)
	if err != nil {
		t.Fatal(err)
	}
	d, err := l.Mode.Planner.Plan(source.WithPatience(ctx, 20), answer.Request{Question: question, Now: l.now, Unattended: true, Vocabulary: v})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// isRight is true for a statement that finds what another one finds. Where one column is
// asked for, others may stand beside it: which city has the most, and how many.
func (l *learner) isRight(ctx context.Context, statement, gold string) bool {
	got, want := l.rows(ctx, statement), l.rows(ctx, gold)
	if got == nil || want == nil {
		return false
	}
	if len(want.Columns) == 1 && len(got.Rows) == len(want.Rows) {
		for i := range got.Columns {
			one := &rows.Table{Columns: got.Columns[i : i+1]}
			for _, r := range got.Rows {
				one.Rows = append(one.Rows, r[i:i+1])
			}
			if candidates.Digest(one) == candidates.Digest(want) {
				return true
			}
		}
	}
	return candidates.Digest(got) == candidates.Digest(want)
}

// rows are what a statement finds, nil where it fails.
func (l *learner) rows(ctx context.Context, statement string) *rows.Table {
	r, _, err := l.conn.Query(ctx, statement, source.Limits{Time: time.Minute, Rows: 10_000, Bytes: 8 << 20})
	if err != nil {
		return nil
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil {
		return nil
	}
	return all
}

// right counts the answers that are right, by kind of question.
func (l *learner) right(ctx context.Context, t *testing.T, list []lesson) (right, count map[string]int, answers map[string]string) {
	t.Helper()
	right, count, answers = map[string]int{}, map[string]int{}, map[string]string{}
	for _, x := range list {
		d := l.plan(ctx, t, x.question)
		count[x.kind]++
		answers[x.question] = d.SQL
		if x.sql == "" {
			continue
		}
		if want := l.rows(ctx, x.sql); want == nil || len(want.Rows) == 0 {
			t.Fatalf("%q finds nothing", x.sql)
		}
		if l.isRight(ctx, d.SQL, x.sql) {
			right[x.kind]++
		}
	}
	return right, count, answers
}

// What twenty corrections on a database are worth: the share that is right, before and
// after, of questions in other words and of questions like them, none of which was
// corrected. What has nothing to do with them must stay as it was.
func TestCorrectionsTeach(t *testing.T) {
	if testing.Short() || os.Getenv("PLUMB_EVAL") == "" {
		t.Skip("a measurement of minutes; PLUMB_EVAL is not set")
	}
	for name, fill := range map[string]func(*sql.Tx, *rand.Rand) error{"shop": makeShop, "clinic": makeClinic} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			l := newLearner(t, name, fill)
			list := lessons(t, filepath.Join("testdata", "learn_"+name+".txt"))
			before, count, was := l.right(ctx, t, list)
			corrected := 0
			for _, x := range list {
				if x.kind != "correct" {
					continue
				}
				d := l.plan(ctx, t, x.question)
				if l.isRight(ctx, d.SQL, x.sql) {
					continue // nobody corrects what is right
				}
				corrected++
				l.correct(ctx, learning.Edited, &Turn{Turn: &answer.Turn{Draft: d}, Question: x.question}, x.sql, "")
			}
			rules, err := l.Knowledge.Lessons.Rules(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rules {
				t.Logf("rule of %d: %s", r.Support, r.Text)
			}
			after, _, is := l.right(ctx, t, list)
			for _, kind := range []string{"correct", "paraphrase", "similar"} {
				t.Logf("%s, %s: %d of %d right before, %d after %d corrections", name, kind, before[kind], count[kind], after[kind], corrected)
			}
			changed := 0
			for _, x := range list {
				if x.kind == "other" && was[x.question] != is[x.question] {
					changed++
					t.Logf("changed: %q: %s", x.question, is[x.question])
				}
				if x.sql != "" && !l.isRight(ctx, is[x.question], x.sql) {
					t.Logf("wrong after: %s %q: %s", x.kind, x.question, strings.Join(strings.Fields(is[x.question]), " "))
				}
			}
			t.Logf("%s, unrelated: %d of %d changed", name, changed, count["other"])
			if changed > 0 {
				t.Error("corrections change what has nothing to do with them")
			}
			if taught := after["paraphrase"] + after["similar"]; 10*taught < 7*(count["paraphrase"]+count["similar"]) {
				t.Errorf("%d of %d questions that were not corrected are right", taught, count["paraphrase"]+count["similar"])
			}
		})
	}
}
