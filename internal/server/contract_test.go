package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// document holds answers against the description that the server gives of
// itself.
type document struct {
	paths    map[string]map[string]operation
	compiler *jsonschema.Compiler
	seen     map[string]bool // operations that were answered
}

type operation struct {
	ID        string `json:"operationId"`
	Responses map[string]struct {
		Content map[string]json.RawMessage `json:"content"`
	} `json:"responses"`
}

func readDocument(t *testing.T, text string) *document {
	t.Helper()
	var d struct {
		OpenAPI string                          `json:"openapi"`
		Paths   map[string]map[string]operation `json:"paths"`
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	if d.OpenAPI != "3.1.0" {
		t.Errorf("OpenAPI %s", d.OpenAPI)
	}
	whole, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("openapi.json", whole); err != nil {
		t.Fatal(err)
	}
	return &document{paths: d.Paths, compiler: c, seen: map[string]bool{}}
}

// operations are all that there are, as "GET /path".
func (d *document) operations() []string {
	var all []string
	for path, item := range d.paths {
		for method := range item {
			all = append(all, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(all)
	return all
}

// holds checks an answer of an operation: its status, its type and its body.
func (d *document) holds(t *testing.T, at string, status int, mediaType string, body []byte) {
	t.Helper()
	method, path, _ := strings.Cut(at, " ")
	method = strings.ToLower(method)
	op, ok := d.paths[path][method]
	if !ok {
		t.Errorf("%s is not in the document", at)
		return
	}
	d.seen[at] = true
	key := fmt.Sprint(status)
	answer, described := op.Responses[key]
	if !described {
		key = "default"
		answer = op.Responses[key]
		if status < 400 {
			t.Errorf("%s answered %d, which the document does not know", at, status)
			return
		}
	}
	mediaType, _, _ = strings.Cut(mediaType, ";")
	if len(answer.Content) == 0 {
		if len(body) > 0 {
			t.Errorf("%s answered %d with a body that the document does not know: %s", at, status, body)
		}
		return
	}
	if _, ok := answer.Content[mediaType]; !ok {
		t.Errorf("%s answered %d as %s; the document knows %v", at, status, mediaType, slices.Collect(maps.Keys(answer.Content)))
		return
	}
	if mediaType != "application/json" && mediaType != "text/event-stream" {
		return
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	place := "openapi.json#/paths/" + escape.Replace(path) + "/" + method + "/responses/" + key + "/content/" + escape.Replace(mediaType) + "/schema"
	schema, err := d.compiler.Compile(place)
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	for _, one := range values(mediaType, body) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(one))
		if err == nil {
			err = schema.Validate(v)
		}
		if err != nil {
			t.Errorf("%s answered %d with what the document does not allow: %v\n%s", at, status, err, one)
		}
	}
}

// values are the JSON values of an answer: one, or one of each event.
func values(mediaType string, body []byte) [][]byte {
	if mediaType == "application/json" {
		return [][]byte{body}
	}
	var all [][]byte
	for line := range bytes.Lines(body) {
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			all = append(all, data)
		}
	}
	return all
}

func TestEveryRouteAnswersAsTheDocumentSays(t *testing.T) {
	_, web := open(t, func(o *Options) {
		o.Folders = true
		o.Models = func(context.Context) (json.RawMessage, error) {
			return json.RawMessage(`{"models":[]}`), nil
		}
		o.Evaluations = func(context.Context) ([]Evaluation, error) {
			return []Evaluation{{Name: "spider", At: day, Settings: json.RawMessage(`{"split":"valid"}`)}}, nil
		}
	})
	_, text := call(t, web, "GET /openapi.json", "")
	d := readDocument(t, text)
	const cell = "/api/notebooks/{id}/cells/{cell}"
	for _, c := range []struct {
		at, body string
		status   int
		path     string   // where it differs from the route
		headers  []string // pairs
	}{
		{at: "GET /api/health", status: 200},
		{at: "GET /api/config", status: 200},
		{at: "GET /api/models", status: 200},
		{at: "GET /api/evals", status: 200},
		{at: "GET /metrics", status: 200},
		{at: "GET /openapi.json", status: 200},
		{at: "GET /api/sources", status: 200},
		{at: "POST /api/sources/test", body: `{"name":"shop","kind":"sqlite","properties":{"path":"shop.db"}}`, status: 200},
		{at: "POST /api/sources", body: `{"name":"shop","kind":"sqlite","properties":{}}`, status: 201},
		{at: "POST /api/sources", body: `{"name":"shop"}`, status: 422},
		{at: "POST /api/sources/{name}/use", status: 204},
		{at: "POST /api/sources/{name}/use", path: "/api/sources/nix/use", status: 404},
		{at: "DELETE /api/sources/{name}", status: 204},
		{at: "GET /api/files", status: 200},
		{at: "GET /api/files", path: "/api/files?folder=nix", status: 404},
		{at: "GET /api/files", path: "/api/files?folder=" + strings.Repeat("x", 5000), status: 422},
		{at: "GET /api/schema", status: 200},
		{at: "GET /api/schema", path: "/api/schema?source=shop&fresh=true", status: 200},
		{at: "GET /api/schema", path: "/api/schema?fresh=perhaps", status: 422},
		{at: "GET /api/suggestions", status: 200},
		{at: "GET /api/notebooks", status: 200},
		{at: "POST /api/notebooks", body: `{}`, status: 201},
		{at: "POST /api/notebooks", body: `{"title":"x"}`, status: 422},
		{at: "POST /api/notebooks", body: `{`, status: 400},
		{at: "GET /api/notebooks/{id}", status: 200},
		{at: "GET /api/notebooks/{id}", path: "/api/notebooks/nix", status: 404},
		{at: "PATCH /api/notebooks/{id}", body: `{"name":"sales"}`, status: 200},
		{at: "GET /api/notebooks/{id}/stale", status: 200},
		{at: "POST /api/notebooks/{id}/fork", body: `{"name":"again","cell":"cell_1"}`, status: 201},
		{at: "GET /api/notebooks/{id}/export", status: 200},
		{at: "GET /api/notebooks/{id}/export", path: "/api/notebooks/nb_1/export?format=ipynb", status: 200},
		{at: "GET /api/notebooks/{id}/export", path: "/api/notebooks/nb_1/export?format=exe", status: 422},
		{at: "GET /api/notebooks/{id}/export", path: "/api/notebooks/nix/export", status: 404},
		{at: "GET " + cell, status: 200},
		{at: "GET " + cell, path: "/api/notebooks/nb_1/cells/nix", status: 404},
		{at: "GET " + cell + "/chart.svg", status: 200},
		{at: "GET " + cell + "/data.csv", status: 200},
		{at: "GET " + cell + "/data.xlsx", status: 200},
		{at: "GET " + cell + "/data.json", status: 200},
		{at: "GET " + cell + "/data.md", status: 200},
		{at: "GET " + cell + "/data.parquet", status: 200},
		{at: "GET " + cell + "/rows", status: 200},
		{at: "GET " + cell + "/readings/{reading}/rows", status: 200},
		{at: "GET " + cell + "/readings/{reading}/rows", path: "/api/notebooks/nb_1/cells/cell_1/readings/0/rows", status: 422},
		{at: "GET " + cell + "/data.csv", path: "/api/notebooks/nb_1/cells/nix/data.csv", status: 404},
		{at: "PATCH " + cell, body: `{"position":0,"note":"more"}`, status: 200},
		{at: "PATCH " + cell, body: `{}`, status: 400},
		{at: "POST " + cell + "/duplicate", status: 201},
		{at: "DELETE " + cell, status: 204},
		{at: "POST " + cell + "/restore", body: `{"position":0}`, status: 200},
		{at: "POST " + cell + "/revert", body: `{}`, status: 200},
		{at: "POST " + cell + "/revert", body: `{"to":"nix"}`, status: 404},
		{at: "POST /api/notebooks/{id}/notes", body: `{"text":"# Why"}`, status: 201},
		{at: "POST /api/notebooks/{id}/refresh", body: `{}`, status: 202},
		{at: "POST /api/ask", body: `{"question":"revenue by region"}`, status: 202},
		{at: "POST /api/ask", body: `{"question":"revenue by region","notebook":"nb_1","whatif":{"months":3}}`, status: 200, headers: []string{"Accept", "text/event-stream"}},
		{at: "POST /api/ask", body: `{"question":"x","notebook":"nix"}`, status: 404},
		{at: "POST /api/run-sql", body: `{"sql":"SELECT 1","replaces":"cell_1"}`, status: 200, headers: []string{"Accept", "text/event-stream"}},
		{at: "POST /api/run-sql", body: `{"sql":""}`, status: 422},
		{at: "POST /api/turns/{turn}/cancel", status: 202},
		{at: "POST /api/turns/{turn}/cancel", path: "/api/turns/nix/cancel", status: 404},
		{at: "POST /api/turns/{turn}/decide", body: `{"run": true}`, status: 202},
		{at: "POST /api/turns/{turn}/decide", path: "/api/turns/nix/decide", body: `{"run": false, "feedback": "only 2025"}`, status: 404},
		{at: "POST /api/turns/{turn}/decide", body: `{"feedback": 1}`, status: 422},
		{at: "POST /api/notebooks/{id}/cells/{cell}/plan", body: `{"name": "drop"}`, status: 200},
		{at: "POST /api/notebooks/{id}/cells/{cell}/plan", body: `{"name": ""}`, status: 422},
		{at: "GET " + cell + "/plan.json", status: 200},
		{at: "GET " + cell + "/plan.json", path: "/api/notebooks/nb_1/cells/nix/plan.json", status: 404},
		{at: "GET " + cell + "/plan.sql", status: 200},
		{at: "GET /api/notebooks/{id}/artifacts", status: 200},
		{at: "GET /api/notebooks/{id}/artifacts", path: "/api/notebooks/nix/artifacts", status: 404},
		{at: "POST /api/glossary", body: `{"name":"net revenue","formula":"the sum of orders.net"}`, status: 200},
		{at: "POST /api/glossary", body: `{"name":""}`, status: 422},
		{at: "GET /api/glossary", status: 200},
		{at: "POST /api/glossary/find", status: 200},
		{at: "POST /api/glossary/{term}/decide", path: "/api/glossary/net%20revenue/decide", body: `{"status":"approved"}`, status: 200},
		{at: "POST /api/glossary/{term}/decide", path: "/api/glossary/nix/decide", body: `{"status":"rejected"}`, status: 404},
		{at: "DELETE /api/glossary/{term}", path: "/api/glossary/net%20revenue", status: 204},
		{at: "POST " + cell + "/verify", status: 200},
		{at: "GET /api/taught", status: 200},
		{at: "PATCH /api/taught/rules/{id}", path: "/api/taught/rules/rule_1", body: `{"on":false}`, status: 200},
		{at: "DELETE /api/taught/{id}", path: "/api/taught/rule_1", status: 204},
		{at: "DELETE /api/taught/{id}", path: "/api/taught/nix", status: 404},
		{at: "GET /api/documents", status: 200},
		{at: "POST /api/documents", body: `{"place":"https://example.com/handbook/","crawl":true}`, status: 202},
		{at: "POST /api/documents", body: `{"place":"/etc"}`, status: 400},
		{at: "POST /api/documents", body: `{"place":""}`, status: 422},
		{at: "POST /api/uploads", path: "/api/uploads?name=handbook.md", body: "# Refunds", status: 202, headers: []string{"Content-Type", "application/octet-stream"}},
		{at: "POST /api/uploads", body: "# Refunds", status: 422, headers: []string{"Content-Type", "application/octet-stream"}},
		{at: "POST /api/documents/{source}/refresh", path: "/api/documents/handbook/refresh", status: 202},
		{at: "POST /api/documents/{source}/stop", path: "/api/documents/handbook/stop", status: 202},
		{at: "GET /api/documents/{source}/contents", path: "/api/documents/handbook/contents?limit=1", status: 200},
		{at: "GET /api/documents/{source}/contents", path: "/api/documents/nix/contents", status: 404},
		{at: "DELETE /api/documents/{source}/contents/{document}", path: "/api/documents/handbook/contents/doc_1", status: 204},
		{at: "DELETE /api/documents/{source}", path: "/api/documents/handbook", status: 204},
		{at: "DELETE /api/documents/{source}", path: "/api/documents/nix", status: 404},
		{at: "GET /api/passages", path: "/api/passages?q=refunds", status: 200},
		{at: "GET /api/passages", status: 422},
		{at: "GET /api/passages/{passage}", path: "/api/passages/passage_1?around=2", status: 200},
		{at: "GET /api/passages/{passage}", path: "/api/passages/nix", status: 404},
		{at: "GET /api/memories", path: "/api/memories?type=preference,fact&search=year", status: 200},
		{at: "GET /api/memories", path: "/api/memories?type=dream", status: 422},
		{at: "GET /api/memories/export", status: 200},
		{at: "POST /api/memories/{memory}/judge", path: "/api/memories/memory_1/judge", body: `{"judgement":"right"}`, status: 200},
		{at: "POST /api/memories/{memory}/judge", path: "/api/memories/memory_1/judge", body: `{"judgement":"perhaps"}`, status: 422},
		{at: "DELETE /api/memories/{memory}", path: "/api/memories/memory_1", status: 204},
		{at: "DELETE /api/memories/{memory}", path: "/api/memories/nix", status: 404},
		{at: "DELETE /api/memories", status: 422},
		{at: "DELETE /api/memories", path: "/api/memories?confirm=all", status: 200},
		{at: "GET /api/stats", path: "/api/stats?days=7", status: 200},
		{at: "POST /api/ask", body: `{"question":"what is our refund policy?","mode":"chat_rag"}`, status: 202},
		{at: "POST /api/ask", body: `{"question":"revenue","mode":"anything"}`, status: 422},
		{at: "GET /api/plans", status: 200},
		{at: "DELETE /api/plans/{name}", path: "/api/plans/drop", status: 204},
		{at: "DELETE /api/plans/{name}", path: "/api/plans/nix", status: 404},
		{at: "GET /api/notebooks/{id}/tables", status: 200},
		{at: "GET /api/notebooks/{id}/tables/{table}", path: "/api/notebooks/nb_1/tables/totals", status: 200},
		{at: "GET /api/notebooks/{id}/events", path: "/api/notebooks/nix/events", status: 404},
		{at: "GET /api/notebook", status: 200},
		{at: "GET /api/notebook/{cell_id}", status: 200},
		{at: "DELETE /api/notebook/{cell_id}", path: "/api/notebook/nix", status: 404},
		{at: "POST /api/notebook/refresh", body: `{"cell_id":"cell_1"}`, status: 202},
		{at: "POST /analysis/ask", body: `{"question":"revenue by region"}`, status: 200},
		{at: "GET /api/sessions", status: 200},
		{at: "POST /api/sessions", body: `{"source":"shop"}`, status: 201},
		{at: "GET /api/sessions/{id}", status: 200},
		{at: "POST /api/sessions/{id}/resume", status: 200},
		{at: "POST /api/sessions/{id}/fork", body: `{"name":"again"}`, status: 201},
		{at: "DELETE /api/sessions/{id}", status: 204},
		{at: "GET /api/audit", path: "/api/audit?status=success&since=2026-01-01&contains=x&limit=10", status: 200},
		{at: "GET /api/audit", path: "/api/audit?since=yesterday", status: 400},
		{at: "GET /api/audit/{number}", path: "/api/audit/1", status: 200},
		{at: "GET /api/audit/{number}", path: "/api/audit/2", status: 404},
		{at: "DELETE /api/notebooks/{id}", status: 204},
		{at: "POST /api/notebooks/{id}/restore", status: 200},
		{at: "GET /api/ws", status: 400},
	} {
		method, path, _ := strings.Cut(c.at, " ")
		if c.path != "" {
			path = c.path
		}
		path = strings.NewReplacer("{id}", "nb_1", "{cell}", "cell_1", "{cell_id}", "cell_1", "{name}", "shop", "{turn}", "turn_1", "{reading}", "1").Replace(path)
		answer, body := call(t, web, method+" "+path, c.body, c.headers...)
		if answer.StatusCode != c.status {
			t.Errorf("%s %s answered %d, want %d: %s", method, path, answer.StatusCode, c.status, body)
			continue
		}
		switch where := answer.Header.Get("Location"); {
		case c.status != 201 || c.at == "POST /api/sources":
		case strings.HasSuffix(path, "/notes"): // the fake keeps none
			if where != "/api/notebooks/nb_1/cells/cell_note" {
				t.Errorf("%s made %q", c.at, where)
			}
		default:
			if found, body := call(t, web, "GET "+where, ""); found.StatusCode != 200 || where == "" {
				t.Errorf("%s made %q: %d %s", c.at, where, found.StatusCode, body)
			}
		}
		d.holds(t, c.at, answer.StatusCode, answer.Header.Get("Content-Type"), []byte(body))
	}
	for _, at := range d.operations() {
		if at != "GET /api/notebooks/{id}/events" && !d.seen[at] {
			t.Errorf("%s was never called", at)
		}
	}
}
