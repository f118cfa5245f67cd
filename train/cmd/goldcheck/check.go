package main

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/train/gold"
)

// check turns the queries of one database.
func check(ctx context.Context, dir, name string, tasks []*task, o options) []*outcome {
	var list []*outcome
	path := filepath.Join(dir, name+".sqlite")
	ix, err := open(ctx, path, name)
	var db *database
	if err == nil {
		db, err = openDatabase(path)
	}
	for _, t := range tasks {
		r := &outcome{ID: t.id, Turn: t.turn, Database: name, Question: t.question, gold: t.sql, tags: t.tags}
		list = append(list, r)
		if err != nil {
			r.Reason, r.detail = "database", err.Error()
			continue
		}
		r.try(ctx, ix, db, t, o)
	}
	if db != nil {
		db.close()
	}
	return list
}

func open(ctx context.Context, path, name string) (*index.Index, error) {
	c, err := connection.Open(ctx, connection.Spec{
		Driver:   sqlite.Driver,
		Config:   source.Config{DSN: path, Name: name, Limits: source.Limits{Time: 10 * time.Second, Rows: 100_000, Bytes: 64 << 20}},
		Identity: name, Refresh: time.Hour, Now: time.Now,
	})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	s, err := c.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	return index.Build(ctx, s, index.FromConnection(c))
}

// try turns one query, and looks whether the form gives the same rows. Where the
// order of rows does not count, a form without keys that only break ties is
// preferred.
func (r *outcome) try(ctx context.Context, ix *index.Index, db *database, t *task, o options) {
	want, err := db.run(ctx, t.sql)
	if err != nil {
		r.Reason, r.detail = "gold does not run", err.Error()
		return
	}
	q, err := gold.Convert(ix, t.sql, t.now)
	if err != nil {
		r.Reason, r.detail = "no form: "+gold.Class(err), err.Error()
		return
	}
	ordered := o.ordered && gold.Ordered(t.sql)
	forms := []*form.Query{q}
	if s := gold.Simplify(q); !ordered && len(s.Order) < len(q.Order) {
		forms = []*form.Query{s, q}
	}
	for _, f := range forms {
		r.Form = f
		r.sql, _, err = render.Render(ix, render.SQLite, f, t.now)
		if err != nil {
			r.Reason, r.detail = "does not render", err.Error()
			continue
		}
		said, err := db.run(ctx, r.sql)
		if err != nil {
			r.Reason, r.detail = "does not run", err.Error()
			continue
		}
		if why := compare(want, said, rule{ordered, strings.Contains(strings.ToUpper(t.sql), "ROUND(")}); why != "" {
			r.Reason = why
			continue
		}
		r.OK, r.Reason = true, ""
		return
	}
}
