package desk

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// ledger is what the log of a notebook's session adds up to: which cells there
// are, where, and which turns have not ended.
type ledger struct {
	name     string
	order    []string            // of the cells, by their ids
	hash     map[string]string   // of each, as the notebook has it
	recorded map[string]string   // the session's cell behind each, where it has another id
	open     map[string]*began   // turns, by their ids
	versions map[string]versions // of each that is an answer
	placed   map[string]bool     // cells of the session that got into the notebook, whether they are still there or not; nil once nobody wants to know
	missing  []*began            // turns whose cells did not
	last     int64               // the event that was added last
	plans    session.OpenPlans   // of the turns that have not ended; nil once nobody wants to know
}

// began is a turn that has not ended.
type began struct {
	session.AskedPayload
	event int64 // that told of it
	at    time.Time
	cell  string // that it has recorded
}

func newLedger() *ledger {
	return &ledger{hash: map[string]string{}, recorded: map[string]string{}, versions: map[string]versions{}, open: map[string]*began{}, placed: map[string]bool{}, plans: session.OpenPlans{}}
}

// add takes an event into account.
func (l *ledger) add(e store.Event) error {
	l.last = e.ID
	if l.plans != nil {
		if _, err := l.plans.Add(e); err != nil {
			return err
		}
	}
	var p struct {
		Turn string `json:"turn"`
		Cell string `json:"cell"`
		Name string `json:"name"`
	}
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return err
	}
	switch session.Kind(e.Kind) {
	case session.Started:
		l.name = p.Name
	case session.QuestionAsked:
		b := &began{event: e.ID, at: e.At}
		if err := json.Unmarshal(e.Payload, &b.AskedPayload); err != nil {
			return err
		}
		if p.Turn != "" {
			l.open[p.Turn] = b
		}
	case session.CellRecorded:
		if b := l.open[p.Turn]; b != nil {
			b.cell = p.Cell
		}
	case session.TurnEnded:
		if b := l.open[p.Turn]; b != nil && p.Cell != "" && b.cell != "" && !l.placed[b.cell] {
			l.missing = append(l.missing, b)
		}
		delete(l.open, p.Turn)
	case session.NotebookChanged:
		var c session.ChangedPayload
		if err := json.Unmarshal(e.Payload, &c); err != nil {
			return err
		}
		l.apply(c)
	}
	return nil
}

// apply makes a change of the notebook.
func (l *ledger) apply(c session.ChangedPayload) {
	at := slices.Index(l.order, c.Cell)
	if c.Change == session.Renamed {
		l.name = c.Name
		return
	}
	if at >= 0 && (c.Change != session.Replaced && c.Change != session.Noted || c.Position != at) {
		l.order = slices.Delete(l.order, at, at+1)
		at = -1
	}
	if c.Change == session.Removed {
		delete(l.hash, c.Cell)
		return // the session's cell behind it is needed to restore it
	}
	if at < 0 {
		l.order = slices.Insert(l.order, max(0, min(c.Position, len(l.order))), c.Cell)
	}
	if c.Hash != "" {
		l.hash[c.Cell] = c.Hash
		l.recorded[c.Cell] = c.Recorded
		if l.placed != nil {
			l.placed[cmp.Or(c.Recorded, c.Cell)] = true
		}
		l.versions[c.Cell] = l.versions[c.Cell].after(c)
	}
}

// hint is what this process knows of a change that it made itself.
type hint struct {
	change   session.Change
	recorded string // the session's cell, if it has another id
}

// changes are what makes a notebook of what the log has, in few steps, each of
// which can be shown.
func (l *ledger) changes(o *notebook.Outline, known map[string]hint) []session.ChangedPayload {
	now := &ledger{name: l.name, order: slices.Clone(l.order), hash: maps.Clone(l.hash), recorded: maps.Clone(l.recorded),
		versions: maps.Clone(l.versions), placed: map[string]bool{}}
	var list []session.ChangedPayload
	happens := func(c session.ChangedPayload) {
		if h := known[c.Cell]; c.Cell != "" && h.change != "" && c.Change != session.Removed && c.Change != session.Moved {
			c.Change, c.Recorded = h.change, h.recorded
		}
		now.apply(c)
		c.Earlier = now.versions[c.Cell].before() != ""
		list = append(list, c)
	}
	place := make(map[string]int, len(o.Has))
	for i, p := range o.Has {
		place[p.ID] = i
	}
	for at := len(now.order) - 1; at >= 0; at-- {
		if _, ok := place[now.order[at]]; !ok {
			happens(session.ChangedPayload{Change: session.Removed, Cell: now.order[at], Position: at})
		}
	}
	for id, h := range known { // one move says what many others could
		if at, ok := place[id]; ok && h.change == session.Moved && at < len(now.order) && now.order[at] != id {
			happens(session.ChangedPayload{Change: session.Moved, Cell: id, Position: at})
		}
	}
	for i, p := range o.Has {
		was, there := now.hash[p.ID]
		c := session.ChangedPayload{Cell: p.ID, Position: i, Hash: p.Hash}
		switch {
		case !there:
			c.Change = session.Added
			happens(c)
			continue
		case was != p.Hash:
			c.Change, c.Position = session.Replaced, slices.Index(now.order, p.ID)
			happens(c)
		}
		if now.order[i] != p.ID {
			happens(session.ChangedPayload{Change: session.Moved, Cell: p.ID, Position: i})
		}
	}
	if o.Name != l.name {
		happens(session.ChangedPayload{Change: session.Renamed, Name: o.Name})
	}
	return list
}
