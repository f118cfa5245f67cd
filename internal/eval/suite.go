package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Suite is what a folder asks.
type Suite struct {
	Dir   string
	Cases []*Case
	// Postgres is set where the databases are scripts for a PostgreSQL server.
	Postgres bool
	root     string // of the databases
}

// Case is one question, or one dialogue.
type Case struct {
	ID       string
	Database string
	Turns    []Turn
	Tags     []string
	Now      time.Time // zero where the case does not fix it
	Dialogue bool
}

// Turn is one question with what is known of its answer.
type Turn struct {
	Question string
	Gold     string
	Known    bool // what the right answer is; otherwise nothing is measured
}

// Unanswerable reports whether the right answer is to decline.
func (t Turn) Unanswerable() bool { return t.Known && t.Gold == "" }

// Selection says which part of a folder is wanted.
type Selection struct {
	Split     string // of splits.json; empty means every database
	Field     string // that holds the question
	Databases string // where the databases are, if not in the folder
	Set       string // questions, dialogues or all
	Limit     int    // cases at most, spread over the folder; 0 means all
}

// Load reads a folder: questions.jsonl, dialogues.jsonl, splits.json, and the
// databases as database/NAME.sqlite, or as NAME/NAME.sql for PostgreSQL.
func Load(dir string, s Selection) (*Suite, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "cannot read the folder %s", dir).WithHint("check its path")
	}
	suite := &Suite{Dir: dir, root: s.Databases}
	if suite.root == "" {
		suite.root = filepath.Join(dir, "database")
		if _, err := os.Stat(suite.root); errors.Is(err, fs.ErrNotExist) {
			suite.root = dir
		}
	}
	found := false
	for _, part := range []struct{ set, file string }{{"questions", "questions.jsonl"}, {"dialogues", "dialogues.jsonl"}} {
		if s.Set != "all" && s.Set != "" && s.Set != part.set {
			continue
		}
		err := suite.read(filepath.Join(dir, part.file), s.Field)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		found = true
	}
	if !found {
		return nil, fault.New(fault.NotFound, "%s has no matching questions.jsonl or dialogues.jsonl", dir).
			WithHint("a folder for plumb eval holds one of them, and its databases in database/")
	}
	if err := suite.keepSplit(s.Split); err != nil {
		return nil, err
	}
	suite.Cases = spread(suite.Cases, s.Limit)
	if len(suite.Cases) == 0 {
		return nil, fault.New(fault.NotFound, "no question is selected in %s", dir).WithHint("check --split, --set and --field")
	}
	return suite, suite.findDatabases()
}

// entry is a line of either file. Other benchmarks' names for the same things
// are understood.
type entry struct {
	ID       string          `json:"id"`
	DB       string          `json:"db_id"`
	DBName   string          `json:"db_name"`
	SQL      json.RawMessage `json:"sql"`
	Query    json.RawMessage `json:"query"`
	Tags     []string        `json:"tags"`
	Category string          `json:"query_category"`
	Set      string          `json:"set"`
	Now      string          `json:"now"`
	Turns    []struct {
		Question string          `json:"question"`
		SQL      json.RawMessage `json:"sql"`
	} `json:"turns"`
}

const (
	longestLine = 16 << 20
	plainField  = "question"
)

func (s *Suite) read(path, field string) error {
	return eachLine(path, func(n int, line []byte) error {
		c, err := parseCase(line, field)
		if err != nil || c == nil {
			return err
		}
		if c.ID == "" {
			c.ID = fmt.Sprintf("%s-%d", strings.TrimSuffix(filepath.Base(path), ".jsonl"), n)
		}
		s.Cases = append(s.Cases, c)
		return nil
	})
}

