// Package engine is DuckDB in a worker process. The process opens one
// database, read-only or in memory, with the engine's access to other files,
// extensions and settings switched off, and runs single SELECT statements in
// it. On Linux the kernel keeps it from any other file and from the network as
// well.
//
// A session that builds differs in one thing: its database file is new, and
// any statement of the adapter's own may run.
package engine

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/source/worker/serve"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// Open implements serve.Open. The process is confined before it reads anything
// of the database.
func Open(_ context.Context, s wire.Session) (serve.Database, *wire.Failure) {
	bounds := serve.Bounds{Memory: s.Memory, Pinned: s.Files, Temp: s.Temp}
	switch {
	case s.Build:
		bounds.WriteFolder = filepath.Dir(s.Path)
	case s.Path != "":
		bounds.Read = append(bounds.Read, s.Path, s.Path+".wal")
	}
	// DuckDB looks at the machine's size, and crashes where it may not.
	bounds.Read = append(bounds.Read, "/proc/self/cgroup", "/proc/self/status", "/proc/stat", "/proc/meminfo")
	bounds.ReadFolders = []string{"/sys/fs/cgroup", "/sys/devices/system/cpu"}
	if err := serve.Confine(bounds); err != nil {
		return nil, (&Failure{Type: Unopened, Message: err.Error()}).toWire()
	}
	opened, failure := openSession(s)
	if failure != nil {
		return nil, failure.toWire()
	}
	return opened, nil
}

// session is an open, locked-down database.
type session struct {
	db    duckdb.Database
	conn  duckdb.Connection
	build bool // statements may write
}

// spillFactor times the memory limit is how much a statement may write to the
// worker's temporary folder.
const spillFactor = 4

func openSession(s wire.Session) (*session, *Failure) {
	config, failure := configure(s)
	if failure != nil {
		return nil, failure
	}
	defer duckdb.DestroyConfig(&config)
	opened := &session{build: s.Build}
	var message string
	if duckdb.OpenExt(s.Path, &opened.db, config, &message) != duckdb.StateSuccess {
		return nil, explainUnopened(s.Path, message)
	}
	if duckdb.Connect(opened.db, &opened.conn) != duckdb.StateSuccess {
		return nil, explainUnopened(s.Path, "the connection was refused")
	}
	for _, sql := range lockdown(s) {
		if f := opened.exec(sql); f != nil {
			return nil, f
		}
	}
	return opened, nil
}

// configure holds the settings that must be there before the file is opened.
func configure(s wire.Session) (duckdb.Config, *Failure) {
	settings := [][2]string{
		{"memory_limit", strconv.FormatInt(s.Memory, 10) + "B"},
		{"threads", strconv.Itoa(s.Threads)},
		{"temp_directory", s.Temp},
		{"max_temp_directory_size", strconv.FormatInt(spillFactor*s.Memory, 10) + "B"},
		{"autoinstall_known_extensions", "false"},
		{"autoload_known_extensions", "false"},
		{"allow_community_extensions", "false"},
		{"allow_unsigned_extensions", "false"},
		{"errors_as_json", "true"},
	}
	if s.Path != "" && !s.Build {
		settings = append(settings, [2]string{"access_mode", "READ_ONLY"})
	}
	var config duckdb.Config
	if duckdb.CreateConfig(&config) != duckdb.StateSuccess {
		return config, &Failure{Type: Unopened, Message: "DuckDB has no memory for its settings"}
	}
	for _, kv := range settings {
		if duckdb.SetConfig(config, kv[0], kv[1]) != duckdb.StateSuccess {
			duckdb.DestroyConfig(&config)
			return config, &Failure{Type: Unopened, Message: fmt.Sprintf("DuckDB refuses %s=%s", kv[0], kv[1])}
		}
	}
	return config, nil
}

// lockdown is the rest, in an order in which each statement can still run.
// Times are shown in UTC, so that the same statement gives the same text on
// every machine.
func lockdown(s wire.Session) []string {
	paths := make([]string, len(s.Files))
	for i, p := range s.Files {
		paths[i] = literal(p)
	}
	return []string{
		"SET TimeZone = 'UTC'",
		"SET allowed_paths = [" + strings.Join(paths, ", ") + "]",
		"SET enable_external_access = false",
		"SET lock_configuration = true",
	}
}

// literal is a text as SQL writes it.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (s *session) exec(sql string) *Failure {
	var r duckdb.Result
	defer duckdb.DestroyResult(&r)
	if duckdb.Query(s.conn, sql, &r) != duckdb.StateSuccess {
		return ParseFailure(duckdb.ResultError(&r))
	}
	return nil
}

// Probe implements serve.Database.
func (s *session) Probe(context.Context) *wire.Failure {
	if f := s.probe(); f != nil {
		return f.toWire()
	}
	return nil
}

// probe attempts to create a table and returns a failure if that works.
func (s *session) probe() *Failure {
	if f := s.exec("BEGIN"); f != nil {
		return f
	}
	written := s.exec("CREATE TABLE plumb_write_probe (n INTEGER)") == nil
	if f := s.exec("ROLLBACK"); f != nil {
		return f
	}
	if written {
		return &Failure{Type: Refused, Message: "the session can create tables"}
	}
	return nil
}

// newest is the latest storage format that the library in this program reads.
const newest = 68

// explainUnopened finds out why DuckDB did not open the file: its message has no
// code.
func explainUnopened(path, message string) *Failure {
	_, message, _ = cutPrefixed(message, " Error: ")
	f := &Failure{Type: Unopened, Message: message}
	file, err := os.Open(path)
	if err != nil {
		return f
	}
	defer file.Close()
	var header [20]byte
	if n, _ := file.ReadAt(header[:], 0); n < len(header) || string(header[8:12]) != "DUCK" {
		f.Subtype = Foreign
		return f
	}
	if holder, locked := lockHolder(file); locked {
		f.Subtype, f.Name = Locked, strconv.Itoa(holder)
	} else if binary.LittleEndian.Uint64(header[12:]) > newest {
		f.Subtype = Newer
	}
	return f
}

// cutPrefixed is strings.Cut that keeps the whole text where there is no
// separator.
func cutPrefixed(s, sep string) (before, after string, found bool) {
	if before, after, found = strings.Cut(s, sep); !found {
		return "", s, false
	}
	return before, after, true
}
