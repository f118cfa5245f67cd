package modeltest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

// Script is a provider as a small text. A line is a word and what it says;
// indented lines continue the line above; # begins a comment line. A text in
// double quotes is read as Go does, to hold blanks at its ends.
//
//	model claude-sonnet-4-5        a model that there is (else every name is one)
//	key sk-right                   the only key that is right
//	keyless                        no key is asked for
//	compatible                     OpenAI's format, spoken by somebody else
//	unasked                        who tells the usage without being asked
//	thoughts reasoning             and thoughts in this field
//
//	step plan the query            the next exchange
//	times 2                        or always
//	on embed                       chat (the usual), embed or models
//	want user has customers        all, system, user, tools, force, model, stop, texts
//	want not system ~ (?i)secret   ~ is a regular expression
//	think Let me see.              thinking, then its signature
//	sign c2lnbmF0dXJl
//	redacted b3BhcXVl
//	say Here it comes.             words; several lines are several pieces
//	call plan_query {"sql": "SELECT 1"}
//	call plan_query#call_7 {}      with an id of its own
//	pieces 5                       runes in a piece of words or arguments
//	usage input=120 output=14 cached=100 written=0 thought=0
//	stop ended                     length, tool, stop, refusal, filter; =word is the provider's own
//	fail rate_limit after=7s       an error instead, see FailureKind; indented words replace its own
//	answer 502                     a status, with the indented body as it is
//	slow 20ms                      before each event
//	gate                           a stream waits after its first event, while the server is shut
//	chop 3                         bytes in a write
//	mixed                          fragments of several calls come in turn
//	comments                       between events, as proxies send them
//	cut 4                          after 4 events: cut, ends, hung, malformed, oversized, error
//	hung said                      after the first words; said 2 is two events later
type Script struct {
	Options Options
	Steps   []Step
}

const maxScript = 1 << 20

// NewScript starts a provider for a test from a script's text.
func NewScript(t testing.TB, f Format, text string) *Server {
	t.Helper()
	script, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return NewWith(t, f, script.Options, script.Steps...)
}

// Parse reads a script.
func Parse(text string) (*Script, error) {
	if len(text) > maxScript {
		return nil, fmt.Errorf("the script is longer than %d bytes", maxScript)
	}
	p := &parser{}
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, maxScript+1)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimRight(lines.Text(), " \t\r")
		if indented := strings.TrimLeft(line, " \t"); indented != line && p.word != "" {
			p.more(line)
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.finish(); err != nil {
			return nil, err
		}
		p.line = number
		p.word, p.rest, _ = strings.Cut(line, " ")
		p.rest, p.tail = strings.TrimLeft(p.rest, " "), nil
	}
	if err := p.finish(); err != nil {
		return nil, err
	}
	return &p.script, nil
}

type parser struct {
	script Script
	line   int
	word   string
	rest   string
	tail   []string // the indented lines
	indent string
	calls  int
}

func (p *parser) more(line string) {
	if len(p.tail) == 0 {
		p.indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	}
	p.tail = append(p.tail, strings.TrimPrefix(line, p.indent))
}

// finish does what the collected line says.
func (p *parser) finish() error {
	if p.word == "" {
		return nil
	}
	err := p.directive()
	if err != nil {
		err = fmt.Errorf("line %d: %s: %w", p.line, p.word, err)
	}
	p.word = ""
	return err
}

func (p *parser) directive() error {
	if p.word == "step" {
		p.script.Steps = append(p.script.Steps, Step{Name: p.rest})
		return nil
	}
	if len(p.script.Steps) == 0 {
		return p.setting()
	}
	s := &p.script.Steps[len(p.script.Steps)-1]
	switch p.word {
	case "think", "sign", "redacted", "say", "call", "pieces", "usage", "stop":
		return p.reply(&s.Reply)
	case "times":
		return p.times(s)
	case "on":
		s.Endpoint = Endpoint(p.rest)
		return oneOf(p.rest, "chat embed models")
	case "want":
		return p.want(s)
	case "fail":
		return p.fail(s)
	case "answer":
		s.Fail.Body = strings.Join(p.tail, "\n")
		return p.number(&s.Fail.Status)
	case "slow":
		d, err := time.ParseDuration(p.rest)
		s.Slow = d
		return err
	case "gate":
		s.Gate = true
		return nil
	case "chop":
		return p.number(&s.Chop)
	case "mixed":
		s.Reply.Mixed = true
		return nil
	case "comments":
		s.Comments = true
		return nil
	case "cut", "ends", "hung", "malformed", "oversized", "error":
		s.Mishap.Kind = MishapKind(p.word)
		if p.rest, s.Mishap.Said = strings.CutPrefix(p.rest, "said "); p.rest == "said" {
			s.Mishap.Said, p.rest = true, "0"
		}
		return p.number(&s.Mishap.After)
	}
	return fmt.Errorf("there is no such word")
}

