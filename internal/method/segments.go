package method

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// RFM scores everybody who bought from 1 to 5 by fifths: how recently (R), how often (F)
// and for how much (M). Equal values have equal scores. R, and the mean of F and M, give
// the segments with the usual names.
var RFM = Method{
	Name:  "rfm",
	About: "segments of customers by recency, frequency and amount",
	Run:   rfm,
}

// RFMArguments say what the table of entities is about: a key, the last day, the number
// and the amount of what it bought.
type RFMArguments struct {
	Noun   string `json:"noun"`
	Plural string `json:"plural"`
	Events string `json:"events"`
	Amount string `json:"amount"`
	Unit   string `json:"unit,omitempty"`
	Last   string `json:"last"` // the day from which recency counts
}

// rfmNames are the segments by R (1 to 5) and the rounded mean of F and M.
var rfmNames = [5][5]string{
	{"lost", "lost", "at risk", "cannot lose", "cannot lose"},
	{"hibernating", "hibernating", "at risk", "at risk", "at risk"},
	{"about to sleep", "about to sleep", "need attention", "loyal", "loyal"},
	{"promising", "potential loyalists", "potential loyalists", "loyal", "loyal"},
	{"new", "potential loyalists", "potential loyalists", "champions", "champions"},
}

const (
	colSegmentSize = "number"
	colSizeShare   = "share_percent"
	colDaysAgo     = "days_since_last"
	colHowOften    = "mean_number"
	colHowMuch     = "mean_amount"
	colAmount      = "total_amount"
	colAmountShare = "amount_percent"
)

func rfm(_ context.Context, in Input) (*Output, error) {
	var a RFMArguments
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	t := in.Table("entities")
	last, err := time.Parse(time.DateOnly, a.Last)
	if t == nil || err != nil {
		return nil, fault.New(fault.BadData, "the table of entities or the last day is missing").WithHint("ask again")
	}
	var days, counts, amounts []float64
	for _, row := range t.Rows {
		text := row[1].String()
		at, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
		count, _ := row[2].Float64()
		amount, ok := row[3].Float64()
		if err != nil || !ok {
			continue
		}
		days, counts, amounts = append(days, math.Round(last.Sub(at).Hours()/24)), append(counts, count), append(amounts, amount)
	}
	const few = 25
	if len(days) < few {
		return nil, fault.New(fault.EmptyResult, "only %d %s have a date and an amount; fifths need at least %d", len(days), a.Plural, few).WithHint("list the %s with their last day and amount instead", a.Plural)
	}
	recent := make([]float64, len(days))
	for i, d := range days {
		recent[i] = -d
	}
	r, f, m := fifths(recent), fifths(counts), fifths(amounts)
	groups := map[string][]int{}
	for i := range days {
		name := rfmNames[r[i]-1][int(math.Round(float64(f[i]+m[i])/2))-1]
		groups[name] = append(groups[name], i)
	}
	return a.output(groups, days, counts, amounts), nil
}

// fifths scores values from 1 to 5 by their rank. Equal values have equal scores.
func fifths(x []float64) []int {
	ranks := stats.Ranks(x)
	out := make([]int, len(x))
	for i, rank := range ranks {
		out[i] = min(5, 1+int(5*(rank-0.5)/float64(len(x))))
	}
	return out
}

func (a *RFMArguments) output(groups map[string][]int, days, counts, amounts []float64) *Output {
	t := &table.Table{Columns: []table.Column{{Name: colSegment, Kind: table.Text}, {Name: colSegmentSize, Kind: table.Int}, {Name: colSizeShare, Kind: table.Float}, {Name: colDaysAgo, Kind: table.Float},
		{Name: colHowOften, Kind: table.Float}, {Name: colHowMuch, Kind: table.Float}, {Name: colAmount, Kind: table.Float}, {Name: colAmountShare, Kind: table.Float}}}
	total := stats.Sum(amounts)
	pick := func(x []float64, at []int) []float64 {
		out := make([]float64, len(at))
		for i, j := range at {
			out[i] = x[j]
		}
		return out
	}
	var order []string
	for _, row := range slices.Backward(rfmNames[:]) {
		for _, name := range slices.Backward(row[:]) {
			if len(groups[name]) > 0 && !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
	}
	slices.SortStableFunc(order, func(x, y string) int {
		return cmp.Compare(stats.Sum(pick(amounts, groups[y])), stats.Sum(pick(amounts, groups[x])))
	})
	for _, name := range order {
		at := groups[name]
		sum := stats.Sum(pick(amounts, at))
		t.Rows = append(t.Rows, table.Row{table.NewText(name), table.NewInt(int64(len(at))), percentOf(float64(len(at)), float64(len(days))), rounded(stats.Mean(pick(days, at)), 1),
			rounded(stats.Mean(pick(counts, at)), 1), rounded(sum/float64(len(at)), 2), rounded(sum, 2), percentOf(sum, total)})
	}
	w := &story.Writer{}
	w.Say("The largest part of %s, %s, comes from %s: %s %s, %s of all, with %s %s each on average.", a.Amount, cite(t, 0, colAmountShare, 1, "%"), t.Rows[0][0], cite(t, 0, colSegmentSize, 0, ""), a.Plural,
		cite(t, 0, colSizeShare, 1, "%"), cite(t, 0, colHowOften, 1, ""), a.Events)
	for _, name := range []string{"at risk", "cannot lose"} {
		if at := slices.Index(order, name); at > 0 {
			w.Say("%s, who bought much but not lately: %s %s with %s of %s; their last was %s days ago on average.", fault.Begin(name), cite(t, at, colSegmentSize, 0, ""), a.Plural, cite(t, at, colAmountShare, 1, "%"), a.Amount, cite(t, at, colDaysAgo, 1, ""))
		}
	}
	out := &Output{Table: t, Meaning: a.meaning(), Story: w.Story()}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: fault.Begin(a.Plural) + " by segment", X: colSegment, Y: []string{colSegmentSize}, XTitle: "Segment", YTitle: fault.Begin(a.Plural), XCount: len(t.Rows), Horizontal: true, Zero: true}
	out.Assumptions = []string{fmt.Sprintf("recency counts to %s; scores are fifths of all %s, and equal values have equal scores", a.Last, a.Plural),
		"segments follow from the score of recency and the mean of those of frequency and amount"}
	out.Caveats = []string{"Fifths are relative: there are always some at the bottom, however good they are."}
	return out
}

