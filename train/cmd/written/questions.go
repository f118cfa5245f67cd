package main

import (
	"fmt"
	"strings"
)

// now is the day on which all questions are asked.
const now = "2025-11-15"

type question struct {
	ID       string  `json:"id"`
	Database string  `json:"db_id"`
	Question string  `json:"question"`
	SQL      *string `json:"sql"` // nil: the data cannot answer it
	Why      string  `json:"why,omitempty"`
	Now      string  `json:"now"`
}

type dialogue struct {
	ID       string `json:"id"`
	Database string `json:"db_id"`
	Now      string `json:"now"`
	Turns    []turn `json:"turns"`
}

type turn struct {
	Question string  `json:"question"`
	SQL      *string `json:"sql"`
}

// parse reads a file of questions. Blocks are separated by blank lines; a line
// that begins with # is a comment. A block is one or more questions that mean
// the same, each on a line that begins with "- ", and then their SQL, or "none:"
// and why the data cannot answer. A block that begins with the line "dialogue"
// has one question for each SQL, in order.
func parse(name, text string) ([]question, []dialogue, error) {
	var questions []question
	var dialogues []dialogue
	var block []string
	line := 0
	finish := func() error {
		defer func() { block = nil }()
		switch {
		case len(block) == 0:
			return nil
		case block[0] == "dialogue":
			d := dialogue{ID: fmt.Sprintf("%s-d%d", name, len(dialogues)+1), Database: name, Now: now}
			rest := block[1:]
			for len(rest) > 0 {
				asked, sql, _, next, err := entry(rest)
				if err != nil {
					return err
				}
				if len(asked) > 1 {
					return fmt.Errorf("a turn has two questions: %s", asked[1])
				}
				d.Turns, rest = append(d.Turns, turn{asked[0], sql}), next
			}
			if len(d.Turns) < 2 {
				return fmt.Errorf("a dialogue has one turn")
			}
			dialogues = append(dialogues, d)
			return nil
		}
		asked, sql, why, rest, err := entry(block)
		if err != nil {
			return err
		}
		if len(rest) > 0 {
			return fmt.Errorf("a blank line is missing before %q", rest[0])
		}
		for _, q := range asked {
			questions = append(questions, question{fmt.Sprintf("%s-%d", name, len(questions)+1), name, q, sql, why, now})
		}
		return nil
	}
	for l := range strings.Lines(text + "\n\n") {
		line++
		l = strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(l, "#"):
		case l != "":
			block = append(block, l)
		default:
			if err := finish(); err != nil {
				return nil, nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
	}
	return questions, dialogues, nil
}

// entry takes questions and their SQL from the lines of a block.
func entry(lines []string) (asked []string, sql *string, why string, rest []string, err error) {
	for len(lines) > 0 && strings.HasPrefix(lines[0], "- ") {
		asked, lines = append(asked, strings.TrimSpace(lines[0][2:])), lines[1:]
	}
	if len(asked) == 0 {
		return nil, nil, "", nil, fmt.Errorf("a question is missing before %q", lines[0])
	}
	n := 0
	for n < len(lines) && !strings.HasPrefix(lines[n], "- ") {
		n++
	}
	if n == 0 {
		return nil, nil, "", nil, fmt.Errorf("SQL is missing after %q", asked[len(asked)-1])
	}
	answer := strings.Join(lines[:n], " ")
	if reason, ok := strings.CutPrefix(answer, "none:"); ok {
		return asked, nil, strings.TrimSpace(reason), lines[n:], nil
	}
	answer = strings.TrimSuffix(answer, ";")
	return asked, &answer, "", lines[n:], nil
}