func (p *parser) setting() error {
	o := &p.script.Options
	switch p.word {
	case "model":
		o.Models = append(o.Models, p.rest)
	case "key":
		o.Key = p.rest
	case "keyless":
		o.Keyless = true
	case "compatible":
		o.Compatible = true
	case "unasked":
		o.Unasked = true
	case "thoughts":
		o.Thoughts = p.rest
	default:
		return fmt.Errorf("there is no such word before the first step")
	}
	return nil
}

func (p *parser) reply(r *Reply) error {
	switch p.word {
	case "pieces":
		return p.number(&r.Pieces)
	case "usage":
		return p.usage(r)
	case "stop":
		return p.stop(r)
	case "call":
		return p.call(r)
	}
	text, err := p.text()
	switch p.word {
	case "think":
		r.Parts = append(r.Parts, model.Part{Thinking: &model.Thinking{Text: text}})
	case "redacted":
		r.Parts = append(r.Parts, model.Part{Thinking: &model.Thinking{Redacted: text}})
	case "say":
		r.Parts = append(r.Parts, model.Part{Text: text})
	case "sign":
		if k := len(r.Parts) - 1; k >= 0 && r.Parts[k].Thinking != nil {
			r.Parts[k].Thinking.Signature = text
			return err
		}
		return fmt.Errorf("it stands after think")
	}
	return err
}

// text is the rest of the line with its indented lines.
func (p *parser) text() (string, error) {
	if len(p.tail) == 0 && strings.HasPrefix(p.rest, `"`) {
		return strconv.Unquote(p.rest)
	}
	lines := p.tail
	if p.rest != "" {
		lines = append([]string{p.rest}, p.tail...)
	}
	return strings.Join(lines, "\n"), nil
}

func (p *parser) call(r *Reply) error {
	name, args, _ := strings.Cut(p.rest, " ")
	args = strings.TrimSpace(strings.Join(append([]string{args}, p.tail...), "\n"))
	if args == "" {
		args = "{}"
	}
	name, id, named := strings.Cut(name, "#")
	if p.calls++; !named {
		id = fmt.Sprintf("call_%d", p.calls)
	}
	r.Parts = append(r.Parts, model.Part{Call: &model.Call{ID: id, Name: name, Arguments: json.RawMessage(args)}})
	if name == "" {
		return fmt.Errorf("it needs the name of a tool")
	}
	return nil
}

func (p *parser) usage(r *Reply) error {
	fields := map[string]*int{
		"input": &r.Usage.Input, "output": &r.Usage.Output, "cached": &r.Usage.CachedInput, "written": &r.Usage.WrittenInput, "thought": &r.Thought,
	}
	for _, pair := range strings.Fields(p.rest) {
		name, value, _ := strings.Cut(pair, "=")
		field := fields[name]
		if field == nil {
			return fmt.Errorf("there is no %q", name)
		}
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		*field = n
	}
	return nil
}

func (p *parser) stop(r *Reply) error {
	if word, raw := strings.CutPrefix(p.rest, "="); raw {
		r.RawStop = word
		return nil
	}
	r.Stop = model.Stop(p.rest)
	return oneOf(p.rest, "ended length tool stop refusal filter")
}

func (p *parser) times(s *Step) error {
	if p.rest == "always" {
		s.Times = Always
		return nil
	}
	return p.number(&s.Times)
}

func (p *parser) want(s *Step) error {
	rest, not := strings.CutPrefix(p.rest, "not ")
	part, rest, _ := strings.Cut(rest, " ")
	verb, text, _ := strings.Cut(rest, " ")
	w := Want{Part: part, Has: text, Not: not}
	if err := oneOf(part, "all system user tools force model stop texts"); err != nil {
		return err
	}
	switch verb {
	case "has":
	case "~":
		pattern, err := regexp.Compile(text)
		if err != nil {
			return err
		}
		w.Has, w.Matches = "", pattern
	default:
		return fmt.Errorf("it is %q; it should be has or ~", verb)
	}
	s.Want = append(s.Want, w)
	return nil
}

func (p *parser) fail(s *Step) error {
	kind, rest, _ := strings.Cut(p.rest, " ")
	s.Fail.Kind, s.Fail.Message = FailureKind(kind), strings.Join(p.tail, "\n")
	if after, ok := strings.CutPrefix(rest, "after="); ok {
		d, err := time.ParseDuration(after)
		if err != nil {
			return err
		}
		s.Fail.RetryAfter = d
	}
	return oneOf(kind, failureKinds)
}

const failureKinds = "wrong_key missing_key forbidden unknown_model unknown_path rate_limit quota overloaded server_error timeout context_size too_large bad_request withheld"

func (p *parser) number(to *int) error {
	n, err := strconv.Atoi(p.rest)
	if err == nil && n < 0 {
		err = fmt.Errorf("it is below zero")
	}
	*to = n
	return err
}

func oneOf(word, words string) error {
	if !containsWord(words, word) {
		return fmt.Errorf("%q is none of %s", word, words)
	}
	return nil
}
