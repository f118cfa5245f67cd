package learning

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
)

// Coverage is how much of what is known goes into exemplars.
type Coverage string

const (
	Minimal       Coverage = "minimal"       // rules of high confidence, and verified questions
	Standard      Coverage = "standard"      // and approved terms
	Comprehensive Coverage = "comprehensive" // and all rules and relationships
)

// Format is how exemplars are written, a JSON object on each line.
type Format string

const (
	Messages Format = "openai" // OpenAI's chat format for fine-tuning
	Alpaca   Format = "alpaca" // instruction, input, output
)

// highConfidence is that of rules which the least coverage has.
const highConfidence = 0.8

// Material is what exemplars are made of.
type Material struct {
	Database string // its name, for people
	Rules    []Rule
	Pairs    []Pair
	Terms    []glossary.Term
}

// exemplar is a question and its answer.
type exemplar struct{ instruction, input, output string }

// WriteExemplars writes exemplars for fine-tuning a model, and says how many.
func WriteExemplars(w io.Writer, m Material, c Coverage, f Format) (int, error) {
	if !slices.Contains([]Coverage{Minimal, Standard, Comprehensive}, c) {
		return 0, fault.New(fault.Usage, "%q is no coverage", c).WithHint("use minimal, standard or comprehensive")
	}
	if f != Messages && f != Alpaca {
		return 0, fault.New(fault.Usage, "%q is no format of exemplars", f).WithHint("use openai or alpaca")
	}
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	list := exemplars(m, c)
	for _, x := range list {
		if err := e.Encode(x.in(f, m.Database)); err != nil {
			return 0, fault.Wrap(err, fault.Internal, "the exemplars cannot be written: %s", err)
		}
	}
	if err := out.Flush(); err != nil {
		return 0, fault.Wrap(err, fault.Internal, "the exemplars cannot be written: %s", err)
	}
	return len(list), nil
}

func exemplars(m Material, c Coverage) []exemplar {
	var list []exemplar
	for _, p := range m.Pairs {
		list = append(list, exemplar{"Write the SQL that answers the question.", p.Question, p.SQL})
	}
	for _, r := range m.Rules {
		if r.Status != Active && r.Status != Off || c != Comprehensive && (r.Status == Off || r.Confidence < highConfidence) {
			continue
		}
		list = append(list, exemplar{"Say how this word is used in questions about the data.", r.Entry.Term, upper(r.Text) + "."})
	}
	if c == Minimal {
		return list
	}
	for _, t := range m.Terms {
		if t.Status != glossary.Approved {
			continue
		}
		said := strings.TrimRight(t.Definition, ".")
		if t.Formula != "" {
			said = strings.TrimLeft(said+". It is computed as "+t.Formula, ". ")
		}
		if said != "" {
			list = append(list, exemplar{"Define the term.", t.Name, upper(said) + "."})
		}
		if len(t.Synonyms) > 0 {
			list = append(list, exemplar{"Say what else people call this.", t.Name, upper(strings.Join(t.Synonyms, ", ")) + "."})
		}
		if c == Comprehensive {
			for _, r := range t.Related {
				list = append(list, exemplar{"Say how the two are related.", t.Name + " and " + r.Object, upper(fmt.Sprintf("%s %s %s", t.Name, r.Verb, r.Object)) + "."})
			}
		}
	}
	return list
}

func upper(text string) string {
	r := []rune(text)
	if len(r) > 0 {
		r[0] = []rune(strings.ToUpper(string(r[0])))[0]
	}
	return string(r)
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// in is the exemplar in a format.
func (x exemplar) in(f Format, database string) any {
	if f == Alpaca {
		return struct {
			Instruction string `json:"instruction"`
			Input       string `json:"input"`
			Output      string `json:"output"`
		}{x.instruction, x.input, x.output}
	}
	return struct {
		Messages []message `json:"messages"`
	}{[]message{{"system", "You answer questions about the database " + database + ". " + x.instruction}, {"user", x.input}, {"assistant", x.output}}}
}
