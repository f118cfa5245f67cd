package lookup

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
)

// By is who answers without a model.
const By = "builtin"

// write lets a model answer from the passages, and checks each of its sentences. Where
// there is none, where it fails twice, and where nothing of it is left, the sentences of
// the documents themselves are the answer.
func (t *Turn) write(ctx context.Context, own answer) error {
	t.answer, t.by = own, By
	if t.m.Writer == nil {
		return nil
	}
	if err := t.books.Enters(ctx, session.Narrating); err != nil {
		return err
	}
	defer t.books.Timed(&t.books.Timings.Narrate)()
	var objections []string
	for attempt := range 2 {
		w, err := t.m.Writer.Write(ctx, Task{Question: t.q.Text, Before: t.q.Earlier, Excerpts: t.Passages, Objections: objections, Happened: t.books.Meanwhile})
		t.steps++
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && attempt > 0 && t.cut > 0:
			return nil // what was right of the first stands
		case err != nil:
			f := fault.Of(err)
			t.notes = append(t.notes, fault.Diagnostic{Severity: fault.Warning, Code: f.Code, Message: "the documents answer in their own words: " + f.Message, Hint: f.Hint})
			return nil
		}
		t.books.Cost = t.books.Cost.Plus(w.Cost)
		if strings.TrimSpace(w.Text) == "" {
			return nil // it finds no answer; what the documents say stands
		}
		checked, bad := t.check(ctx, w.Text)
		if checked.text != "" {
			t.answer, t.by, t.cut = checked, w.By, len(bad)
		}
		if checked.text != "" || t.by == By {
			t.noteCut(checked.text, bad)
		}
		if len(bad) == 0 || attempt > 0 {
			return nil
		}
		objections, t.retry = bad, true
		if err := t.books.Enters(ctx, session.Correcting); err != nil {
			return err
		}
	}
	return nil
}

// noteCut says what became of sentences that no passage supports.
func (t *Turn) noteCut(left string, bad []string) {
	t.notes = slices.DeleteFunc(t.notes, func(n fault.Diagnostic) bool { return n.Code == turn.StoryCut })
	if len(bad) == 0 {
		return
	}
	part := "part"
	if left == "" {
		part = "all"
	}
	t.notes = append(t.notes, fault.Diagnostic{Severity: fault.Info, Code: turn.StoryCut, Message: part + " of the answer was left out, because the documents do not support it", Hint: bad[0]})
}

// cited are the numbers of excerpts at the end of a sentence.
var cited = lazyregexp.New(`\s*\[\s*(\d{1,2}(?:\s*[,;]\s*\d{1,2})*)\s*\]`)

// check keeps the sentences of a text that cite a passage which supports them, and says
// what is wrong with the others.
func (t *Turn) check(ctx context.Context, text string) (answer, []string) {
	var a answer
	var kept strings.Builder
	var bad []string
	for _, s := range statements(text) {
		if s.plain == "" {
			continue
		}
		p, why := t.supporting(ctx, s)
		if p == nil {
			bad = append(bad, why)
			continue
		}
		switch {
		case kept.Len() == 0:
		case s.line:
			kept.WriteByte('\n')
		default:
			kept.WriteByte(' ')
		}
		kept.WriteString(s.lead)
		at := kept.Len()
		kept.WriteString(s.plain)
		a.rests = append(a.rests, rest{at: at, end: kept.Len(), passage: p, quote: p.Text})
	}
	a.text = kept.String()
	return a, bad
}

// supporting is the passage that a statement cites and that supports it.
func (t *Turn) supporting(ctx context.Context, s statement) (*Passage, string) {
	if len(s.numbers) == 0 {
		return nil, fmt.Sprintf("“%s” cites no excerpt", s.plain)
	}
	reason := ""
	for _, n := range s.numbers {
		if n < 1 || n > len(t.Passages) {
			reason = fmt.Sprintf("there is no excerpt [%d]", n)
			continue
		}
		p := &t.Passages[n-1]
		ok, why := t.m.Support(ctx, s.plain, strings.Join(append(append([]string{p.Title}, p.Section...), p.Text), "\n"))
		if ok {
			return p, ""
		}
		reason = fmt.Sprintf("excerpt [%d] does not support “%s”: %s", n, s.plain, why)
	}
	return nil, reason
}

// statement is a sentence of a model, without the numbers that it cites.
type statement struct {
	plain   string
	numbers []int
	line    bool   // it begins a line
	lead    string // of an item: its sign
}

// statements takes a text apart. The numbers may stand before or after the full stop.
func statements(text string) []statement {
	var list []statement
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		lead := ""
		if itemStart.MatchString(line) {
			lead = "- "
			line = itemStart.ReplaceAllString(line, "")
		}
		for i, part := range splitCited(line) {
			s := statement{line: i == 0, plain: strings.TrimSpace(cited.ReplaceAllString(part, ""))}
			if i == 0 {
				s.lead = lead
			}
			for _, m := range cited.FindAllStringSubmatch(part, -1) {
				for _, f := range strings.FieldsFunc(m[1], func(r rune) bool { return r < '0' || r > '9' }) {
					if n, err := strconv.Atoi(f); err == nil && !slices.Contains(s.numbers, n) {
						s.numbers = append(s.numbers, n)
					}
				}
			}
			list = append(list, s)
		}
	}
	return list
}

// splitCited cuts a line into sentences, each with the numbers after it.
func splitCited(line string) []string {
	var list []string
	for _, part := range split(line) {
		if at := cited.FindStringIndex(part); at != nil && at[0] == 0 && len(list) > 0 {
			list[len(list)-1] += part[:at[1]]
			part = part[at[1]:]
		}
		if strings.TrimSpace(part) != "" {
			list = append(list, part)
		}
	}
	return list
}
