package desk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
)

// rerunNote is what a cell says of its being run again.
func rerunNote(c session.Cell) string {
	for _, d := range c.Diagnostics {
		if d.Code == talk.RunAgain {
			return d.Message
		}
	}
	return ""
}

func TestAnAnalysisIsRunAgain(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "an analysis of sales"})
	same, err := p.again(b.ID, first.ID)
	if err != nil || same.ID != first.ID || same.Result.DataHash != first.Result.DataHash || len(same.Analysis.Steps) != 3 {
		t.Fatalf("got %+v, %v", same, err)
	}
	if got := rerunNote(same); !strings.HasPrefix(got, "run again: the data give the same as on 15 November 2025") {
		t.Errorf("it says %q", got)
	}
	p.sql("shop.db", "INSERT INTO sales VALUES (61, 1000, 'web', '2024-01-07')")
	now, err := p.again(b.ID, first.ID)
	if err != nil || now.Result.DataHash == first.Result.DataHash {
		t.Fatalf("got %+v, %v", now.Result, err)
	}
	for _, says := range []string{"since 15 November 2025", "total n 60 → 61", "step 1: 1 row changed; total total", "step 2: 1 row changed"} {
		if !strings.Contains(rerunNote(now), says) {
			t.Errorf("%q is not in %q", says, rerunNote(now))
		}
	}
	want(t, "cells", inShort(p.look(b.ID)), "an analysis of sales")
	if _, err := p.RevertCell(t.Context(), b.ID, first.ID, ""); err != nil {
		t.Error(err)
	}
}

// TestAnAnalysisThatFailsAgainIsKept: what was there is worth more.
func TestAnAnalysisThatFailsAgainIsKept(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "an analysis of sales"})
	p.sql("shop.db", "ALTER TABLE sales RENAME TO old")
	now, _ := p.again(b.ID, first.ID)
	if now.Result == nil || now.Result.DataHash != first.Result.DataHash {
		t.Errorf("got %+v", now.Result)
	}
}

func TestParquetAndArtifacts(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	c := p.ask(Question{Notebook: b.ID, Text: "total by channel"})
	parquet, ok := export.Find(export.Parquet)
	if !ok {
		t.Fatal("there is no Parquet")
	}
	refused(t, p.ExportRows(t.Context(), b.ID, c.ID, parquet, io.Discard), fault.Usage)
	p.Work.Parquet = func(_ context.Context, w io.Writer, rows *table.Reader) error { return table.WriteRecords(w, rows) }
	var out bytes.Buffer
	if err := p.ExportRows(t.Context(), b.ID, c.ID, parquet, &out); err != nil || !strings.Contains(out.String(), "web") {
		t.Errorf("got %q, %v", out.String(), err)
	}
	offered := session.Cell{ID: "cell_export", CreatedAt: p.Clock(), Question: "export it as csv", Narrative: &session.Narrative{Text: "…"}, Download: &session.Download{Cell: c.ID, Format: "csv", Title: "CSV"}}
	if err := p.Notebooks.Append(t.Context(), b.ID, offered); err != nil {
		t.Fatal(err)
	}
	analysis := p.ask(Question{Notebook: b.ID, Text: "total by month"})
	var script, file bytes.Buffer
	if err := errors.Join(p.ExportPlan(t.Context(), b.ID, c.ID, "sql", &script), p.ExportPlan(t.Context(), b.ID, c.ID, "json", &file)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(script.String(), byChannel+";") || !strings.Contains(file.String(), `"question": "total by channel"`) {
		t.Errorf("the plan is %s, its code %s", &file, &script)
	}
	list, err := p.Artifacts(t.Context(), b.ID)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range list {
		got = append(got, a.Kind+" "+a.Name+" "+strings.Join(a.Of, ",")+" "+a.Question)
		if a.Hash == "" || a.At.IsZero() || a.Rows == 0 {
			t.Errorf("%+v does not say where it comes from", a)
		}
	}
	want(t, "artifacts", strings.Join(got, "; "), "chart bar "+c.ID+" total by channel; export total-by-channel.csv "+c.ID+" total by channel; chart line "+analysis.ID+" total by month")
	if list[1].Hash != c.Result.DataHash {
		t.Error("the export has other rows")
	}
}
