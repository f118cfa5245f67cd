package connection

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
)

// Drivers are the engines that this program can talk to.
type Drivers []source.Driver

// ByDialect finds a driver by its SQL dialect.
func (d Drivers) ByDialect(dialect string) (source.Driver, bool) {
	for _, driver := range d {
		if driver.Dialect == dialect || slices.Contains(driver.Schemes, dialect) {
			return driver, true
		}
	}
	return source.Driver{}, false
}

// Resolve finds the driver for a DSN and writes the DSN out: paths become
// absolute, starting at base. A DSN is a URL (postgres://…, https://…), scheme:path
// (duckdb:file), a database file, a data file, a glob, or a folder.
func (d Drivers) Resolve(dsn, base string) (source.Driver, string, error) {
	if scheme, rest, ok := strings.Cut(dsn, ":"); ok && isScheme(scheme) {
		driver, ok := d.byScheme(strings.ToLower(scheme))
		if !ok {
			return source.Driver{}, "", fault.New(fault.Usage, "%s: is not a kind of source that Plumb supports", scheme).
				WithHint("%s", fault.DidYouMean(scheme, "known kinds", d.schemes()))
		}
		if !driver.IsPath(dsn) {
			authority, _, _ := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
			if strings.Count(authority, "@") > 1 {
				return source.Driver{}, "", fault.New(fault.Usage, "the address has more than one @ before the host").
					WithHint("write an @ in a password as %%40")
			}
			return driver, dsn, nil
		}
		path := strings.TrimPrefix(rest, "//")
		if file, options, ok := strings.Cut(path, "?"); ok && strings.Contains(options, "=") {
			return source.Driver{}, "", fault.New(fault.Usage, "options after ? are not allowed for files").
				WithHint("write %s:%s", scheme, file)
		}
		return driver, absolute(path, base), nil
	}
	if looksLikeKeywords(dsn) {
		if driver, ok := d.byScheme("postgres"); ok {
			return driver, dsn, nil
		}
	}
	path := absolute(dsn, base)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir(), err != nil && strings.ContainsAny(dsn, "*?[,"):
		if driver, ok := d.byScheme("files"); ok {
			return driver, path, nil
		}
	case err == nil:
		for _, driver := range d {
			if driver.Recognizes != nil && driver.Recognizes(path) {
				return driver, path, nil
			}
		}
	}
	if driver, ok := d.byExtension(path); ok {
		return driver, path, nil
	}
	if err == nil {
		return source.Driver{}, "", fault.New(fault.Usage, "%s is not a kind of file that Plumb can read", dsn).
			WithHint("%s", cmp.Or(source.Instead(dsn), "files that work: "+strings.Join(d.extensions(), " ")))
	}
	return source.Driver{}, "", fault.New(fault.NotFound, "%s is neither a database address nor an existing file", dsn).
		WithHint("try postgres://user@host/database, duckdb:FILE, sqlite:FILE, a .csv or .parquet file, a folder, or https://host/file.csv")
}

func isScheme(s string) bool {
	if len(s) < 2 { // a drive letter
		return false
	}
	for i := range len(s) {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && (i == 0 || s[i] != '+' && s[i] != '3') {
			return false
		}
	}
	return true
}

// looksLikeKeywords recognises libpq's host=… dbname=… form.
func looksLikeKeywords(dsn string) bool {
	key, _, ok := strings.Cut(dsn, "=")
	return ok && slices.Contains([]string{"host", "hostaddr", "dbname", "user", "service", "port", "password", "passfile", "sslmode", "options", "connect_timeout", "application_name"}, strings.TrimSpace(key))
}

func absolute(path, base string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	if whole := filepath.Join(base, path); exists(whole) {
		return whole
	}
	parts := strings.Split(path, ",")
	for i, p := range parts {
		if !filepath.IsAbs(p) {
			parts[i] = filepath.Join(base, p)
		}
	}
	return strings.Join(parts, ",")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (d Drivers) byScheme(scheme string) (source.Driver, bool) {
	for _, driver := range d {
		if slices.Contains(driver.Schemes, scheme) || slices.Contains(driver.Remote, scheme) || driver.Name == scheme {
			return driver, true
		}
	}
	return source.Driver{}, false
}

func (d Drivers) byExtension(path string) (source.Driver, bool) {
	lower := strings.ToLower(path)
	for _, driver := range d {
		for _, e := range driver.Extensions {
			if strings.HasSuffix(lower, e) {
				return driver, true
			}
		}
	}
	return source.Driver{}, false
}

func (d Drivers) schemes() (all []string) {
	for _, driver := range d {
		all = append(append(all, driver.Schemes...), driver.Remote...)
	}
	return all
}

func (d Drivers) extensions() (all []string) {
	for _, driver := range d {
		all = append(all, driver.Extensions...)
	}
	return all
}
