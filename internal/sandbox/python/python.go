// Package python finds a Python interpreter and what of the file system it needs,
// and holds the program that runs foreign code in it.
package python

import (
	"bytes"
	"context"
	_ "embed" // the bootstrap
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

//go:embed bootstrap.py
var bootstrap string

//go:embed describe.py
var describe string

// Interpreter is a Python interpreter on this machine.
type Interpreter struct {
	Program    string   `json:"program"` // without links, and of no virtual environment
	Version    string   `json:"version"`
	HasPandas  bool     `json:"pandas"`
	Path       []string `json:"path"` // where modules are
	BasePrefix string   `json:"base_prefix"`
	Libraries  []string `json:"libraries"` // files that the interpreter itself loads
}

// Allowed are the modules that foreign code may import.
func Allowed() []string {
	return []string{
		"pandas", "numpy", "math", "statistics", "datetime", "json", "re", "itertools", "collections", "functools", "decimal", "fractions", "random", "string",
	}
}

// Find asks an interpreter about itself. Nothing foreign runs.
func Find(ctx context.Context, program string) (*Interpreter, error) {
	c := exec.CommandContext(ctx, program, "-E", "-B", "-c", describe)
	// Launchers are shell scripts that look for other programs.
	c.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin"}
	c.Dir = "/"
	var out, diagnosis bytes.Buffer
	c.Stdout, c.Stderr = &out, &diagnosis
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fault.Wrap(err, fault.NotFound, "the Python interpreter %s does not work: %v", program, err).
			WithHint("check that %s -c 'print(1)' works, or name another interpreter", program)
	}
	i := &Interpreter{}
	if err := json.Unmarshal(out.Bytes(), i); err != nil || !filepath.IsAbs(i.Program) {
		return nil, fault.Wrap(err, fault.NotFound, "%s does not answer as a Python 3 interpreter does", program).
			WithHint("name a Python 3.8 or newer")
	}
	return i, nil
}

// Setup is what a sandboxed process needs to become the interpreter.
func (i *Interpreter) Setup() *wire.Python {
	folders := []string{"/usr/lib", "/lib", "/lib64", "/usr/lib64", "/usr/share/zoneinfo"}
	add := func(path string) {
		if filepath.IsAbs(path) && path != "/" && !slices.Contains(folders, path) {
			folders = append(folders, path)
		}
	}
	add(filepath.Join(i.BasePrefix, "lib"))
	var files []string
	for _, p := range i.Path {
		if strings.HasSuffix(p, ".zip") {
			files = append(files, p)
		} else {
			add(p)
		}
	}
	files = append(files, i.Program, "/etc/ld.so.cache")
	for _, f := range i.Libraries {
		if filepath.IsAbs(f) {
			files = append(files, f)
		}
	}
	// Isolated from the environment and from the person's own modules, without
	// site-packages' start-up files, and without writing compiled modules.
	arguments := []string{"-I", "-S", "-B", "-X", "utf8", "-c", bootstrap}
	return &wire.Python{Program: i.Program, Arguments: arguments, Folders: folders, Files: files}
}
