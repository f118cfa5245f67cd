package sqlite

import (
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// magic is how every SQLite file begins.
const magic = "SQLite format 3\x00"

// IsDatabase reports whether the file is an SQLite database, by its first
// bytes. It must not be asked about a file that this process has open as a
// database: closing the file would take away SQLite's locks on it.
func IsDatabase(path string) bool { return readHeader(path) == magic }

// readHeader is the first bytes of a file, as many as it has.
func readHeader(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	b := make([]byte, len(magic))
	n, _ := io.ReadFull(f, b)
	return string(b[:n])
}

// filePath takes the file out of a DSN: sqlite:file, sqlite:///absolute/file
// or the path alone. The file must exist; it is never made.
func filePath(dsn string) (string, error) {
	path := dsn
	for _, scheme := range []string{"sqlite3:", "sqlite:"} {
		if rest, ok := strings.CutPrefix(dsn, scheme); ok {
			path = rest
			if after, ok := strings.CutPrefix(rest, "//"); ok {
				decoded, err := url.PathUnescape(after)
				if err != nil {
					return "", fault.Wrap(err, fault.Config, "%s is not a DSN: %v", dsn, err).WithHint("write sqlite:FILE")
				}
				path = decoded
			}
			break
		}
	}
	if path == "" || path == ":memory:" {
		return "", fault.New(fault.Connect, "the DSN %s names no file", dsn).
			WithHint("write sqlite:FILE; a database in memory would have no tables")
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Connect, "cannot find %s: %v", path, err).WithHint("write the whole path")
	}
	info, err := os.Stat(absolute)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fault.Wrap(err, fault.Connect, "the SQLite file %s does not exist", path).WithHint("%s", similar(absolute))
	case errors.Is(err, fs.ErrPermission):
		return "", fault.Wrap(err, fault.Connect, "you may not read %s", path).WithHint("make the file and its folder readable for you")
	case err != nil:
		return "", fault.Wrap(err, fault.Connect, "cannot read %s: %v", path, err).WithHint("check the path")
	case info.IsDir():
		return "", fault.New(fault.Connect, "%s is a folder, not an SQLite file", path).WithHint("name the file in it")
	case !info.Mode().IsRegular():
		return "", fault.New(fault.Connect, "%s is not a regular file", path).WithHint("name an SQLite file")
	}
	return filepath.EvalSymlinks(absolute)
}

// similar is the hint for a file that is not there.
func similar(path string) string {
	if name, _, ok := strings.Cut(filepath.Base(path), "?"); ok {
		return "options after ? are not taken: write sqlite:" + name
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "check the path: the folder " + filepath.Dir(path) + " cannot be read"
	}
	defer folder.Close()
	const most = 1000
	names, _ := folder.Readdirnames(most) // what could be read is enough for a hint
	if near := fault.Nearest(filepath.Base(path), names); near != "" {
		return "did you mean " + filepath.Join(filepath.Dir(path), near) + "?"
	}
	return "check the path; Plumb does not make new files"
}

// notADatabase says what the file is instead, as far as its beginning tells.
func notADatabase(path string, cause error) error {
	f := fault.Wrap(cause, fault.Connect, "%s is not an SQLite database, or it is encrypted", path)
	const duckdbAt, duckdb = 8, "DUCK"
	switch start := readHeader(path); {
	case len(start) >= duckdbAt+len(duckdb) && start[duckdbAt:duckdbAt+len(duckdb)] == duckdb:
		return f.WithHint("it is a DuckDB database: connect it as DuckDB, duckdb:%s", path)
	case start == magic:
		return f.WithHint("its header is valid, so it may be damaged: run `sqlite3 %s .recover`", path)
	}
	return f.WithHint("check that this is the file you meant; encrypted databases must be decrypted first")
}
