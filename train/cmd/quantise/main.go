// Command quantise makes the int8 weights of the built-in brain out of what
// train/model/train.py saved.
//
//	quantise -start OLD.safetensors -out NEW.safetensors weights_0.safetensors …
//
// Parts of several runs may be given: each tensor is then their mean. With -mix, the
// parser becomes a weighted mean with the one of an earlier file, 0.3 of it unless
// -share says otherwise. With -second, the file holds two parsers, which read side by
// side; the second one is taken from a file that this command wrote.
//
// Matrices become int8 with a scale for each row; vectors stay in half
// precision. The word table, which is not trained, is taken from the weights
// that training began with; without -start there is none, as in the verifier's file.
package main

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/neural"
)

func main() {
	log.SetFlags(0)
	start := flag.String("start", "", "weights that training began with, for the word table")
	out := flag.String("out", "", "file to write")
	recipe := flag.String("recipe", "", "one line on how the weights were made, kept in the file")
	second := flag.String("second", "", "weights of the parser beside")
	mix := flag.String("mix", "", "earlier weights that the new ones are mixed with")
	share := flag.Float64("share", 0.3, "share of the earlier weights")
	flag.Parse()
	if err := run(*start, *out, *recipe, flag.Args(), *second, earlier{*mix, float32(*share)}); err != nil {
		log.Fatal(err)
	}
}

type tensor struct {
	name, dtype string
	shape       []int
	data        []byte
}

// earlier is a file of weights, and what share of the result is of it.
type earlier struct {
	path  string
	share float32
}

func run(start, out, recipe string, parts []string, second string, before earlier) error {
	all, err := average(parts)
	if err != nil {
		return err
	}
	if before.path != "" {
		if err := before.mixInto(all); err != nil {
			return err
		}
	}
	var list []tensor
	for _, t := range all {
		if shape := t.shape; len(shape) == 2 && shape[0] > 8 && shape[1] > 64 {
			codes, scales := quantise(t.values, shape[0], shape[1])
			list = append(list, tensor{t.name + ".q8", "I8", shape, codes}, tensor{t.name + ".sc", "F32", shape[:1], scales})
			continue
		}
		list = append(list, tensor{t.name, "F32", t.shape, floats(t.values)})
	}
	if start != "" {
		words, err := wordTable(start)
		if err != nil {
			return err
		}
		list = append(list, words...)
	}
	if second != "" {
		beside, err := besides(second)
		if err != nil {
			return err
		}
		list = append(list, beside...)
	}
	return write(out, recipe, list)
}

func wordTable(path string) ([]tensor, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []tensor
	for _, name := range []string{"word_q8", "word_scale"} {
		t, err := raw(file, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, t)
	}
	return list, nil
}

