package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Sorts of pairs.
const (
	isRight      = "right"        // what the program answered, and that is right
	isWrong      = "wrong"        // what it answered, and that is wrong
	unanswerable = "unanswerable" // what it answered to what the data cannot answer
	otherNoun    = "other noun"   // the right reading of a question about something else
	otherData    = "other data"   // a question to another database
	otherAct     = "other act"    // a request to watch, send, change or plan, read as a question
	otherRole    = "other role"   // a number that names something, read as an amount
	spoilt       = "spoilt"       // a part of the reading is left out or replaced
)

// pair is a question with a reading of it.
type pair struct {
	Suite      string        `json:"suite"`
	Database   string        `json:"db"`
	Sort       string        `json:"sort"`
	Kind       string        `json:"kind,omitempty"`
	ID         string        `json:"id,omitempty"`
	Question   string        `json:"question"`
	Sentence   string        `json:"sentence"`
	SQL        string        `json:"sql"`
	Outcome    brain.Outcome `json:"outcome,omitempty"`
	Confidence float64       `json:"confidence,omitempty"`
	Class      eval.Class    `json:"class,omitempty"`
	FollowUp   bool          `json:"follow_up,omitempty"`
	Review     *brain.Review `json:"review,omitempty"`
	MS         float64       `json:"ms,omitempty"` // that the review took

	form *form.Query
	now  time.Time
}

// maker makes the pairs of one database.
type maker struct {
	ix      *index.Index
	brain   *builtin.Brain
	linker  *link.Linker
	conn    *connection.Connection
	random  *rand.Rand
	suite   string
	name    string
	nouns   []noun // of other databases
	held    bool   // phrasings that nothing is tuned on
	rights  []*kept
	foreign []string // questions to other databases
	list    []*pair
}

// most is how many pairs of a sort are made of one database.
type most struct{ right, nouns, data, acts, roles, spoilt int }

// pairs makes the corpus of a folder: from answers that were kept, with the reviews of
// each pair.
func pairs(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("pairs", flag.ExitOnError)
	out := f.String("out", "", "file to write")
	from := f.String("answers", "", "file of answers")
	held := f.Bool("held", false, "use the phrasings that nothing is tuned on")
	var m most
	f.IntVar(&m.right, "right", 1000, "right answers of a database at most")
	f.IntVar(&m.nouns, "nouns", 12, "questions about something else")
	f.IntVar(&m.data, "data", 12, "questions to another database")
	f.IntVar(&m.acts, "acts", 12, "requests")
	f.IntVar(&m.roles, "roles", 12, "numbers in another role")
	f.IntVar(&m.spoilt, "spoilt", 20, "spoilt readings")
	if err := f.Parse(args); err != nil {
		return err
	}
	folder, err := filepath.Abs(f.Arg(0)) // databases are opened elsewhere
	if err != nil {
		return err
	}
	all, err := readAnswers(*from, folder)
	if err != nil {
		return err
	}
	done, err := databasesIn(*out)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(*out, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := json.NewEncoder(file)
	cut, err := neural.NewTokenizer()
	if err != nil {
		return err
	}
	parser, err := builtin.Own()
	if err != nil {
		return err
	}
	names := databaseNames(all)
	ctx = source.WithPatience(ctx, 20)
	for i, name := range names {
		if done[name] {
			continue
		}
		c, err := open(ctx, name, filepath.Join(folder, "database", name+".sqlite"))
		if err != nil {
			return err
		}
		b, err := parser.Open(ctx, c, "")
		if err != nil {
			return err
		}
		seed := fnv.New64()
		seed.Write([]byte(name))
		one := &maker{ix: b.Index(), brain: b, linker: link.New(b.Index(), cut), conn: c, random: rand.New(rand.NewPCG(seed.Sum64(), 1)), suite: filepath.Base(folder), name: name, held: *held}
		one.nouns = nounsOf(all, name, *held)
		one.foreign = questionsOf(all, name)
		if err := one.make(ctx, all, m); err != nil {
			return err
		}
		for _, p := range one.list {
			if err := lines.Encode(p); err != nil {
				return err
			}
		}
		if err := c.Close(); err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, i+1, "of", len(names), name, len(one.list))
	}
	return nil
}

func readAnswers(path, folder string) ([]*kept, error) {
	journal, err := eval.ReadJournal(path + ".journal")
	if err != nil {
		return nil, err
	}
	classes, err := classesOf(path, folder, journal)
	if err != nil {
		return nil, err
	}
	var list []*kept
	seen := map[string]bool{}
	err = eachLine(path, func(line []byte) error {
		k := &kept{}
		if err := json.Unmarshal(line, k); err != nil {
			return err
		}
		key := k.Database + "\x00" + k.Question
		if seen[key] {
			return nil
		}
		seen[key] = true
		if r, ok := classes[key]; ok {
			k.ID, k.Class = r.ID, r.Class
			list = append(list, k)
		}
		return nil
	})
	return list, err
}