func (a *RFMArguments) meaning() *meaning.Meaning {
	figure := func(name, label, unit string) meaning.Column {
		return meaning.Column{Name: name, Label: label, Role: meaning.RoleMeasure, Unit: unit, Additivity: meaning.NonAdditive}
	}
	return &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "segment", Plural: "segments"}, Partial: true, Columns: []meaning.Column{
		{Name: colSegment, Label: "segment", Role: meaning.RoleDimension, Entity: "segment"}, figure(colSegmentSize, a.Plural, ""), figure(colSizeShare, "share of all", "%"),
		figure(colDaysAgo, "mean days since the last", "days"), figure(colHowOften, "mean number of "+a.Events, ""), figure(colHowMuch, "mean "+a.Amount, a.Unit), figure(colAmount, "total "+a.Amount, a.Unit), figure(colAmountShare, "share of "+a.Amount, "%")}}
}

// Cluster divides rows by k-means over standardised columns, from a fixed seed. Where the
// number of clusters is not given, it is that between 2 and 8 with the largest mean
// silhouette.
var Cluster = Method{
	Name:  "cluster",
	About: "groups of things that resemble each other in some numbers",
	Run:   cluster,
}

// ClusterArguments say what the table of entities is about: a key, perhaps a name, and
// the columns.
type ClusterArguments struct {
	Noun     string   `json:"noun"`
	Plural   string   `json:"plural"`
	Columns  []string `json:"columns"` // in words, the last ones of the table
	Clusters int      `json:"clusters,omitempty"`
}

const (
	colCluster    = "cluster"
	clusterSeed   = 1
	mostClusters  = 8
	colTypical    = "typical"
	skewedFrom    = 2.0 // skewness from which a column is taken as a logarithm
	weakestStated = 0.25
)

func cluster(_ context.Context, in Input) (*Output, error) {
	var a ClusterArguments
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	t := in.Table("entities")
	if t == nil || len(t.Columns) < len(a.Columns)+1 || len(a.Columns) < 2 {
		return nil, fault.New(fault.BadData, "the table of entities is missing").WithHint("ask again, with two columns of numbers")
	}
	first := len(t.Columns) - len(a.Columns)
	raw := make([][]float64, len(a.Columns))
	var names []string
	missing := 0
rows:
	for _, row := range t.Rows {
		values := make([]float64, len(a.Columns))
		for c := range values {
			x, ok := row[first+c].Float64()
			if !ok {
				missing++
				continue rows
			}
			values[c] = x
		}
		for c, x := range values {
			raw[c] = append(raw[c], x)
		}
		names = append(names, row[min(1, first-1)].String())
	}
	scaled, logged := scaleColumns(a.Columns, raw)
	least, most := 2, mostClusters
	if a.Clusters > 0 {
		least, most = a.Clusters, a.Clusters
	}
	if len(names) < 10 || a.Clusters == 1 {
		return nil, fault.New(fault.EmptyResult, "only %d %s have all of %s; clusters need at least 10, and two clusters", len(names), a.Plural, english.JoinList(a.Columns, "and")).WithHint("choose columns with fewer missing values")
	}
	found, scores, err := stats.ChooseClusters(scaled, least, most, clusterSeed)
	if err != nil {
		return nil, err
	}
	out := a.output(found, scores[found.K], raw, scaled, names)
	switch len(logged) {
	case 0:
	case 1:
		out.Assumptions = append(out.Assumptions, logged[0]+" has a few very large values, and counts by its logarithm")
	default:
		out.Assumptions = append(out.Assumptions, english.JoinList(logged, "and")+" have a few very large values, and count by their logarithms")
	}
	if missing > 0 {
		out.Caveats = append(out.Caveats, fmt.Sprintf("%s %s without all of these numbers are left out.", number(float64(missing), 0), a.Plural))
	}
	return out, nil
}

