package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t *testing.T, in Input) *Config {
	t.Helper()
	c, err := Load(in)
	if err != nil {
		t.Fatalf("%v (%s)", err, fault.Of(err).Hint)
	}
	return c
}

func TestLaterSourcesWin(t *testing.T) {
	home := folder(t, map[string]string{
		".plumb/config.yaml":        "limits:\n  rows: 2\n",
		"project/plumb.yaml":        "\nlimits:\n  rows: 3\n",
		"project/.env":              "# variables\nPLUMB_LIMITS_ROWS=4\n",
		"project/deep/er/place.txt": "",
	})
	in := Input{Home: home, Dir: filepath.Join(home, "nowhere")}
	step := func(rows int, from string) {
		t.Helper()
		c := load(t, in)
		if c.Limits.Rows != rows || c.Origin("limits.rows") != from {
			t.Errorf("got %d from %q, want %d from %q", c.Limits.Rows, c.Origin("limits.rows"), rows, from)
		}
	}
	in.Environ = []string{"PLUMB_HOME=" + t.TempDir()}
	step(1000, "built-in default")
	in.Environ = nil
	step(2, "~/.plumb/config.yaml:2")
	in.Dir = filepath.Join(home, "project/deep/er")
	step(4, "~/project/.env:2")
	in.Dir = filepath.Join(home, "project")
	step(4, ".env:2")
	in.Environ = []string{"PLUMB_LIMITS_ROWS=5"}
	step(5, "environment PLUMB_LIMITS_ROWS")
	in.Flags = []Flag{{Name: "--max-rows", Key: "limits.rows", Value: "6"}}
	step(6, "--max-rows")

	in.Flags, in.Environ = nil, nil
	if err := os.Remove(filepath.Join(home, "project/.env")); err != nil {
		t.Fatal(err)
	}
	step(3, "plumb.yaml:3")
}

func TestProjectIsNotSoughtAboveHome(t *testing.T) {
	top := folder(t, map[string]string{"plumb.yaml": "active: outside\n", "me/work/x": ""})
	c := load(t, Input{Home: filepath.Join(top, "me"), Dir: filepath.Join(top, "me/work")})
	if c.Active != "" || c.Project != "" {
		t.Errorf("found %q in %q", c.Active, c.Project)
	}
	c = load(t, Input{Home: filepath.Join(top, "other"), Dir: filepath.Join(top, "me/work")})
	if c.Active != "outside" || c.Project != top {
		t.Errorf("found %q in %q, want the one above", c.Active, c.Project)
	}
}

func TestFilesOfOneConnectionAreMerged(t *testing.T) {
	home := folder(t, map[string]string{
		".plumb/config.yaml": "connections:\n  shop:\n    dsn: postgres://u@h/db\n    exclude: [a, b]\n    functions: [f]\n",
		"project/plumb.yaml": "connections:\n  shop:\n    docs: docs\n    exclude: [c]\n  files:\n    dsn: data/*.csv\n",
	})
	c := load(t, Input{Home: home, Dir: filepath.Join(home, "project"), Environ: []string{
		"PLUMB_CONNECTIONS_SHOP_INCLUDE=public.*, sales.*,",
		"PLUMB_CONNECTIONS_EXTRA_ONE_DSN=postgres://u:pa$$word@h/db",
	}})
	want := map[string]Connection{
		"shop":      {DSN: "postgres://u@h/db", Include: []string{"public.*", "sales.*"}, Exclude: []string{"c"}, Docs: "docs", Functions: []string{"f"}},
		"files":     {DSN: "data/*.csv"},
		"extra_one": {DSN: "postgres://u:pa$$word@h/db"},
	}
	if d := cmp.Diff(want, c.Connections); d != "" {
		t.Error(d)
	}
	for name, base := range map[string]string{"shop": ".plumb", "files": "project", "extra_one": "project"} {
		if got := c.Base(name); got != filepath.Join(home, base) {
			t.Errorf("paths of %s start at %s", name, got)
		}
	}
	if docs, err := c.Docs("shop"); err != nil || docs != filepath.Join(home, "project/docs") {
		t.Errorf("documents in %q, %v", docs, err)
	}
	if docs, err := c.Docs("files"); err != nil || docs != "" {
		t.Errorf("documents in %q, %v", docs, err)
	}
	// A value of the environment is taken as it is.
	if dsn, err := c.Resolve("extra_one"); err != nil || dsn != "postgres://u:pa$$word@h/db" {
		t.Errorf("resolved to %q, %v", dsn, err)
	}
}