// eachLine goes through the lines of a file that are not empty. What is wrong
// with one is said with its number.
func eachLine(path string, do func(n int, line []byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "%s cannot be read: %v", path, err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longestLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := do(n, lines.Bytes()); err != nil {
			return fault.Wrap(err, fault.BadData, "%s:%d: %v", path, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fault.Wrap(err, fault.BadData, "%s cannot be read: %v", path, err)
	}
	return nil
}

// parseCase reads a line. It gives nothing for a question that is not there in
// the wanted wording.
func parseCase(line []byte, field string) (*Case, error) {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, err
	}
	c := &Case{ID: e.ID, Database: e.DB, Tags: e.Tags}
	if c.Database == "" {
		c.Database = e.DBName
	}
	for _, tag := range []string{e.Set, e.Category} {
		if tag != "" {
			c.Tags = append(c.Tags, tag)
		}
	}
	if c.Database == "" || strings.ContainsAny(c.Database, `/\`) || strings.HasPrefix(c.Database, ".") {
		return nil, fmt.Errorf("%q cannot be a database's name", c.Database)
	}
	if e.Now != "" {
		now, err := ParseNow(e.Now)
		if err != nil {
			return nil, err
		}
		c.Now = now
	}
	if e.Turns != nil {
		c.Dialogue = true
		for _, t := range e.Turns {
			turn, err := newTurn(t.Question, t.SQL)
			if err != nil {
				return nil, err
			}
			c.Turns = append(c.Turns, turn)
		}
		return c, nil
	}
	var texts map[string]json.RawMessage
	if err := json.Unmarshal(line, &texts); err != nil {
		return nil, err
	}
	if field == "" {
		field = plainField
	}
	if texts[field] == nil && field != plainField {
		return nil, nil
	}
	var question string
	if err := json.Unmarshal(texts[field], &question); err != nil || question == "" {
		return nil, fmt.Errorf("there is no text in the field %q", field)
	}
	gold := e.SQL
	if gold == nil {
		gold = e.Query
	}
	if e.Set == "idk" { // a set of questions that must all be declined
		gold = json.RawMessage("null")
	}
	turn, err := newTurn(question, gold)
	if err != nil {
		return nil, err
	}
	c.Turns = []Turn{turn}
	return c, nil
}

// newTurn understands a gold query that is null as "cannot be answered", and
// one that is not there as "not known".
func newTurn(question string, gold json.RawMessage) (Turn, error) {
	t := Turn{Question: question, Known: gold != nil}
	if gold == nil {
		return t, nil
	}
	var sql *string
	if err := json.Unmarshal(gold, &sql); err != nil {
		return t, err
	}
	if sql != nil {
		t.Gold = strings.TrimSpace(*sql)
	}
	return t, nil
}

// ParseNow reads the day, or the moment, that counts as now.
func ParseNow(s string) (time.Time, error) {
	for _, form := range []string{time.DateOnly, time.RFC3339, "2006-01-02 15:04:05", "2006-01-02T15:04:05"} {
		if t, err := time.Parse(form, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fault.New(fault.Usage, "%q is not a date", s).WithHint("write it like 2025-11-15")
}

func (s *Suite) keepSplit(split string) error {
	if split == "" {
		return nil
	}
	path := filepath.Join(s.Dir, "splits.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "there is no split %q: %s cannot be read", split, path).
			WithHint("leave out --split to use all questions")
	}
	var splits map[string][]string
	if err := json.Unmarshal(text, &splits); err != nil {
		return fault.Wrap(err, fault.BadData, "%s: %v", path, err)
	}
	databases, ok := splits[split]
	if !ok {
		var names []string
		for name := range splits {
			names = append(names, name)
		}
		slices.Sort(names)
		return fault.New(fault.NotFound, "%s has no split %q", path, split).
			WithHint("%s", fault.DidYouMean(split, "splits", names))
	}
	s.Cases = slices.DeleteFunc(s.Cases, func(c *Case) bool { return !slices.Contains(databases, c.Database) })
	return nil
}

// spread keeps n cases, evenly over the whole.
func spread(cases []*Case, n int) []*Case {
	if n <= 0 || n >= len(cases) {
		return cases
	}
	kept := make([]*Case, n)
	for i := range kept {
		kept[i] = cases[i*len(cases)/n]
	}
	return kept
}

// findDatabases checks that every database is there, before hours of work.
func (s *Suite) findDatabases() error {
	for _, c := range s.Cases {
		if path := s.script(c.Database); path != "" {
			s.Postgres = true
			continue
		}
		if _, err := s.File(c.Database); err != nil {
			return err
		}
	}
	return nil
}

// File is where a database is.
func (s *Suite) File(database string) (string, error) {
	if path := s.script(database); path != "" {
		return path, nil
	}
	for _, path := range []string{database + ".sqlite", filepath.Join(database, database+".sqlite")} {
		path = filepath.Join(s.root, path)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fault.New(fault.NotFound, "the database %s is not in %s", database, s.root).
		WithHint("give its folder with --databases")
}

// script is the SQL text that makes a PostgreSQL database, or "".
func (s *Suite) script(database string) string {
	path := filepath.Join(s.root, database, database+".sql")
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return path
	}
	return ""
}

// Order is when the order of rows usually counts: not where questions carry tags
// of their own, and in defog's sets only where a question asks for it.
func (s *Suite) Order() Order {
	switch {
	case s.Postgres:
		return OrderAsked
	case slices.ContainsFunc(s.Cases, func(c *Case) bool { return len(c.Tags) > 0 || c.Dialogue }):
		return OrderIgnored
	}
	return OrderCounts
}