// scaleColumns standardises columns; those with a long tail of large values by their logarithm.
func scaleColumns(names []string, raw [][]float64) (scaled [][]float64, logged []string) {
	for c, x := range raw {
		if len(x) > 2 && stats.Min(x) >= 0 && stats.Skewness(x) > skewedFrom {
			if l, err := stats.Log1p(x); err == nil {
				x, logged = l, append(logged, names[c])
			}
		}
		scaled = append(scaled, stats.Standardize(x, stats.PopulationDeviation))
	}
	return scaled, logged
}

func (a *ClusterArguments) output(found *stats.Clusters, silhouette float64, raw, scaled [][]float64, names []string) *Output {
	t := &table.Table{Columns: []table.Column{{Name: colCluster, Kind: table.Text}, {Name: colSegmentSize, Kind: table.Int}, {Name: colSizeShare, Kind: table.Float}}}
	m := &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "cluster", Plural: "clusters"}, Partial: true, Columns: []meaning.Column{
		{Name: colCluster, Label: "cluster", Role: meaning.RoleDimension, Entity: "cluster"}, {Name: colSegmentSize, Label: a.Plural, Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive},
		{Name: colSizeShare, Label: "share of all", Role: meaning.RoleMeasure, Unit: "%", Additivity: meaning.NonAdditive}}}
	for _, c := range a.Columns {
		name := "mean_" + strings.ReplaceAll(c, " ", "_")
		t.Columns = append(t.Columns, table.Column{Name: name, Kind: table.Float})
		m.Columns = append(m.Columns, meaning.Column{Name: name, Label: "mean " + c, Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive})
	}
	t.Columns = append(t.Columns, table.Column{Name: colTypical, Kind: table.Text})
	m.Columns = append(m.Columns, meaning.Column{Name: colTypical, Label: "nearest to the middle", Role: meaning.RoleDetail})
	order := make([]int, found.K)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(found.Sizes[y], found.Sizes[x]) })
	for i, k := range order {
		row := table.Row{table.NewText(string(rune('A' + i))), table.NewInt(int64(found.Sizes[k])), percentOf(float64(found.Sizes[k]), float64(len(names)))}
		for c := range a.Columns {
			var sum float64
			for r, label := range found.Labels {
				if label == k {
					sum += raw[c][r]
				}
			}
			row = append(row, rounded(sum/float64(found.Sizes[k]), 2))
		}
		t.Rows = append(t.Rows, append(row, table.NewText(names[nearest(found, scaled, k)])))
	}
	w := &story.Writer{}
	w.Say("The %s fall into %s clusters.", a.Plural, story.Cite(number(float64(found.K), 0), story.Count, colCluster))
	for i := range min(len(t.Rows), 3) {
		parts := story.Prose{}
		for c, name := range a.Columns[:min(len(a.Columns), 3)] {
			if c > 0 {
				parts = append(parts, story.Piece{Text: " and "})
			}
			parts = append(parts, story.Compose("a mean %s of %s", name, cite(t, i, t.Columns[3+c].Name, 2, ""))...)
		}
		w.Say("Cluster %s has %s of them, %s, with %s.", t.Rows[i][0], cite(t, i, colSegmentSize, 0, ""), cite(t, i, colSizeShare, 1, "%"), parts)
	}
	out := &Output{Table: t, Meaning: m, Story: w.Story(), Chart: &chart.Plan{Kind: chart.Table}}
	out.Assumptions = []string{"columns are standardised, so that each counts alike; the clusters are found by k-means from a fixed seed"}
	if a.Clusters == 0 {
		out.Assumptions = append(out.Assumptions, fmt.Sprintf("%d clusters have the largest mean silhouette of 2 to %d, %.2f", found.K, mostClusters, silhouette))
	}
	if silhouette < weakestStated {
		out.Caveats = append(out.Caveats, fmt.Sprintf("The clusters are not well apart (mean silhouette %.2f): the lines between them are drawn through the middle of things that resemble each other.", silhouette))
	}
	out.Caveats = append(out.Caveats, "Clusters describe these rows; other columns give others.")
	return out
}

// nearest is the row that is nearest to the middle of a cluster.
func nearest(found *stats.Clusters, scaled [][]float64, k int) int {
	best, least := 0, math.Inf(1)
	for r, label := range found.Labels {
		if label != k {
			continue
		}
		var far float64
		for c := range scaled {
			d := scaled[c][r] - found.Centers[k][c]
			far += d * d
		}
		if far < least {
			best, least = r, far
		}
	}
	return best
}
