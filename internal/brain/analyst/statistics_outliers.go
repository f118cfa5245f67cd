package analyst

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
)

var (
	isOutliers  = lazyregexp.New(`\boutliers?\b|z-?scores?\b[^.;]{0,30}(?:above|over|greater|exceed|>|beyond|more)|(?:standard deviations?|sd)\)?(?: \([a-z]+\))? (?:away )?from|outside (?:the )?(?:1\.5|iqr)|iqr (?:rule|method|fences?)|fences\b`)
	byZ         = lazyregexp.New(`z-?scores?|\bz\b|standard deviations?|\|z\|`)
	byMAD       = lazyregexp.New(`\bmad\b|median absolute`)
	zThreshold  = lazyregexp.New(`(?:>|above|over|exceeds?|exceeding|greater than|more than|beyond|of|further than|threshold of|absolute value of)\s*(\d(?:\.\d+)?|two|three)\b(?: standard| sd|\b)`)
	iqrFactor   = lazyregexp.New(`(\d(?:\.\d+)?)\s*(?:×|x|\*|times)?\s*(?:the )?(?:iqr|inter-?quartile)`)
	removesThem = lazyregexp.New(`\b(?:remov|drop|exclud|without|leav(?:e|ing) out|left out|eliminat|filter(?:ing|ed)? out|discard|trim|remaining|throw|out\b)\w*\b`)
	beforeAfter = lazyregexp.New(`before ?(?:and|/|vs|versus|&|or) ?after|original and (?:of )?the (?:transformed|scaled|log)|with and without|after and before|without and with|before[,;][^.]*after`)
	countsThem  = lazyregexp.New(`how many|number of|count|identify|detect|find|list|are there|any outliers|who are|outliers? (?:in|of|by|with|under)|bounds?\b|fences?\b`)
)

// readOutliers finds by which rule values are outliers, and whether they are
// counted or left out.
func (r *request) readOutliers() {
	at := isOutliers.FindStringIndex(r.shown)
	if at == nil {
		return
	}
	rule, factor := "iqr", 1.5
	around := clauseAround(r.shown, at)
	explicitIQR := strings.Contains(r.shown, "iqr") || strings.Contains(r.shown, "quartile") || strings.Contains(r.shown, "tukey")
	switch {
	case byZ.MatchString(r.shown) && !explicitIQR:
		rule, factor = "z", 3
		if m := zThreshold.FindStringSubmatch(r.shown); m != nil {
			if n, ok := numberWords[m[1]]; ok {
				factor = float64(n)
			} else if x, err := strconv.ParseFloat(m[1], 64); err == nil {
				factor = x
			}
		}
	case byMAD.MatchString(r.shown):
		rule, factor = "mad", 3
	default:
		if m := iqrFactor.FindStringSubmatch(r.shown); m != nil {
			if x, err := strconv.ParseFloat(m[1], 64); err == nil && x > 0 {
				factor = x
			}
		}
	}
	of := r.outlierColumns(at, around)
	if len(of) == 0 {
		return
	}
	sample := strings.Contains(r.shown, "sample")
	r.both = beforeAfter.MatchString(r.shown)
	r.removes = r.both || removesThem.MatchString(around)
	counts := countsThem.MatchString(r.shown) || !r.removes
	for _, name := range of {
		if counts {
			r.measure(method.Measure{What: "outliers", Columns: []string{name}, Rule: rule, Number: factor, Sample: sample, Raw: r.removes})
		}
		if r.removes {
			r.prepare(at[0], method.Preparation{Do: "drop_outliers", Column: name, Rule: rule, Factor: factor, Sample: sample})
		}
	}
}

// outlierColumns are the columns whose outliers are meant: named beside the word,
// else the first number of the message.
func (r *request) outlierColumns(at []int, around string) []string {
	if len(r.derived) > 0 {
		return r.derived[len(r.derived)-1:]
	}
	after := r.marked(r.shown[at[0]:min(len(r.shown), at[1]+60)])
	before := r.marked(r.shown[max(0, at[0]-60):at[0]])
	slices.Reverse(before)
	for _, list := range [][]mention{before[:min(1, len(before))], after, r.marked(around), r.marked(r.shown)} {
		for _, m := range list {
			if r.isNumber(m) && !(r.by != "" && r.name(m) == r.by) {
				return []string{r.use(m)}
			}
		}
	}
	return nil
}

var (
	minMax   = lazyregexp.New(`min-?max|range (?:of )?(?:0|zero)(?: to |-|–)(?:1|one)|to (?:the range )?0(?: to |-|–)1|\bnormali[sz](?:e|ed|ing)\b`)
	zScale   = lazyregexp.New(`standardi[sz]|z-?score (?:normali|scal)|z-?normali|(?:normali[sz]|scal)\w*[^.;]{0,30}z-?scores?`)
	logScale = lazyregexp.New(`(?:natural )?log(?:arithm)?(?:-transform(?:ed|ation)?)?(?: of|\()?(?: the)? ?‹|log[- ]transform|taking the (?:natural )?log`)
	capsAt   = lazyregexp.New(`\b(?:cap(?:ped|ping)?|clip(?:ped|ping)?|winsori[sz]e)\b[^.;]*?(\d{1,2}(?:\.\d)?)(?:th|st|nd|rd)? percentile`)
)

// readTransforms finds changes of scale.
func (r *request) readTransforms() {
	if strings.Contains(r.shown, "normalis") && strings.Contains(r.shown, "distribut") {
		return
	}
	for _, t := range []struct {
		when *lazyregexp.Regexp
		how  string
	}{{zScale, "zscore"}, {minMax, "minmax"}, {logScale, "log"}} {
		at := t.when.FindStringIndex(r.shown)
		if at == nil {
			continue
		}
		how := t.how
		if how == "zscore" && strings.Contains(r.shown, "sample") {
			how = "zscore_sample"
		}
		list := r.marked(r.shown[max(0, at[0]-5):min(len(r.shown), at[1]+50)])
		if len(list) == 0 {
			list = r.marked(r.shown)
		}
		for _, m := range list[:min(1, len(list))] {
			if r.isNumber(m) {
				r.prepare(at[0], method.Preparation{Do: "transform", Column: r.use(m), With: how})
			}
		}
		return
	}
	if m := capsAt.FindStringSubmatch(r.shown); m != nil {
		x, err := strconv.ParseFloat(m[1], 64)
		if list := r.marked(r.shown); err == nil && len(list) > 0 && r.isNumber(list[0]) {
			r.prepare(capsAt.FindStringIndex(r.shown)[0], method.Preparation{Do: "cap", Column: r.use(list[0]), Factor: x})
			r.both = true
		}
	}
}
