package eval

import (
	"cmp"
	"slices"
	"strings"
)

// Diff is what changed from one run to another.
type Diff struct {
	Both   int   `json:"both"` // measured in both runs
	Before Share `json:"before"`
	After  Share `json:"after"`
	OnlyA  int   `json:"only_before"` // measured in one run only
	OnlyB  int   `json:"only_after"`

	Gained  []Change `json:"gained"` // right now, and not before
	Lost    []Change `json:"lost"`
	Moved   []Change `json:"moved"`   // wrong in another way
	Classes []Flow   `json:"classes"` // how many changed, by class
}

// Change is one question or turn that got another verdict.
type Change struct {
	ID     string `json:"id"`
	Turn   int    `json:"turn"`
	Before Class  `json:"before"`
	After  Class  `json:"after"`
	SQL    string `json:"sql,omitempty"` // what is said now
	Was    string `json:"was,omitempty"`
}

// Flow counts changes from one class to another.
type Flow struct {
	Before Class `json:"before"`
	After  Class `json:"after"`
	N      int   `json:"n"`
}

// Compare puts two runs beside each other.
func Compare(a, b *Journal) *Diff {
	d := &Diff{}
	flows := map[[2]Class]int{}
	for at, old := range a.records {
		now, ok := b.records[at]
		if old.Class == "" {
			continue
		}
		if !ok || now.Class == "" {
			d.OnlyA++
			continue
		}
		d.Both++
		d.Before.add(old.Class == Right)
		d.After.add(now.Class == Right)
		if old.Class == now.Class {
			continue
		}
		flows[[2]Class{old.Class, now.Class}]++
		c := Change{ID: at.id, Turn: at.turn, Before: old.Class, After: now.Class, SQL: now.SQL, Was: old.SQL}
		switch Right {
		case now.Class:
			d.Gained = append(d.Gained, c)
		case old.Class:
			d.Lost = append(d.Lost, c)
		default:
			d.Moved = append(d.Moved, c)
		}
	}
	for at, now := range b.records {
		if old, ok := a.records[at]; now.Class != "" && (!ok || old.Class == "") {
			d.OnlyB++
		}
	}
	for _, list := range [][]Change{d.Gained, d.Lost, d.Moved} {
		slices.SortFunc(list, func(a, b Change) int {
			return cmp.Or(strings.Compare(a.ID, b.ID), cmp.Compare(a.Turn, b.Turn))
		})
	}
	for f, n := range flows {
		d.Classes = append(d.Classes, Flow{f[0], f[1], n})
	}
	slices.SortFunc(d.Classes, func(a, b Flow) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Before, b.Before), cmp.Compare(a.After, b.After))
	})
	return d
}
