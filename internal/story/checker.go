package story

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// timeDim stands for all period columns together, where columns are counted
// from 0: a row has one time.
const timeDim = -1

// checker holds a text against a table.
type checker struct {
	text      string
	ws        []word
	sentences []span
	ctx       Context

	t             *table.Table
	cols          []column
	measures      []int
	labels        []int
	whens         []int
	all           []int
	cut           bool             // there are rows that the table does not hold
	rowNoun       []string         // what a row is, where that is known
	textWords     map[string]bool  // words of the text, and their forms
	names         map[string]name  // by their words, in small letters
	begins        map[string]bool  // first words of names
	topics        map[string][]int // measures by a word of their names
	numbered      [][]word         // names of columns with a number in them
	years         map[int]bool
	order         map[[3]int][]group // all groups by dimension, measure and side
	wholeLine     []group            // all rows in the order of time
	questionWords []word             // question and filters
	questionSet   map[string]bool
	known         map[string]bool // words of the columns, the question and the statement
	sameStem      map[string]bool // whether a known word is akin to this one, as far as that was asked
	units         map[string]bool // that columns or question name

	figures  []figure  // of the current sentence
	mentions []mention // of the current sentence
	owner    []int     // by word of the text: 1 + figure, or -1 - mention
	used     []bool    // words that a claim has taken
	hedges   []bool    // words that say how exactly a figure is meant
	lo, hi   int       // the current sentence

	subject     map[int]mention // what the sentence before was about, by dimension
	topic       []int           // the measures last spoken of
	saysPlace   bool            // the current sentence says which names belong together, and they do
	keepPeriod  bool            // the period of the sentence before still holds
	claims      []Claim
	sizedClaims []sizedClaim  // claims of the current sentence that have a size
	unexplained []unexplained // words that nothing explains
}

func newChecker(text string, t *table.Table, ctx Context) *checker {
	c := &checker{t: t, text: text, ws: words(text), ctx: ctx, textWords: map[string]bool{}, names: map[string]name{}, begins: map[string]bool{}, topics: map[string][]int{}, years: map[int]bool{}, order: map[[3]int][]group{},
		questionSet: map[string]bool{}, subject: map[int]mention{}, cut: t.Truncated != table.Whole}
	c.sentences = sentences(text, c.ws)
	c.noteWords()
	c.owner = make([]int, len(c.ws)+1)
	c.used, c.hedges = make([]bool, len(c.ws)+1), make([]bool, len(c.ws)+1)
	c.readColumns()
	c.joinCalendar()
	c.addShares()
	c.stopAddingStates()
	c.learnTopics()
	c.learnQuestion()
	c.learnVocabulary()
	c.learnUnits()
	return c
}

// readColumns reads the rows as far as they are complete.
func (c *checker) readColumns() {
	rows := min(len(c.t.Rows), maxRows)
	for rows > 0 && len(c.t.Rows[rows-1]) < len(c.t.Columns) {
		rows--
	}
	c.all = all(rows)
	if !c.cut && rows == len(c.t.Rows) {
		c.rowNoun = rowNounOf(c.ctx.Meaning)
	}
	for i := range c.t.Columns {
		col := readColumn(c.t, i, rows, unitOf(c.ctx.Meaning, i))
		c.cols = append(c.cols, col)
		if name := words(col.label()); len(name) <= maxName && slices.ContainsFunc(name, word.digits) {
			c.numbered = append(c.numbered, name)
		}
		switch col.role {
		case measure:
			c.measures = append(c.measures, i)
		case label:
			c.labels = append(c.labels, i)
			c.nameGroups(i)
		case when:
			c.whens = append(c.whens, i)
		}
	}
}

// stopAddingStates keeps states of the same things at many times from being
// added up.
func (c *checker) stopAddingStates() {
	if d := c.mainDim(); len(c.line(c.all)) > 1 && (d == timeDim || len(c.cols[d].groups) < len(c.all)) {
		for _, i := range c.measures {
			c.cols[i].additive = c.cols[i].additive && !c.cols[i].holding
		}
	}
}

