// Command written makes an evaluation folder of the databases and questions
// that were written for training (train/written): database/NAME.sqlite,
// questions.jsonl, dialogues.jsonl and splits.json.
//
//	written -from train/written -out FOLDER
package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	_ "github.com/mattn/go-sqlite3" // runs the scripts
)

func main() {
	log.SetFlags(0)
	from := flag.String("from", "train/written", "folder of the scripts")
	out := flag.String("out", "", "folder to make")
	flag.Parse()
	if err := run(*from, *out); err != nil {
		log.Fatal(err)
	}
}

func run(from, out string) error {
	scripts, err := filepath.Glob(filepath.Join(from, "*.sql"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(out, "database"), 0o755); err != nil {
		return err
	}
	var names []string
	var questions, dialogues bytes.Buffer
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".sql")
		names = append(names, name)
		if err := build(script, filepath.Join(out, "database", name+".sqlite")); err != nil {
			return fmt.Errorf("%s: %w", script, err)
		}
		for _, part := range []struct {
			to     *bytes.Buffer
			suffix string
		}{{&questions, ".jsonl"}, {&dialogues, ".dialogues.jsonl"}} {
			text, err := os.ReadFile(filepath.Join(from, name+part.suffix))
			if os.IsNotExist(err) {
				continue
			}
			if err != nil {
				return err
			}
			part.to.Write(bytes.TrimSpace(text))
			part.to.WriteByte('\n')
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
	fmt.Printf("%d databases, %d questions, %d conversations\n", len(names), bytes.Count(questions.Bytes(), []byte("\n")), bytes.Count(dialogues.Bytes(), []byte("\n")))
	return nil
}

func build(script, path string) error {
	text, err := os.ReadFile(script)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		return err
	}
	if _, err := db.Exec(string(text)); err != nil {
		_ = db.Close() // the script's error says more
		return err
	}
	return db.Close()
}
