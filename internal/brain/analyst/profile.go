package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// profileQuestion is a message that asks what data are like.
type profileQuestion struct {
	about string   // words for a table; "" for all of them
	only  []string // kinds of findings that are asked for; all where none is
}

const (
	ofTheData = `(?: (?:of|in|for|with|on|within|about) (?:the |our |my |this |these )*(.+?)(?: tables?)?)?`
	problems  = `(?:duplicates?|duplicated?(?: (?:rows|records|entries))|double entries|orphans?|orphaned?(?: (?:rows|records|keys|entries))|gaps?(?: in time)?|missing values|missing data|nulls?(?: values)?|empty (?:values|cells|columns)|placeholders?(?: values)?|suspicious values|inconsistenc(?:y|ies)|data errors|bad data|dirty data|data problems|data issues)`
)

var (
	asksProfile  = phrase(`(?:a |the )?(?:(?:data|table) )?profile(?: report)?(?: (?:of|for))? (?:the |our |my |this |these )*(.+?)(?: tables?)?`)
	asksQuality  = phrase(`(?:(?:check|assess|analy[sz]e|review|audit|evaluate|test|verify|inspect|how (?:good|clean|reliable) is|what(?:'s| is)) )?(?:the |our |my |a )*data quality(?: (?:checks?|report|problems|issues|analysis|audit|assessment))?` + ofTheData)
	qualityOf    = phrase(`(?:check|assess|analy[sz]e|review|audit|evaluate|verify|inspect) (?:the )?quality` + ofTheData)
	howClean     = phrase(`how (?:clean|dirty|consistent) (?:is|are) (?:the |our |my |this |these )*(.+?)(?: tables?)?`)
	howGood      = phrase(`how (?:good|reliable|trustworthy) (?:is|are) (?:the |our |my |this |these )*(data|database|dataset|tables)`)
	isClean      = phrase(`(?:is|are) (?:the |our |my |this |these )*(.+?)(?: tables?)? (?:clean|dirty|consistent|reliable|trustworthy|in good shape)`)
	hasProblems  = phrase(`(?:are there |is there |do we have |have we got |see )?(?:any |some )?(?:problems?|issues?|errors?|mistakes?) (?:with|in|of) (?:the |our |my |this |these )*((?:.+ )?(?:data|database|dataset|tables?|files?))`)
	howComplete  = phrase(`how complete (?:is|are) (?:the |our |my |this |these )*(.+?)(?: tables?)?`)
	whatIsOdd    = phrase(`(?:(?:what|is there anything|is there something|anything|is anything)(?:'s| is| looks| seems)? |are there )?(?:any )?(?:odd|strange|wrong|unusual|suspicious|weird|off|fishy|broken|oddities|anomalies|irregularities)` + ofTheData)
	asksProblems = phrase(`(?:(?:are|is) there |do we have |does .{1,20} have |check for |look for |detect |list |which )?(?:any |all |the |some )*(` + problems + `(?:(?:,| or| and|, or|, and|/| /) ?(?:any )?` + problems + `)*)(?: are there)?` + ofTheData)
)

// kindsOf are the kinds of findings that a word asks for.
var kindsOf = []struct {
	word  *lazyregexp.Regexp
	kinds []string
}{
	{lazyregexp.New(`duplicat|double`), []string{method.FindingDuplicates, method.FindingRepeated}},
	{lazyregexp.New(`orphan`), []string{method.FindingOrphans}},
	{lazyregexp.New(`\bgaps?\b`), []string{method.FindingGap}},
	{lazyregexp.New(`missing|null|empty`), []string{method.FindingMissing, method.FindingEmpty, method.FindingBlank, method.FindingPlaceholder}},
	{lazyregexp.New(`placeholder`), []string{method.FindingPlaceholder, method.FindingEarly}},
}

// readProfile reads a message that asks what data are like; nil for another.
func readProfile(text string) *profileQuestion {
	text = plainText(text)
	for _, p := range []*lazyregexp.Regexp{asksProfile, asksQuality, qualityOf, howClean, howGood, isClean, hasProblems} {
		if m := p.FindStringSubmatch(text); m != nil {
			return &profileQuestion{about: m[1]}
		}
	}
	if m := howComplete.FindStringSubmatch(text); m != nil {
		return &profileQuestion{about: m[1], only: []string{method.FindingMissing, method.FindingEmpty, method.FindingBlank, method.FindingPlaceholder, method.FindingGap}}
	}
	if m := whatIsOdd.FindStringSubmatch(text); m != nil && m[1] != "" {
		return &profileQuestion{about: m[1]}
	}
	m := asksProblems.FindStringSubmatch(text)
	if m == nil || m[2] == "" {
		return nil
	}
	w := &profileQuestion{about: m[2]}
	for _, k := range kindsOf {
		if k.word.MatchString(m[1]) {
			w.only = append(w.only, k.kinds...)
		}
	}
	return w
}

