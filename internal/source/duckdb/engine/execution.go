package engine

import (
	"context"
	"strings"
	"sync"
	"time"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/source/worker/serve"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// execution is one statement on its way through the engine.
type execution struct {
	session *session

	mu       sync.Mutex
	finished bool
}

// interval is how often a canceled statement is interrupted again: DuckDB
// forgets an interruption that comes just before it begins to execute.
const interval = 20 * time.Millisecond

func (e *execution) cancel() {
	for e.interrupt() {
		time.Sleep(interval)
	}
}

func (e *execution) interrupt() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.finished {
		duckdb.Interrupt(e.session.conn)
	}
	return !e.finished
}

func (e *execution) finish() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.finished = true
}

// Run implements serve.Database.
func (s *session) Run(ctx context.Context, q wire.Statement, out *serve.Answer) *wire.Failure {
	e := &execution{session: s}
	defer context.AfterFunc(ctx, e.cancel)()
	defer e.finish()
	if f := e.stream(ctx, q.SQL, out); f != nil {
		return f.toWire()
	}
	return nil
}

func (e *execution) stream(ctx context.Context, sql string, out *serve.Answer) *Failure {
	prepared, failure := e.session.prepare(sql)
	if failure != nil {
		return failure
	}
	defer prepared.destroy()
	if ctx.Err() != nil {
		return &Failure{Type: Interrupted, Message: "interrupted"}
	}

	// A streaming result is computed as it is read, in bounded memory.
	var pending duckdb.PendingResult
	defer duckdb.DestroyPending(&pending)
	if duckdb.PendingPreparedStreaming(prepared.statement, &pending) != duckdb.StateSuccess {
		return ParseFailure(duckdb.PendingError(pending))
	}
	var result duckdb.Result
	defer duckdb.DestroyResult(&result)
	if duckdb.ExecutePending(pending, &result) != duckdb.StateSuccess {
		return ParseFailure(duckdb.ResultError(&result))
	}
	columns := make([]table.Column, len(prepared.columns))
	for i, c := range prepared.columns {
		columns[i] = c.column
	}
	out.Begin(columns)
	return rows(result, prepared.columns, out)
}

// maxRow bounds a row where the statement has no lower limit of bytes.
const maxRow = 1 << 30

// rows sends the result.
func rows(result duckdb.Result, columns []*column, out *serve.Answer) *Failure {
	row := make(table.Row, len(columns))
	for out.WantsMore() {
		chunk := duckdb.FetchChunk(result)
		if chunk.Ptr == nil {
			break
		}
		for i, c := range columns {
			c.load(duckdb.DataChunkGetVector(chunk, duckdb.IdxT(i)))
		}
		count := int(duckdb.DataChunkGetSize(chunk))
		for r := 0; r < count && out.WantsMore(); r++ {
			size := fill(row, columns, r, out.BytesLeft())
			if size > maxRow && size <= out.BytesLeft() {
				duckdb.DestroyDataChunk(&chunk)
				return &Failure{Type: NoMemory, Message: "a row is larger than 1 GiB"}
			}
			out.Add(row, size)
		}
		duckdb.DestroyDataChunk(&chunk)
		out.Flush()
	}
	if text := duckdb.ResultError(&result); text != "" {
		return ParseFailure(text)
	}
	return nil
}

// fill decodes a row and returns its size. A value that alone is larger than
// most is cut to just beyond it, and the values after it are left out.
func fill(row table.Row, columns []*column, r int, most int64) int64 {
	limit := int(min(most, maxRow)) + 1
	var size int64
	for i, c := range columns {
		row[i] = table.Value{}
		if size <= most {
			row[i] = c.value(r, limit)
			size += int64(row[i].Size())
		}
	}
	return size
}

// prepared is a statement that may run.
type prepared struct {
	statement duckdb.PreparedStatement
	columns   []*column
}

func (p *prepared) destroy() { duckdb.DestroyPrepare(&p.statement) }

// prepare checks once more what the guard has checked: that this is a single
// statement which only reads, unless the session builds its database.
func (s *session) prepare(sql string) (*prepared, *Failure) {
	p := &prepared{}
	if f := s.compile(sql, p); f != nil {
		return nil, f
	}
	if !s.build {
		if f := s.onlyReads(sql, p.statement); f != nil {
			p.destroy()
			return nil, f
		}
	}
	if !p.describe() {
		// Some types come out only as text.
		cast := p.castUnreadable(sql)
		p.destroy()
		if f := s.compile(cast, p); f != nil {
			return nil, f
		}
		p.describe()
	}
	return p, nil
}

func (s *session) compile(sql string, p *prepared) *Failure {
	if duckdb.Prepare(s.conn, sql, &p.statement) != duckdb.StateSuccess {
		f := ParseFailure(duckdb.PrepareError(p.statement))
		p.destroy()
		return f
	}
	return nil
}

func (s *session) onlyReads(sql string, statement duckdb.PreparedStatement) *Failure {
	const explain = "EXPLAIN"
	switch duckdb.PreparedStatementType(statement) {
	case duckdb.StatementTypeSelect:
		return nil
	case duckdb.StatementTypeExplain:
		// EXPLAIN ANALYZE would run what it explains, whatever that is.
		if len(sql) > len(explain) && strings.EqualFold(sql[:len(explain)], explain) {
			explained := &prepared{}
			if s.compile(sql[len(explain):], explained) == nil {
				defer explained.destroy()
				if duckdb.PreparedStatementType(explained.statement) == duckdb.StatementTypeSelect {
					return nil
				}
			}
		}
	}
	return &Failure{Type: Refused, Message: "only SELECT runs in this session"}
}
