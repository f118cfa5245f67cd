// Package internal_test holds the shape of the program: which package may know
// which.
package internal_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/plumbdata/plumb"

// layers lists the packages from the faces down to the ground, with what each
// may import of this module, and why it stops there. A package not listed
// must be added here, so that its place is a decision.
var layers = []struct {
	pkg   string // a pattern under internal/
	knows string // patterns, separated by spaces
	why   string
}{
	{"cli", "*", "cli wires everything; it alone names concrete parts"},
	{"bench", "*", "benchmarks measure whole paths"},
	{"connection", "source guard schema table fault", "a connection joins a source, its schema and its guard; drivers come in as values"},
	{"eval", "connection source guard schema meaning table fault", "a harness knows databases and a brain's answers, not how a brain thinks"},
	{"brain", "meaning plan table", "the port is plain data"},
	{"meaning", "", "what a statement returns, as plain data"},
	{"brain/builtin", "brain brain/* connection source guard schema neural neural/kernel meaning plan table fault english columns", "the built-in brain joins its parts; nothing below knows it"},
	{"brain/analyst", "brain brain/edit brain/form brain/index brain/render brain/span method plan english columns fault", "messages become plans; nothing is run but the parser"},
	{"brain/candidates", "brain/followup brain/form brain/index brain/link brain/render brain/require brain/span brain/terms brain/tuning source guard table fault english columns", "forms, the rules over them, and what running them says"},
	{"brain/account", "brain brain/candidates brain/form brain/index brain/link brain/render brain/require brain/span brain/tuning neural/embed columns english", "what each word of a question stands for; nothing is run"},
	{"brain/verifier", "brain/form brain/index brain/render neural neural/kernel table", "a question and what a statement says, as text"},
	{"brain/tuning", "brain", "numbers"},
	{"brain/reply", "brain brain/followup brain/form brain/index brain/link brain/render brain/span english", "what is said instead of running a query"},
	{"brain/terms", "brain/edit brain/form brain/index brain/link brain/render brain/span english columns", "definitions go into forms; nothing is run"},
	{"brain/followup", "brain brain/edit brain/form brain/link brain/span english", "what a message changes of the form before it"},
	{"brain/llm", "model hide table fault", "a model's brain proposes; it knows no database and no mode"},
	{"brain/readback", "brain brain/form brain/index brain/span brain/render schema meaning table fault", "SQL becomes a form; nothing is run"},
	{"brain/opinion", "brain brain/form brain/index brain/link brain/readback brain/render brain/span brain/tuning schema meaning table english fault", "what to think of a statement that somebody else wrote"},
	{"brain/ruleparser", "brain/form brain/index brain/link brain/span english columns brain/clue brain/edit", "rules read links; nothing is run"},
	{"brain/suggest", "brain brain/index brain/form english columns", "questions that a brain can answer"},
	{"brain/require", "brain/clue brain/edit brain/form brain/index brain/link brain/span columns english", "forms are checked and repaired; nothing is run"},
	{"brain/clue", "brain/edit brain/form brain/index brain/link brain/span english", "what words say, before forms are made of it"},
	{"brain/edit", "brain/form brain/index", "forms over one database, built and changed"},
	{"brain/weights", "fault", "data"},
	{"brain/link", "brain/core brain/form brain/index brain/span brain/tuning english gloss", "a question laid out for the model"},
	{"brain/render", "brain/form brain/index brain/span meaning schema table fault english columns", "a form becomes text; nothing is run"},
	{"brain/form", "brain/span", "a form knows no engine and no database"},
	{"brain/index", "brain/span brain/tuning columns english gloss connection source schema table ownfile fault", "values are read through a connection, as all data is"},
	{"brain/core", "neural neural/kernel fault", "the parser knows numbers, not names"},
	{"brain/span", "english", "words and a clock, nothing else"},
	{"neural", "neural/kernel fault", "arithmetic"},
	{"neural/kernel", "", "arithmetic"},
	{"neural/embed", "neural neural/kernel ownfile fault", "vectors of sentences"},
	{"neural/*", "neural neural/kernel fault", "what the build and the benchmarks need of it"},
	{"intent", "fault", "it declares the embedder it needs"},
	{"plan", "fault", "a plan is plain data"},
	{"plan/file", "plan ownfile fault", "plans in files; nothing is run"},
	{"method", "stats story chart meaning table english fault", "arithmetic over tables; nothing is read"},
	{"stats", "fault", "arithmetic"},
	{"datastore", "source source/duckdb guard guard/duckdb schema table ownfile fault", "tables of a session in files; reading them passes the guard as all reading does"},
	{"sandbox", "sandbox/* table fault", "foreign code in a process that can only compute"},
	{"sandbox/inside", "sandbox/script sandbox/wire table fault", "what runs in that process knows only tables"},
	{"sandbox/*", "sandbox/wire table fault", "what runs in that process knows only tables"},
	{"execute", "plan method table fault", "the order of steps; what runs them comes in"},
	{"mode/analyze", "execute plan method datastore sandbox mode/turn session story chart connection source guard schema store meaning table fault", "steps share tables in the data store, and their programs run in the sandbox; who plans comes in"},
	{"mode/turn", "session story store fault", "what the ways of answering record alike"},
	{"mode/answer", "mode/turn brain session story chart whatif connection source guard schema store meaning table fault", "a way of answering knows ports, not who fulfils them"},
	{"mode/explore", "mode/turn mode/tool brain model session story chart connection source guard schema store meaning table fault", "a way of answering knows ports, not who fulfils them"},
	{"mode/tool", "model chart connection source guard schema meaning table fault", "what a model may do, whoever serves it"},
	{"mind", "plan brain brain/account brain/llm brain/opinion mode/analyze mode/answer mode/explore mode/lookup mode/tool model model/route neural/embed session story/tell meaning schema store fault", "who answers, built-in brain or model, knows both and no conversation"},
	{"talk", "learning glossary memory critic neural/embed intent plan datastore sandbox english export mind brain brain/* mode/* session notebook story story/tell chart whatif connection source guard schema store meaning table ownfile fault", "a conversation knows ways of answering, and no face"},
	{"desk", "glossary learning memory knowledge document statistics mind talk export mode/* session notebook chart whatif connection source config schema store table fault datastore plan plan/file", "what a page is worked with, whoever serves it"},
	{"server", "desk statistics glossary learning export session notebook schema store table ownfile fault", "HTTP over a desk; nothing is thought here"},
	{"statistics", "memory session store fault", "what the store has recorded is counted; nothing is answered"},
	{"notebook", "session story chart meaning columns table ownfile fault", "cells in files; what runs them comes in"},
	{"chart", "meaning table fault columns english", "a chart is chosen from a question's words and a result"},
	{"chart/*", "chart terminal table fault", "drawing knows plans and tables"},
	{"story", "meaning table fault columns english", "words are held against rows, whoever wrote them"},
	{"story/tell", "story meaning table fault columns english", "the narrator writes what the check can find"},
	{"whatif", "stats story meaning table fault columns english", "arithmetic over a result"},
	{"model", "jsonschema fault", "the port to language models is plain data"},
	{"model/wire", "model fault", "what adapters do alike with HTTP"},
	{"model/open", "model model/* fault", "it alone names the adapters"},
	{"model/*", "model model/wire fault", "an adapter knows the port and its provider"},
	{"demo", "fault", "the demo only makes data; nothing may depend on how"},
	{"session", "plan store meaning jsonschema table fault", "a session is its event log; how questions are answered lies above it"},
	{"config", "ownfile jsonschema fault", "configuration is read before anything else exists"},
	{"terminal/line", "terminal ownfile fault", "a line editor knows keys and cells, not what is typed"},
	{"terminal", "table fault", "drawing knows values, not where they came from"},
	{"source", "guard schema table fault", "a source runs what the guard made, and nothing else"},
	{"source/worker", "source source/worker/* table fault", "processes and their statements, whatever engine is in them"},
	{"source/worker/*", "source/worker/wire table fault", "the inside of a worker process knows no adapter"},
	{"source/duckdb", "source source/duckdb/engine source/worker source/worker/* guard guard/duckdb schema table fault", "an adapter knows the port and its own engine"},
	{"source/duckdb/engine", "source/worker/* schema table fault", "what runs in a worker process knows only the engine"},
	{"source/sqlite", "source source/sqlite/engine source/worker source/worker/* guard guard/sqlite schema table fault", "an adapter knows the port and its own engine"},
	{"source/sqlite/engine", "source/worker/* guard guard/sqlite table fault", "what runs in a worker process knows only the engine, and asks the guard's policy"},
	{"reach", "fault", "other machines are reached, whatever they have"},
	{"source/files", "source source/duckdb guard guard/duckdb schema english gloss table fault ownfile source/files/decode source/files/remote", "files are read by a locked-down DuckDB"},
	{"source/files/decode", "fault", "bytes become plain data; nothing is queried"},
	{"source/files/remote", "reach ownfile fault", "addresses become files in a cache folder; nothing is read"},
	{"source/*", "source guard guard/* schema table fault", "an adapter knows the port and its own engine"},
	{"guard", "schema fault", "the guard decides on text and schema alone; it opens nothing"},
	{"guard/*", "guard schema fault", "a grammar knows the guard's rules, not the sources"},
	{"schema", "english table ownfile fault columns", "a schema is plain data; engines fill it"},
	{"store", "fault", "the store's port is plain data"},
	{"store/*", "store fault", "a store keeps bytes; it does not know what they mean"},
	{"document", "table", "a document is plain data"},
	{"document/fetch", "reach fault", "addresses become bytes; nothing is read"},
	{"document/extract", "document document/* sandbox sandbox/* source/files/decode table fault", "bytes become documents, in a process that can only compute"},
	{"document/build", "document table fault", "what the readers of documents share"},
	{"document/plain", "document document/build fault", "texts become documents; nothing is followed"},
	{"document/page", "document document/build fault", "web pages become documents; nothing is followed"},
	{"document/office", "document document/build source/files/decode fault", "office files become documents; nothing is followed"},
	{"document/pdf", "document document/build fault", "PDF files become documents; nothing is followed"},
	{"knowledge", "document document/* store vector neural/embed english table ownfile fault", "passages of documents, found by words and by meaning; who answers lies above it"},
	{"vector", "fault", "the port to vector stores is plain data"},
	{"vector/*", "vector neural/kernel ownfile fault", "an adapter knows the port and its own engine"},
	{"memory", "brain store vector neural/embed english hide fault", "what is remembered of a person; it answers nothing"},
	{"glossary", "brain store schema english fault", "business terms as data; brains read them as a vocabulary"},
	{"learning", "brain glossary store english fault", "corrections become rules; nothing is run"},
	{"critic", "brain session story meaning table english neural/embed fault", "a verdict on an answer, whoever gave it"},
	{"mode/lookup", "mode/turn session store english fault", "answers from documents; who searches and who writes come in"},
	{"export", "table fault", "rows become bytes of a file; where they go is for others to say"},
	{"columns", "english meaning", "what names say of figures; no values, no engine"},
	{"gloss", "english", "words of other languages, whatever they are about"},
	{"english", "", "words, whatever they are about"},
	{"table", "fault", "tables are the ground"},
	{"fault", "", "faults are the ground"},
	{"ownfile", "", "files on disk, whatever is in them"},
	{"hide", "", "texts, whatever they are for"},
	{"jsonschema", "", "types as schemas, whatever they are for"},
	{"lazyregexp", "", "expressions, whatever they match"},
	{"test/braintest", "brain/form brain/index brain/link neural schema table", "what tests of the built-in brain's parts share"},
	{"test/turntest", "session store store/sqlite connection source source/sqlite guard schema table fault", "what tests of the ways of answering share"},
	{"test/modeltest", "model fault", "a scripted provider knows wire formats, not adapters"},
	{"test/sourcetest", "source guard schema table fault", "the suite knows the port, not its adapters"},
	{"test/guardtest", "guard schema fault", "what the grammars' tests share"},
	{"test/servertest", "", "test machinery knows nothing of the program"},
	{"test/documenttest", "document document/build fault table", "what the tests of the readers of documents share"},
	{"test/vectortest", "vector fault", "the suite knows the port, not its adapters"},
	{"test/pglitetest", "test/testbed", "test machinery knows nothing of the program"},
	{"test/qdranttest", "", "a scripted server knows its wire format, not the adapter"},
	{"test/storetest", "store fault", "the suite knows the port, not its adapters"},
	{"test/kenneltest", "brain/form brain/index brain/link brain/readback brain/render schema table fault", "a database that tests of the brain's rules share"},
	{"test/demotest", "demo test/testbed", "the demo warehouse, made once for all tests"},
	{"test/testbed", "", "test machinery knows nothing of the program"},
	{"test/pgtest", "test/testbed", "test machinery knows nothing of the program"},
	{"test/browsertest", "test/testbed", "test machinery knows nothing of the program"},
}

