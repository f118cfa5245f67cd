package talk

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/lookup"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// Some questions need the data and the documents: whether a figure is what a report says, and
// which rows break a rule. The figure comes from the database and the claim from the
// document, each with its source; where they differ, both are told.

var (
	// comparing asks whether a figure of the data is what a document says:
	// “does Q3 revenue match the board report?”
	comparing = lazyregexp.New(`(?i)^(?:so |and |but )?(?:does|do|did|is|are|was|were) (?:the |our )?(.+?) (?:match(?:es)?|agree(?:s)? with|equal(?:s)?|fit(?:s)?|correspond(?:s)? to|differ(?:s)? from|(?:the )?same as|consistent with|in line with|(?:the same )?(?:as|like) (?:in|stated in|reported in|what)) (?:the |our |what (?:is in )?(?:the )?)?(.+?)(?: says| states| claims)?[?.! ]*$`)
	// reported turns it round: “is the revenue in the board report right?”
	reported = lazyregexp.New(`(?i)^(?:is|are|was|were) (?:the |our )?(.+?) (?:in|of|from|that) (?:the |our )(.+?(?:report|paper|minutes|document|handbook|memo|deck|presentation|letter|statement|contract|plan|policy))(?: says?| states?| reports?)? (?:right|correct|true|accurate|up to date)[?.! ]*$`)
	// breaking asks which rows break a rule: “which customers break the credit policy?”
	breaking = lazyregexp.New(`(?i)^(?:(?:which|what|show(?: me)?|list|find|how many|are there(?: any)?|do we have(?: any)?) )(?:the |all |of our |our )?(.+?) (?:that |who |which )?(?:break|breaks|violate|violates|breach|breaches|exceed|exceeds|do not (?:meet|follow|comply with)|don't (?:meet|follow|comply with)|are (?:against|in breach of|outside)|go against|breaking|violating|breaching|exceeding) (?:the |our )?(.+?)[?.! ]*$`)
)

// bothSources answers a question that needs the data and the documents. It is nil for
// another, and where the documents say nothing of it. Where only they say something, the
// question gets a note that says so.
func (t *Talk) bothSources(ctx context.Context, before *Turn, q *answer.Question) (*Turn, error) {
	if !t.readsDocuments(ctx) || !t.readsData() || !isBare(*q) {
		return nil, nil
	}
	text := strings.TrimSpace(q.Text)
	for _, shape := range []*lazyregexp.Regexp{comparing, reported} {
		if m := shape.FindStringSubmatch(text); m != nil {
			return t.compareWithDocument(ctx, before, q, strings.TrimSpace(m[1]), strings.TrimSpace(m[2]))
		}
	}
	if m := breaking.FindStringSubmatch(text); m != nil {
		return t.applyRule(ctx, before, q, strings.TrimSpace(m[1]), strings.TrimSpace(m[2]))
	}
	return nil, nil
}

// statedFigure is a figure that a sentence of a document states.
type statedFigure struct {
	passage  lookup.Passage
	sentence string
	text     string // as it stands there
	value    float64
	exact    float64 // how much the last digit that is stated is worth
	percent  bool
}

// compareWithDocument asks the data for a figure, and holds what a document says of it
// beside it.
func (t *Talk) compareWithDocument(ctx context.Context, before *Turn, q *answer.Question, figure, document string) (*Turn, error) {
	said, err := t.findStated(ctx, figure, document)
	if err != nil || said == nil {
		return nil, err
	}
	asked := *q
	asked.Text, asked.Heading, asked.Unattended = "what is the "+figure, q.Text, true
	asked.Beside.Complete = func(_ context.Context, c *session.Cell) { completeComparison(c, *said) }
	made, err := t.putBoth(ctx, before, asked, q.Text)
	if made == nil && err == nil {
		q.Notes = append(q.Notes, onlyStated("the data gives no single figure for this", asked.Text))
	}
	return made, err
}

// putBoth asks the data a question that stands in for another. It is nil where the data
// does not answer it, so that the other is read as it is.
func (t *Talk) putBoth(ctx context.Context, before *Turn, asked answer.Question, question string) (*Turn, error) {
	asked.Before = nil
	d, err := t.Mode.Planner.Plan(ctx, answer.Request{Question: asked.Text, Now: asked.Now, Unattended: true, Vocabulary: asked.Vocabulary,
		Past: func(context.Context) ([]session.Cell, error) { return nil, nil }})
	if err != nil || d.SQL == "" || d.Asks() || d.Outcome != answer.Sure && d.Outcome != answer.Likely && !d.Given {
		return nil, err
	}
	asked.Draft, asked.Planned = d, true
	a, err := t.Mode.Ask(ctx, asked)
	if err != nil {
		return nil, err
	}
	return &Turn{Turn: a, Question: question, Before: before}, nil
}

