package analyst

import (
	"cmp"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
)

var (
	fills    = lazyregexp.New(`\b(?:fill|filling|filled|impute|imputing|imputed|replace|replacing|replaced|substitute)\b`)
	fillWith = lazyregexp.New(`(?:with|by|using) (?:the |its |their |a |column's |respective |overall |‹\d+›(?:'s|’s)? )*(?:column )?(mean|average|median|mode|most frequent|most common|zero|0|-?\d+(?:\.\d+)?)|\b(mean|median|mode) imputation`)
	fillsBy  = lazyregexp.New(`(?:of|in|within|by|per|for) (?:the |each )?(?:same |their |its |respective )?‹(\d+)›(?:'s|’s)?|‹(\d+)›(?:'s|’s) (?:mean|median|mode)`)
	asksGaps = lazyregexp.New(`(?:%|percent(?:age)?|share|proportion) of (?:the )?missing|how many[^.;?]*\b(?:missing|null|nan|empty|blank|(?:have|has|with) no ‹)|\b(?:missing|null|nan|empty|blank) (?:values?|entries|cells|rows)?[^.;?]*\bhow many|(?:count|number) of (?:the )?(?:missing|null|nan|empty)|which columns? (?:have|has|contain)[^.;?]*(?:missing|null)|missing values (?:in|of|per|for)|(?:are|is) (?:empty|missing|blank)[^?]{0,10}\. how many|entries are empty`)
)

var (
	rowsLeft = lazyregexp.New(`how many (?:rows|records|entries)? ?(?:are left|remain|left|were dropped|were removed)|rows (?:left|remain)|(?:number of|how many) remaining|remaining (?:rows|records)`)
	dropping = lazyregexp.New(`\b(?:drop|remov|discard|delet|exclud)\w*`)
	anyGap   = lazyregexp.New(`any missing|at least one (?:missing|empty)|(?:incomplete|all) rows|contain(?:s|ing)? (?:any )?(?:missing|null|nan)`)
	twice    = lazyregexp.New(`\b(?:drop|remov|delet|eliminat)\w*[^.;]{0,40}\bduplicate|duplicate[^.;]{0,40}(?:removed|dropped)|de-?duplicat`)
)

// readDuplicates finds that rows which come twice are left out.
func (r *request) readDuplicates() {
	if !twice.MatchString(r.shown) {
		return
	}
	r.whole, r.both = true, true
	r.prepare(twice.FindStringIndex(r.shown)[0], method.Preparation{Do: "drop_duplicates"})
	r.args.Measures = append(r.args.Measures, method.Measure{What: "rows", Raw: true, Label: "before"}, method.Measure{What: "rows", Label: "after"})
}

// readMissing finds what happens to gaps, and whether they are counted.
func (r *request) readMissing() {
	if asksGaps.MatchString(r.shown) {
		var names []string
		for _, m := range r.marked(clauseAround(r.shown, asksGaps.FindStringIndex(r.shown))) {
			names = append(names, r.use(m))
		}
		m := method.Measure{What: "missing", Columns: names}
		if strings.Contains(r.shown, "percent") || strings.Contains(r.shown, "%") {
			m.Number = 1
		}
		m.By, m.Only, m.Raw = "", nil, true
		r.whole = r.whole || len(names) == 0
		r.args.Measures = append(r.args.Measures, m)
	}
	r.readRowsLeft()
	r.readFilling()
}

// readRowsLeft finds that incomplete rows are left out, and how many are left is
// asked for.
func (r *request) readRowsLeft() {
	if rowsLeft.MatchString(r.shown) {
		var names []string
		for _, m := range r.marked(r.shown) {
			if (r.ix.Columns[m.column].Nullable || len(names) == 0) && len(names) < 1 {
				names = append(names, r.use(m))
			}
		}
		if anyGap.MatchString(r.shown) {
			r.whole, names = true, nil
			for _, c := range r.ix.Tables[r.base].Columns {
				names = append(names, r.ix.Columns[c].Name)
			}
		}
		if len(names) > 0 && dropping.MatchString(r.shown) {
			r.prepare(rowsLeft.FindStringIndex(r.shown)[0], method.Preparation{Do: "drop_missing", Columns: names})
			r.args.Measures = append(r.args.Measures, method.Measure{What: "rows"})
		}
	}
}

// gapWords say that something is not there.
var gapWords = lazyregexp.New(`missing|null|\bnan\b|\bna\b|n/a|\bgaps?\b|blank|empty|imput|unknown|'\?'|"\?"`)

// readFilling finds what gaps are filled with.
func (r *request) readFilling() {
	at := fills.FindStringIndex(r.shown)
	if at == nil || !gapWords.MatchString(r.shown) {
		return
	}
	rest := r.shown[at[0]:]
	with := fillWith.FindStringSubmatch(rest)
	if with == nil {
		return
	}
	how := cmp.Or(with[1], with[2])
	switch how {
	case "average":
		how = "mean"
	case "most frequent", "most common":
		how = "mode"
	case "zero":
		how = "0"
	}
	of := r.marked(rest[:strings.Index(rest, with[0])])
	if len(of) == 0 && at[0] > 0 {
		of = r.marked(r.shown[:at[0]])
	}
	if len(of) == 0 {
		if of = r.marked(r.shown); len(of) > 1 {
			of = of[:1]
		}
	}
	p := method.Preparation{Do: "fill", With: how}
	if m := fillsBy.FindStringSubmatch(rest[strings.Index(rest, with[0]):min(len(rest), strings.Index(rest, with[0])+90)]); m != nil {
		if by := r.numbered(cmp.Or(m[1], m[2])); by != nil && !r.isMeasure(*by) && (len(of) == 0 || by.column != of[0].column) {
			p.By = r.use(*by)
			if r.by == p.By && len(r.only) == 0 {
				r.by = ""
			}
		}
	}
	for _, m := range of {
		if r.use(m) != p.By {
			p.Column = r.use(m)
			r.prepare(at[0], p)
		}
	}
}