// Bounds of a profile, so that wide databases fit into a plan.
const (
	maxProfiles      = 36 // steps that look at columns
	columnsEach      = 25 // of a step
	quartilesEach    = 8  // of them on SQLite
	tablesEach       = 12 // of a step that looks at rows or days
	keysEach         = 25
	maxKeys          = 75
	maxColumnsOfEach = 250 // of a table, where all are looked at
)

// profile plans what the data of a table, or of all tables, are like.
func (a *Analyst) profile(_ context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readProfile(q.Text)
	if w == nil || a.namesIt("profile") && strings.Contains(plainText(q.Text), "profile") {
		return nil, nil
	}
	var tables []int
	switch t := a.tableNamed(w.about); {
	case t >= 0:
		tables = []int{t}
	case w.about == "" || onlyData.MatchString(w.about):
		for t := range a.Index.Tables {
			if !a.Index.Tables[t].View {
				tables = append(tables, t)
			}
		}
	}
	if len(tables) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(tables, func(x, y int) int { return cmp.Compare(a.Index.Tables[y].Rows, a.Index.Tables[x].Rows) })
	made, err := a.planProfile(w, tables, q)
	if err != nil {
		return nil, err
	}
	if made == nil {
		return declined("Plumb can find days without rows, but no date says when the rows happened."), nil
	}
	const sure = 0.9
	return &brain.Analysis{Plan: made, Sentence: made.Title, Confidence: sure}, nil
}

// planProfile writes the steps: the columns of each table, rows that are there
// twice, keys that lead nowhere, days without rows, and the findings. It is nil where
// only gaps are asked for, and nothing is dated.
func (a *Analyst) planProfile(w *profileQuestion, tables []int, q brain.Question) (*plan.Plan, error) {
	args := method.ProfileArguments{Only: w.only, Today: q.Now.Format("2006-01-02"), Columns: len(tables) == 1 && len(w.only) == 0}
	b := &profiler{Analyst: a, args: &args, now: q.Now}
	var looked []int
	for _, t := range tables {
		ok, err := b.columns(t)
		if err != nil {
			return nil, err
		}
		if !ok {
			args.Left++
			continue
		}
		looked = append(looked, t)
	}
	for _, more := range []struct {
		kind string
		add  func([]int) error
	}{{method.FindingDuplicates, b.duplicates}, {method.FindingOrphans, b.orphans}, {method.FindingGap, b.days}} {
		if len(w.only) > 0 && !slices.Contains(w.only, more.kind) {
			continue
		}
		if err := more.add(looked); err != nil {
			return nil, err
		}
	}
	what := "all tables"
	if len(tables) == 1 {
		what = b.tableTitle(tables[0])
	}
	var said []string
	if slices.Contains(w.only, method.FindingGap) && !b.dated {
		args.Only = slices.DeleteFunc(slices.Clone(w.only), func(k string) bool { return k == method.FindingGap })
		w.only = args.Only
		said = append(said, "gaps in time were not looked for: no date says when the rows of "+what+" happened")
	}
	if len(w.only) == 0 && len(said) > 0 {
		return nil, nil
	}
	title := "data profile of " + what
	if len(w.only) > 0 {
		title = firstNames(w.only) + " in " + what
	}
	last, err := computeStep(method.Profile.Name, args, "findings", "Judge what is found, the most serious first", b.outputs()...)
	if err != nil {
		return nil, err
	}
	p := &plan.Plan{Title: title, Method: method.Profile.Name, By: By, Question: q.Text, Assumptions: said}
	p.Steps = numbered(append(b.steps, last))
	return p, nil
}

func (b *profiler) outputs() []string {
	list := make([]string, len(b.steps))
	for i, s := range b.steps {
		list[i] = s.Output
	}
	return list
}

// tableTitle is the name of a table as it is stored.
func (b *profiler) tableTitle(t int) string {
	one := &b.Index.Tables[t]
	for o := range b.Index.Tables {
		if o != t && strings.EqualFold(b.Index.Tables[o].Name, one.Name) {
			return one.Schema + "." + one.Name
		}
	}
	return one.Name
}

func (b *profiler) read(output, goal, code string) {
	b.steps = append(b.steps, plan.Step{Language: plan.Read, Source: b.Source, Output: output, Goal: goal, Code: code})
}

func (b *profiler) names(list []int) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = b.tableTitle(t)
	}
	return firstNames(names)
}

// firstNames are the first of several names, and how many more there are.
func firstNames(names []string) string {
	const most = 6
	if len(names) > most {
		names = append(slices.Clone(names[:most-1]), fmt.Sprintf("%d more", len(names)-most+1))
	}
	return english.JoinList(names, "and")
}

func column(i int, what string) string { return fmt.Sprintf("c%d_%s", i+1, what) }