// learnTopics notes which words name which measures, and the years of the rows.
func (c *checker) learnTopics() {
	for _, i := range c.whens {
		for _, p := range c.cols[i].times {
			c.years[p.y] = true
		}
	}
	for _, i := range c.measures {
		for _, w := range c.cols[i].key {
			c.topics[w] = append(c.topics[w], i)
			c.years[yearNumber(w)] = true
		}
	}
	if len(c.topics["price"]) == 0 { // what is cheap costs little
		c.topics["price"] = c.topics["cost"]
	}
	if len(c.topics["time"]) == 0 { // average hours are an average time
		for _, i := range c.measures {
			if k := c.cols[i].key; len(k) == 1 && durations[k[0]] {
				c.topics["time"] = append(c.topics["time"], i)
			}
		}
	}
}

// learnQuestion notes the words, the years and the first measures of the question
// and of what is known to hold.
func (c *checker) learnQuestion() {
	c.questionWords = words(strings.Join(slices.Concat([]string{c.ctx.Question}, conditionsOf(c.ctx.Meaning), c.ctx.Filters), " ; "))
	for i, w := range c.questionWords {
		c.questionSet[w.low] = true
		c.questionSet[english.Singular(w.low)] = true
		c.years[yearNumber(w.text)] = true
		if m := c.measuresAt(c.questionWords, i); len(m) > 0 && c.topic == nil {
			c.topic = m
		}
	}
	delete(c.years, 0)
}

// addShares lets shares be added up that make up a whole, one for each name.
func (c *checker) addShares() {
	d := c.mainDim()
	if c.cut || d < 0 || len(c.cols[d].groups) < len(c.all) {
		return
	}
	for _, i := range c.measures {
		k := &c.cols[i]
		k.additive = k.additive || k.percent && !k.change && len(c.all) > 1 && c.fold(Minimum, c.all, i) >= 0 && math.Abs(c.fold(Sum, c.all, i)*k.scale-100) < 0.5
	}
}

// joinCalendar gives months without a year the year of a column beside them.
func (c *checker) joinCalendar() {
	for _, y := range c.whens {
		if c.cols[y].grain != year {
			continue
		}
		for _, m := range c.whens {
			if m == y {
				continue
			}
			col := &c.cols[m]
			for i := range col.times {
				if col.times[i].y == 0 && col.times[i].grain != noGrain {
					col.times[i].y = c.cols[y].times[i].y
				}
			}
			col.groups = nil
			col.groupTimes()
		}
	}
	sort.SliceStable(c.whens, func(a, b int) bool {
		return c.cols[c.whens[a]].grain < c.cols[c.whens[b]].grain && c.cols[c.whens[b]].grain == year
	})
}

func (c *checker) at(i int) word {
	if i < 0 || i >= len(c.ws) {
		return word{}
	}
	return c.ws[i]
}

// wordHere is the word, if it is in the current sentence.
func (c *checker) wordHere(i int) word {
	if i < c.lo || i >= c.hi {
		return word{}
	}
	return c.ws[i]
}

func (c *checker) low(i int) string { return c.wordHere(i).low }

// mentionOn is the mention that a word of the current sentence is part of; nil if none.
func (c *checker) mentionOn(i int) *mention {
	if i < c.lo || i >= c.hi || c.owner[i] >= 0 {
		return nil
	}
	return &c.mentions[-c.owner[i]-1]
}

// figureOn is the figure that a word of the current sentence is part of; nil if none.
func (c *checker) figureOn(i int) *figure {
	if i < c.lo || i >= c.hi || c.owner[i] <= 0 {
		return nil
	}
	return &c.figures[c.owner[i]-1]
}

// isPlain reports whether a word is part of neither a mention nor a figure.
func (c *checker) isPlain(i int) bool { return c.mentionOn(i) == nil && c.figureOn(i) == nil }

