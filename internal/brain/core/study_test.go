package core

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/neural"
)

// study is the study's model, its validation questions and its beams, or a
// skip where PLUMB_STUDY does not name its folder.
type study struct {
	model    *Model
	loaded   time.Duration
	grammar  []string
	examples []studyExample
	schemas  map[string]studySchema
	beams    map[string]studyBeam
	reader   *studyReader
}

type studyBeam struct {
	ID         string               `json:"id"`
	Candidates [][2]json.RawMessage `json:"c"`
	Tables     []float64            `json:"lt"`
	Columns    []float64            `json:"lc"`
}

func openStudy(t testing.TB) *study {
	t.Helper()
	dir := os.Getenv("PLUMB_STUDY")
	if dir == "" {
		t.Skip("PLUMB_STUDY does not name the study's folder")
	}
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	unpack := func(name string, each func(*json.Decoder) error) {
		f, err := os.Open(filepath.Join(dir, name))
		must(err)
		defer f.Close()
		z, err := gzip.NewReader(f)
		must(err)
		d := json.NewDecoder(bufio.NewReader(z))
		for d.More() {
			must(each(d))
		}
	}
	s := &study{schemas: map[string]studySchema{}, beams: map[string]studyBeam{}}
	weights, err := os.ReadFile(filepath.Join(dir, "q8.safetensors"))
	must(err)
	begin := time.Now()
	s.model, err = Load(weights)
	must(err)
	s.loaded = time.Since(begin)
	grammar, err := os.ReadFile(filepath.Join(dir, "data", "gram.json"))
	must(err)
	must(json.Unmarshal(grammar, &s.grammar))
	unpack("data/valid.jsonl.gz", func(d *json.Decoder) error {
		var e studyExample
		err := d.Decode(&e)
		s.examples = append(s.examples, e)
		return err
	})
	needed := map[string]bool{}
	for _, e := range s.examples {
		needed[e.DB] = true
	}
	unpack("data/schemas.json.gz", func(d *json.Decoder) error {
		var all []studySchema
		err := d.Decode(&all)
		for _, x := range all {
			if needed[x.ID] {
				s.schemas[x.ID] = x
			}
		}
		return err
	})
	unpack("valid_beam5.json.gz", func(d *json.Decoder) error {
		var all []studyBeam
		err := d.Decode(&all)
		for _, b := range all {
			s.beams[b.ID] = b
		}
		return err
	})
	tok, err := neural.NewTokenizer()
	must(err)
	s.reader = newStudyReader(tok)
	return s
}

// written is how the study writes tokens.
func (in *studyInput) written(tokens []int, grammar int) string {
	out := []any{}
	for _, t := range tokens {
		i := t - grammar
		switch {
		case i < 0:
			out = append(out, t)
		case i < in.words:
			out = append(out, [2]int{4, i})
		case i < in.words+in.tables:
			out = append(out, [2]int{1, i - in.words})
		case i < in.words+in.tables+in.columns:
			out = append(out, [2]int{2, i - in.words - in.tables})
		default:
			out = append(out, [2]int{3, i - in.words - in.tables - in.columns})
		}
	}
	text, _ := json.Marshal(out)
	return string(text)
}

// plain is JSON without blanks.
func plain(text json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return ""
	}
	return b.String()
}

// The study's beams come out again: the first candidate is the same for at
// least 99 of 100 questions, and the linker's scores are close.
func TestStudyBeams(t *testing.T) {
	s := openStudy(t)
	names := studyGrammar{}
	for i, n := range s.grammar {
		names[n] = i
	}
	databases := map[string]*studyDatabase{}
	examples := s.examples
	if testing.Short() {
		examples = examples[:100]
	}
	same, close, all, wide, linkOff := 0, 0, 0, 0, 0.0
	var encode, beam, total []time.Duration
	for _, e := range examples {
		want, ok := s.beams[e.ID]
		if !ok {
			t.Fatalf("no beam for %s", e.ID)
		}
		db := databases[e.DB]
		if db == nil {
			db = s.reader.database(s.schemas[e.DB])
			databases[e.DB] = db
		}
		in := s.reader.input(e, db)
		begin := time.Now()
		memory, err := s.model.Encode(in.Input)
		if err != nil {
			t.Fatal(err)
		}
		encoded := time.Now()
		got, err := memory.Beam(t.Context(), newStudyState(&studyContext{in, s.grammar, names}), 5, 70)
		if err != nil {
			t.Fatal(err)
		}
		encode, beam, total = append(encode, encoded.Sub(begin)), append(beam, time.Since(encoded)), append(total, time.Since(begin))

		link := memory.Link()
		for i, x := range slices.Concat(want.Tables, want.Columns) {
			linkOff = max(linkOff, math.Abs(x-float64(link[in.words+i])))
		}
		all++
		if len(got) == 0 || len(want.Candidates) == 0 {
			if len(got) == len(want.Candidates) {
				same++
			}
			continue
		}
		first, logProb := "", 0.0
		if json.Unmarshal(want.Candidates[0][0], &logProb) != nil {
			t.Fatal("a beam cannot be read")
		}
		first = plain(want.Candidates[0][1])
		if math.Abs(logProb-got[0].LogProb) < 0.1 {
			close++
		}
		tokens := got[0].Tokens
		if in.written(tokens[:len(tokens)-1], len(s.grammar)) == first {
			same++
		} else {
			second := ""
			if len(want.Candidates) > 1 {
				second = string(want.Candidates[1][0])
			}
			t.Logf("%s differs: %.3f for ours, %s and %s for theirs", e.ID, got[0].LogProb, want.Candidates[0][0], second)
		}
		for i, c := range got {
			if i < len(want.Candidates) && in.written(c.Tokens[:len(c.Tokens)-1], len(s.grammar)) == plain(want.Candidates[i][1]) {
				wide++
			}
		}
		if all%50 == 0 {
			checkScore(t, memory, got)
		}
	}
	t.Logf("same first candidate %d of %d (%.2f%%), same place in the beam %d; log-probability within 0.1 for %d; linker off by at most %.3f",
		same, all, 100*float64(same)/float64(all), wide, close, linkOff)
	for _, x := range []struct {
		what  string
		times []time.Duration
	}{{"encode", encode}, {"beam", beam}, {"question", total}} {
		slices.Sort(x.times)
		t.Logf("%s: median %v, 99th percentile %v", x.what, x.times[len(x.times)/2], x.times[len(x.times)*99/100])
	}
	t.Logf("loaded in %v, at %v", s.loaded, s.model.level)
	if float64(same) < 0.99*float64(all) {
		t.Errorf("only %s have the same first candidate", fmt.Sprintf("%d of %d", same, all))
	}
}

// checkScore scores what a beam has found: the probabilities must come out
// again, token by token.
func checkScore(t *testing.T, m *Memory, found []Candidate) {
	t.Helper()
	for _, c := range found {
		again, err := m.Score(t.Context(), c.Tokens)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range again[0].Steps {
			if math.Abs(x-c.Steps[i]) > 1e-4 {
				t.Errorf("token %d of %v has %v when scored, %v in the beam", i, c.Tokens, x, c.Steps[i])
			}
		}
		if math.Abs(again[0].LogProb-c.LogProb) > 1e-3 {
			t.Errorf("%v has %v when scored, %v in the beam", c.Tokens, again[0].LogProb, c.LogProb)
		}
	}
}
