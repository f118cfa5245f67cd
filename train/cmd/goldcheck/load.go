package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/plumbdata/plumb/internal/eval"
)

// task is a gold query to turn.
type task struct {
	id, database, question, sql string
	turn                        int
	tags                        []string
	now                         time.Time
}

func (o options) root(dir string) string {
	if o.databases != "" {
		return o.databases
	}
	return filepath.Join(dir, "database")
}

// load reads the tasks of a folder that have an answer, of one split.
func load(dir string, o options) ([]*task, error) {
	wanted, err := split(dir, o)
	if err != nil {
		return nil, err
	}
	name := map[string]string{"questions": "questions.jsonl", "dialogues": "dialogues.jsonl", "charts": "pairs.jsonl"}[o.set]
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []*task
	for s := bufio.NewScanner(f); s.Scan(); {
		var line struct {
			ID        any      `json:"id"`
			Chart     int      `json:"vis_id"`
			Database  string   `json:"db_id"`
			Question  string   `json:"question"`
			Questions []string `json:"nl_queries"`
			SQL       string   `json:"sql"`
			Visual    string   `json:"vis_query"`
			Kind      string   `json:"chart"`
			Tags      []string `json:"tags"`
			Now       string   `json:"now"`
			Turns     []struct {
				Question string `json:"question"`
				SQL      string `json:"sql"`
			} `json:"turns"`
		}
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			return nil, err
		}
		if wanted != nil && !slices.Contains(wanted, line.Database) {
			continue
		}
		now, err := time.Parse(time.DateOnly, line.Now)
		if err != nil {
			now = time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
		}
		one := task{id: text(line.ID), database: line.Database, question: line.Question, sql: line.SQL, tags: line.Tags, now: now}
		switch {
		case line.Visual != "":
			sql := eval.ChartSQL(line.Visual)
			if with, ok := eval.SelectSeries(sql); ok && eval.HasSeries(line.Kind) {
				sql = with // whoever draws the chart needs to know the series
			}
			for i, asked := range line.Questions {
				each := one
				each.id, each.question, each.sql = fmt.Sprintf("%d-%d", line.Chart, i), asked, sql
				list = append(list, &each)
			}
		case len(line.Turns) > 0:
			for i, t := range line.Turns {
				each := one
				each.turn, each.question, each.sql = i+1, t.Question, t.SQL
				if each.sql != "" {
					list = append(list, &each)
				}
			}
		case one.sql != "":
			list = append(list, &one)
		}
	}
	if o.only != "" {
		list = slices.DeleteFunc(list, func(t *task) bool { return t.id != o.only })
	}
	if o.limit > 0 && len(list) > o.limit {
		list = list[:o.limit]
	}
	return list, nil
}

func text(id any) string {
	switch v := id.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// split lists the databases wanted; nil means all.
func split(dir string, o options) ([]string, error) {
	if o.split == "" {
		return nil, nil
	}
	for _, place := range []string{dir, filepath.Dir(o.root(dir))} {
		data, err := os.ReadFile(filepath.Join(place, "splits.json"))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var parts map[string][]string
		if err := json.Unmarshal(data, &parts); err != nil {
			return nil, err
		}
		return parts[o.split], nil
	}
	return nil, nil
}