// findStated finds the sentence of a document that states a figure.
func (t *Talk) findStated(ctx context.Context, figure, document string) (*statedFigure, error) {
	found, err := t.Looker.Library.Search(ctx, figure+" "+document, 12)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
		return nil, nil
	}
	asked := meaningfulWords(figure)
	var best *statedFigure
	bestShare := 0.0
	for _, p := range found {
		if !isCalled(p, document) {
			continue
		}
		above := meaningfulWords(p.Title + " " + strings.Join(p.Section, " "))
		for _, s := range lookup.Sentences(p.Text) {
			share := sharedWords(asked, append(meaningfulWords(s), above...))
			own := sharedWords(asked, meaningfulWords(s))
			const enough = 0.75
			if share < enough || own == 0 || share+own <= bestShare {
				continue
			}
			if f := figureIn(s); f != nil {
				f.passage, f.sentence = p, s
				best, bestShare = f, share+own
			}
		}
	}
	return best, nil
}

// isCalled is true for a passage of the document that people call so.
func isCalled(p lookup.Passage, document string) bool {
	named := meaningfulWords(document)
	if len(named) == 0 {
		return false
	}
	return sharedWords(named, meaningfulWords(p.Title+" "+p.Source+" "+p.Address+" "+strings.Join(p.Section, " "))) >= 0.5
}

// periods are other ways to write a part of a year.
var periods = strings.NewReplacer("first quarter", "q1", "second quarter", "q2", "third quarter", "q3", "fourth quarter", "q4", "quarter 1", "q1", "quarter 2", "q2", "quarter 3", "q3", "quarter 4", "q4")

func meaningfulWords(text string) []string {
	var list []string
	for _, w := range strings.FieldsFunc(periods.Replace(strings.ToLower(text)), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > 127)
	}) {
		if !english.StopWords[w] && !english.RequestWords[w] {
			list = append(list, english.Stem(w))
		}
	}
	return list
}

func sharedWords(asked, among []string) float64 {
	if len(asked) == 0 {
		return 0
	}
	n := 0
	for _, w := range asked {
		if slices.Contains(among, w) {
			n++
		}
	}
	return float64(n) / float64(len(asked))
}

// number is a figure as documents write it: €1.95 million, 12.5%, 5,000 EUR. What is only a
// year, a quarter or a place in a list is none.
var number = lazyregexp.New(`(?i)(?:(€|\$|£|eur|usd|gbp)\s*)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s*(%|percent\b|thousand\b|million\b|billion\b|mn\b|bn\b|m\b|k\b)?(?:\s*(€|eur\b|usd\b|gbp\b|euros?\b|dollars?\b|pounds?\b))?`)

// figureIn is the first figure that a sentence states; nil where there is none.
func figureIn(s string) *statedFigure {
	var plain *statedFigure
	for _, at := range number.FindAllStringSubmatchIndex(s, -1) {
		part := func(n int) string {
			if at[2*n] < 0 {
				return ""
			}
			return s[at[2*n]:at[2*n+1]]
		}
		if at[0] > 0 && isWordByte(s[at[0]-1]) {
			continue // Q3, v2
		}
		digits, scale, unit := part(2), strings.ToLower(part(3)), part(1)+part(4)
		value, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
		if err != nil {
			continue
		}
		f := &statedFigure{text: strings.TrimSpace(s[at[0]:at[1]]), value: value, exact: 1, percent: scale == "%" || scale == "percent"}
		if _, places, ok := strings.Cut(digits, "."); ok {
			f.exact = math.Pow(10, -float64(len(places)))
		}
		if by := map[string]float64{"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9}[scale]; by > 0 {
			f.value, f.exact = f.value*by, f.exact*by
		}
		if unit != "" || scale != "" || strings.Contains(digits, ",") {
			return f
		}
		isYear := len(digits) == 4 && value >= 1900 && value <= 2100
		if plain == nil && !isYear {
			plain = f
		}
	}
	return plain
}

