package serve

import (
	"context"
	"io"
	"math"
	"time"

	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

const (
	// batch is about how many bytes of rows go into one frame: enough to make
	// the cost of a frame small, little enough to stay in a processor's cache.
	batch = 128 << 10
	// flushAfter is how long rows that trickle in are held back.
	flushAfter = 50 * time.Millisecond
)

// Answer sends the result of a statement up to the statement's limits. The
// reader at the other end must see the row that breaks a limit to know that
// there was more.
type Answer struct {
	ctx       context.Context
	out       io.Writer
	frame     []byte
	flushed   time.Time
	rowsLeft  int
	bytesLeft int64
	unwanted  bool // the statement was canceled, or the parent has gone
}

func newAnswer(ctx context.Context, s wire.Statement, out io.Writer) *Answer {
	a := &Answer{ctx: ctx, out: out, rowsLeft: math.MaxInt, bytesLeft: math.MaxInt64}
	if s.Rows > 0 && s.Rows < math.MaxInt {
		a.rowsLeft = s.Rows + 1
	}
	if s.Bytes > 0 {
		a.bytesLeft = s.Bytes
	}
	return a
}

// Begin sends the columns; rows follow.
func (a *Answer) Begin(columns []table.Column) {
	a.unwanted = wire.SendJSON(a.out, wire.Columns, columns) != nil
	a.frame = wire.Begin(make([]byte, 0, 4<<10), wire.Rows)
	a.flushed = time.Now()
}

// WantsMore reports whether another row should be computed.
func (a *Answer) WantsMore() bool { return a.rowsLeft > 0 && a.bytesLeft >= 0 && !a.unwanted }

// BytesLeft is how many bytes the rest of the rows may have. Of a row that has
// more, only as much as breaks the limit should be added.
func (a *Answer) BytesLeft() int64 { return a.bytesLeft }

// Add adds a row of a size.
func (a *Answer) Add(row table.Row, size int64) {
	a.bytesLeft -= size
	a.rowsLeft--
	if a.frame = table.AppendRow(a.frame, row); len(a.frame) >= batch {
		a.send()
	}
}

// Flush sends rows that have waited long enough.
func (a *Answer) Flush() {
	if time.Since(a.flushed) > flushAfter {
		a.send()
	}
}

func (a *Answer) send() {
	if a.frame == nil || wire.Empty(a.frame) {
		return
	}
	err := wire.Send(a.out, a.frame)
	a.frame = wire.Begin(a.frame, wire.Rows)
	a.flushed = time.Now()
	a.unwanted = a.unwanted || err != nil || a.ctx.Err() != nil
}
