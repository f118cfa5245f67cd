package glossary

import (
	"bytes"
	"context"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/plumbdata/plumb/internal/fault"
)

// FileName is the glossary of a project, beside its plumb.yaml.
const FileName = "glossary.yaml"

// fileTerm is a term as the file has it.
type fileTerm struct {
	Name       string   `yaml:"name"`
	Kind       Kind     `yaml:"kind,omitempty"`
	Definition string   `yaml:"definition,omitempty"`
	Formula    string   `yaml:"formula,omitempty"`
	Synonyms   []string `yaml:"synonyms,omitempty"`
	Owner      string   `yaml:"owner,omitempty"`
	Columns    []string `yaml:"columns,omitempty"`
	Version    int      `yaml:"version,omitempty"`
}

type file struct {
	Terms []fileTerm `yaml:"terms"`
}

const maxFile = 1 << 20

// header says what the file is.
const header = `# The glossary of this project: terms that are approved, and what they mean.
# plumb glossary export writes it, plumb glossary import reads it.
# A formula is in the words of docs/definitions.md, such as:
#   the sum of orders.order_total over orders whose status is completed
`

// Encode writes the approved terms as YAML, the same terms as the same bytes.
func Encode(list []Term) ([]byte, error) {
	var f file
	for _, t := range list {
		if t.Status == Approved {
			f.Terms = append(f.Terms, fileTerm{t.Name, t.Kind, t.Definition, t.Formula, t.Synonyms, t.Owner, t.Columns, t.Version})
		}
	}
	text, err := yaml.MarshalWithOptions(f, yaml.IndentSequence(false))
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the glossary cannot be written: %s", err)
	}
	return append([]byte(header), text...), nil
}

// Decode reads the terms of a glossary file. A key that it does not know is a fault.
func Decode(name string, data []byte) (list []Term, err error) {
	bad := func(why string) error {
		return fault.New(fault.Config, "%s is no glossary: %s", name, why).WithHint("plumb glossary export --stdout shows what one looks like")
	}
	if len(data) > maxFile {
		return nil, bad("it is larger than 1 MiB")
	}
	defer func() { // the parser is someone else's
		if r := recover(); r != nil {
			list, err = nil, bad("it is not valid YAML")
		}
	}()
	var f file
	d := yaml.NewDecoder(bytes.NewReader(data), yaml.DisallowUnknownField())
	if err := d.Decode(&f); err != nil {
		message, _, _ := strings.Cut(err.Error(), "\n")
		return nil, bad(message)
	}
	if len(f.Terms) > MaxTerms {
		return nil, bad("it has more terms than a glossary holds")
	}
	for _, t := range f.Terms {
		made, err := Term{Name: t.Name, Kind: t.Kind, Definition: t.Definition, Formula: t.Formula, Synonyms: t.Synonyms, Owner: t.Owner, Columns: t.Columns, Source: name}.checked()
		if err != nil {
			return nil, bad(fault.Of(err).Message)
		}
		made.Status = Approved
		list = append(list, made)
	}
	return list, nil
}

// Import makes the terms of a file those of the glossary: who reviewed the file has approved
// them. It says how many were added, and how many say something else now.
func (g *Glossary) Import(ctx context.Context, list []Term, by string) (added, changed int, err error) {
	known, err := g.Terms(ctx, "")
	if err != nil {
		return 0, 0, err
	}
	was := map[string]Term{}
	for _, t := range known {
		was[plain(t.Name)] = t
	}
	for _, t := range list {
		old, is := was[plain(t.Name)]
		if is && old.Status == Approved && sameWords(old, t) {
			continue
		}
		if _, err := g.Save(ctx, t, by); err != nil {
			return added, changed, err
		}
		if is {
			changed++
		} else {
			added++
		}
	}
	return added, changed, nil
}

func sameWords(a, b Term) bool {
	return a.Definition == b.Definition && a.Formula == b.Formula && a.Kind == b.Kind && a.Owner == b.Owner &&
		strings.Join(a.Synonyms, "\n") == strings.Join(b.Synonyms, "\n") && strings.Join(a.Columns, "\n") == strings.Join(b.Columns, "\n")
}
