package session

import (
	"cmp"
	"time"
)

// Made is a file or a notebook that was made of answers, at a person's request.
type Made struct {
	Kind  string   `json:"kind"` // export or notebook
	Name  string   `json:"name"`
	Of    []string `json:"of,omitempty"` // the cells that it was made of
	Rows  int64    `json:"rows,omitempty"`
	Bytes int64    `json:"bytes,omitempty"`
	Hash  string   `json:"hash,omitempty"` // SHA-256 of the file
}

// Kinds of artifacts.
const (
	MadeChart    = "chart"
	MadeExport   = "export"
	MadeNotebook = "notebook"
)

// Artifact is what a conversation has made that can be used apart from it, with where it
// comes from.
type Artifact struct {
	Kind     string    `json:"kind" enum:"chart,export,notebook,file" doc:"A chart, an export of rows, a notebook, or a file that a step of a plan made."`
	Name     string    `json:"name" doc:"The name of the file or the notebook; the kind of a chart."`
	Cell     string    `json:"cell,omitempty" doc:"The cell that made it."`
	Of       []string  `json:"of,omitempty" doc:"The cells whose rows it has."`
	Question string    `json:"question,omitempty" doc:"What was asked for its rows; of a notebook, the request for it."`
	Step     int       `json:"step,omitempty" doc:"The step of a plan that made it, or its rows."`
	At       time.Time `json:"created_at"`
	Rows     int64     `json:"rows,omitempty"`
	Bytes    int64     `json:"bytes,omitempty"`
	Hash     string    `json:"hash,omitempty" doc:"SHA-256 of the file or of the chart's specification; of rows that are offered as a file, the hash of the rows."`
}

// Artifacts are those of cells, in their order. FileName is how the file with the rows of
// a cell is called, without its ending.
func Artifacts(cells []Cell, fileName func(Cell) string) []Artifact {
	list := []Artifact{}
	byID := map[string]Cell{}
	for _, c := range cells {
		byID[c.ID] = c
		a := Artifact{Cell: c.ID, Question: c.Question, At: c.CreatedAt}
		if c.Chart != nil && len(c.Chart.Spec) > 0 && c.Result != nil {
			chart := a
			chart.Kind, chart.Name, chart.Of, chart.Step = MadeChart, c.Chart.Kind, []string{c.ID}, c.lastStep()
			chart.Rows, chart.Hash = c.Result.RowCount, hash(c.Chart.Spec)
			list = append(list, chart)
		}
		switch {
		case c.Made != nil:
			m := *c.Made
			a.Kind, a.Name, a.Of, a.Rows, a.Bytes, a.Hash = m.Kind, m.Name, m.Of, m.Rows, m.Bytes, m.Hash
		case c.Download != nil:
			of, there := byID[c.Download.Cell]
			if !there {
				of.ID = c.Download.Cell
			}
			a.Kind, a.Name, a.Of = MadeExport, fileName(of)+"."+c.Download.Format, []string{of.ID}
			if r := of.Result; r != nil {
				a.Rows, a.Hash = r.RowCount, r.DataHash
			}
		default:
			continue
		}
		if len(a.Of) == 1 {
			of := byID[a.Of[0]]
			a.Step, a.Question = of.lastStep(), cmp.Or(of.Question, a.Question)
		}
		list = append(list, a)
	}
	return list
}

// lastStep is the step that gave the rows of an analysis; 0 for another cell.
func (c Cell) lastStep() int {
	if c.Analysis == nil || c.Analysis.Plan.Last() == nil {
		return 0
	}
	return c.Analysis.Plan.Last().Number
}
