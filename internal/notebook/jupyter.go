package notebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// The form of Jupyter's notebooks, nbformat 4.5.
type (
	ipynb struct {
		Cells    []any          `json:"cells"`
		Metadata map[string]any `json:"metadata"`
		Format   int            `json:"nbformat"`
		Minor    int            `json:"nbformat_minor"`
	}
	ipynbText struct {
		Type     string   `json:"cell_type"`
		ID       string   `json:"id"`
		Metadata struct{} `json:"metadata"`
		Source   []string `json:"source"`
	}
	ipynbCode struct {
		Type     string        `json:"cell_type"`
		Count    *int          `json:"execution_count"`
		ID       string        `json:"id"`
		Metadata struct{}      `json:"metadata"`
		Outputs  []ipynbOutput `json:"outputs"`
		Source   []string      `json:"source"`
	}
	ipynbOutput struct {
		Type     string         `json:"output_type"`
		Data     map[string]any `json:"data"`
		Metadata struct{}       `json:"metadata"`
	}
)

// Jupyter draws charts by the major version of Vega-Lite; those in use know
// one or the other.
const (
	mimeVegaLite5 = "application/vnd.vegalite.v5+json"
	mimeVegaLite6 = "application/vnd.vegalite.v6+json"
)

// WriteJupyter writes a notebook for Jupyter: what was said as Markdown, the
// SQL as code, the rows and charts as its output.
func WriteJupyter(w io.Writer, n *Notebook) error {
	out := ipynb{Format: 4, Minor: 5, Metadata: map[string]any{
		"kernelspec":    map[string]string{"name": "sql", "display_name": "SQL", "language": "sql"},
		"language_info": map[string]string{"name": "sql", "mimetype": "text/x-sql", "file_extension": ".sql"},
		"title":         n.Name,
	}}
	out.text("title", fmt.Sprintf("# %s\n\n%s", inert(n.Name), inert(n.subtitle())))
	for i, v := range n.views() {
		out.cell(i+1, v)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return wrapWriteError(e.Encode(out))
}

func (o *ipynb) text(id, source string) {
	o.Cells = append(o.Cells, ipynbText{Type: "markdown", ID: id, Source: lines(source)})
}

func (o *ipynb) cell(n int, v view) {
	var before, after bytes.Buffer
	if v.Note != "" {
		v.note(&before)
		o.text(fmt.Sprintf("cell-%d-note", n), strings.TrimSpace(before.String()))
		return
	}
	v.writeHeading(&before)
	v.prose(&before)
	o.text(fmt.Sprintf("cell-%d-answer", n), strings.Trim(before.String(), "\n"))
	if sql := v.Query(); sql != "" {
		code := ipynbCode{Type: "code", ID: fmt.Sprintf("cell-%d-sql", n), Source: lines(strings.ToValidUTF8(sql, "\ufffd")), Outputs: []ipynbOutput{}}
		if v.Spec != nil {
			code.Outputs = append(code.Outputs, ipynbOutput{Type: "display_data", Data: chartBundle(v.Spec)})
		}
		if v.Rows != nil {
			code.Outputs = append(code.Outputs, ipynbOutput{Type: "display_data", Data: map[string]any{
				"text/html": lines(tableHTML(v.Rows, v.Meaning)), "text/plain": lines(tablePlain(v.Rows)),
			}})
		}
		o.Cells = append(o.Cells, code)
	}
	v.writeFooting(&after)
	v.original(&after)
	o.text(fmt.Sprintf("cell-%d-footing", n), strings.TrimSpace(after.String()))
}

func chartBundle(spec []byte) map[string]any {
	older := bytes.Replace(spec, []byte("/vega-lite/v6.json"), []byte("/vega-lite/v5.json"), 1)
	return map[string]any{
		mimeVegaLite5: json.RawMessage(older), mimeVegaLite6: json.RawMessage(spec), "text/plain": []string{"a chart, as Vega-Lite"},
	}
}

// lines is a text as Jupyter keeps it: a list of lines that end as they do.
func lines(text string) []string { return strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") }

func tableHTML(t *table.Table, m *meaning.Meaning) string {
	var b strings.Builder
	b.WriteString("<table>\n<thead><tr>")
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "<th>%s</th>", html.EscapeString(displayValue(table.NewText(c.Name))))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	written := formats(t, m)
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for i, v := range row {
			fmt.Fprintf(&b, "<td>%s</td>", html.EscapeString(written[i].write(v)))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>")
	return b.String()
}

func tablePlain(t *table.Table) string {
	var b strings.Builder
	if err := table.WriteCSV(&b, t.Reader()); err != nil {
		return fault.Of(err).Message
	}
	return strings.ReplaceAll(strings.ToValidUTF8(b.String(), "\ufffd"), "\r\n", "\n")
}