// everywhere may be imported by every package, as the library that it stands for.
const everywhere = "lazyregexp"

// testOnly may be imported by tests alone.
const testOnly = "test/*"

// homes says where a dependency may be named; everywhere else a port stands
// for it.
var homes = []struct{ dependency, packages, why string }{
	{"github.com/jackc/pgx", "source/postgres vector/postgres eval", "PostgreSQL is spoken in its adapters, and by the harness that loads databases"},
	{"github.com/qdrant/go-client", "vector/qdrant", "Qdrant is spoken in its adapter"},
	{"google.golang.org/grpc", "vector/qdrant", "what is spoken over gRPC is spoken in its adapter"},
	{"github.com/duckdb/", "source/duckdb source/duckdb/* guard/duckdb demo", "DuckDB is driven by its adapter, its grammar and the demo"},
	{"github.com/mattn/go-sqlite3", "source/sqlite source/sqlite/engine guard/sqlite store/sqlite eval train/cmd/*", "SQLite is driven by its adapter, its grammar, the store, and what measures and tests"},
	{"github.com/pganalyze/pg_query_go", "guard/postgres brain/readback", "PostgreSQL's parser serves the guard, and reads statements back"},
	{"golang.org/x/text/encoding", "source/files/decode", "text is UTF-8 once it was decoded"},
	{"github.com/klauspost/compress", "source/files/decode", "files are unpacked where they are decoded"},
	{"github.com/pierrec/lz4", "source/files/decode", "files are unpacked where they are decoded"},
	{"github.com/xuri/excelize", "", "it writes the workbooks that tests read"},
	{"github.com/apache/arrow-go", "", "it writes the Arrow files that tests read"},
	{"github.com/kljensen/snowball", "english", "English is known in one place"},
	{"github.com/spf13/cobra", "cli", "commands live in cli"},
	{"github.com/dop251/goja", "chart/svg", "JavaScript runs where charts are drawn, and nowhere else"},
	{"github.com/santhosh-tekuri/jsonschema", "chart model", "Vega-Lite's schema is a chart's business, and the shape of a model's answers the port's"},
	{"os/exec", "source/worker sandbox sandbox/python", "only the workers of embedded engines and foreign code are processes of their own"},
	{"go.starlark.net", "sandbox/script", "Starlark runs in the sandbox, and nowhere else"},
	{"cloud.google.com/go/auth", "model/gemini", "logins of Google Cloud are read where they are used"},
	{"net/http", "model/* server web reach source/files/remote document/fetch", "models, data files and documents are reached over HTTP, and the page is served"},
	{"github.com/jlaffaye/ftp", "document/fetch", "FTP is spoken where documents are fetched"},
	{"github.com/pkg/sftp", "document/fetch", "SFTP is spoken where documents are fetched"},
	{"golang.org/x/crypto/ssh", "document/fetch", "SSH serves SFTP alone"},
	{"github.com/danielgtaylor/huma", "server", "routes and their description live in server"},
	{"github.com/coder/websocket", "server", "sockets live in server"},
}

type goPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func TestImportsPointDown(t *testing.T) {
	for _, p := range packages(t) {
		name, inside := strings.CutPrefix(p.ImportPath, module+"/internal/")
		if !inside {
			if p.ImportPath == module+"/cmd/plumb" {
				checkImports(t, p, "cli", "main is signals, streams and the exit status")
			}
			continue
		}
		layer := slices.IndexFunc(layers, func(l struct{ pkg, knows, why string }) bool { return matches(l.pkg, name) })
		if layer < 0 {
			t.Errorf("package internal/%s has no place in the architecture.\nAdd it to layers in this test, and to ARCHITECTURE.md.", name)
			continue
		}
		checkImports(t, p, layers[layer].knows, layers[layer].why)
	}
}

func checkImports(t *testing.T, p goPackage, knows, why string) {
	t.Helper()
	for _, i := range p.Imports {
		name, inside := strings.CutPrefix(i, module+"/internal/")
		if !inside {
			continue
		}
		if matches(testOnly, name) && !isTestOnly(p.ImportPath) {
			t.Errorf("%s imports internal/%s, which is for tests alone.", p.ImportPath, name)
			continue
		}
		if !anyMatch(knows+" "+everywhere, name) {
			t.Errorf("%s imports internal/%s, which it may not know: %s.\nMove the code, or pass what it needs in as a value.", p.ImportPath, name, why)
		}
	}
}

func isTestOnly(importPath string) bool {
	name := strings.TrimPrefix(importPath, module+"/internal/")
	return matches(testOnly, name)
}

func TestDependenciesStayAtHome(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module+"/"), "internal/")
		if isTestOnly(p.ImportPath) || name == "bench" {
			continue
		}
		for _, i := range p.Imports {
			for _, h := range homes {
				if (i == h.dependency || strings.HasPrefix(i, h.dependency)) && !anyMatch(h.packages, name) {
					t.Errorf("%s imports %s: %s.\nUse the port instead.", p.ImportPath, i, h.why)
				}
			}
		}
	}
}

func TestNoGrabBags(t *testing.T) {
	for _, p := range packages(t) {
		switch base := path.Base(p.ImportPath); base {
		case "util", "utils", "common", "helpers", "misc", "shared", "types":
			t.Errorf("package %s is named %s, which says nothing. Name it for what it holds.", p.ImportPath, base)
		}
	}
}

func anyMatch(patterns, name string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(p string) bool { return matches(p, name) })
}

func matches(pattern, name string) bool {
	if pattern == "*" {
		return true
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if len(list) < 10 {
		t.Fatalf("go list found only %d packages", len(list))
	}
	return list
}
