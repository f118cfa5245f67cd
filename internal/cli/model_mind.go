package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// mind is the built-in brain with language models behind it: what the first is
// sure of costs nothing, the rest is the models'. Where only models are to
// answer, it asks them at once. It may be used by many at once.
type mind struct {
	mindParts
	whole string // the schema, where it is small enough to be shown whole
	index func() *schema.Index
	order map[*schema.Table]int
}

// mindParts is what a mind is made of.
type mindParts struct {
	Builtin  *answer.Reader
	Models   *languageModels
	Recorder route.Recorder
	Told     func(route.Escalation) // beside the session; may be nil
	Explores bool                   // a question may be looked into
	Schema   *schema.Snapshot
	Budget   int                     // tokens of schema that a model is shown
	Near     *nearness               // finds tables of a large schema by meaning; nil finds them by words alone
	Edits    func() []talk.Statement // that the person wrote for this database, the newest last; may be nil
}

func newMind(p mindParts) *mind {
	m := &mind{mindParts: p, order: map[*schema.Table]int{}}
	if whole := schema.XML(p.Schema, schema.XMLOptions{}); schema.Tokens(whole) <= p.Budget {
		m.whole = whole
	}
	for i := range p.Schema.Tables {
		m.order[&p.Schema.Tables[i]] = i
	}
	m.index = sync.OnceValue(func() *schema.Index { return schema.NewIndex(p.Schema) })
	return m
}

var dialectNames = map[string]string{"postgres": "PostgreSQL", "duckdb": "DuckDB", "sqlite": "SQLite"}

// Plan takes the built-in brain's reading when it is sure of it.
func (m *mind) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	if m.Models.policy == config.ModelOnly {
		d, _, err := m.ask(ctx, r, nil, nil)
		return d, err
	}
	own, err := m.Builtin.Plan(ctx, r)
	if err != nil || own.Outcome == answer.Sure {
		return own, err
	}
	d, spent, err := m.ask(ctx, r, nil, own)
	if err == nil || ctx.Err() != nil {
		return d, err
	}
	// What the built-in brain has to say is worth more than nothing, be it a
	// guess, a question back or what could be asked instead.
	why := fault.Of(err)
	own.Findings = append(slices.Clip(own.Findings), fault.Diagnostic{Severity: fault.Warning, Code: why.Code, Message: "the model could not be asked: " + why.Message, Hint: why.Hint})
	own.Cost = spent
	return own, nil
}

// Repair shows the model what went wrong. Where it cannot be asked, the
// built-in brain may know another reading.
func (m *mind) Repair(ctx context.Context, r answer.Request, failed []answer.Attempt) (*answer.Draft, error) {
	d, spent, err := m.ask(ctx, r, failed, nil)
	if err == nil || ctx.Err() != nil || m.Models.policy == config.ModelOnly {
		return d, err
	}
	own, second := m.Builtin.Repair(ctx, r, failed)
	if second != nil || own == nil || own.SQL == "" {
		return nil, err
	}
	own.Notes = append(slices.Clip(own.Notes), "the model could not be asked: "+fault.Of(err).Message)
	own.Cost = spent
	return own, nil
}

// longQuestion is where a question counts as complex, in characters.
const longQuestion = 200

// ask lets a model write the statement. What the built-in brain makes of the
// question serves the second opinion; where it has not read it yet, it does so
// while the model thinks.
func (m *mind) ask(ctx context.Context, r answer.Request, failed []answer.Attempt, own *answer.Draft) (*answer.Draft, answer.Cost, error) {
	read := make(chan *answer.Draft, 1)
	if own != nil {
		read <- own
	} else {
		go func() {
			d, _ := m.Builtin.Plan(ctx, r) // without it there is less to say
			read <- d
		}()
	}
	asked, err := m.asked(ctx, r, failed)
	if err != nil {
		return nil, answer.Cost{}, err
	}
	shown, found := m.shown(ctx, r)
	b := &llm.Brain{Dialect: dialectNames[m.Schema.Dialect], Rules: tool.Rules(m.Schema.Dialect), Schema: shown, Examples: m.examples()}
	job := route.Job{Task: route.SQLGeneration, Complex: len(failed) > 0 || utf8.RuneCountInString(r.Question) > longQuestion}
	var p *llm.Proposal
	by, spent, err := m.try(ctx, job, r.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		b := *b
		b.Planner = one
		p, used, err = b.Plan(ctx, asked)
		return used, err
	})
	if err != nil {
		return nil, spent, err
	}
	d := &answer.Draft{Outcome: answer.Likely, SQL: p.SQL, Sentence: p.Reasoning, Reasoning: p.Reasoning, Chart: p.Chart, By: by,
		FollowUp: r.Before != nil, Missing: p.Missing, Suggested: p.Suggestions, Cost: spent}
	if found != nil {
		d.Findings = append(d.Findings, *found)
	}
	if p.Assumption != "" {
		d.Assumptions = []string{p.Assumption}
	}
	if p.SQL == "" && p.Explore && m.Explores {
		d.Outcome = answer.Explore
		return d, spent, nil
	}
	if p.SQL == "" {
		d.Outcome = answer.Declined
		if d.Missing == "" {
			d.Missing = "This data cannot answer that."
		}
	}
	m.second(ctx, r, d, <-read)
	return d, spent, nil
}

