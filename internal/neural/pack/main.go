// Pack turns the published weights of MiniLM, fp16 under the names of Hugging
// Face's BertModel, into what neural.Loader reads: the table of words as int8
// with one scale a row, the rest as it is. (With the layers' matrices in int8
// too, vectors of very short texts would turn away: cosine 0.996.) `make
// build` runs it.
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/neural"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pack FROM.safetensors TO.safetensors")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(from, to string) error {
	file, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	packed, err := pack(file)
	if err != nil {
		return err
	}
	// Under another name first: make takes a file that is there for complete.
	if err := os.WriteFile(to+".part", packed, 0o644); err != nil {
		return err
	}
	return os.Rename(to+".part", to)
}

const words = "embeddings.word_embeddings.weight"

var layer = regexp.MustCompile(`^encoder\.layer\.(\d+)\.(.+)\.(weight|bias)$`)

var parts = map[string]string{
	"attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v", "attention.output.dense": "o",
	"attention.output.LayerNorm": "n1", "intermediate.dense": "f1", "output.dense": "f2", "output.LayerNorm": "n2",
}

var embeddings = strings.NewReplacer("embeddings.position_embeddings.", "enc.p.", "embeddings.token_type_embeddings.", "enc.t.",
	"embeddings.LayerNorm.", "enc.n.")

// rename gives the loader's name, or "" for what it does not need.
func rename(name string) string {
	if m := layer.FindStringSubmatch(name); m != nil && parts[m[2]] != "" {
		return fmt.Sprintf("enc.L.%s.%s.%s", m[1], parts[m[2]], m[3])
	}
	if name == "embeddings.position_ids" || !strings.HasPrefix(name, "embeddings.") {
		return ""
	}
	return embeddings.Replace(name)
}

// writer collects tensors behind one another.
type writer struct {
	header map[string]any
	data   []byte
}

func (w *writer) add(name, kind string, shape []int, from int) {
	w.header[name] = map[string]any{"dtype": kind, "shape": shape, "data_offsets": []int{from, len(w.data)}}
}

// codes stores each row as multiples of its largest value / 127.
func (w *writer) codes(codes, scales string, values []float32, shape []int) {
	rows, width := shape[0], shape[1]
	from, scale := len(w.data), make([]float32, rows)
	for r := range rows {
		row := values[r*width : (r+1)*width]
		for _, v := range row {
			scale[r] = max(scale[r], float32(math.Abs(float64(v)))/127)
		}
		for _, v := range row {
			code := 0.0
			if scale[r] > 0 {
				code = math.Round(float64(v / scale[r]))
			}
			w.data = append(w.data, byte(int8(code)))
		}
	}
	w.add(codes, "I8", shape, from)
	from = len(w.data)
	for _, v := range scale {
		w.data = binary.LittleEndian.AppendUint32(w.data, math.Float32bits(v))
	}
	w.add(scales, "F32", []int{rows}, from)
}

func pack(file []byte) ([]byte, error) {
	tensors, err := neural.ReadTensors(file)
	if err != nil {
		return nil, err
	}
	w := &writer{header: map[string]any{"__metadata__": map[string]string{"model": "all-MiniLM-L6-v2"}}}
	for _, name := range tensors.Names() {
		to := rename(name)
		if to == "" {
			continue
		}
		kind, shape, data := tensors.Raw(name)
		if name != words {
			from := len(w.data)
			w.data = append(w.data, data...)
			w.add(to, kind, shape, from)
			continue
		}
		values, err := tensors.Floats(name, shape...)
		if err != nil {
			return nil, err
		}
		w.codes("word_q8", "word_scale", values, shape)
	}
	header, err := json.Marshal(w.header)
	if err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return slices.Concat(out, header, w.data), nil
}
