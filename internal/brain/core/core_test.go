package core

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// The sizes of a made-up model.
const (
	tinyWidth     = 64
	tinyWords     = 20
	tinyTokens    = 6
	tinyRelations = 5
	tinyHead      = 16
	tinyLength    = 9
	tinyEnd       = 0
)

// tinyWeights are those of a model with made-up weights.
func tinyWeights(change func(map[string][]int)) []byte {
	const d, ff = tinyWidth, 48
	shapes := map[string][]int{
		"enc.p.weight": {24, d}, "enc.t.weight": {2, d}, "ge.weight": {tinyTokens, d}, "pe.weight": {tinyLength, d},
	}
	linear := func(name string, in, out int) {
		shapes[name+".weight"], shapes[name+".bias"] = []int{out, in}, []int{out}
	}
	norm := func(names ...string) {
		for _, n := range names {
			shapes[n+".weight"], shapes[n+".bias"] = []int{d}, []int{d}
		}
	}
	for i := range 5 {
		shapes[fmt.Sprintf("ft.%d.weight", i)] = []int{3 + i, d}
	}
	for _, n := range []string{"enc.L.0.q", "enc.L.0.k", "enc.L.0.v", "enc.L.0.o", "rat.0.o", "dl.0.o", "dl.0.cq", "dl.0.co", "dl.1.o", "dl.1.cq", "dl.1.co", "ip", "pq", "pkk"} {
		linear(n, d, d)
	}
	for _, n := range []string{"enc.L.0", "rat.0", "dl.0", "dl.1"} {
		linear(n+".f1", d, ff)
		linear(n+".f2", ff, d)
	}
	for _, n := range []string{"rat.0", "dl.0", "dl.1"} {
		linear(n+".qkv", d, 3*d)
	}
	linear("dl.0.ckv", d, 2*d)
	linear("dl.1.ckv", d, 2*d)
	linear("go", d, tinyTokens)
	linear("lk", d, 1)
	norm("enc.n", "enc.L.0.n1", "enc.L.0.n2", "fn", "rat.0.n1", "rat.0.n2", "mn", "dl.0.n1", "dl.0.n2", "dl.0.n3", "dl.1.n1", "dl.1.n2", "dl.1.n3", "dn")
	shapes["rat.0.rk"], shapes["rat.0.rb"] = []int{tinyRelations, tinyHead}, []int{tinyRelations, d / tinyHead}
	if change != nil {
		change(shapes)
	}
	header := map[string]any{}
	var data []byte
	names := make([]string, 0, len(shapes))
	for n := range shapes {
		names = append(names, n)
	}
	slices.Sort(names)
	add := func(name, kind string, shape []int, bytes []byte) {
		header[name] = map[string]any{"dtype": kind, "shape": shape, "data_offsets": []int{len(data), len(data) + len(bytes)}}
		data = append(data, bytes...)
	}
	r := rand.New(rand.NewPCG(1, 2))
	floats := func(n int, size float64) (out []byte) {
		for range n {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(size*r.NormFloat64())))
		}
		return out
	}
	for _, n := range names {
		size := 1
		for _, x := range shapes[n] {
			size *= x
		}
		add(n, "F32", shapes[n], floats(size, 0.3))
	}
	codes := make([]byte, tinyWords*tinyWidth)
	for i := range codes {
		codes[i] = byte(r.IntN(256))
	}
	add("word_q8", "I8", []int{tinyWords, tinyWidth}, codes)
	add("word_scale", "F32", []int{tinyWords}, floats(tinyWords, 0.01))
	text, _ := json.Marshal(header)
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text, data)
}