func TestVariablesFindConnectionsByTheirName(t *testing.T) {
	dir := folder(t, map[string]string{"plumb.yaml": "connections:\n  Shop-EU:\n    dsn: a.db\n"})
	c := load(t, Input{Home: t.TempDir(), Dir: dir, Environ: []string{"PLUMB_CONNECTIONS_SHOP_EU_ACCEPT_WRITABLE=true"}})
	if len(c.Connections) != 1 || !c.Connections["Shop-EU"].AcceptWritable {
		t.Errorf("got %+v", c.Connections)
	}
}

func TestMessagesOfVariables(t *testing.T) {
	for _, c := range []struct{ variable, message, hint string }{
		{"PLUMB_LIMIT_ROWS=5", "environment PLUMB_LIMIT_ROWS: PLUMB_LIMIT_ROWS is not a setting", "did you mean PLUMB_LIMITS_ROWS?"},
		{"PLUMB_MEMROY=5", "environment PLUMB_MEMROY: PLUMB_MEMROY is not a setting", "did you mean PLUMB_MEMORY?"},
		{"PLUMB_LIMITS_TIME=soon", `environment PLUMB_LIMITS_TIME: limits.time expects a duration of at least 1ms, such as 30s, not "soon"`, ""},
		{"PLUMB_CONNECTIONS_A_ACCEPT_WRITABLE=1", `environment PLUMB_CONNECTIONS_A_ACCEPT_WRITABLE: connections.a.accept_writable expects true or false, not "1"`, ""},
	} {
		_, err := Load(Input{Home: t.TempDir(), Dir: t.TempDir(), Environ: []string{c.variable}})
		if f := fault.Of(err); f == nil || f.Message != c.message || f.Hint != c.hint || f.Code != fault.Config {
			t.Errorf("%s: got %+v, want %q", c.variable, f, c.message)
		}
	}
	load(t, Input{Home: t.TempDir(), Dir: t.TempDir(), Environ: []string{
		"PLUMB_TEST_POSTGRES=x", "PLUMB_SHOP_PASSWORD=x", "PLUMB_LIMITS_PASSWORD=x", "PLUMBER=x", "PLUMB_=x", "=x", "x",
	}})
}

func TestReferredVariablesAreNotSettings(t *testing.T) {
	dir := folder(t, map[string]string{"plumb.yaml": "connections:\n  a:\n    dsn: postgres://${PLUMB_ACTIV}@h/d\n"})
	load(t, Input{Home: t.TempDir(), Dir: dir, Environ: []string{"PLUMB_ACTIV=me"}})
}

