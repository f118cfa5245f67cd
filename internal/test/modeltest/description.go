package modeltest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

// description is a provider's API as it publishes it, in OpenAPI.
type description struct {
	root       map[string]any
	operations []operation
	held       atomic.Int64 // requests
	newer      atomic.Int64 // fields in them that came after the description
}

type operation struct {
	method   string
	template string
	path     *regexp.Regexp
	schema   any
}

// published are the files under the evaluation data, and what has come to the
// API since they were written.
var published = map[Format]struct {
	file  string
	newer []newer
}{
	Anthropic: {"anthropic.json", anthropicNewer},
	OpenAI:    {"openai.json", nil},
	Gemini:    {"gemini.json", geminiNewer},
}

// readPublished reads the description of a format's API, or nil where the
// evaluation data is not at hand.
func readPublished(t testing.TB, f Format) *description {
	t.Helper()
	folder := os.Getenv("PLUMB_EVAL")
	if folder == "" {
		return nil
	}
	d, err := parseDescription(filepath.Join(folder, "openapi", published[f].file))
	if err != nil {
		t.Fatalf("the published description cannot be read: %v", err)
	}
	return d
}

// hold reports everything in a request that is not as described. What was sent
// to be refused is held against the description too.
func (d *description) hold(t testing.TB, r *Request, o Options) {
	t.Helper()
	if d == nil || len(r.Body) == 0 {
		return
	}
	d.held.Add(1)
	for _, v := range d.violations(r) {
		switch {
		case o.Compatible && v.unknown: // a field of somebody else's
		case isNewer(published[r.Format].newer, v):
			d.newer.Add(1)
		default:
			t.Errorf("%s %s: %s: %s", r.Method, r.Path, v.path, v.why)
		}
	}
}

// violation is where a request is not as described.
type violation struct {
	path    string // in the body, with * for every index
	why     string
	unknown bool // a field that the description does not have
}

// newer is something that the service takes and its published description does
// not know yet: the words of its violation.
type newer struct {
	path string
	why  string
}

func isNewer(list []newer, v violation) bool {
	for _, n := range list {
		if n.path == v.path && n.why == v.why {
			return true
		}
	}
	return false
}

func parseDescription(file string) (*description, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	d := &description{}
	if err := json.Unmarshal(text, &d.root); err != nil {
		return nil, err
	}
	paths, _ := d.root["paths"].(map[string]any)
	for _, template := range sortedKeys(paths) {
		methods, _ := paths[template].(map[string]any)
		for _, method := range sortedKeys(methods) {
			if schema := bodySchema(methods[method]); schema != nil {
				d.operations = append(d.operations, operation{strings.ToUpper(method), template, templatePattern(template), schema})
			}
		}
	}
	if len(d.operations) == 0 {
		return nil, fmt.Errorf("%s describes no operation with a body", filepath.Base(file))
	}
	return d, nil
}

// bodySchema is the schema of an operation's JSON body, nil where it has none.
func bodySchema(v any) any {
	for _, step := range []string{"requestBody", "content", "application/json", "schema"} {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[step]
	}
	return v
}

var placeholder = regexp.MustCompile(`\\\{[^}]*\\\}`)

// templatePattern matches the paths of a template, whatever stands before it:
// the base URL is the provider's, the adapter's or a proxy's.
func templatePattern(template string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(template)
	return regexp.MustCompile(placeholder.ReplaceAllString(quoted, "[^/:]+") + "$")
}

// violations is everything in a request that is not as described.
func (d *description) violations(r *Request) []violation {
	schema := d.operation(r)
	if schema == nil {
		return []violation{{path: "body", why: "no operation of the description has this path"}}
	}
	var body any
	decoder := json.NewDecoder(strings.NewReader(string(r.Body)))
	decoder.UseNumber()
	if err := decoder.Decode(&body); err != nil {
		return []violation{{path: "body", why: err.Error()}}
	}
	w := &walker{root: d.root}
	w.check(schema, body, "", 0)
	return w.found
}

func (d *description) operation(r *Request) any {
	path := r.Path
	// Vertex AI takes the same bodies under paths of its own.
	if _, rest, found := strings.Cut(path, "/publishers/google"); found {
		path = "/v1beta" + rest
	}
	var best operation
	for _, o := range d.operations {
		// The longest template is the most exact one. Anthropic lists the fullest
		// form of a path under a query.
		if o.method == r.Method && len(o.template) > len(best.template) && (o.path.MatchString(path) || o.path.MatchString(path+"?beta=true")) {
			best = o
		}
	}
	return best.schema
}