func tinyModel(t *testing.T, level kernel.Level) *Model {
	t.Helper()
	m, err := LoadAt(level, tinyWeights(nil))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tinyInput has a word, a table and two columns, the last without pieces.
func tinyInput() Input {
	return Input{
		IDs: []int32{1, 5, 6, 2, 9, 10, 3}, Seg: []int32{-1, 0, 0, -1, 1, 2, -1}, QuestionTokens: 4, Items: 4,
		Relations: []uint8{0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0},
		Features:  [][5]uint8{{0, 1, 2, 3, 4}, {1, 0, 0, 0, 0}, {2, 0, 1, 0, 0}, {2, 3, 4, 5, 6}},
	}
}

// tinyState allows any tokens but the start's, four at most before the end,
// or, where it is set, as many as exactly says.
type tinyState struct {
	length, exactly int
	done            bool
}

func (s tinyState) Done() bool { return s.done }

func (s tinyState) Step(token int) State { return tinyState{s.length + 1, s.exactly, token == tinyEnd} }

func (s tinyState) Allowed(mask []bool) {
	most := 4
	if s.exactly > 0 {
		most = s.exactly
	}
	mask[tinyEnd] = s.length > 0 && s.length >= s.exactly
	for i := 2; i < len(mask) && s.length < most; i++ {
		mask[i] = true
	}
}

func encode(t *testing.T, m *Model) *Memory {
	t.Helper()
	memory, err := m.Encode(tinyInput())
	if err != nil {
		t.Fatal(err)
	}
	return memory
}

func beam(t *testing.T, m *Memory, width, length int) []Candidate {
	t.Helper()
	found, err := m.Beam(t.Context(), tinyState{}, width, length)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestConfigComesFromTheWeights(t *testing.T) {
	want := Config{
		Tokens: tinyTokens, Start: 1, Relations: tinyRelations, Features: [5]int{3, 4, 5, 6, 7}, MaxPieces: 24, MaxLength: tinyLength,
		Vocabulary: tinyWords, Width: tinyWidth, Heads: tinyWidth / tinyHead, RelationLayers: 1, DecoderLayers: 2,
	}
	if got := tinyModel(t, kernel.Portable).Config; got != want {
		t.Errorf("the model is %+v, want %+v", got, want)
	}
}

// A beam that is wide enough finds all sequences of two tokens and the end, in
// the order and with the probabilities that scoring gives them.
func TestBeamFindsTheBest(t *testing.T) {
	for _, level := range kernel.Levels() {
		m := encode(t, tinyModel(t, level))
		var all [][]int
		for a := 2; a < tinyTokens+4; a++ {
			for b := 2; b < tinyTokens+4; b++ {
				all = append(all, []int{a, b, tinyEnd})
			}
		}
		scored, err := m.Score(t.Context(), all...)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(scored, func(a, b Candidate) int {
			if a.LogProb > b.LogProb {
				return -1
			}
			return 1
		})
		found, err := m.Beam(t.Context(), tinyState{exactly: 2}, MaxWidth, 9)
		if err != nil || len(found) != len(all) {
			t.Fatalf("%v: %d found, %v", level, len(found), err)
		}
		for i, c := range found {
			if !slices.Equal(c.Tokens, scored[i].Tokens) || math.Abs(c.LogProb-scored[i].LogProb) > 1e-4 {
				t.Errorf("%v: place %d has %v %.4f, want %v %.4f", level, i, c.Tokens, c.LogProb, scored[i].Tokens, scored[i].LogProb)
			}
			sum := 0.0
			for _, s := range c.Steps {
				sum += s
			}
			if math.Abs(sum-c.LogProb) > 1e-9 || len(c.Steps) != len(c.Tokens) {
				t.Errorf("%v: the steps %v do not make %v", level, c.Steps, c.LogProb)
			}
		}
	}
}

func TestProbabilitiesAddUp(t *testing.T) {
	m := encode(t, tinyModel(t, kernel.Best()))
	sum := 0.0
	for token := range tinyTokens + 4 {
		c, err := m.Score(t.Context(), []int{3, token})
		if err != nil {
			t.Fatal(err)
		}
		sum += math.Exp(c[0].Steps[1])
	}
	if math.Abs(sum-1) > 1e-6 {
		t.Errorf("all that can follow has the probability %v", sum)
	}
}

func TestLevelsAgree(t *testing.T) {
	base := encode(t, tinyModel(t, kernel.Portable))
	want, link := beam(t, base, 5, 9), base.Link()
	for _, level := range kernel.Levels() {
		m := encode(t, tinyModel(t, level))
		for i, c := range beam(t, m, 5, 9) {
			if !slices.Equal(c.Tokens, want[i].Tokens) || math.Abs(c.LogProb-want[i].LogProb) > 1e-3 {
				t.Errorf("%v finds %v %v, the portable level %v %v", level, c.Tokens, c.LogProb, want[i].Tokens, want[i].LogProb)
			}
		}
		for i, x := range m.Link() {
			if x <= 0 || x >= 1 || math.Abs(float64(x-link[i])) > 1e-4 {
				t.Errorf("%v: item %d is linked with %v, at the portable level with %v", level, i, x, link[i])
			}
		}
	}
}

// One model serves several questions at once, and always says the same.
func TestSameAnswerEveryTime(t *testing.T) {
	model := tinyModel(t, kernel.Best())
	want := beam(t, encode(t, model), 4, 9)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			m, err := model.Encode(tinyInput())
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := m.Beam(t.Context(), tinyState{}, 4, 9); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("found %v, %v, before %v", got, err, want)
			}
		})
	}
	wait.Wait()
}