// oneOf reports whether a word is in a list.
func oneOf(w string, list ...string) bool { return slices.Contains(list, w) }

func (c *checker) quote(s span) string {
	if s.from >= s.to || s.to > len(c.ws) {
		return ""
	}
	return c.text[c.ws[s.from].start:c.ws[s.to-1].end]
}

// checkSentence finds and judges the claims of one sentence.
func (c *checker) checkSentence(i int) {
	c.lo, c.hi = c.sentences[i].from, c.sentences[i].to
	c.figures, c.mentions, c.sizedClaims, c.saysPlace = c.figures[:0], nil, nil, false
	c.findMentions()
	c.judgePeriods()
	c.judgePlaces()
	c.judgeQuantities()
	// Counts come first: a condition of theirs takes the figure that bounds it.
	for i := range c.figures {
		if f := &c.figures[i]; c.countsSome(f) {
			c.judgeFigure(f)
		}
	}
	for i := range c.figures {
		if f := &c.figures[i]; !c.countsSome(f) {
			c.judgeFigure(f)
		}
	}
	c.judgeSuperlatives()
	c.judgeComparisons()
	c.judgeDirections()
	c.judgeBoths()
	c.judgeRanges()
	c.judgeFirstTimes()
	c.judgeSteadiness()
	c.judgeEvenness()
	c.judgeAbsences()
	c.judgeLosses()
	c.judgeSizes()
	if c.ctx.Foreign {
		c.findUnexplained()
	}
	c.remember()
}

// remember keeps what the sentence was about for the next one.
func (c *checker) remember() {
	seen := map[int]bool{}
	for _, m := range c.mentions {
		if m.kind != measure && !seen[m.dim] && !m.object {
			seen[m.dim] = true
			c.subject[m.dim] = m
		}
		if m.kind == measure && !seen[len(c.cols)] && !c.belongsToFigure(m) {
			seen[len(c.cols)] = true
			c.topic = m.cols
		}
	}
}

// reading is one way in which a figure may follow from the rows.
type reading struct {
	op     Operation
	value  float64 // in the unit of the figure
	cols   []int
	rows   []int
	source string
}

// accept records a supported claim.
func (c *checker) accept(s span, r reading) {
	names := make([]string, 0, len(r.cols))
	for _, col := range r.cols {
		if col >= 0 && !slices.Contains(names, c.cols[col].name) {
			names = append(names, c.cols[col].name)
		}
	}
	rows := r.rows
	if len(rows) == len(c.all) && len(rows) > 1 {
		rows = nil
	}
	c.claim(s, Claim{Supported: true, Reference: Reference{Source: r.source, Operation: r.op, Columns: names, Rows: rows}})
}

// refuse records a claim that the rows do not support.
func (c *checker) refuse(s span, format string, args ...any) {
	c.claim(s, Claim{Reason: fmt.Sprintf(format, args...)})
}

func (c *checker) claim(s span, cl Claim) {
	s.to = min(s.to, len(c.ws))
	if s.from >= s.to {
		return
	}
	cl.Start, cl.End = c.ws[s.from].start, c.ws[s.to-1].end
	cl.Text = c.text[cl.Start:cl.End]
	cl.Reference.Text, cl.Reference.At = cl.Text, cl.Start
	for i := s.from; i < s.to; i++ {
		c.used[i] = true
	}
	c.claims = append(c.claims, cl)
}

// report puts the claims in the order of the text.
func (c *checker) report() Report {
	slices.SortStableFunc(c.claims, func(a, b Claim) int { return a.Start - b.Start })
	r := Report{Claims: c.claims}
	for i := range r.Claims {
		if r.Claims[i].Supported {
			r.Claims[i].Reference.ID = fmt.Sprintf("ref%d", len(r.References)+1)
			r.References = append(r.References, r.Claims[i].Reference)
		}
	}
	return r
}
