// Package core is the neural parser: it reads a question together with the
// names and values of a database, and writes the most probable sequences that
// a grammar allows.
//
// Question words, tables, columns, values and periods are items. What the
// parser writes are tokens: the grammar's own, numbered from 0, or an item,
// numbered from the size of the grammar on. Which tokens may follow is the
// caller's to say, through State.
//
// All sizes come from the weights. The same input gives the same output.
package core

import (
	"fmt"
	"strconv"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// epsilon of the layer norms after the encoder.
const epsilon = 1e-5

// Config is what the weights say about the model.
type Config struct {
	Tokens         int    // of the grammar
	Start          int    // the token that stands before every sequence
	Relations      int    // kinds of relation between two items
	Features       [5]int // values that each feature of an item can take
	MaxPieces      int    // word pieces of the longest input
	MaxLength      int    // tokens of the longest sequence
	Vocabulary     int    // word pieces that are known
	Width          int
	Heads          int
	RelationLayers int
	DecoderLayers  int
}

// Model is the parser. It does not change once loaded, and may be used from
// several goroutines.
type Model struct {
	Config   Config
	Metadata map[string]string

	level     kernel.Level
	encoder   *neural.Encoder
	features  [5]neural.Table
	featured  neural.Norm
	relations []relationLayer
	remember  neural.Norm

	tokens, positions neural.Table
	itemInput         neural.Linear
	decoder           []decoderLayer
	decoded           neural.Norm
	tokenOutput       neural.Linear
	pointerQuery      neural.Linear
	pointerKey        neural.Linear
	link              neural.Linear

	second *Model // that reads and writes beside it, or nil
}

type relationLayer struct {
	beforeAttention, beforeFeed neural.Norm
	queryKeyValue, output       neural.Linear
	feed                        neural.Feed
	keys                        *kernel.Matrix // of the relations
	bias                        [][]float32
}

type decoderLayer struct {
	beforeSelf, beforeCross, beforeFeed    neural.Norm
	queryKeyValue, output                  neural.Linear
	crossQuery, crossKeyValue, crossOutput neural.Linear
	feed                                   neural.Feed
}

// Load takes the model out of a safetensors file, whose bytes it keeps. A file may
// hold two parsers that were trained apart; the probability of a token is then the
// mean of both. The names of the second one's tensors begin with "2.", and it has the
// first one's word table.
//
// The tensors bear the names that training gives them: word_q8 and enc for the
// encoder, ft for features, rat for relation layers, ge, pe and ip for what the
// decoder reads, dl for its layers, go, pq and pkk for what it writes, lk for
// links. A matrix NAME is NAME itself, or NAME.q8 in int8 with a scale for each
// row in NAME.sc.
func Load(file []byte) (*Model, error) { return LoadAt(kernel.Best(), file) }

// LoadAt loads a model that uses the given level of instructions.
func LoadAt(level kernel.Level, file []byte) (*Model, error) {
	tensors, err := neural.ReadTensors(file)
	if err != nil {
		return nil, err
	}
	m, err := load(level, tensors)
	if err != nil {
		return nil, err
	}
	part := tensors.Part("2.", "word_q8", "word_scale")
	if part == nil {
		return m, nil
	}
	if m.second, err = load(level, part); err != nil {
		return nil, err
	}
	if a, b := m.Config, m.second.Config; a.Tokens != b.Tokens || a.Start != b.Start || a.MaxLength != b.MaxLength || a.Relations != b.Relations || a.Features != b.Features || a.MaxPieces != b.MaxPieces {
		return nil, fault.New(fault.BadData, "the two parsers of the weights do not fit together")
	}
	return m, nil
}

// load takes one parser out of its tensors.
func load(level kernel.Level, tensors *neural.Tensors) (*Model, error) {
	l := &neural.Loader{Tensors: tensors, Level: level}
	m := &Model{level: level, Metadata: tensors.Metadata, encoder: l.Encoder()}
	d := m.encoder.Width()
	for i := range m.features {
		m.features[i] = l.Table(fmt.Sprintf("ft.%d.weight", i), d)
		m.Config.Features[i] = m.features[i].Rows
	}
	m.featured, m.remember = l.Norm("fn", d, epsilon), l.Norm("mn", d, epsilon)
	m.loadRelationLayers(l, d)
	m.tokens, m.positions = l.Table("ge.weight", d), l.Table("pe.weight", d)
	m.loadDecoder(l, d)
	m.itemInput, m.pointerQuery, m.pointerKey = l.Linear("ip", d, d), l.Linear("pq", d, d), l.Linear("pkk", d, d)
	m.decoded, m.tokenOutput, m.link = l.Norm("dn", d, epsilon), l.Linear("go", d, m.tokens.Rows), l.Linear("lk", d, 1)

	c := &m.Config
	c.Width, c.Tokens, c.MaxLength = d, m.tokens.Rows, m.positions.Rows
	c.MaxPieces, c.Vocabulary = m.encoder.MaxTokens(), m.encoder.Vocabulary()
	c.RelationLayers, c.DecoderLayers = len(m.relations), len(m.decoder)
	c.Start = 1
	if text, ok := tensors.Metadata["start"]; ok {
		var err error
		if c.Start, err = strconv.Atoi(text); err != nil {
			l.Fail("the start token is %q", text)
		}
	}
	if c.Start < 0 || c.Start >= max(c.Tokens, 1) {
		l.Fail("the start token %d is not one of %d", c.Start, c.Tokens)
	}
	if l.Err() != nil {
		return nil, l.Err()
	}
	return m, nil
}

// loadRelationLayers also learns the number of heads, which the relations'
// keys give away.
func (m *Model) loadRelationLayers(l *neural.Loader, d int) {
	name := func(i int) string { return fmt.Sprintf("rat.%d", i) }
	relations, width := l.Size("rat.0.rk", 0), l.Size("rat.0.rk", 1)
	if l.Err() != nil || d%width != 0 || relations > 256 {
		l.Fail("%d relations with keys of %d do not suit a width of %d", relations, width, d)
		return
	}
	heads := d / width
	m.Config.Relations, m.Config.Heads = relations, heads
	for i := range l.Count(func(i int) string { return name(i) + ".rk" }) {
		n := name(i)
		r := relationLayer{
			beforeAttention: l.Norm(n+".n1", d, epsilon), beforeFeed: l.Norm(n+".n2", d, epsilon),
			queryKeyValue: l.Linear(n+".qkv", d, 3*d), output: l.Linear(n+".o", d, d), feed: l.Feed(n, d),
			keys: &kernel.Matrix{}, bias: make([][]float32, heads),
		}
		keys, bias := l.Values(n+".rk", relations, width), l.Values(n+".rb", relations, heads)
		if l.Err() != nil {
			return
		}
		r.keys.SetRows(keys, width, relations, width)
		for h := range heads {
			r.bias[h] = make([]float32, relations)
			for i := range relations {
				r.bias[h][i] = bias[i*heads+h]
			}
		}
		m.relations = append(m.relations, r)
	}
}

func (m *Model) loadDecoder(l *neural.Loader, d int) {
	name := func(i int) string { return fmt.Sprintf("dl.%d", i) }
	for i := range l.Count(func(i int) string { return name(i) + ".qkv.weight" }) {
		n := name(i)
		m.decoder = append(m.decoder, decoderLayer{
			beforeSelf: l.Norm(n+".n1", d, epsilon), beforeCross: l.Norm(n+".n2", d, epsilon), beforeFeed: l.Norm(n+".n3", d, epsilon),
			queryKeyValue: l.Linear(n+".qkv", d, 3*d), output: l.Linear(n+".o", d, d),
			crossQuery: l.Linear(n+".cq", d, d), crossKeyValue: l.Linear(n+".ckv", d, 2*d), crossOutput: l.Linear(n+".co", d, d),
			feed: l.Feed(n, d),
		})
	}
	if len(m.decoder) == 0 {
		l.Fail("there is no decoder")
	}
}
