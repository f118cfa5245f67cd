package builtin

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

var (
	leaveOut  = flag.Bool("leave-out", false, "measure every rule by leaving it out")
	evalDir   = flag.String("eval", "", "folder with business and spider, whose train databases are asked, too")
	every     = flag.Int("every", 1, "measure on one in so many questions and conversations of our own sets")
	evalCases = flag.Int("cases", 200, "questions and dialogues of each folder of -eval, spread over its databases")
)

// effect is what happens without a rule.
type effect struct {
	acted                   int // conversations in which the rule acts
	rightLost, rightGained  int
	wrongGained, wrongSaved int // of answers that are given
	sureGained, sureSaved   int // of these, with those that are sure
}

func (e effect) row(rule string) string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d |", rule, e.acted, e.rightLost, e.rightGained, e.wrongGained, e.wrongSaved, e.sureGained, e.sureSaved)
}

// TestLeaveOut prints what each rule is worth: right answers that are lost and
// wrong ones that are given without it. A rule that did not act in a conversation
// cannot change it, so that only the others are asked again.
func TestLeaveOut(t *testing.T) {
	if !*leaveOut {
		t.Skip("asks for minutes; -leave-out measures, docs/evaluation.md has the table")
	}
	effects := map[string]effect{}
	warehouse := connectDemo(t)
	for _, set := range []string{"demo", "terms", "traps"} {
		measureRules(t, effects, warehouse, questions(t, set+".jsonl"), *every)
	}
	for _, set := range []string{"skiresort", "gym", "vet", "museum", "billing", "freight", "hotel"} {
		measureRules(t, effects, fromScript(t, set), questions(t, set+".jsonl"), *every)
	}
	printEffects(effects)
	if *evalDir != "" {
		for _, folder := range []string{"business", "spider"} {
			measureFolder(t, effects, filepath.Join(*evalDir, folder))
			printEffects(effects)
		}
	}
}

