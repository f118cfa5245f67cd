package talk

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/lookup"
	"github.com/plumbdata/plumb/internal/session"
)

// Modes say what answers messages.
const (
	AllIn       = "all_in"       // data, documents and general talk
	ChatRAG     = "chat_rag"     // documents and general talk
	DataAnalyst = "data_analyst" // data alone
)

// How relevant a passage must be for documents to answer. A message that asks for documents
// by its words needs less than one that the data cannot answer.
const (
	relevantAsked   = 0.5
	relevantInstead = 0.6
)

// readsDocuments is true where documents may answer.
func (t *Talk) readsDocuments(ctx context.Context) bool {
	if t.Looker == nil || t.Knowledge.Mode == DataAnalyst {
		return false
	}
	shelf, ok := t.Knowledge.Library.(Shelf)
	return !ok || shelf.Holds(ctx)
}

// Shelf is a library that knows whether anything is in it.
type Shelf interface {
	Holds(ctx context.Context) bool
}

// readsData is true where the database may answer.
func (t *Talk) readsData() bool { return t.Knowledge.Mode != ChatRAG }

// newLooker is the way to answer from documents; nil where there are none.
func (t *Talk) newLooker() *lookup.Mode {
	if t.Knowledge.Library == nil {
		return nil
	}
	m := &lookup.Mode{Library: t.Knowledge.Library, Support: t.supports, Source: t.Connection.Name(), Log: t.Session, NewID: t.NewID, Clock: t.Clock, Watch: t.Watch}
	if e, err := account.Sentences(); err == nil {
		m.Embedder = e
	}
	if t.models != nil && t.models.Replies() {
		m.Writer = t.models
	}
	return m
}

// asksDocuments is a message that asks for what documents say.
var asksDocuments = lazyregexp.New(`(?i)\b(?:polic(?:y|ies)|procedures?|process(?:es)?|guidelines?|handbook|manual|documents?|documentation|contract|agreement|terms and conditions|rules? (?:for|on|about|of)|according to|board (?:report|minutes|paper)|report says?|written|workflow|onboarding|how do (?:i|we|you)|how should (?:i|we)|am i allowed|are we allowed|who (?:approves|decides|is responsible|is in charge)|what happens (?:if|when)|why do we|overview of|tell me about)\b|^\s*(?:explain|describe)\b`)

// lookUp answers a message that asks for documents, by its words or by its kind. It is nil
// for another. Nothing says that it asks for them, and that they say nothing of it.
func (t *Talk) lookUp(ctx context.Context, before *Turn, q answer.Question) (made *Turn, nothing bool, err error) {
	if !t.readsDocuments(ctx) || !isBare(q) {
		return nil, false, nil
	}
	least := relevantAsked
	if t.readsData() {
		if asks, err := t.wantsDocuments(ctx, before, q); err != nil || !asks {
			return nil, false, err
		}
		if asksMeaning.MatchString(q.Text) {
			if defined, err := t.isDefined(ctx, q); err != nil || defined {
				return nil, false, err
			}
			least = relevantInstead
		}
	}
	asked := t.toLookUp(before, q, least)
	found, err := t.Looker.Find(ctx, asked)
	if err == nil && found == nil && asked.Search != asked.Text { // it stands by itself after all
		asked.Search = asked.Text
		found, err = t.Looker.Find(ctx, asked)
	}
	switch {
	case ctx.Err() != nil:
		return nil, false, err
	case err != nil:
		t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // the data may answer
		return nil, false, nil
	case found == nil:
		return nil, true, nil
	}
	made, err = t.fromDocuments(ctx, before, asked, found)
	return made, false, err
}

// asksMeaning asks what a word means.
var asksMeaning = lazyregexp.New(`(?i)^(?:so |and |please |can you |could you )*(?:what (?:does|do|is meant by|exactly is meant by) .+? (?:mean|stand for|refer to)|what is meant by .+|what(?:'s| is) the (?:meaning|definition) of .+|define .+|definition of .+|how (?:is|are|do (?:we|you) define) .+? defined|how do (?:we|you) define .+)[?.! ]*$`)