// make makes all pairs, and reviews them.
func (m *maker) make(ctx context.Context, all []*kept, n most) error {
	for _, k := range all {
		if k.Database != m.name || len(k.Readings) == 0 || k.Readings[0].Form == nil {
			continue
		}
		p := &pair{ID: k.ID, Question: k.Question, Sentence: k.Readings[0].Sentence, SQL: k.Readings[0].SQL, Outcome: k.Outcome, Confidence: k.Confidence, Class: k.Class, form: k.Readings[0].Form, now: k.Now}
		switch k.Class {
		case eval.Right:
			p.Sort = isRight
			m.rights = append(m.rights, k)
			if len(m.rights) > n.right {
				continue
			}
		case eval.GoldBroken:
			continue
		case eval.ShouldDecline:
			p.Sort = unanswerable
		default:
			p.Sort = isWrong
		}
		m.list = append(m.list, p)
	}
	m.random.Shuffle(len(m.rights), func(i, j int) { m.rights[i], m.rights[j] = m.rights[j], m.rights[i] })
	m.otherNouns(n.nouns)
	if err := m.otherData(ctx, n.data); err != nil {
		return err
	}
	m.otherActs(n.acts)
	m.otherRoles(n.roles)
	m.spoil(ctx, n.spoilt)
	slices.SortStableFunc(m.list, func(a, b *pair) int { return strings.Compare(a.Question, b.Question) }) // what is encoded once serves all pairs of a question
	reviewed := m.list[:0]
	for _, p := range m.list {
		p.Suite, p.Database = m.suite, m.name
		if err := m.review(ctx, p); err != nil {
			return err
		}
		if p.Review != nil {
			reviewed = append(reviewed, p)
		}
	}
	m.list = reviewed
	return nil
}

// review adds what the brain makes of a pair. A reading without SQL is rendered first.
func (m *maker) review(ctx context.Context, p *pair) error {
	if p.SQL == "" {
		sql, sentence, ok := m.render(p.form, p.now)
		if !ok {
			return nil
		}
		p.SQL, p.Sentence = sql, sentence
	}
	rows := m.run(ctx, p.SQL)
	if rows == nil {
		return nil
	}
	r := &brain.Reading{SQL: p.SQL, Sentence: p.Sentence}
	if p.form != nil {
		r.Form = p.form
	}
	began := time.Now()
	v, err := m.brain.Review(ctx, brain.Question{Text: p.Question, Now: p.now}, r, rows)
	p.MS = float64(time.Since(began).Microseconds()) / 1000
	p.Review = v
	return err
}

func (m *maker) render(q *form.Query, now time.Time) (sql, sentence string, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false // an edit made no sense
		}
	}()
	sql, _, err := render.Render(m.ix, render.Dialect(m.ix.Dialect), q, now)
	if err != nil {
		return "", "", false
	}
	return sql, render.Sentence(m.ix, q), true
}

// run gives the rows of a statement, nil where it fails.
func (m *maker) run(ctx context.Context, sql string) *table.Table {
	r, _, err := m.conn.Query(ctx, sql, source.Limits{Time: 20 * time.Second, Rows: 5000, Bytes: 8 << 20})
	if err != nil {
		return nil
	}
	defer r.Close()
	t, err := r.ReadAll()
	if err != nil {
		return nil
	}
	return t
}

// differs is true for an edited form that returns other rows than the form it was made of.
func (m *maker) differs(ctx context.Context, before, after string) bool {
	a, b := m.run(ctx, before), m.run(ctx, after)
	return a != nil && b != nil && candidates.Digest(a) != candidates.Digest(b)
}

func databaseNames(all []*kept) []string {
	var list []string
	for _, k := range all {
		if !slices.Contains(list, k.Database) {
			list = append(list, k.Database)
		}
	}
	return list
}

// classesOf are the verdicts on a file's questions, by database and question.
func classesOf(path, folder string, journal *eval.Journal) (map[string]eval.Record, error) {
	out := map[string]eval.Record{}
	cases := map[string]*eval.Case{}
	var suites []string
	if err := eachLine(path+".journal.run", func(line []byte) error { return json.Unmarshal(line, &suites) }); err != nil {
		return nil, err
	}
	suite, err := eval.Load(folder, eval.Selection{Split: suites[1], Field: suites[2], Set: "questions"})
	if err != nil {
		return nil, err
	}
	for _, c := range suite.Cases {
		cases[c.ID] = c
		if r, ok := journal.Get(c.ID, 0); ok {
			out[c.Database+"\x00"+c.Turns[0].Question] = r
		}
	}
	return out, nil
}

func eachLine(path string, do func([]byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if err := do(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// databasesIn are those that a file has pairs of.
func databasesIn(path string) (map[string]bool, error) {
	done := map[string]bool{}
	if _, err := os.Stat(path); err != nil {
		return done, nil
	}
	return done, eachLine(path, func(line []byte) error {
		var p struct {
			Database string `json:"db"`
		}
		err := json.Unmarshal(line, &p)
		done[p.Database] = true
		return err
	})
}
