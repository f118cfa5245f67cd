package main

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/readback"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
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
	var linker *link.Linker
	if err == nil && o.link {
		linker = link.New(ix, pieces{})
	}
	for _, t := range tasks {
		r := &outcome{ID: t.id, Turn: t.turn, Database: name, Question: t.question, gold: t.sql, tags: t.tags}
		list = append(list, r)
		if err != nil {
			r.Reason, r.detail = "database", err.Error()
			continue
		}
		r.try(ctx, ix, db, linker, t, o)
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

// try turns one query, and looks whether the form gives the same rows. A form
// with complete groups is preferred, and where the order of rows does not count,
// one without keys that only break ties.
func (r *outcome) try(ctx context.Context, ix *index.Index, db *database, linker *link.Linker, t *task, o options) {
	want, err := db.run(ctx, t.sql)
	if err != nil {
		r.Reason, r.detail = "gold does not run", err.Error()
		return
	}
	r.empty = len(want) == 1
	q, err := readback.Convert(ix, t.sql, t.now)
	if err != nil {
		r.Reason, r.detail = "no form: "+readback.Class(err), err.Error()
		return
	}
	ordered := o.ordered && isOrdered(t.sql)
	forms := []*form.Query{complete(ix, q), q}
	if s := withoutTieBreaks(q); !ordered && len(s.Order) < len(q.Order) {
		forms = append([]*form.Query{complete(ix, s)}, forms...)
	}
	how := rule{ordered, strings.Contains(strings.ToUpper(t.sql), "ROUND(")}
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
		if why := compare(want, said, how); why != "" {
			r.Reason = why
			continue
		}
		r.OK, r.Reason = true, ""
		if linker != nil && t.turn <= 1 {
			r.link(linker, t, func(q *form.Query) bool {
				sql, _, err := render.Render(ix, render.SQLite, q, t.now)
				if err != nil {
					return false
				}
				r.sql = sql
				said, err := db.run(ctx, sql)
				return err == nil && compare(want, said, how) == ""
			})
		}
		return
	}
}

// link sees whether the question points at what the form needs, and takes one
// that it does point at where there is one.
func (r *outcome) link(l *link.Linker, t *task, right func(*form.Query) bool) {
	r.unwritten = point(l, t, r.Form)
	if r.unwritten == "" {
		return
	}
	if q, ok := repair(l, t, r.Form, right); ok {
		if why := point(l, t, q); why == "" {
			r.Form, r.unwritten, r.repaired = q, "", true
		}
	}
}
