package main

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
)

func formOf(r brain.Reading) (*form.Query, bool) {
	q, ok := r.Form.(*form.Query)
	return q, ok && q != nil
}

func firstLine(text string) string {
	_, after, _ := strings.Cut(text, "\n")
	return after
}

// acts are requests to do something with the rows of a filter: first those that the
// critic is tuned on, then those that it is only measured on. %[1]s is the things with
// their condition, %[2]s one of them, %[3]s the condition as it comes true.
var acts = [2][]string{
	{
		"Alert me when %[2]s has %[3]s", "alert me as soon as there are %[1]s", "Notify me if %[2]s has %[3]s", "Send me an email whenever %[2]s has %[3]s", "Warn me if there are any %[1]s",
		"Please let me know as soon as %[2]s has %[3]s", "set up an alert for %[1]s", "Email the list of %[1]s to Anna", "send a reminder to all %[1]s", "Cancel all %[1]s",
		"Schedule a weekly report of %[1]s", "Remind me every Monday about %[1]s", "I want to be notified when %[2]s has %[3]s", "Create a ticket for each of the %[1]s", "Mark all %[1]s as done",
		"Plan a campaign for %[1]s", "Call the API to archive %[1]s", "Monitor the %[1]s and tell me if that changes", "could you message %[1]s and ask them to get in touch", "post the %[1]s to Slack every morning",
	},
	{
		"Ping me once %[2]s has %[3]s", "keep an eye on %[1]s and give me a shout", "Raise the alarm if %[2]s has %[3]s", "Text me the moment %[2]s has %[3]s", "Tell the team whenever there are new %[1]s",
		"I need a heads-up when %[2]s has %[3]s", "watch for %[1]s", "Forward the %[1]s to our accountant", "Write to all %[1]s and apologise", "Refund %[1]s",
		"Every Friday at five, mail me %[1]s", "Put %[1]s on my calendar", "would you flag it to me when %[2]s has %[3]s", "Open a case for each of the %[1]s", "Approve all %[1]s",
		"Draw up a plan to win back %[1]s", "Upload %[1]s to the shared drive", "Track %[1]s and shout if the number grows", "invite %[1]s to the meeting", "Assign the %[1]s to Tom",
	},
}

// otherActs makes requests of the conditions that right readings have.
func (m *maker) otherActs(most int) {
	templates := acts[0]
	if m.held {
		templates = acts[1]
	}
	made := 0
	for _, k := range m.rights {
		if made == most {
			return
		}
		q := k.Readings[0].Form
		c, ok := m.conditionOf(q)
		if !ok {
			continue
		}
		t := templates[m.random.IntN(len(templates))]
		r := k.Readings[0]
		m.list = append(m.list, &pair{Sort: otherAct, ID: k.ID, Kind: t, Question: fmt.Sprintf(t, c.many, c.one, c.true), Sentence: r.Sentence, SQL: r.SQL, form: q, now: k.Now})
		made++
	}
}

// said is a condition of a form in words.
type said struct{ many, one, true string }

// conditionOf puts the first condition of a form on a stored column in words.
func (m *maker) conditionOf(q *form.Query) (said, bool) {
	for _, c := range q.Where.Conjuncts() {
		if c.Left == nil || c.Left.Op != form.Column || c.Left.Column == 0 || c.Right == nil || c.Right.Value == nil {
			continue
		}
		words := map[form.CondOp]string{form.Equal: "", form.Less: "below ", form.Greater: "above ", form.LessEqual: "of at most ", form.GreaterEqual: "of at least "}
		op, ok := words[c.Op]
		if !ok || c.Right.Value.Kind == form.Period {
			continue
		}
		column := &m.ix.Columns[c.Left.Column]
		label := strings.Join(column.Words, " ")
		things := render.Table(m.ix, column.Table, true)
		thing := english.Singular(things)
		state := label + " " + op + c.Right.Value.Text
		return said{things + " with " + state, article(thing), state}, true
	}
	return said{}, false
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// otherRoles adds a number that names something to questions, and a condition on an
// amount, or a limit, to their readings.
func (m *maker) otherRoles(most int) {
	templates := []string{"for %s %d", "of %s %d", "for %s no. %d", "in %s #%d"}
	if m.held {
		templates = []string{"belonging to %s %d", "from %s number %d", "with regard to %s %d", "at %s %d"}
	}
	made := 0
	for _, k := range m.rights {
		if made == most {
			return
		}
		q := k.Readings[0].Form.Clone()
		table, column, ok := m.amountOf(q)
		if !ok || q.Set != form.NoSet {
			continue
		}
		number := 2 + m.random.IntN(40)
		value := &form.Value{Kind: form.Number, Text: fmt.Sprint(number)}
		kind := "condition"
		if m.random.IntN(5) == 0 && q.Limit == nil && q.Place == nil && len(q.Select) > 0 && len(q.Group) > 0 {
			q.Limit, kind = value, "limit"
		} else {
			c := &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: column}, Right: &form.Expr{Op: form.Literal, Value: value}}
			q.Where = form.AllOf(append(q.Where.Conjuncts(), c))
		}
		text := strings.TrimRight(k.Question, " ?.!") + " " + fmt.Sprintf(templates[m.random.IntN(len(templates))], table, number)
		if strings.HasSuffix(strings.TrimSpace(k.Question), "?") {
			text += "?"
		}
		m.list = append(m.list, &pair{Sort: otherRole, ID: k.ID, Kind: kind, Question: text, form: q, now: k.Now})
		made++
	}
}

// amountOf is an amount of a table that a form reads, and what a row of a table is called
// that has such amounts.
func (m *maker) amountOf(q *form.Query) (thing string, column int, ok bool) {
	var amounts []int
	for _, t := range q.Tables {
		for _, n := range m.ix.Tables[t].Columns {
			c := &m.ix.Columns[n]
			if c.Kind == index.Number && !c.Primary && !c.Foreign && !c.Unique && c.Distinct > 3 {
				amounts = append(amounts, n)
			}
		}
	}
	if len(amounts) == 0 {
		return "", 0, false
	}
	column = amounts[m.random.IntN(len(amounts))]
	return english.Singular(render.Table(m.ix, m.ix.Columns[column].Table, true)), column, true
}
