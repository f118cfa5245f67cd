package corpus

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// Writer writes training data into a folder: one file for each set, the
// schemas, and a few examples with their layout, against which the training
// program checks its own.
type Writer struct {
	dir     string
	files   map[string]*file
	schemas int
	checked int
	Skipped map[string]int // by set and reason
	Log     io.Writer      // told of what is left out, or nil
}

type file struct {
	os  *os.File
	zip *gzip.Writer
	n   int
}

// NewWriter makes the folder.
func NewWriter(dir string) (*Writer, error) {
	return &Writer{dir: dir, files: map[string]*file{}, Skipped: map[string]int{}}, os.MkdirAll(dir, 0o755)
}

func (w *Writer) put(name string, v any) error {
	f := w.files[name]
	if f == nil {
		o, err := os.Create(filepath.Join(w.dir, name+".jsonl.gz"))
		if err != nil {
			return err
		}
		z, _ := gzip.NewWriterLevel(o, gzip.BestCompression)
		f = &file{os: o, zip: z}
		w.files[name] = f
	}
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f.n++
	_, err = f.zip.Write(append(line, '\n'))
	return err
}

// Add writes the schema of a database.
func (w *Writer) Add(d *Database) error {
	d.Number = w.schemas
	w.schemas++
	return w.put("schemas", d.Linker.Schema())
}

// Asked is a question with what it should become; a nil Query declines.
type Asked struct {
	ID, Group string
	Question  string
	Now       time.Time
	Before    *link.Previous
	Query     *form.Query
}

// Write adds a question to a set. One that the form cannot point at, or that
// the grammar forbids, is counted and left out.
func (w *Writer) Write(set string, d *Database, a Asked) error {
	a.Question, _ = d.Linker.Translate(a.Question, a.Now)
	q := d.Linker.Read(a.Question, a.Now, a.Before)
	target := form.Decline()
	if a.Query != nil {
		var err error
		if target, err = form.Write(a.Query, q); err != nil {
			w.Skipped[set+": no pointer"]++
			if w.Log != nil {
				fmt.Fprintf(w.Log, "%s %s: %s: %v\n", set, d.Name, a.Question, err)
			}
			return nil
		}
	}
	if len(target) > 120 {
		w.Skipped[set+": too long"]++
		return nil
	}
	state := q.Grammar().Start()
	for i, t := range append(target, form.W("<eos>")) {
		if state = state.Next(t); state == nil {
			w.Skipped[set+": not in the grammar"]++
			if w.Log != nil {
				fmt.Fprintf(w.Log, "%s %s: %s: %s not allowed at %d\n", set, d.Name, a.Question, form.Sequence(target), i)
			}
			return nil
		}
	}
	e := q.Example(d.Number, target)
	e.ID, e.Group = a.ID, a.Group
	if w.files[set] == nil || w.files[set].n%97 == 0 && w.checked < 300 {
		w.checked++
		if err := w.put("check", map[string]any{"example": e, "input": flat(q.Input())}); err != nil {
			return err
		}
	}
	return w.put(set, e)
}

// flat is an input as the training program reads it.
func flat(in core.Input) map[string]any {
	relations := make([]int, len(in.Relations))
	for i, r := range in.Relations {
		relations[i] = int(r)
	}
	features := []int{}
	for _, f := range in.Features {
		for _, v := range f {
			features = append(features, int(v))
		}
	}
	return map[string]any{"ids": in.IDs, "seg": in.Seg, "question": in.QuestionTokens, "r": relations, "f": features}
}

// Close finishes the files. Weights say how often training draws from a set;
// valid sets are measured only.
func (w *Writer) Close(weights map[string]float64, valid []string) error {
	for name, f := range w.files {
		if err := f.zip.Close(); err != nil {
			return err
		}
		info, _ := f.os.Stat()
		fmt.Printf("%-12s %7d  %5.1f MB\n", name, f.n, float64(info.Size())/1e6)
		if err := f.os.Close(); err != nil {
			return err
		}
	}
	for name := range weights {
		if w.files[name] == nil {
			delete(weights, name)
		}
	}
	valid = slices.DeleteFunc(valid, func(name string) bool { return w.files[name] == nil })
	for reason, n := range w.Skipped {
		fmt.Printf("left out %d %s\n", n, reason)
	}
	b, err := json.MarshalIndent(map[string]any{"vocabulary": form.Vocabulary(), "weights": weights, "valid": valid}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.dir, "meta.json"), b, 0o644)
}
