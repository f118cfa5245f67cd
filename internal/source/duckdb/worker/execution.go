package worker

import (
	"io"
	"math"
	"strings"
	"sync"
	"time"

	duckdb "github.com/duckdb/duckdb-go-bindings"

	"github.com/plumbdata/plumb/internal/source/duckdb/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// execution is one statement on its way through the engine.
type execution struct {
	session   *session
	statement wire.Statement
	out       io.Writer

	mu       sync.Mutex
	canceled bool
	finished bool
}

// interval is how often a canceled statement is interrupted again: DuckDB
// forgets an interruption that comes just before it begins to execute.
const interval = 20 * time.Millisecond

// cancel makes the statement end soon, if DuckDB listens.
func (e *execution) cancel() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.finished || e.canceled {
		return
	}
	e.canceled = true
	go func() {
		for e.interrupt() {
			time.Sleep(interval)
		}
	}()
}

func (e *execution) interrupt() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.finished {
		duckdb.Interrupt(e.session.conn)
	}
	return !e.finished
}

func (e *execution) stopped() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.canceled
}

// run answers the statement. An error in writing means that the parent has
// gone, and the process is about to end.
func (e *execution) run() {
	failure := e.stream()
	e.mu.Lock()
	e.finished = true
	e.mu.Unlock()
	if failure != nil {
		_ = wire.SendJSON(e.out, wire.Failed, failure)
		return
	}
	_ = wire.SendJSON(e.out, wire.End, nil)
}

func (e *execution) stream() *wire.Failure {
	prepared, failure := e.session.prepare(e.statement.SQL)
	if failure != nil {
		return failure
	}
	defer prepared.destroy()
	if e.stopped() {
		return &wire.Failure{Type: wire.Interrupted, Message: "interrupted"}
	}

	// A streaming result is computed as it is read, in bounded memory.
	var pending duckdb.PendingResult
	defer duckdb.DestroyPending(&pending)
	if duckdb.PendingPreparedStreaming(prepared.statement, &pending) != duckdb.StateSuccess {
		return wire.ParseFailure(duckdb.PendingError(pending))
	}
	var result duckdb.Result
	defer duckdb.DestroyResult(&result)
	if duckdb.ExecutePending(pending, &result) != duckdb.StateSuccess {
		return wire.ParseFailure(duckdb.ResultError(&result))
	}
	columns := make([]table.Column, len(prepared.columns))
	for i, c := range prepared.columns {
		columns[i] = c.column
	}
	if err := wire.SendJSON(e.out, wire.Columns, columns); err != nil {
		return nil
	}
	return e.rows(result, prepared.columns)
}

// batch is about how many bytes of rows go into one frame: enough to make the
// cost of a frame small, little enough to stay in a processor's cache.
const batch = 128 << 10

// maxRow bounds a row where the statement has no lower limit of bytes.
const maxRow = 1 << 30

// rows sends the result up to the statement's limits. The reader at the other
// end must see the row that breaks a limit to know that there was more; of a
// row beyond the byte limit only as much is sent as breaks it.
func (e *execution) rows(result duckdb.Result, columns []*column) *wire.Failure {
	rowsLeft, bytesLeft := math.MaxInt, int64(math.MaxInt64)
	if e.statement.Rows > 0 && e.statement.Rows < math.MaxInt {
		rowsLeft = e.statement.Rows + 1
	}
	if e.statement.Bytes > 0 {
		bytesLeft = e.statement.Bytes
	}
	row := make(table.Row, len(columns))
	frame := wire.Begin(make([]byte, 0, batch+batch/8), wire.Rows)
	send := func() bool {
		if wire.Empty(frame) {
			return true
		}
		err := wire.Send(e.out, frame)
		frame = wire.Begin(frame, wire.Rows)
		return err == nil && !e.stopped()
	}
	started := time.Now()
	for rowsLeft > 0 && bytesLeft >= 0 {
		chunk := duckdb.FetchChunk(result)
		if chunk.Ptr == nil {
			break
		}
		for i, c := range columns {
			c.load(duckdb.DataChunkGetVector(chunk, duckdb.IdxT(i)))
		}
		count := int(duckdb.DataChunkGetSize(chunk))
		for r := 0; r < count && rowsLeft > 0 && bytesLeft >= 0; r++ {
			size := fill(row, columns, r, bytesLeft)
			if size > maxRow && size <= bytesLeft {
				duckdb.DestroyDataChunk(&chunk)
				return &wire.Failure{Type: wire.NoMemory, Message: "a row is larger than 1 GiB"}
			}
			bytesLeft -= size
			rowsLeft--
			if frame = table.AppendRow(frame, row); len(frame) >= batch && !send() {
				duckdb.DestroyDataChunk(&chunk)
				return nil
			}
		}
		duckdb.DestroyDataChunk(&chunk)
		// Rows that trickle in are not held back until there are many.
		if time.Since(started) > flushAfter {
			if !send() {
				return nil
			}
			started = time.Now()
		}
	}
	if text := duckdb.ResultError(&result); text != "" {
		return wire.ParseFailure(text)
	}
	send()
	return nil
}

const flushAfter = 50 * time.Millisecond

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
// statement which only reads.
func (s *session) prepare(sql string) (*prepared, *wire.Failure) {
	p := &prepared{}
	if f := s.compile(sql, p); f != nil {
		return nil, f
	}
	if f := s.onlyReads(sql, p.statement); f != nil {
		p.destroy()
		return nil, f
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

func (s *session) compile(sql string, p *prepared) *wire.Failure {
	if duckdb.Prepare(s.conn, sql, &p.statement) != duckdb.StateSuccess {
		f := wire.ParseFailure(duckdb.PrepareError(p.statement))
		p.destroy()
		return f
	}
	return nil
}

func (s *session) onlyReads(sql string, statement duckdb.PreparedStatement) *wire.Failure {
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
	return &wire.Failure{Type: wire.Refused, Message: "only SELECT runs in this session"}
}