func TestBeamLimits(t *testing.T) {
	m := encode(t, tinyModel(t, kernel.Best()))
	if got := beam(t, m, 3, 1); len(got) != 0 {
		t.Errorf("one token is no complete sequence, and %v was found", got)
	}
	for _, c := range beam(t, m, 3, 1000) { // the model has fewer positions
		if len(c.Tokens) > 5 {
			t.Errorf("%v is longer than the grammar allows", c.Tokens)
		}
	}
	for _, width := range []int{0, -1, MaxWidth + 1} {
		if _, err := m.Beam(t.Context(), tinyState{}, width, 5); err == nil {
			t.Errorf("a width of %d was accepted", width)
		}
	}
	for _, tokens := range [][]int{{-1}, {tinyTokens + 4}, make([]int, tinyLength+1)} {
		if _, err := m.Score(t.Context(), tokens); err == nil {
			t.Errorf("%v was scored", tokens)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Beam(ctx, tinyState{}, 3, 5); !errors.Is(err, &fault.Fault{Code: fault.Canceled}) {
		t.Errorf("a stopped beam says %v", err)
	}
}

func TestBadInput(t *testing.T) {
	m := tinyModel(t, kernel.Best())
	for name, change := range map[string]func(*Input){
		"no items":             func(in *Input) { in.Items = 0 },
		"too many items":       func(in *Input) { in.Items = MaxItems + 1 },
		"no pieces":            func(in *Input) { in.IDs, in.Seg = nil, nil },
		"an unknown piece":     func(in *Input) { in.IDs[0] = tinyWords },
		"a negative piece":     func(in *Input) { in.IDs[0] = -1 },
		"a piece without item": func(in *Input) { in.Seg = in.Seg[1:] },
		"an unknown item":      func(in *Input) { in.Seg[1] = 4 },
		"an unknown relation":  func(in *Input) { in.Relations[3] = tinyRelations },
		"missing relations":    func(in *Input) { in.Relations = in.Relations[1:] },
		"an unknown feature":   func(in *Input) { in.Features[0][0] = 3 },
		"missing features":     func(in *Input) { in.Features = in.Features[1:] },
		"too many pieces":      func(in *Input) { in.IDs, in.Seg = make([]int32, 25), make([]int32, 25) },
	} {
		in := tinyInput()
		change(&in)
		if _, err := m.Encode(in); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestWeightsThatDoNotFit(t *testing.T) {
	for name, change := range map[string]func(map[string][]int){
		"no decoder":          func(s map[string][]int) { delete(s, "dl.0.qkv.weight") },
		"a missing part":      func(s map[string][]int) { delete(s, "dl.1.f2.weight") },
		"a missing norm":      func(s map[string][]int) { delete(s, "mn.bias") },
		"a missing feature":   func(s map[string][]int) { delete(s, "ft.4.weight") },
		"an odd shape":        func(s map[string][]int) { s["ip.weight"] = []int{tinyWidth, 3} },
		"a flat matrix":       func(s map[string][]int) { s["pe.weight"] = []int{tinyWidth} },
		"heads of odd width":  func(s map[string][]int) { s["rat.0.rk"] = []int{tinyRelations, 15} },
		"no relation layers":  func(s map[string][]int) { delete(s, "rat.0.rk") },
		"one segment":         func(s map[string][]int) { s["enc.t.weight"] = []int{1, tinyWidth} },
		"outputs for others":  func(s map[string][]int) { s["go.weight"], s["go.bias"] = []int{7, tinyWidth}, []int{7} },
		"nothing to write":    func(s map[string][]int) { s["ge.weight"] = []int{0, tinyWidth} },
		"a vector as feature": func(s map[string][]int) { s["ft.0.weight"] = []int{8} },
	} {
		if _, err := Load(tinyWeights(change)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
