package talk

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// Binding is answers that somebody wants as one document.
type Binding struct {
	Name  string // that was asked for, or the question that comes first
	Cells []session.Cell
}

// maxBound is how many answers a document is made of, at most.
const maxBound = 100

var (
	asksDocument  = lazyregexp.New(`(?i)\b(?:reports?|notebooks?|documents?|memos?|write[- ]?up|one[- ]pager|hand-?outs?|fact ?sheets?|briefings?)\b`)
	asksDashboard = lazyregexp.New(`(?i)\b(?:dash ?boards?|kpi boards?|scorecards?|cockpit)\b`)
	asksProse     = lazyregexp.New(`(?i)\b(?:slides?|decks?|presentations?|power ?points?|pptx?|e-?mails?|mails?|letters?|press (?:text|release|statement)|newsletters?|posters?|info ?graphics?|talking points|posts?|speech)\b`)
	documentName  = lazyregexp.New(`(?i)\b(?:called|named) ["“']?([^"”'.?!]{1,80}?)["”']?[.?! ]*$`)
)

// createDocument makes a notebook of the answers so far, and says what there is
// instead of documents that Plumb does not make.
func (t *Talk) createDocument(ctx context.Context, _ *Turn, q answer.Question) (*answer.Draft, error) {
	const notebooks = "A notebook holds the answers with their charts, tables and SQL, is run again with plumb notebook refresh, and can be exported as a web page, as Markdown or for Jupyter: say, save this as a notebook."
	switch {
	case asksDashboard.MatchString(q.Text):
		return told("Plumb makes no dashboards. " + notebooks), nil
	case asksProse.MatchString(q.Text):
		return told("Plumb writes no slides, mails or other texts around its answers. " + notebooks), nil
	case !asksDocument.MatchString(q.Text):
		return nil, nil // a chart, which the answer mode draws
	}
	return t.bindAnswers(ctx, q)
}

// bindAnswers makes one document of the answers so far.
func (t *Talk) bindAnswers(ctx context.Context, q answer.Question) (*answer.Draft, error) {
	if t.Bind == nil {
		return nil, nil
	}
	cells, err := t.pastCells(ctx, maxBound)
	if err != nil {
		return nil, err
	}
	cells = slices.DeleteFunc(cells, func(c session.Cell) bool { return c.Result == nil && c.Analysis == nil })
	if len(cells) == 0 {
		return told("There are no answers yet to make a notebook of. Ask something first."), nil
	}
	b := Binding{Name: cells[0].Question, Cells: cells}
	if m := documentName.FindStringSubmatch(q.Text); m != nil {
		b.Name = strings.TrimSpace(m[1])
	}
	done, err := t.Bind(ctx, b)
	if err != nil {
		return nil, err
	}
	d := told(done.Told)
	d.Made = done.Made
	return d, nil
}

// Artifacts are what the conversation has made, the oldest first: charts, exports,
// notebooks, and files of plans.
func (t *Talk) Artifacts(ctx context.Context) ([]session.Artifact, error) {
	cells, err := t.pastCells(ctx, store.MaxLimit)
	if err != nil {
		return nil, err
	}
	list := session.Artifacts(cells, notebook.FileName)
	if t.Analyzer.Data == nil {
		return list, nil
	}
	data, err := t.Analyzer.Data(ctx)
	if err != nil {
		return nil, err
	}
	files, err := FilesOf(data)
	return append(list, files...), err
}

// FilesOf are the files that steps of plans have made.
func FilesOf(data *datastore.Store) ([]session.Artifact, error) {
	found, err := data.Artifacts()
	if err != nil {
		return nil, err
	}
	var list []session.Artifact
	for _, a := range found {
		whole, err := data.ReadArtifact(a.Name)
		if err != nil {
			return nil, err
		}
		list = append(list, session.Artifact{Kind: "file", Name: a.Name, Step: a.Step, At: a.CreatedAt, Bytes: a.Size, Hash: session.HashBytes(whole.Bytes)})
	}
	return list, nil
}