func TestHomeFolder(t *testing.T) {
	for _, c := range []struct{ home, variable, want string }{
		{"/h", "", "/h/.plumb"},
		{"/h", "PLUMB_HOME=/p/../q", "/q"},
		{"/h", "PLUMB_HOME=rel", "/w/rel"},
		{"/h", "PLUMB_HOME=~/p", "/h/p"},
		{"", "PLUMB_HOME=/p", "/p"},
	} {
		got, err := Input{Home: c.home, Dir: "/w", Environ: []string{c.variable}}.Folder()
		if err != nil || got != c.want {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
	_, err := Load(Input{Dir: "/w"})
	if f := fault.Of(err); f == nil || f.Message != "Plumb's home folder is unknown: neither PLUMB_HOME nor HOME is set" {
		t.Errorf("got %v", err)
	}
}

func TestProjectMayNotLoosenAConnectionOfTheHome(t *testing.T) {
	for key, value := range map[string]string{"functions": "[pg_read_file]", "accept_writable": "true"} {
		home := folder(t, map[string]string{
			".plumb/config.yaml": "connections:\n  prod:\n    dsn: postgres://u@h/db\n",
			"project/plumb.yaml": "connections:\n  prod:\n    " + key + ": " + value + "\n",
		})
		_, err := Load(Input{Home: home, Dir: filepath.Join(home, "project")})
		want := "plumb.yaml:3: connections.prod." + key + " may only be set where the connection's dsn is set, in ~/.plumb/config.yaml"
		if f := fault.Of(err); f == nil || f.Message != want || f.Hint != "move the line to ~/.plumb/config.yaml" {
			t.Errorf("got %+v, want %s", f, want)
		}
	}
}

func TestNamesThatShareVariables(t *testing.T) {
	dir := folder(t, map[string]string{"plumb.yaml": "connections:\n  a-b: {dsn: x}\n  a_b: {dsn: y}\n"})
	_, err := Load(Input{Home: t.TempDir(), Dir: dir})
	if f := fault.Of(err); f == nil || f.Message != "the connections a-b and a_b would share the variables PLUMB_A_B_…" {
		t.Errorf("got %v", err)
	}
}

func TestConnectionNotFound(t *testing.T) {
	c := load(t, Input{Home: t.TempDir(), Dir: folder(t, map[string]string{"plumb.yaml": "connections: {shop: {dsn: x}, stock: {docs: y}}\n"})})
	for name, want := range map[string]string{
		"shpo": "there is no connection named shpo|did you mean shop?",
		"zzzz": "there is no connection named zzzz|connections: shop, stock",
	} {
		_, err := c.Resolve(name)
		if f := fault.Of(err); f == nil || f.Code != fault.NotFound || f.Message+"|"+f.Hint != want {
			t.Errorf("%s: got %+v", name, f)
		}
	}
	_, err := c.Resolve("stock")
	if f := fault.Of(err); f == nil || f.Code != fault.Config || f.Message != "connection stock has no dsn" {
		t.Errorf("got %+v", f)
	}
	_, err = (&Config{}).Connection("x")
	if f := fault.Of(err); f == nil || f.Hint != "add one: plumb connect DSN --name NAME" {
		t.Errorf("got %+v", f)
	}
}

func TestResolve(t *testing.T) {
	dir := folder(t, map[string]string{
		"plumb.yaml": "connections:\n" +
			"  shop: {dsn: \"postgres://u:${PLUMB_PW}@h/db\", docs: \"${DOCS:-~/docs}\"}\n" +
			"  env: {dsn: \"postgres://u:${FROM_DOTENV}@h/db\"}\n" +
			"  gone:\n    dsn: ${DATABASE_URL}\n" +
			"  tilde: {dsn: duckdb:~/x.duckdb}\n  bare: {dsn: ~/x.csv}\n",
		".env": "FROM_DOTENV='p w'\nPLUMB_PW=ignored\n",
	})
	c := load(t, Input{Home: "/h", Dir: dir, Environ: []string{"PLUMB_PW=a/b@c:d"}})
	for name, want := range map[string]string{
		"shop": "postgres://u:a%2Fb%40c%3Ad@h/db", "env": "postgres://u:p%20w@h/db",
		"tilde": "duckdb:/h/x.duckdb", "bare": "/h/x.csv",
	} {
		if got, err := c.Resolve(name); err != nil || got != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if docs, err := c.Docs("shop"); err != nil || docs != "/h/docs" {
		t.Errorf("documents in %q, %v", docs, err)
	}
	_, err := c.Resolve("gone")
	f := fault.Of(err)
	if f == nil || f.Code != fault.Config ||
		f.Message != "plumb.yaml:5: connections.gone.dsn: the environment variable DATABASE_URL is not set" ||
		f.Hint != "export DATABASE_URL=…, or write DATABASE_URL=… into .env" {
		t.Errorf("got %+v", f)
	}
}

func TestDotEnv(t *testing.T) {
	text := "\ufeffA=1\r\nexport B = two words # note\n\n# C=no\nD='$x \\n'\nE=\"a\\n\\\"b\\\" \\$c \\d\" # note\nF=\nG=a#b\nH=\"one\ntwo\"\nnonsense\n1X=2\nI=\"open\nJ='x'y\nK=last"
	var got []string
	for _, v := range parseDotEnv(text) {
		got = append(got, fmt.Sprintf("%d %s=%s", v.line, v.name, v.value))
	}
	want := []string{
		"1 A=1", "2 B=two words", "5 D=$x \\n", "6 E=a\n\"b\" $c \\d", "7 F=", "8 G=a#b", "9 H=one\ntwo",
		"11 =", "12 =", "13 =", "14 =", "15 K=last",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestDotEnvLinesThatAreNotUnderstoodAreReported(t *testing.T) {
	dir := folder(t, map[string]string{".env": "A=1\nset B 2\n"})
	c := load(t, Input{Home: t.TempDir(), Dir: dir})
	if len(c.Diagnostics) != 1 || c.Diagnostics[0].File != ".env" || c.Diagnostics[0].Line != 2 || c.Diagnostics[0].Severity != fault.Warning {
		t.Errorf("got %+v", c.Diagnostics)
	}
	dir = folder(t, map[string]string{".env": "PLUMB_HOME=/x\n"})
	_, err := Load(Input{Home: t.TempDir(), Dir: dir})
	if f := fault.Of(err); f == nil || f.Message != ".env:1: PLUMB_HOME cannot be set in .env, which is read after Plumb's home folder" {
		t.Errorf("got %v", err)
	}
}

func TestUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "plumb.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Load(Input{Home: t.TempDir(), Dir: dir})
	if f := fault.Of(err); f == nil || f.Code != fault.Config || f.Message != "plumb.yaml is not a file" {
		t.Errorf("got %v", err)
	}
}

func TestUnknownFlagKeyIsOurMistake(t *testing.T) {
	_, err := Load(Input{Home: t.TempDir(), Dir: t.TempDir(), Flags: []Flag{{"--x", "limits", "1"}}})
	if fault.CodeOf(err) != fault.Internal {
		t.Errorf("got %v", err)
	}
}

func TestSettingsShowNoSecrets(t *testing.T) {
	c := load(t, Input{Home: t.TempDir(), Dir: t.TempDir(), Environ: []string{"PLUMB_CONNECTIONS_SHOP_DSN=postgres://u:hunter2@h/db"}})
	list := c.Settings()
	want := Setting{"connections.shop.dsn", "postgres://u:***@h/db", "environment PLUMB_CONNECTIONS_SHOP_DSN"}
	if !slices.Contains(list, want) || !slices.Contains(list, Setting{"limits.time", "30s", "built-in default"}) {
		t.Errorf("got %+v", list)
	}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if all := fmt.Sprintf("%s %v %+v %#v %q", b, c.Connections, c.Connections, c.Connections, c.Connections["shop"].DSN); strings.Contains(all, "hunter2") {
		t.Errorf("shows the secret: %s", all)
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]Size{
		"0": 0, "1": 1, "16MiB": 16 << 20, "16 mib": 16 << 20, "1GB": 1e9, "1.5KiB": 1536, "2kb": 2000, "7B": 7, "8TiB": 8 << 40,
		"9223372036854775807": 1<<63 - 1, "9007199254740993": 1<<53 + 1,
	} {
		if got, ok := ParseSize(text); !ok || got != want {
			t.Errorf("%q is %d, %v", text, got, ok)
		}
		if back, ok := ParseSize(want.String()); !ok || back != want {
			t.Errorf("%s is not read back", want)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "1e3", "0x10", "1 2", "1.2.3", "inf", "NaN", "9999999TiB", "9223372036854775808", "16MiBs"} {
		if got, ok := ParseSize(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestDefaults(t *testing.T) {
	c := load(t, Input{Home: t.TempDir(), Dir: t.TempDir()})
	if want := (Limits{30 * time.Second, 1000, 16 << 20}); c.Limits != want {
		t.Errorf("limits are %+v", c.Limits)
	}
	if c.Memory != 1<<30 || c.Schema != (Schema{12000, 24 * time.Hour}) || c.Active != "" || len(c.Connections) != 0 {
		t.Errorf("got %+v", c)
	}
}

// A folder that somebody works in may be a stranger's.
func TestAProjectCannotRedirectOrLoosen(t *testing.T) {
	home := folder(t, map[string]string{".plumb/config.yaml": "connections:\n  shop:\n    dsn: postgres://u@h/db\n"})
	for name, c := range map[string]struct {
		files   map[string]string
		message string
	}{
		"dsn in plumb.yaml":   {map[string]string{"plumb.yaml": "connections:\n  shop:\n    dsn: postgres://u@evil/db\n"}, "may not redirect it"},
		"dsn in .env":         {map[string]string{".env": "PLUMB_CONNECTIONS_SHOP_DSN=postgres://u@evil/db\n"}, "may not redirect it"},
		"functions in .env":   {map[string]string{".env": "PLUMB_CONNECTIONS_SHOP_FUNCTIONS=vol\n"}, "may only be set where the connection's dsn is set"},
		"writable in .env":    {map[string]string{".env": "PLUMB_CONNECTIONS_SHOP_ACCEPT_WRITABLE=true\n"}, "may only be set where the connection's dsn is set"},
		"functions in a file": {map[string]string{"plumb.yaml": "connections:\n  shop:\n    functions: [vol]\n"}, "may only be set where the connection's dsn is set"},
	} {
		_, err := Load(Input{Home: home, Dir: folder(t, c.files)})
		if f := fault.Of(err); f == nil || !strings.Contains(f.Message, c.message) || f.Hint == "" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	dir := folder(t, map[string]string{"plumb.yaml": "connections:\n  out: {dsn: \"postgres://u:${MY_SECRET}@evil/db\"}\n  own: {dsn: \"postgres://u:${THEIRS}@h/db\"}\n", ".env": "THEIRS=x\n"})
	c := load(t, Input{Home: home, Dir: dir, Environ: []string{"MY_SECRET=hush"}})
	if _, err := c.Resolve("out"); err == nil || !strings.Contains(err.Error(), "may not send your variables") || strings.Contains(err.Error(), "hush") {
		t.Errorf("a project read a secret: %v", err)
	}
	if dsn, err := c.Resolve("own"); err != nil || dsn != "postgres://u:x@h/db" {
		t.Errorf("%q, %v", dsn, err)
	}
}
