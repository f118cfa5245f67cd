package analyst

import (
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
)

// splits says that rows are divided for a model.
var splits = lazyregexp.New(`\bsplit|random[_ ]state|\bseed\b|\btrain|test (?:set|rows|data)`)

// tests with a share of the rows: hold out 20%.
var heldOut = lazyregexp.New(`(?:hold(?:ing)? ?out|test(?:ing)?(?: on| set of| with)?|for testing)\D{0,12}(\d{2}) ?%|(\d{2}) ?%[^.;]{0,12}(?:for )?(?:test|hold)`)

// readRegression finds a model: what is explained, what explains it, and how the
// rows are split.
func (r *request) readRegression() bool {
	if !regresses.MatchString(r.shown) && !splits.MatchString(r.shown) {
		return false
	}
	if !regresses.MatchString(r.shown) && !(splitShare.MatchString(r.shown) && splits.MatchString(r.shown)) || !(strings.Contains(r.shown, "regress") || strings.Contains(r.shown, "predict") || splitShare.MatchString(r.shown)) {
		return false
	}
	var target *mention
	if m := explains.FindStringSubmatch(r.shown); m != nil {
		target = r.numbered(m[1])
	}
	list := r.marked(r.shown)
	if target == nil && logistics.MatchString(r.shown) {
		for i := range list {
			if target == nil && !r.isMeasure(list[i]) {
				target = &list[i]
			}
		}
	}
	if target == nil && len(list) > 0 {
		target = &list[0]
	}
	if target == nil {
		return false
	}
	m := method.Measure{What: "linear", Columns: []string{r.use(*target)}}
	if logistics.MatchString(r.shown) {
		m.What = "logistic"
	}
	for _, other := range list {
		if other.column != target.column {
			m.Columns = append(m.Columns, r.use(other))
		}
	}
	if len(m.Columns) < 2 {
		return false
	}
	r.readSplit(&m)
	r.by, r.only = "", nil
	r.measure(m)
	return true
}

// readSplit finds how the rows are divided, and with which seed.
func (r *request) readSplit(m *method.Measure) {
	if s := splitShare.FindStringSubmatch(r.shown); s != nil {
		switch {
		case s[1] != "" && s[2] != "":
			first, _ := strconv.ParseFloat(s[1], 64)
			second, _ := strconv.ParseFloat(s[2], 64)
			m.Test = min(first, second) / 100
		case s[3] != "":
			m.Test, _ = strconv.ParseFloat(s[3], 64)
		default:
			x, _ := strconv.ParseFloat(s[4]+s[5], 64)
			m.Test = (100 - x) / 100
		}
	}
	if h := heldOut.FindStringSubmatch(r.shown); h != nil {
		if x, err := strconv.ParseFloat(h[1]+h[2], 64); err == nil && x > 0 && x < 100 {
			m.Test = x / 100
		}
	}
	m.Seed = 42
	if s := seedAsked.FindStringSubmatch(r.shown); s != nil {
		if n, err := strconv.ParseUint(s[1], 10, 32); err == nil {
			m.Seed = uint32(n)
		}
		if m.Test == 0 {
			m.Test = 0.2
		}
	}
}