// asked is the question with what a model needs to know of the conversation.
// Statements that failed stand in the cells of those questions.
func (m *mind) asked(ctx context.Context, r answer.Request, failed []answer.Attempt) (llm.Asked, error) {
	a := llm.Asked{Question: r.Question, Now: r.Now}
	past, err := r.Past(ctx)
	if err != nil {
		return a, err
	}
	for _, c := range slices.Backward(past) {
		a.Past = append(a.Past, condensed(c))
		for _, t := range c.Metadata.Attempts {
			if t.Reason != "" {
				a.Earlier = append(a.Earlier, llm.Failed{SQL: t.SQL, Reason: t.Reason})
			}
		}
	}
	for _, f := range failed {
		a.Failed = append(a.Failed, llm.Failed{SQL: f.SQL, Reason: f.Reason + " " + f.Hint})
	}
	return a, nil
}

// shown is the schema for a question: all of it, or the tables that matter, in
// the order of the schema, so that the same ones give the same bytes. What the
// question before was about matters too. The finding, if there is one, is what
// went wrong while they were chosen.
func (m *mind) shown(ctx context.Context, r answer.Request) (string, *fault.Diagnostic) {
	if m.whole != "" {
		return m.whole, nil
	}
	words := r.Question
	if r.Before != nil {
		words += "\n" + r.Before.Cell.Question
	}
	near, found := m.Near.of(ctx, words)
	tables := m.index().SelectNear(words, near, m.Budget)
	slices.SortFunc(tables, func(a, b *schema.Table) int { return m.order[a] - m.order[b] })
	return schema.XML(m.Schema, schema.XMLOptions{Tables: tables, Budget: m.Budget}), found
}

// maxEdits is how many of the person's own statements are shown as examples.
const maxEdits = 5

// examples are statements that people wrote: the person's own, then those of
// the project's folder.
func (m *mind) examples() []llm.Example {
	var list []llm.Example
	if m.Edits != nil {
		edits := m.Edits()
		for _, e := range slices.Backward(edits[max(0, len(edits)-maxEdits):]) {
			list = append(list, llm.Example{Question: e.Question, SQL: e.SQL})
		}
	}
	for _, e := range m.Schema.Documents.Examples {
		list = append(list, llm.Example{Question: e.Question, SQL: e.SQL})
	}
	return list
}

// Narrate lets a model tell what one planned; what the built-in brain read is
// told by the built-in narrator, and so is what no model can tell.
func (m *mind) Narrate(ctx context.Context, f answer.Finding) (*answer.Narrative, error) {
	job := route.Job{Task: route.Narration}
	if !byModel(f.By) && m.Models.policy != config.ModelOnly || len(m.Models.router.Models(job)) == 0 {
		return talk.Teller{}.Narrate(ctx, f)
	}
	if f.Show != nil {
		f.Show(ctx)
	}
	text := ""
	by, spent, err := m.try(ctx, job, f.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		b := llm.Brain{Narrator: one}
		text, used, err = b.Narrate(ctx, llm.Result{Question: f.Question, SQL: f.SQL, Table: f.Table, Chart: string(f.Plan.Kind), Objections: f.Objections})
		return used, err
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		n, second := talk.Teller{}.Narrate(ctx, f)
		if second != nil {
			return nil, err
		}
		why := fault.Of(err)
		n.Cost = spent
		n.Notes = []fault.Diagnostic{{Severity: fault.Warning, Code: why.Code, Message: "the built-in narrator tells this: " + why.Message, Hint: why.Hint}}
		return n, nil
	}
	n := &answer.Narrative{By: by, Cost: spent}
	n.Text = text
	return n, nil
}

// byModel reports whether a model did something: models are provider/model, and
// nobody else is.
func byModel(name string) bool { return strings.Contains(name, "/") }

// try goes along a job's chain. It returns who did it, and what all took.
func (m *mind) try(ctx context.Context, j route.Job, happened func(context.Context, session.Entry), f func(context.Context, model.Model) (model.Usage, error)) (by string, spent answer.Cost, err error) {
	router := m.Models.router.Watched(m.Recorder, escalation(m.Told, happened))
	err = router.Try(ctx, j, func(ctx context.Context, one model.Model) error {
		by = one.Info().Name()
		used, err := f(ctx, model.Fit(one))
		spent.Input += used.Input
		spent.Output += used.Output
		if p, ok := router.Price(by); ok {
			spent.USD += p.Cost(route.TokensOf(used)).USD()
		}
		return err
	})
	return by, spent, err
}

// escalation tells that another model is asked: a person who waits, and the
// session. Both may be nil.
func escalation(told func(route.Escalation), happened func(context.Context, session.Entry)) func(context.Context, route.Escalation) {
	return func(ctx context.Context, e route.Escalation) {
		if told != nil {
			told(e)
		}
		if happened != nil {
			happened(ctx, session.Entry{Kind: session.Escalated, Payload: session.EscalatedPayload{
				Task: string(e.Task), From: e.From, To: e.To, Code: string(e.Code), Reason: e.Reason}})
		}
	}
}

// condensed is a cell as a model needs to know it.
func condensed(c session.Cell) llm.Past {
	p := llm.Past{Question: c.Question}
	if c.SQL != nil {
		p.SQL, p.Edited = c.SQL.Query, c.SQL.EditedByUser
	}
	if c.Chart != nil {
		p.Chart = cmp.Or(string(c.Chart.Spec), c.Chart.Kind)
	}
	if c.Narrative != nil {
		p.Story = c.Narrative.Text
	}
	return p
}
