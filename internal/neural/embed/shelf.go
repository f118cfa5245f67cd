package embed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
)

// Shelf keeps vectors on disk, by the model that made them and by their texts,
// of which only hashes are kept. A file that is damaged, or that another version
// wrote, counts as missing. Several processes may use one folder at once.
type Shelf struct{ Dir string }

const (
	shelfMagic = "plumb vectors 1\n"
	// maxKept is how many vectors of a model are kept, and maxShelf how large
	// their file may be.
	maxKept       = 20_000
	maxShelf      = 256 << 20
	maxDimensions = 8192
	// together is how many texts are embedded at once. What they gave is kept
	// even if the next ones fail.
	together = 64
)

type key [16]byte

func keyOf(text string) key {
	sum := sha256.Sum256([]byte(text))
	return key(sum[:])
}

// Vectors gives each text its vector, of length 1. What is not on the shelf is
// made, some at a time, and put there. A shelf that cannot be written keeps
// nothing, and that is all.
func (s Shelf) Vectors(ctx context.Context, model string, texts []string, embed func(context.Context, []string) ([][]float32, error)) ([][]float32, error) {
	known := s.load(model)
	missing := lacking(known, texts)
	err := fill(ctx, known, missing, embed)
	if len(missing) > 0 && len(missing) < len(texts) && err == nil && !alike(known, texts) {
		// The model was changed under its name: what it made before is of no use.
		clear(known)
		err = fill(ctx, known, lacking(known, texts), embed)
	}
	if len(missing) > 0 {
		s.save(model, known, texts)
	}
	switch {
	case err != nil:
		return nil, err
	case !alike(known, texts):
		return nil, fault.New(fault.LLMError, "vectors of %s have different lengths", model).WithHint("choose another model for embeddings")
	}
	list := make([][]float32, len(texts))
	for i, t := range texts {
		list[i] = known[keyOf(t)]
	}
	return list, nil
}

// lacking are the texts without a vector, each once.
func lacking(known map[key][]float32, texts []string) []string {
	var list []string
	seen := map[key]bool{}
	for _, t := range texts {
		if k := keyOf(t); known[k] == nil && !seen[k] {
			seen[k] = true
			list = append(list, t)
		}
	}
	return list
}

// alike is true when the vectors of the texts have the same length.
func alike(known map[key][]float32, texts []string) bool {
	for _, t := range texts {
		if len(known[keyOf(t)]) != len(known[keyOf(texts[0])]) {
			return false
		}
	}
	return true
}

// fill makes vectors until one attempt fails; what was made stays.
func fill(ctx context.Context, known map[key][]float32, texts []string, embed func(context.Context, []string) ([][]float32, error)) error {
	for at := 0; at < len(texts); at += together {
		some := texts[at:min(at+together, len(texts))]
		vectors, err := embed(ctx, some)
		if err == nil {
			err = take(known, some, vectors)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take puts new vectors beside those that are known, brought to length 1.
func take(known map[key][]float32, texts []string, vectors [][]float32) error {
	if len(vectors) != len(texts) {
		return fault.New(fault.Internal, "%d texts were embedded as %d vectors", len(texts), len(vectors))
	}
	for i, v := range vectors {
		unit, err := Unit(v)
		if err != nil {
			return err
		}
		known[keyOf(texts[i])] = unit
	}
	return nil
}

// Unit is a vector brought to length 1, such that the product of two is their
// cosine.
func Unit(v []float32) ([]float32, error) {
	length := 0.0
	for _, x := range v {
		length += float64(x) * float64(x)
	}
	length = math.Sqrt(length)
	if len(v) == 0 || len(v) > maxDimensions || !(length > 0) || math.IsInf(length, 0) {
		return nil, fault.New(fault.LLMError, "a text was embedded as something that is not a vector").WithHint("choose another model for embeddings")
	}
	unit := make([]float32, len(v))
	for i, x := range v {
		unit[i] = float32(float64(x) / length)
	}
	return unit, nil
}

func (s Shelf) path(model string) string {
	sum := sha256.Sum256([]byte(model))
	return filepath.Join(s.Dir, hex.EncodeToString(sum[:12])+".vectors")
}

// load reads what there is of a model's vectors.
func (s Shelf) load(model string) map[key][]float32 {
	known := map[key][]float32{}
	info, err := os.Stat(s.path(model))
	if s.Dir == "" || err != nil || !info.Mode().IsRegular() || info.Size() > maxShelf {
		return known
	}
	data, err := os.ReadFile(s.path(model))
	if err != nil {
		return known
	}
	rest, ok := bytes.CutPrefix(data, []byte(shelfMagic))
	if !ok || len(rest) < sha256.Size+4 {
		return known
	}
	sum, body := rest[:sha256.Size], rest[sha256.Size:]
	if found := sha256.Sum256(body); !bytes.Equal(sum, found[:]) {
		return known
	}
	dimensions := int(binary.LittleEndian.Uint32(body))
	size := len(key{}) + 4*dimensions
	if body = body[4:]; dimensions == 0 || dimensions > maxDimensions || len(body)%size != 0 {
		return known
	}
	for ; len(body) > 0; body = body[size:] {
		vector := make([]float32, dimensions)
		for i := range vector {
			vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(body[len(key{})+4*i:]))
		}
		known[key(body[:len(key{})])] = vector
	}
	return known
}

// save writes the vectors of these texts, and others as far as there is room.
// The file is replaced whole or not at all.
func (s Shelf) save(model string, known map[key][]float32, texts []string) {
	if s.Dir == "" {
		return
	}
	var body bytes.Buffer
	written := map[key]bool{}
	dimensions := 0
	write := func(k key) {
		v := known[k]
		if v == nil || written[k] || len(written) == maxKept || body.Len()+len(k)+4*len(v) > maxShelf/2 {
			return
		}
		if dimensions == 0 {
			dimensions = len(v)
			body.Write(binary.LittleEndian.AppendUint32(nil, uint32(dimensions)))
		}
		if len(v) != dimensions {
			return // of a model that was changed under its name
		}
		written[k] = true
		body.Write(k[:])
		for _, x := range v {
			body.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
		}
	}
	for _, t := range texts {
		write(keyOf(t))
	}
	for k := range known {
		write(k)
	}
	sum := sha256.Sum256(body.Bytes())
	_ = ownfile.Replace(s.path(model), []byte(shelfMagic), sum[:], body.Bytes()) // what is not kept is made again
}
