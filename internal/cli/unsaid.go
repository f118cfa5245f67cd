package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

// say answers the question of a turn with what the person says to what it leaves unsaid.
func (t *dialogue) say(ctx context.Context, of *turn, numbers []int) (*turn, error) {
	return t.move(func() (*turn, error) { return t.Say(ctx, of, numbers, answer.Question{}) })
}

// clarify asks what the question of a turn leaves unsaid, one thing after the other, and
// answers it. What is typed instead of an answer is given back.
func (t *dialogue) clarify(ctx context.Context, of *turn, read func(context.Context) (string, error)) (made *turn, instead string, err error) {
	numbers := make([]int, len(of.Draft.Unsaid))
	for i, u := range of.Draft.Unsaid {
		if u.Said || u.Obvious {
			continue
		}
		t.printHeadline("!", u.Question)
		for n, c := range u.Choices {
			printHanging(t.Stdout, t.out, fmt.Sprintf("  %d  ", n+1), capital(c.Text), "")
		}
		t.out.Next(t.Stdout, fmt.Sprintf("1 to %d answers, and is remembered; Enter takes the first", len(u.Choices)))
		line, err := read(ctx)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, "", err
		}
		var ok bool
		if numbers[i], ok = choiceOf(u, line); !ok {
			return nil, line, nil
		}
	}
	made, err = t.say(ctx, of, numbers)
	return made, "", err
}

// clarified is the answer to a question whose unsaid parts were asked about; nil where
// something else was typed instead, which is not a question of its own here.
func (t *dialogue) clarified(ctx context.Context, of *turn) (*turn, error) {
	read := t.pressed
	if t.listen != nil {
		read = t.listen
	}
	made, instead, err := t.clarify(ctx, of, read)
	if err == nil && made == nil {
		err = fault.New(fault.Usage, "%.40q is none of the answers", instead).WithHint("type its number, or press Enter to take the first")
	}
	return made, err
}

// pressed is a key as a line; Enter is an empty one.
func (t *dialogue) pressed(ctx context.Context) (string, error) {
	key, err := t.press(ctx)
	if err != nil || key == '\r' || key == '\n' || key == 0 {
		return "", err
	}
	return string(rune(key)), nil
}

// choiceOf is the choice that a line names, by its number or its words; 0 for none.
func choiceOf(u brain.Unsaid, line string) (int, bool) {
	line = talk.Plain(line)
	if line == "" || line == "skip" {
		return 0, true
	}
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(u.Choices) {
		return n, true
	}
	for i, c := range u.Choices {
		if line == talk.Plain(c.Text) || line == talk.Plain(c.Value) {
			return i + 1, true
		}
	}
	return 0, false
}

// answerOpen answers the last question once more, with other choices for what it leaves
// open; without any, these are listed.
func (c *conversation) answerOpen(ctx context.Context, rest string) error {
	if c.last == nil || len(c.last.Draft.Unsaid) == 0 {
		return fault.New(fault.Usage, "the last question leaves nothing open").WithHint("ask one that does, such as: top customers")
	}
	if rest == "" && !c.machine() {
		c.listUnsaid(c.last.Draft.Unsaid)
		return nil
	}
	numbers, err := talk.ParseNumbers(rest)
	if err != nil {
		return err
	}
	made, err := c.say(ctx, c.last, numbers)
	return c.showTurn(made, err)
}

// asksUnsaid is true for a turn that waits for what its question leaves unsaid, where a
// person can be asked.
func (t *dialogue) asksUnsaid(of *turn) bool {
	return of.Open() && len(of.Draft.Unclear()) > 0 && t.atTerminal()
}

// showUnsaid prints what else could be said to what the question leaves open, unless that
// has been said, or what is taken is obvious and stated.
func (t *dialogue) showUnsaid(of *turn) {
	if !of.Said && slices.ContainsFunc(of.Draft.Unsaid, func(u brain.Unsaid) bool { return !u.Obvious && !u.Said }) {
		t.listUnsaid(of.Draft.Unsaid)
	}
}

func (t *dialogue) listUnsaid(list []brain.Unsaid) {
	t.printf("\nThe question leaves open:\n")
	for _, u := range list {
		var texts []string
		for i, c := range u.Choices {
			texts = append(texts, fmt.Sprintf("%d %s", i+1, c.Text))
		}
		printHangingAt(t.Stdout, t.out, "  "+u.Question+" ", 4, strings.Join(texts, "; "), terminal.Dim)
	}
	if t.sayHow != "" {
		numbers := "2"
		if len(list) > 1 {
			numbers = "2" + strings.Repeat(",1", len(list)-1)
		}
		t.out.Next(t.Stdout, fmt.Sprintf(t.sayHow, numbers))
	}
}