// besides are the tensors of the first parser in a file, under the names of a second.
func besides(path string) ([]tensor, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t, err := neural.ReadTensors(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var list []tensor
	for _, name := range t.Names() {
		if strings.HasPrefix(name, "2.") || strings.HasPrefix(name, "word_") {
			continue
		}
		x, err := raw(file, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		x.name = "2." + name
		list = append(list, x)
	}
	return list, nil
}

// weight is a tensor in full.
type weight struct {
	name   string
	shape  []int
	values []float32
	runs   int
}

// average reads all parts. A tensor that stands in several is the mean of them:
// runs that began with the same weights may be mixed.
func average(parts []string) ([]*weight, error) {
	var list []*weight
	at := map[string]*weight{}
	for _, path := range parts {
		t, err := open(path)
		if err != nil {
			return nil, err
		}
		for _, name := range t.Names() {
			shape := t.Shape(name)
			values, err := t.Floats(name, shape...)
			if err != nil {
				return nil, err
			}
			w := at[name]
			if w == nil {
				w = &weight{name: name, shape: shape, values: make([]float32, len(values))}
				at[name] = w
				list = append(list, w)
			}
			if !slices.Equal(w.shape, shape) {
				return nil, fmt.Errorf("%s has another shape in %s", name, path)
			}
			w.runs++
			for i, v := range values {
				w.values[i] += (v - w.values[i]) / float32(w.runs)
			}
		}
	}
	return list, nil
}

// mixInto makes each tensor a weighted mean with that of the first parser in the file.
func (o earlier) mixInto(all []*weight) error {
	file, err := os.ReadFile(o.path)
	if err != nil {
		return err
	}
	for _, w := range all {
		values, err := full(file, w.name)
		if err != nil {
			return fmt.Errorf("%s: %w", o.path, err)
		}
		if len(values) != len(w.values) {
			return fmt.Errorf("%s: %s has another shape", o.path, w.name)
		}
		for i, v := range values {
			w.values[i] = (1-o.share)*w.values[i] + o.share*v
		}
	}
	return nil
}

// full are the values of a tensor that this command wrote.
func full(file []byte, name string) ([]float32, error) {
	numbers := func(t tensor) []float32 {
		list := make([]float32, len(t.data)/4)
		for i := range list {
			list[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[4*i:]))
		}
		return list
	}
	if t, err := raw(file, name); err == nil {
		return numbers(t), nil
	}
	codes, err := raw(file, name+".q8")
	if err != nil {
		return nil, err
	}
	scale, err := raw(file, name+".sc")
	if err != nil {
		return nil, err
	}
	scales, list := numbers(scale), make([]float32, len(codes.data))
	for i, c := range codes.data {
		list[i] = float32(int8(c)) * scales[i/codes.shape[1]]
	}
	return list, nil
}

func open(path string) (*neural.Tensors, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t, err := neural.ReadTensors(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// quantise rounds each row to the nearest of 255 steps of its own.
func quantise(values []float32, rows, width int) (codes, scales []byte) {
	codes = make([]byte, rows*width)
	factors := make([]float32, rows)
	for r := range rows {
		row := values[r*width : (r+1)*width]
		largest := float32(0)
		for _, v := range row {
			largest = max(largest, float32(math.Abs(float64(v))))
		}
		scale := max(largest/127, 1e-12)
		factors[r] = scale
		for i, v := range row {
			codes[r*width+i] = byte(int8(math.RoundToEven(float64(v / scale))))
		}
	}
	return codes, floats(factors)
}

func floats(values []float32) []byte {
	b := make([]byte, 0, 4*len(values))
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

type entry struct {
	Type    string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

// raw takes one tensor out of a file as it is.
func raw(file []byte, name string) (tensor, error) {
	if len(file) < 8 {
		return tensor{}, fmt.Errorf("too short")
	}
	n := int(binary.LittleEndian.Uint64(file))
	if n < 0 || n > len(file)-8 {
		return tensor{}, fmt.Errorf("no header")
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(file[8:8+n], &header); err != nil {
		return tensor{}, err
	}
	var e entry
	if err := json.Unmarshal(header[name], &e); err != nil {
		return tensor{}, fmt.Errorf("%s: %w", name, err)
	}
	return tensor{name, e.Type, e.Shape, file[8+n+e.Offsets[0] : 8+n+e.Offsets[1]]}, nil
}

func write(path, recipe string, list []tensor) error {
	slices.SortFunc(list, func(a, b tensor) int { return strings.Compare(a.name, b.name) })
	// Wide types first, so that all of them are aligned.
	slices.SortStableFunc(list, func(a, b tensor) int { return wide(b) - wide(a) })
	header := map[string]any{"__metadata__": map[string]string{"recipe": recipe}}
	at := 0
	for _, t := range list {
		header[t.name] = entry{t.dtype, t.shape, [2]int{at, at + len(t.data)}}
		at += len(t.data)
	}
	h, err := json.Marshal(header)
	if err != nil {
		return err
	}
	for len(h)%8 != 0 {
		h = append(h, ' ')
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(h)))
	b = append(b, h...)
	for _, t := range list {
		b = append(b, t.data...)
	}
	log.Printf("%d tensors, %.1f MB", len(list), float64(len(b))/1e6)
	return os.WriteFile(path, b, 0o644)
}

func wide(t tensor) int {
	if t.dtype == "F32" {
		return 1
	}
	return 0
}
