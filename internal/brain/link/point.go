package link

import (
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// Item is what an item stands for.
func (q *Question) Item(n int) (*form.Value, bool) {
	if n < 0 || n >= len(q.Items) {
		return nil, false
	}
	return q.Items[n].Value, true
}

// Span is the value that words say: a number where they are one, else their
// text as it was written.
func (q *Question) Span(first, last int) (*form.Value, bool) {
	if first < 0 || last >= len(q.Words) || first > last || first < q.Context && last >= q.Context {
		return nil, false
	}
	for _, s := range q.Spans {
		if s.Kind == span.Number && s.First == first && s.End == last+1 {
			return &form.Value{Kind: form.Number, Text: s.Number}, true
		}
	}
	text := q.text(first, last+1)
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return &form.Value{Kind: form.Number, Text: text}, true
	}
	return &form.Value{Kind: form.Text, Text: text}, true
}

const quotes = "'\"`“”‘’"

// text is words[first:end] as written, without quotes around them.
func (q *Question) text(first, end int) string {
	source := q.texts[1]
	if first < q.Context {
		source = q.texts[0]
	}
	return strings.Trim(source[q.Words[first].Start:q.Words[end-1].End], quotes+" .,?")
}

// Point finds how a form may point at a value: the other direction of Item and
// Span, for training.
func (q *Question) Point(v *form.Value, column int) ([]form.Token, bool) {
	if v.Kind == form.Period {
		return q.pointPeriod(v.Period)
	}
	number, isNumber := decimal(v.Text)
	key := fold(v.Text)
	item := -1
	if column > 0 || !isNumber {
		item = q.itemOf(column, key)
	}
	if item >= 0 && !isNumber {
		return []form.Token{{Kind: form.ItemToken, N: item}}, true
	}
	if isNumber {
		for _, s := range q.Spans {
			if n, ok := decimal(s.Number); s.Kind == span.Number && ok && n == number {
				return words(s.First, s.End), true
			}
		}
	}
	folded := func(text string) bool {
		n, ok := decimal(text)
		return fold(text) == key && key != "" || isNumber && ok && n == number
	}
	// 'A' is not the article before it.
	for _, same := range []func(string) bool{func(text string) bool { return text == v.Text }, folded} {
		if tokens, ok := q.spanWith(same); ok {
			return tokens, true
		}
	}
	if item < 0 && v.Kind == form.Text {
		item = q.itemOf(0, key)
	}
	if item >= 0 {
		return []form.Token{{Kind: form.ItemToken, N: item}}, true
	}
	return nil, false
}

// spanWith finds the first words whose text is as wanted, quotes around them
// left out.
func (q *Question) spanWith(wanted func(string) bool) ([]form.Token, bool) {
	for i := range q.Words {
		if strings.Contains(quotes, q.Words[i].Text) {
			continue
		}
		for end := i + 1; end <= min(len(q.Words), i+12); end++ {
			if i < q.Context && end > q.Context {
				break
			}
			if !strings.Contains(quotes, q.Words[end-1].Text) && wanted(q.text(i, end)) {
				return words(i, end), true
			}
		}
	}
	return nil, false
}

// Today is the day that the question is asked on.
func (q *Question) Today() time.Time { return q.now.Truncate(24 * time.Hour) }

func words(first, end int) []form.Token {
	return []form.Token{{Kind: form.QuestionWord, N: first}, {Kind: form.QuestionWord, N: end - 1}}
}

// itemOf finds a value of a column, or of any column for 0.
func (q *Question) itemOf(column int, key string) int {
	for n, i := range q.Items {
		if i.Column > 0 && (column == 0 || i.Column == column) && fold(i.Text) == key {
			return n
		}
	}
	return -1
}

func (q *Question) pointPeriod(p span.Period) ([]form.Token, bool) {
	for _, exact := range []bool{true, false} {
		for n, i := range q.Items {
			if i.Kind == Period && q.samePeriod(i.Value.Period, p, exact) {
				return []form.Token{{Kind: form.ItemToken, N: n}}, true
			}
		}
	}
	return nil, false
}

// samePeriod compares what periods select. An end after today, or none, is the
// same for data that ends today.
func (q *Question) samePeriod(a, b span.Period, exact bool) bool {
	if a.Every != b.Every || !a.Start.Equal(b.Start) {
		return false
	}
	if a.End.Equal(b.End) {
		return true
	}
	open := func(t time.Time) bool { return t.IsZero() || t.After(q.Today()) }
	return !exact && open(a.End) && open(b.End)
}

func decimal(s string) (float64, bool) {
	n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return n, err == nil
}

// fold is a text without case, signs and double spaces.
func fold(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > 127)
	}), " ")
}