// isDefined is true where the glossary, or what is written beside the data, defines what a
// message asks for: then that is the answer.
func (t *Talk) isDefined(ctx context.Context, q answer.Question) (bool, error) {
	d, err := t.mind.Plan(ctx, answer.Request{Question: q.Text, Now: q.Now, Unattended: true, Vocabulary: q.Vocabulary,
		Past: func(context.Context) ([]session.Cell, error) { return nil, nil }})
	if err != nil {
		return false, err
	}
	return d.Told != "" && d.Outcome == answer.Sure, nil
}

// isBare is true for a message in plain words, which nobody has decided anything about.
func isBare(q answer.Question) bool {
	return q.SQL == "" && q.Draft == nil && q.Chart == "" && q.Heading == "" && q.Ahead == nil
}

// wantsDocuments is true for a message that asks for what documents say rather than for
// figures.
func (t *Talk) wantsDocuments(ctx context.Context, before *Turn, q answer.Question) (bool, error) {
	if t.Intents == nil {
		return asksDocuments.MatchString(q.Text), nil
	}
	c, err := t.Intents()
	if err != nil {
		return asksDocuments.MatchString(q.Text), nil
	}
	list, tier, err := c.Classify(ctx, q.Text)
	if err != nil {
		return false, err
	}
	of := func(i intent.Intent) bool { return i.Name == intent.DocumentQuestion || i.Name == intent.Lookup }
	if len(list) == 0 {
		return asksDocuments.MatchString(q.Text), nil
	}
	switch {
	case of(list[0]) && tier >= intent.Likely:
		return true, nil
	case asksDocuments.MatchString(q.Text):
		return tier != intent.Sure || of(list[0]) || !list[0].Name.Asks() || list[0].Name == intent.NewQuestion, nil
	}
	// What follows an answer from documents, and points at it, is about them.
	return before != nil && before.Turn != nil && len(before.Cell.Citations) > 0 && pointsBack(q.Text), nil
}

// toLookUp is a message as it is looked up.
func (t *Talk) toLookUp(before *Turn, q answer.Question, least float64) lookup.Question {
	asked := lookup.Question{ID: q.ID, Text: q.Text, Search: t.resolved(before, q.Text), Now: q.Now, Parent: q.Parent, Replaces: q.Replaces, Least: least, Beside: q.Beside, Notes: q.Notes}
	if asked.Search != asked.Text {
		asked.Beside.Judge = func(ctx context.Context, c *session.Cell) { t.judgeAsked(ctx, c, asked.Search) }
	}
	if q.Spent != nil {
		asked.Spent = *q.Spent
	}
	if before != nil && before.Turn != nil {
		asked.Before, asked.Earlier = before.Cell.ID, before.Question
	}
	return asked
}

// fromDocuments answers a message with what was found in documents.
func (t *Talk) fromDocuments(ctx context.Context, before *Turn, asked lookup.Question, found *lookup.Found) (*Turn, error) {
	made, err := t.Looker.Ask(ctx, asked, found)
	if err != nil {
		return nil, err
	}
	c := made.Cell
	d := &answer.Draft{Outcome: answer.Outcome(c.Reading.Outcome), Confidence: c.Reading.Confidence, Missing: c.Reading.Missing, By: c.Metadata.Model, Given: true}
	if c.Narrative != nil {
		d.Told = c.Narrative.Text
	}
	return &Turn{Turn: &answer.Turn{Cell: c, Draft: d, Took: made.Took}, Question: asked.Text, Before: before}, nil
}

// insteadOfData goes on with a message that the data cannot answer, and documents can.
func (t *Talk) insteadOfData(ctx context.Context, before *Turn, q answer.Question, begun *answer.Turn) (*Turn, error) {
	asked := t.toLookUp(before, q, relevantInstead)
	asked.ID, asked.Begun, asked.Spent = begun.ID(), true, begun.Spent()
	return t.fromDocuments(ctx, before, asked, begun.Draft.Found.(*lookup.Found))
}

