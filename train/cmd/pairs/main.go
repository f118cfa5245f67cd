// Command pairs writes what the verifier learns from.
//
//	pairs -out WORK/pairs JOURNAL …
//
// A journal is what plumb eval sql --out wrote. For each question it holds the
// statements that were tried, what the verifier reads of them, and which were right.
// Each journal becomes a file of its name, with the texts as pieces of words: "q" is the
// question, "c" the statements, "r" whether each is right, "m" their merits, "d" the
// database, "i" and "n" which question and turn it is.
package main

import (
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/verifier"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/train/journal"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "", "folder to write to")
	flag.Parse()
	if err := run(*out, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// example is one question with the statements that were tried for it.
type example struct {
	ID         string      `json:"i"`
	Turn       int         `json:"n"`
	Database   string      `json:"d"`
	Question   []int32     `json:"q"`
	Statements [][]int32   `json:"c"`
	Right      []int       `json:"r"`
	Merits     [][]float64 `json:"m"`
}

func run(out string, journals []string) error {
	pieces, err := neural.NewTokenizer()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, path := range journals {
		if err := convert(pieces, out, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func convert(pieces *neural.Tokenizer, out, path string) error {
	run, err := journal.Read(path)
	if err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(out, strings.TrimSuffix(filepath.Base(path), ".jsonl")+".jsonl.gz"))
	if err != nil {
		return err
	}
	defer file.Close()
	packed := gzip.NewWriter(file)
	lines, questions := json.NewEncoder(packed), 0
	for _, c := range run.Cases {
		for n := range c.Turns {
			r, ok := run.Records.Get(c.ID, n)
			if !ok || len(r.Tried) == 0 {
				continue
			}
			e := example{ID: c.ID, Turn: n, Database: c.Database}
			for _, t := range r.Tried {
				asked, says, _ := strings.Cut(t.Text, "\n")
				e.Question = verifier.Cut(pieces, asked, verifier.MostAsked)
				e.Statements = append(e.Statements, verifier.Cut(pieces, says, verifier.MostSaid))
				right := 0
				if t.Right {
					right = 1
				}
				e.Right, e.Merits = append(e.Right, right), append(e.Merits, t.Merits)
			}
			if err := lines.Encode(e); err != nil {
				return err
			}
			questions++
		}
	}
	fmt.Printf("%s: %d questions\n", path, questions)
	return packed.Close()
}
