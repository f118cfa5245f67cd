package worker

import (
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/source/duckdb/wire"
)

// session is an open, locked-down database.
type session struct {
	db   duckdb.Database
	conn duckdb.Connection
}

// spillFactor times the memory limit is how much a statement may write to the
// worker's temporary folder.
const spillFactor = 4

func openSession(s wire.Session) (*session, *wire.Failure) {
	config, failure := configure(s)
	if failure != nil {
		return nil, failure
	}
	defer duckdb.DestroyConfig(&config)
	opened := &session{}
	var message string
	if duckdb.OpenExt(s.Path, &opened.db, config, &message) != duckdb.StateSuccess {
		return nil, unopened(s.Path, message)
	}
	if duckdb.Connect(opened.db, &opened.conn) != duckdb.StateSuccess {
		return nil, unopened(s.Path, "the connection was refused")
	}
	for _, sql := range lockdown(s) {
		if f := opened.exec(sql); f != nil {
			return nil, f
		}
	}
	return opened, nil
}

// configure holds the settings that must be there before the file is opened.
func configure(s wire.Session) (duckdb.Config, *wire.Failure) {
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
	if s.Path != "" {
		settings = append(settings, [2]string{"access_mode", "READ_ONLY"}, [2]string{"enable_external_access", "false"})
	}
	var config duckdb.Config
	if duckdb.CreateConfig(&config) != duckdb.StateSuccess {
		return config, &wire.Failure{Type: wire.Unopened, Message: "DuckDB has no memory for its settings"}
	}
	for _, kv := range settings {
		if duckdb.SetConfig(config, kv[0], kv[1]) != duckdb.StateSuccess {
			duckdb.DestroyConfig(&config)
			return config, &wire.Failure{Type: wire.Unopened, Message: fmt.Sprintf("DuckDB refuses %s=%s", kv[0], kv[1])}
		}
	}
	return config, nil
}

// lockdown is the rest, in an order in which each statement can still run.
// Times are shown in UTC, so that the same statement gives the same text on
// every machine.
func lockdown(s wire.Session) []string {
	statements := []string{"SET TimeZone = 'UTC'"}
	if s.Path == "" {
		paths := make([]string, len(s.Files))
		for i, p := range s.Files {
			paths[i] = literal(p)
		}
		statements = append(statements,
			"SET allowed_paths = ["+strings.Join(paths, ", ")+"]",
			"SET enable_external_access = false")
		statements = append(statements, s.Setup...)
	}
	return append(statements, "SET lock_configuration = true")
}

// literal is a text as SQL writes it.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (s *session) exec(sql string) *wire.Failure {
	var r duckdb.Result
	defer duckdb.DestroyResult(&r)
	if duckdb.Query(s.conn, sql, &r) != duckdb.StateSuccess {
		return wire.ParseFailure(duckdb.ResultError(&r))
	}
	return nil
}

// probe attempts to create a table and returns a failure if that works.
func (s *session) probe() *wire.Failure {
	if f := s.exec("BEGIN"); f != nil {
		return f
	}
	written := s.exec("CREATE TABLE plumb_write_probe (n INTEGER)") == nil
	if f := s.exec("ROLLBACK"); f != nil {
		return f
	}
	if written {
		return &wire.Failure{Type: wire.Refused, Message: "the session can create tables"}
	}
	return nil
}

// newest is the latest storage format that the library in this program reads.
const newest = 68

// unopened finds out why DuckDB did not open the file: its message has no
// code.
func unopened(path, message string) *wire.Failure {
	_, message, _ = cutPrefixed(message, " Error: ")
	f := &wire.Failure{Type: wire.Unopened, Message: message}
	file, err := os.Open(path)
	if err != nil {
		return f
	}
	defer file.Close()
	var header [20]byte
	if n, _ := file.ReadAt(header[:], 0); n < len(header) || string(header[8:12]) != "DUCK" {
		f.Subtype = wire.Foreign
		return f
	}
	if holder, locked := lockHolder(file); locked {
		f.Subtype, f.Name = wire.Locked, strconv.Itoa(holder)
	} else if binary.LittleEndian.Uint64(header[12:]) > newest {
		f.Subtype = wire.Newer
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