// withoutData answers a message where only documents may answer, and none does: what is
// said to anybody is said, and all else is declined.
func (t *Talk) withoutData(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	own := t.general(before, q)
	if own == nil {
		return t.decline(ctx, before, q, "No document says anything of this, and this conversation answers from documents alone. Add documents with plumb docs add, or let the data answer with --mode all_in.", 1)
	}
	d, err := t.inWords(ctx, before, q, own)
	if err != nil {
		return nil, err
	}
	d.Outcome, d.By, d.Confidence = answer.Sure, cmp.Or(d.By, mind.BuiltinName), 1
	q.Draft = d
	a, err := t.Mode.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return &Turn{Turn: a, Question: q.Text, Before: before}, nil
}

// ofData is the last turn that documents did not answer alone: what a question about data
// follows.
func (t *Turn) ofData() *Turn {
	for t != nil && t.Turn != nil && t.Cell.Metadata.Mode == session.ModeDocuments {
		t = t.Before
	}
	return t
}

// pointing are words that stand for something which was said before.
var pointing = english.NewSet("it its they them their this that these those he she his her one ones then so same former latter")

var opensFollowUp = lazyregexp.New(`(?i)^(?:and|but|so|also|what about|how about|why not|why|what if|even if|and if)\b`)

// pointsBack is true for a message that is about the one before it.
func pointsBack(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !('a' <= r && r <= 'z' || r == '\'') })
	return opensFollowUp.MatchString(strings.TrimSpace(text)) || pointing.HasAny(words) && len(words) <= 14
}

// resolved is what a message is about, where its words stand for something that was said
// before: then what was asked, and the headings of what answered, belong to it.
func (t *Talk) resolved(before *Turn, text string) string {
	if before == nil || before.Turn == nil || !pointsBack(text) {
		return text
	}
	parts := []string{text, before.Question}
	for _, c := range before.Cell.Citations {
		if n := len(c.Section); n > 0 && !slices.Contains(parts, c.Section[n-1]) {
			parts = append(parts, c.Section[n-1])
		}
	}
	const most = 4
	return strings.Join(parts[:min(len(parts), most)], " ")
}

// documentsPlanner lets documents answer what the data cannot.
type documentsPlanner struct {
	answer.Planner
	talk *Talk
}

func (p documentsPlanner) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	d, err := p.Planner.Plan(ctx, r)
	if err != nil || d.Outcome != answer.Declined || !p.talk.readsDocuments(ctx) {
		return d, err
	}
	found, err := p.talk.Looker.Find(ctx, lookup.Question{Text: r.Question, Least: relevantInstead})
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	if found != nil && asksOtherParts(r.Question, found.Passages) {
		return d, nil
	}
	own := *d
	if found == nil {
		own.Missing = notInDocuments(own.Missing)
		return &own, nil
	}
	own.Outcome, own.Found = answer.Lookup, found
	return &own, nil
}

// notInDocuments says beside what the data lack that documents do not say it either.
func notInDocuments(missing string) string {
	if one, ok := strings.CutSuffix(missing, "."); ok && !strings.Contains(one, ". ") {
		return one + ", and no document says anything of it."
	}
	return strings.TrimSpace(missing + " No document says anything of it.")
}

// groupedBy are the parts that a question wants a figure for.
var groupedBy = lazyregexp.New(`(?i)\b(?:by|per|for each|for every) (\pL+)`)

// asksOtherParts is true for a question that wants a figure in parts, of which the passages
// say nothing: they state another figure.
func asksOtherParts(question string, passages []lookup.Passage) bool {
	m := groupedBy.FindStringSubmatch(question)
	if m == nil {
		return false
	}
	part := meaningfulWords(m[1])
	return len(part) > 0 && !slices.ContainsFunc(passages, func(p lookup.Passage) bool { return sharedWords(part, meaningfulWords(p.Text)) == 1 })
}