func printEffects(effects map[string]effect) {
	fmt.Println("| rule | acts on | right lost | right gained | wrong given | wrong not given | sure and wrong | not so |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
	names := ruleNames()
	for _, rule := range names {
		fmt.Println(effects[rule].row(rule))
	}
	for _, rule := range slices.Sorted(maps.Keys(effects)) { // kinds of requirements
		if !slices.Contains(names, rule) && !slices.Contains(essential, rule) {
			fmt.Println(effects[rule].row(rule))
		}
	}
}

// measureFolder measures on train databases of an evaluation folder.
func measureFolder(t *testing.T, effects map[string]effect, dir string) {
	t.Helper()
	suite, err := eval.Load(dir, eval.Selection{Split: "train", Field: "question", Set: "all", Limit: *evalCases})
	if err != nil {
		t.Fatal(err)
	}
	byDatabase := map[string][]asked{}
	var names []string
	for _, c := range suite.Cases {
		if byDatabase[c.Database] == nil {
			names = append(names, c.Database)
		}
		before := ""
		now := c.Now
		if now.IsZero() {
			now = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
		}
		for n, turn := range c.Turns {
			q := asked{ID: fmt.Sprintf("%s/%d", c.ID, n), Question: turn.Question, After: before, Now: now.Format(time.DateOnly)}
			if turn.Gold != "" {
				q.SQL = &turn.Gold
			}
			before = q.ID
			byDatabase[c.Database] = append(byDatabase[c.Database], q)
		}
	}
	for _, name := range names {
		file, err := suite.File(name)
		if err != nil {
			t.Fatal(err)
		}
		c := connect(t, sqlite.Driver, file, "")
		list := slices.DeleteFunc(byDatabase[name], func(q asked) bool {
			if q.SQL == nil {
				return false
			}
			_, err := rows(t.Context(), c, *q.SQL)
			return err != nil // SQLite takes "Oslo" for a text; the guard does not
		})
		measureRules(t, effects, c, list, 1)
	}
}

// verdict is how a question went.
type verdict struct{ right, given, sure bool }

func (v verdict) wrong() bool       { return v.given && !v.right }
func (v verdict) surelyWrong() bool { return v.sure && !v.right }

// add counts what a question loses and gains without a rule.
func (e *effect) add(with, without verdict) {
	e.rightLost += count(with.right && !without.right)
	e.rightGained += count(without.right && !with.right)
	e.wrongGained += count(without.wrong() && !with.wrong())
	e.wrongSaved += count(with.wrong() && !without.wrong())
	e.sureGained += count(without.surelyWrong() && !with.surelyWrong())
	e.sureSaved += count(with.surelyWrong() && !without.surelyWrong())
}

func measureRules(t *testing.T, effects map[string]effect, c *connection.Connection, list []asked, every int) {
	t.Helper()
	b := think(t, c)
	b.rememberParser()
	for i, talk := range conversations(list) {
		if i%every != 0 {
			continue
		}
		acted := map[string]bool{}
		b.rules.Without, b.rules.Acted = "", func(rule string) { acted[rule] = true }
		before := b.verdicts(t, c, talk)
		for _, rule := range essential {
			delete(acted, rule)
		}
		for rule := range acted {
			b.rules.Without, b.rules.Acted = rule, nil
			e := effects[rule]
			e.acted++
			for i, v := range b.verdicts(t, c, talk) {
				e.add(before[i], v)
				if v != before[i] {
					t.Logf("%s: without %s %+v is %+v", talk[i].ID, rule, before[i], v)
				}
			}
			effects[rule] = e
		}
	}
}

// rememberParser keeps what the parser writes: leaving out a rule seldom changes
// its input, and writing takes most of the time.
func (b *Brain) rememberParser() {
	encode, known := b.encode, map[string]memory{}
	b.encode = func(in core.Input) (memory, error) {
		key := fmt.Sprint(in)
		if known[key] == nil {
			m, err := encode(in)
			if err != nil {
				return nil, err
			}
			known[key] = &rememberedQuestion{memory: m, scores: map[string][]core.Candidate{}}
		}
		return known[key], nil
	}
}

// rememberedQuestion writes each thing once.
type rememberedQuestion struct {
	memory
	beam   []core.Candidate
	scores map[string][]core.Candidate
}

func (m *rememberedQuestion) Beam(ctx context.Context, start core.State, width, maxLen int) (list []core.Candidate, err error) {
	if m.beam == nil {
		m.beam, err = m.memory.Beam(ctx, start, width, maxLen)
	}
	return m.beam, err
}

func (m *rememberedQuestion) Score(ctx context.Context, sequences ...[]int) (list []core.Candidate, err error) {
	key := fmt.Sprint(sequences)
	if m.scores[key] == nil {
		m.scores[key], err = m.memory.Score(ctx, sequences...)
	}
	return m.scores[key], err
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// conversations are questions with those that follow them, directly or not.
func conversations(list []asked) [][]asked {
	at := map[string]int{}
	var talks [][]asked
	for _, q := range list {
		n, follows := at[q.After]
		if q.After == "" || !follows {
			n = len(talks)
			talks = append(talks, nil)
		}
		at[q.ID] = n
		talks[n] = append(talks[n], q)
	}
	return talks
}

func (b *Brain) verdicts(t *testing.T, c *connection.Connection, talk []asked) []verdict {
	t.Helper()
	before := map[string]*brain.Reading{}
	var list []verdict
	for _, q := range talk {
		now, err := time.Parse(time.DateOnly, q.Now)
		if err != nil {
			t.Fatal(err)
		}
		a, err := b.Read(unhurried(t), brain.Question{Text: q.Question, Now: now, Before: before[q.After]})
		if err != nil {
			t.Fatalf("%s without %q: %v: %v", q.ID, b.rules.Without, err, errors.Unwrap(err))
		}
		v := verdict{right: q.SQL == nil && len(a.Readings) == 0, given: a.Outcome == brain.Sure || a.Outcome == brain.Likely, sure: a.Outcome == brain.Sure}
		if len(a.Readings) > 0 {
			before[q.ID] = &a.Readings[0]
			v.right = q.SQL != nil && equal(t, c, a.Readings[0].SQL, append([]string{*q.SQL}, q.Also...))
		} else if q.After != "" {
			before[q.ID] = before[q.After] // what was asked before stays what the conversation is about
		}
		list = append(list, v)
	}
	return list
}

func TestEveryRuleHasANameOfItsOwn(t *testing.T) {
	names := ruleNames()
	for i, name := range names {
		if name == "" || slices.Contains(names[:i], name) || strings.ToLower(name) != name {
			t.Errorf("%q does not name one rule", name)
		}
	}
	said := map[string]string{}
	for _, p := range passes {
		said[p.name] = p.does
	}
	for _, p := range readingPasses {
		said[p.name] = p.does
	}
	for _, p := range writingPasses {
		said[p.name] = p.requires
	}
	for _, d := range doubts {
		said[d.name] = d.requires
	}
	for _, r := range candidates.Rules {
		said[r.Name] = r.Requires
	}
	for name, text := range said {
		if !strings.HasSuffix(text, ".") {
			t.Errorf("%s: %q is no sentence", name, text)
		}
	}
}

// essential are passes without which there is no answer.
var essential = []string{"reading", "parser"}

// ruleNames are the names of all rules that can be left out.
func ruleNames() []string {
	var list []string
	for _, p := range passes {
		list = append(list, p.name)
	}
	for _, p := range writingPasses {
		list = append(list, p.name)
	}
	list = append(list, candidates.Names()...)
	for _, d := range doubts {
		list = append(list, d.name)
	}
	list = append(list, followedDefinitions, knownDurations, unsureDeclines, coveredPeriods, describedTerms, durationUnits, repairedForms, guessedUnit, guessedDate, topic, namesakes)
	return slices.DeleteFunc(list, func(name string) bool { return slices.Contains(essential, name) })
}
