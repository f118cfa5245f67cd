package span

import (
	"regexp"
	"strconv"
	"strings"
)

// Bands are ranges of a number that a question lists: under 18, 18-39, 40-64 and 65+.
type Bands struct {
	Start, End int      // bytes of the question
	Labels     []string // as they were written
	Cuts       []string // where each but the first begins
	Over       bool     // the last begins behind its cut: over 64, after 18-64
	From, To   string   // where the first begins and the last ends, "" where they are open
	Through    bool     // To belongs to the last one
}

const (
	bandNumber = `[$€£]?\s?(\d+(?:,\d{3})*(?:\.\d+)?)\s?(k|m|thousand|million)?\b`
	bandUnit   = `(?:\s?(?:%|[€$£]|[a-z]{1,7}s?))?`
)

// One range: an upper end, both ends, or a lower end behind or before its number.
var bandPattern = regexp.MustCompile(`(?i)(?:\b(under|below|less than|fewer than|up to|before|younger than)|<)\s*` + bandNumber +
	`|` + bandNumber + bandUnit + `\s*(?:to under|to less than|up to under|up to|to|until|through|-|–|—)\s*(?:under\s+|below\s+)?` + bandNumber +
	`|` + bandNumber + bandUnit + `\s*(?:\+|plus\b|(?:and|or)\s(?:over|more|above|older|up|later|higher|longer|greater|beyond)\b)` +
	`|(?:\b(?:over|above|more than|at least|after|from|older than|longer than)|>=?)\s*` + bandNumber)

var overPattern = regexp.MustCompile(`^(?:over|above|more than|after|older than|longer than|>[^=])`)

// AreYears reports whether all bands are between years.
func (b *Bands) AreYears() bool {
	for _, c := range b.Cuts {
		if n, err := strconv.Atoi(c); err != nil || n < 1800 || n > 2100 {
			return false
		}
	}
	return true
}

// FindBands finds a list of at least three ranges that follow each other without a
// gap, or returns nil.
func FindBands(question string) *Bands {
	const fewest, between = 3, 30 // bytes from one to the next
	type limits struct {
		from, to float64
		under    bool // its end does not belong to it
	}
	var b Bands
	var all []limits
	for _, m := range bandPattern.FindAllStringSubmatchIndex(question, -1) {
		number := func(group int) (float64, bool) {
			if m[2*group] < 0 {
				return 0, false
			}
			text := strings.ReplaceAll(question[m[2*group]:m[2*group+1]], ",", "")
			n, err := strconv.ParseFloat(text, 64)
			if at := 2*group + 2; m[at] >= 0 {
				switch strings.ToLower(question[m[at]:m[at+1]]) {
				case "k", "thousand":
					n *= 1e3
				case "m", "million":
					n *= 1e6
				}
			}
			return n, err == nil
		}
		one := limits{-1, -1, false}
		text := strings.ToLower(question[m[0]:m[1]])
		one.under = strings.Contains(text, "under") || strings.Contains(text, "below") || strings.Contains(text, "less")
		if to, ok := number(2); ok {
			one.to = to
		} else if from, ok := number(4); ok {
			one.from = from
			if one.to, ok = number(6); !ok || one.to <= from {
				return nil
			}
		} else if from, ok := number(8); ok {
			one.from = from
		} else if from, ok := number(10); ok {
			one.from = from
		}
		if len(all) == 0 {
			b.Start = m[0]
		} else if last := all[len(all)-1]; m[0]-b.End > between || one.from < 0 || last.to < 0 || one.from != last.to && one.from != last.to+1 {
			if len(all) >= fewest {
				break
			}
			all, b = nil, Bands{Start: m[0]}
		}
		if len(all) > 0 {
			last := all[len(all)-1]
			b.Over = overPattern.MatchString(text) && one.from == last.to && last.from >= 0 && !last.under
			b.Cuts = append(b.Cuts, strconv.FormatFloat(one.from, 'f', -1, 64))
		}
		all, b.End = append(all, one), m[1]
		b.Labels = append(b.Labels, strings.TrimSpace(question[m[0]:m[1]]))
	}
	if len(all) < fewest {
		return nil
	}
	if from := all[0].from; from >= 0 {
		b.From = strconv.FormatFloat(from, 'f', -1, 64)
	}
	if last := all[len(all)-1]; last.to >= 0 {
		b.To, b.Through = strconv.FormatFloat(last.to, 'f', -1, 64), !last.under
	}
	return &b
}
