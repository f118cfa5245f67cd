// Command written makes an evaluation folder of the databases and questions
// that were written for training (train/written): database/NAME.sqlite,
// questions.jsonl, dialogues.jsonl and splits.json. train/written/README.md
// describes the files.
//
//	written -from train/written -out FOLDER [NAME…]
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	from := flag.String("from", "train/written", "folder of the scripts")
	out := flag.String("out", "", "folder to make")
	flag.Parse()
	if err := run(*from, *out, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// run makes the folder, of all databases or of those that are named.
func run(from, out string, only []string) error {
	scripts, err := filepath.Glob(filepath.Join(from, "*.sql"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(out, "database"), 0o755); err != nil {
		return err
	}
	names := []string{}
	var questions, dialogues bytes.Buffer
	var asked, unanswerable, conversations int
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".sql")
		if len(only) > 0 && !slices.Contains(only, name) {
			continue
		}
		names = append(names, name)
		if err := build(script, filepath.Join(out, "database", name+".sqlite")); err != nil {
			return fmt.Errorf("%s: %w", script, err)
		}
		text, err := os.ReadFile(filepath.Join(from, name+".txt"))
		if err != nil {
			return err
		}
		q, d, err := parse(name, string(text))
		if err != nil {
			return fmt.Errorf("%s.txt: %w", name, err)
		}
		for _, x := range q {
			asked++
			if x.SQL == nil {
				unanswerable++
			}
			writeLine(&questions, x)
		}
		conversations += len(d)
		for _, x := range d {
			writeLine(&dialogues, x)
		}
	}
	splits, err := json.Marshal(map[string][]string{"train": names, "valid": {}})
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{"questions.jsonl": questions.Bytes(), "dialogues.jsonl": dialogues.Bytes(), "splits.json": splits} {
		if err := os.WriteFile(filepath.Join(out, name), text, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%d databases, %d questions (%d that the data cannot answer), %d conversations\n", len(names), asked, unanswerable, conversations)
	return nil
}

func writeLine(to *bytes.Buffer, x any) {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(err) // it has strings only
	}
}