func isWordByte(c byte) bool {
	return c == '_' || c == '-' || c == '.' || '0' <= c && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// completeComparison adds to the answer from the data what the document says, and whether
// the two agree as far as the document states its figure.
func completeComparison(c *session.Cell, said statedFigure) {
	c.Metadata.Mode = session.ModeBoth
	value, name, ok := singleFigure(c.Result)
	if !ok || c.Narrative == nil {
		c.Diagnostics = append(c.Diagnostics, fault.Diagnostic{Severity: fault.Warning, Code: Unlike, Message: "the data gives no single figure to compare with the document"})
		cite(c, fmt.Sprintf("The document says: “%s”", said.sentence), said.passage, said.sentence)
		return
	}
	if said.percent && math.Abs(value) <= 1 && math.Abs(said.value) > 1 {
		value *= 100
	}
	cite(c, fmt.Sprintf("%s says: “%s”", cmp.Or(said.passage.Title, "The document"), said.sentence), said.passage, said.sentence)
	apart := value - said.value
	switch {
	case math.Abs(apart) <= said.exact/2*(1+1e-9):
		c.Narrative.Text += fmt.Sprintf("\nThey agree, as far as %s is stated.", said.text)
	default:
		share := ""
		if said.value != 0 {
			share = fmt.Sprintf(" (%.1f%%)", 100*math.Abs(apart)/math.Abs(said.value))
		}
		more := "more"
		if apart < 0 {
			more = "less"
		}
		c.Narrative.Text += fmt.Sprintf("\nThey differ: the data gives %s%s %s than the document.", grouped(math.Abs(apart)), share, more)
		c.Diagnostics = append(c.Diagnostics, fault.Diagnostic{Severity: fault.Warning, Code: Unlike, Message: fmt.Sprintf("the data and %s disagree about %s: %s and %s", cmp.Or(said.passage.Title, "the document"), strings.ReplaceAll(name, "_", " "), grouped(value), said.text),
			Hint: "compare the period, and which rows count, with what the document means"})
	}
}

// Unlike is the code of a figure of the data that is not that of a document.
const Unlike fault.Code = "SOURCES_DISAGREE"

// grouped is a figure with its thousands apart, without places that say nothing.
func grouped(v float64) string {
	places := 0
	if math.Abs(v) < 100 && v != math.Trunc(v) {
		places = 2
	}
	text := strconv.FormatFloat(v, 'f', places, 64)
	whole, rest, point := strings.Cut(text, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	var b strings.Builder
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	if point {
		return sign + b.String() + "." + rest
	}
	return sign + b.String()
}

// singleFigure is the number of a result of one row with one number.
func singleFigure(r *session.Result) (value float64, name string, ok bool) {
	rows, kept, err := r.Table()
	if err != nil || !kept || len(rows.Rows) != 1 {
		return 0, "", false
	}
	for i, c := range rows.Columns {
		if c.Kind != table.Int && c.Kind != table.Float && c.Kind != table.Decimal {
			continue
		}
		v, isNumber := rows.Rows[0][i].Float64()
		if !isNumber || ok {
			return 0, "", false
		}
		value, name, ok = v, c.Name, true
	}
	return value, name, ok
}

// cite adds a sentence that rests on a passage to the story of a cell.
func cite(c *session.Cell, text string, p lookup.Passage, quote string) {
	if c.Narrative == nil {
		c.Narrative = &session.Narrative{By: lookup.By}
	}
	if c.Narrative.Text != "" {
		c.Narrative.Text += "\n"
	}
	at := len(c.Narrative.Text)
	c.Narrative.Text += text
	c.Citations = append(c.Citations, p.Cite(len(c.Citations)+1, at, len(c.Narrative.Text), quote))
}

// Rules as documents state them: a customer may owe at most 5,000 EUR; the balance must not
// exceed 5,000; orders must be shipped within 2 days.
var (
	limitVerb = lazyregexp.New(`(?i)\b(?:may|can|must|should|shall|is allowed to|are allowed to)(?: only)? (have|owe|hold|order|spend|place|keep|carry|be|take|cost|last|receive|get|use|return)\b\s*(.*)$`)
	notExceed = lazyregexp.New(`(?i)^(.+?)\s+(?:must|may|can|should|shall) ?(?:not|never) (?:exceed|be (?:more|higher|larger|greater|longer) than|be over|be above|go above|go over)\s+(.+)$`)
	atLeast   = lazyregexp.New(`(?i)^(.+?)\s+(?:must|should|shall|needs? to|has to|have to) (?:be at least|be no less than|not be (?:less|lower|below|under)(?: than)?|exceed|be (?:more|higher|larger|greater) than|be above|be over)\s+(.+)$`)
	atMost    = lazyregexp.New(`(?i)\b(?:at most|no more than|not more than|up to|a maximum of|maximum|within)\s+`)
	leastOf   = lazyregexp.New(`(?i)\b(?:at least|no less than|not less than|a minimum of|minimum)\s+`)
	ofSubject = lazyregexp.New(`(?i)^(?:an?|the|each|every|all|any|no)?\s*(.+?)\s+(?:of|for|per) (?:an?|the|each|every|any|all)?\s*(\pL+)$`)
)

// violation is the question which rows break a rule, in words that the parser reads; "" where
// the rule is not of a kind that can be turned into one.
func violation(rows, rule string) string {
	rule = strings.TrimRight(strings.TrimSpace(rule), ".")
	if m := notExceed.FindStringSubmatch(rule); m != nil {
		return fmt.Sprintf("which %s have %s more than %s", rows, measureOf(m[1]), plainNumber(m[2]))
	}
	if m := atLeast.FindStringSubmatch(rule); m != nil {
		return fmt.Sprintf("which %s have %s less than %s", rows, measureOf(m[1]), plainNumber(m[2]))
	}
	m := limitVerb.FindStringSubmatch(rule)
	if m == nil || figureIn(m[2]) == nil {
		return ""
	}
	verb, rest := strings.ToLower(m[1]), m[2]
	if f := figureIn(rest); !f.percent { // amounts have the currency of their column
		rest = strings.Replace(rest, f.text, strconv.FormatFloat(f.value, 'f', -1, 64), 1)
	}
	switch {
	case atMost.MatchString(rest):
		return fmt.Sprintf("which %s %s %s", rows, verb, atMost.ReplaceAllString(rest, "more than "))
	case leastOf.MatchString(rest):
		return fmt.Sprintf("which %s %s %s", rows, verb, leastOf.ReplaceAllString(rest, "less than "))
	}
	return ""
}

// measureOf is what is limited: “outstanding balance” of “The outstanding balance of a customer”.
func measureOf(subject string) string {
	if m := ofSubject.FindStringSubmatch(strings.TrimSpace(subject)); m != nil {
		return m[1]
	}
	for _, article := range []string{"the ", "a ", "an ", "each ", "every "} {
		if len(subject) > len(article) && strings.EqualFold(subject[:len(article)], article) {
			return subject[len(article):]
		}
	}
	return subject
}

// plainNumber is a limit without its currency, and with its thousands written out.
func plainNumber(text string) string {
	f := figureIn(text)
	if f == nil {
		return text
	}
	if f.percent {
		return f.text
	}
	_, after, _ := strings.Cut(text, f.text)
	return strings.TrimSpace(strconv.FormatFloat(f.value, 'f', -1, 64) + " " + strings.TrimSpace(after))
}

// applyRule finds a rule in a document, and asks the data which rows break it.
func (t *Talk) applyRule(ctx context.Context, before *Turn, q *answer.Question, rows, document string) (*Turn, error) {
	found, err := t.Looker.Library.Search(ctx, document+" "+rows, 12)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		t.Warn(fault.Of(err).Diagnostic(fault.Warning))
		return nil, nil
	}
	untried := ""
	for _, p := range found {
		if !isCalled(p, document) {
			continue
		}
		for _, rule := range lookup.Sentences(p.Text) {
			question := violation(rows, rule)
			if question == "" {
				continue
			}
			untried = cmp.Or(untried, question)
			asked := *q
			asked.Text, asked.Heading, asked.Unattended = question, q.Text, true
			asked.Beside.Complete = func(_ context.Context, c *session.Cell) {
				c.Metadata.Mode = session.ModeBoth
				cite(c, fmt.Sprintf("The rule: “%s”", rule), p, rule)
			}
			if made, err := t.putBoth(ctx, before, asked, q.Text); made != nil || err != nil {
				return made, err
			}
		}
	}
	if untried != "" {
		q.Notes = append(q.Notes, onlyStated("it is not clear which rows of the data the rule means", untried))
	}
	return nil, nil
}

// OnlyStated is the code of what a document says, and the data could not be held against.
const OnlyStated fault.Code = "NOT_COMPARED"

func onlyStated(why, question string) fault.Diagnostic {
	return fault.Diagnostic{Severity: fault.Warning, Code: OnlyStated, Message: "this says what the documents say; " + why, Hint: fmt.Sprintf("ask the data by itself: “%s”", question)}
}
