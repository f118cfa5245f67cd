package span

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// NoSuchDay is the first day that the words name and that no calendar has, as
// it should be said: 31 February 2025. It is "" where there is none. Read as
// its month, it would get an answer to another question.
func NoSuchDay(words []Word) string {
	r := newReader(words, time.Time{}, Years{})
	for i := range r.low {
		for _, read := range []func(int) string{r.missingInDigits, r.missingInWords} {
			if day := read(i); day != "" {
				return day
			}
		}
	}
	return ""
}

var digitDate = lazyregexp.New(`^(\d{4})-(\d\d?)-(\d\d?)$|^(\d\d?)[/.](\d\d?)[/.](\d{4})$`)

// missingInDigits finds 2025-02-31 and 31/02/2025. What could be no date at
// all, as 45.13.2025, is none.
func (r *reader) missingInDigits(i int) string {
	f := digitDate.FindStringSubmatch(r.at(i))
	if f == nil {
		return ""
	}
	n := make([]int, len(f))
	for k, digits := range f {
		n[k], _ = strconv.Atoi(digits) // the whole and the other form are not looked at
	}
	orders := [][3]int{{n[1], n[2], n[3]}}
	if f[1] == "" {
		orders = [][3]int{{n[6], n[5], n[4]}, {n[6], n[4], n[5]}}
	}
	found := ""
	for _, o := range orders {
		if o[1] < 1 || o[1] > 12 || o[2] < 1 || o[2] > 31 {
			continue
		}
		if _, ok := civil(o[0], o[1], o[2]); ok {
			return ""
		}
		found = dayName(o[2], o[1], o[0])
	}
	return found
}

// missingInWords finds the 31st of February, and February 30, 2025. A number
// beside a month may count something, unless the words around say that it is a
// day.
func (r *reader) missingInWords(i int) string {
	d, ok := r.dayNumber(i)
	if !ok {
		return ""
	}
	after := i + 1
	linked := r.at(after) == "of"
	if linked {
		after++
	}
	m, before := english.Months[r.at(after)]
	start, end := i, after+1
	if !before {
		at := i - 1
		if r.at(at) == "the" {
			at--
		}
		if m, ok = english.Months[r.at(at)]; !ok {
			return ""
		}
		start, end, linked = at, i+1, false
	}
	y, _, _, dated := r.yearAfter(end)
	sure := dated || linked || strings.TrimRight(r.at(i), "0123456789") != "" || r.is(start-1, "on since until till before after from to between and by the")
	if !sure {
		return ""
	}
	if !dated {
		y = 2024 // a leap year has every day that there is
	}
	if _, ok := civil(y, int(m), d); ok {
		return ""
	}
	if !dated {
		y = 0
	}
	return dayName(d, int(m), y)
}

// dayName is a day as people write it; a year of 0 is left out.
func dayName(d, m, y int) string {
	name := fmt.Sprintf("%d %s", d, time.Month(m))
	if y > 0 {
		name += fmt.Sprintf(" %d", y)
	}
	return name
}
