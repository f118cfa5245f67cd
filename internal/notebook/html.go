package notebook

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS string
	//go:embed page/evaluate.js
	evaluateJS string
	//go:embed page/page.js
	pageJS string
)

// page is what the template fills in. html/template escapes all that came from
// people and data; the rest is Plumb's own.
type page struct {
	Name, Subtitle string
	Policy         string
	Style          template.CSS
	Cells          []view
	Data           template.JS   // JSON for the script; "" where nothing is drawn
	Scripts        []template.JS // in their order
}

// WriteHTML writes a notebook as one page that needs nothing else: its charts
// are drawn by the scripts in it, from the rows in it. The page may load
// nothing, and run only those scripts, which are named by their hashes.
func WriteHTML(w io.Writer, n *Notebook) error {
	p := page{Name: n.Name, Subtitle: n.subtitle(), Style: template.CSS(pageCSS)}
	charts := map[string]picture{}
	for i, v := range n.views() {
		if v.Spec != nil {
			charts[strconv.Itoa(i)] = v.picture()
		}
		p.Cells = append(p.Cells, v)
	}
	if len(charts) > 0 {
		if err := p.live(charts); err != nil {
			return err
		}
	}
	p.Policy = p.policy()
	t, err := template.New("page").Funcs(template.FuncMap{
		"anchor": func(n int) string { return fmt.Sprintf("cell-%d", n+1) },
		"join":   func(parts []string) string { return strings.Join(parts, " · ") },
		"begin":  fault.Begin, "lines": tableLines, "rows": rowList, "doubtful": doubtful, "blocks": blocksOf,
	}).Parse(pageHTML)
	if err == nil {
		var b bytes.Buffer
		if err = t.Execute(&b, p); err == nil {
			_, err = w.Write(b.Bytes())
			return wrapWriteError(err)
		}
	}
	return fault.Wrap(err, fault.Internal, "the page cannot be created: %s", err).WithHint("report it, with the notebook if you may")
}

// picture is a chart and its rows, as the script of the page takes them.
type picture struct {
	Chart  *session.Chart  `json:"chart"`
	Result *session.Result `json:"result"`
}

// picture is the chart of the cell without what its specification must not have.
func (v view) picture() picture {
	safe, rows := *v.Chart, *chartResult(v.Cell)
	safe.Spec = v.checked
	rows.Diagnostics = nil
	return picture{&safe, &rows}
}

// live adds what draws the charts.
func (p *page) live(charts map[string]picture) error {
	data, err := json.Marshal(charts) // escapes <, > and &, so that no text ends the element
	if err != nil {
		return fault.Wrap(err, fault.BadData, "the charts cannot be written: %s", err)
	}
	p.Data = template.JS(data)
	for _, name := range []string{"vega.min.js", "vega-lite.min.js", "page-charts.js"} {
		b, err := chart.Asset(name)
		if err != nil {
			return err
		}
		if bytes.Contains(bytes.ToLower(b), []byte("</script")) || bytes.Contains(b, []byte("<!--")) {
			return fault.New(fault.Internal, "the chart library %s cannot be embedded in a page", name).WithHint("build plumb again with make; if the problem persists, report it")
		}
		p.Scripts = append(p.Scripts, template.JS(b))
	}
	p.Scripts = append(p.Scripts, template.JS(evaluateJS), template.JS(pageJS))
	return nil
}

// policy allows the page's own style and scripts, by their hashes, and nothing
// else: no other script, no eval, no request.
func (p *page) policy() string {
	hash := func(text string) string {
		s := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(s[:]) + "'"
	}
	scripts := "'none'"
	if len(p.Scripts) > 0 {
		var list []string
		for _, s := range p.Scripts {
			list = append(list, hash(string(s)))
		}
		scripts = strings.Join(list, " ")
	}
	return "default-src 'none'; script-src " + scripts + "; style-src " + hash(string(p.Style)) + "; base-uri 'none'; form-action 'none'"
}

// tableLines are the rows of a table, escaped here because a template takes
// ten times as long.
func tableLines(t *table.Table) template.HTML {
	var b strings.Builder
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for _, v := range row {
			if v.Kind().Numeric() {
				b.WriteString(`<td class="number">`)
			} else {
				b.WriteString("<td>")
			}
			b.WriteString(html.EscapeString(strings.ReplaceAll(displayValue(v), "\x00", "\ufffd")))
			b.WriteString("</td>")
		}
		b.WriteString("</tr>\n")
	}
	return template.HTML(b.String())
}

// rowList names the rows of the table in the page that a reference is to; those
// of another query are not there.
func rowList(r *session.DataReference) string {
	if r.Query != ownResult {
		return ""
	}
	var list []string
	for _, n := range r.Rows {
		list = append(list, strconv.Itoa(n))
	}
	return strings.Join(list, " ")
}

func doubtful(story []Segment) bool {
	for _, s := range story {
		if s.Unverified {
			return true
		}
	}
	return false
}
