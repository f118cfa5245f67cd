package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"net/url"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/reach"
)

const (
	firstWait = 500 * time.Millisecond // before the second attempt; then twice as long each time
	longest   = 30 * time.Second       // that a server may make Plumb wait between attempts
	// doubtful is how many failures in a row end all retries, and hopeless how many end the requests: each of
	// thousands of items would wait for a server that is gone.
	doubtful, hopeless = 3, 20
)

// effort is what the work on a place may still cost.
type effort struct {
	Limits
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error
	server string // for messages

	last   time.Time // of a request
	spent  int64     // bytes since the listing began
	failed int       // failures in a row that might have passed
}

func newEffort(server string, o Options) *effort {
	return &effort{Limits: o.Limits, now: o.Now, sleep: o.Sleep, server: server}
}

// begin is called as a listing begins.
func (e *effort) begin() { e.spent, e.failed = 0, 0 }

// try sends a request, again if it fails in a way that may pass.
func (e *effort) try(ctx context.Context, request func(context.Context) error) error {
	for attempt := 0; ; attempt++ {
		if e.failed >= hopeless {
			return fault.New(fault.Connect, "%s failed %d times in a row, and is not asked again now", e.server, e.failed).WithHint("try again later")
		}
		if err := e.pace(ctx); err != nil {
			return err
		}
		err := e.once(ctx, request)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !isTransient(err) {
			e.failed = 0
			return err
		}
		e.failed++
		wait, wanted := firstWait<<attempt, reach.Refusal{}
		if errors.As(err, &wanted) {
			wait = max(wait, wanted.Wait)
		}
		if attempt >= e.Retries || e.failed >= doubtful && attempt == 0 || wait > longest || errors.Is(err, errSlow) {
			return err
		}
		if err := e.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

var errSlow = errors.New("time limit")

func (e *effort) once(ctx context.Context, request func(context.Context) error) error {
	bounded, cancel := context.WithTimeoutCause(ctx, e.Timeout, errSlow)
	defer cancel()
	err := request(bounded)
	if err != nil && ctx.Err() == nil && context.Cause(bounded) == errSlow {
		return fault.Wrap(errSlow, fault.Connect, "%s did not send all within %s", e.server, e.Timeout).WithHint("try again when it is less busy")
	}
	return err
}

// pace waits until the next request may be sent.
func (e *effort) pace(ctx context.Context) error {
	if e.Pause <= 0 {
		return nil
	}
	if wait := e.last.Add(e.Pause).Sub(e.now()); wait > 0 && wait <= e.Pause {
		if err := e.sleep(ctx, wait); err != nil {
			return err
		}
	}
	e.last = e.now()
	return nil
}

// isTransient reports whether a failure may pass.
func isTransient(err error) bool {
	var (
		refused     reach.Refusal
		ftp         *textproto.Error
		dns         *net.DNSError
		certificate *tls.CertificateVerificationError
		connection  *net.OpError
		request     *url.Error
	)
	switch {
	case errors.As(err, &refused):
		return refused.Status == 408 || refused.Status == 425 || refused.Status == 429 || refused.Status >= 500 && refused.Status != 501
	case errors.As(err, &ftp):
		return ftp.Code >= 400 && ftp.Code < 500
	case errors.As(err, &dns):
		return !dns.IsNotFound
	case errors.As(err, &certificate), errors.Is(err, reach.ErrRedirects), errors.Is(err, errTooLarge), errors.Is(err, context.Canceled):
		return false
	}
	return errors.As(err, &connection) || errors.As(err, &request) || errors.Is(err, errSlow) || errors.Is(err, errBroken) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

var (
	errTooLarge = errors.New("too large")
	errBroken   = errors.New("ended before its end")
)

// read reads a body, as far as an item may be large.
func (e *effort) read(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, e.ItemBytes+1))
	if int64(len(data)) > e.ItemBytes {
		return nil, errTooLarge
	}
	return data, err
}

// spend counts what was read. What goes beyond the total is not given out.
func (e *effort) spend(data []byte) error {
	if e.spent += int64(len(data)); e.spent > e.TotalBytes {
		return fault.Wrap(errTotal, fault.BadData, "the documents have more than %s together", sizeOf(e.TotalBytes)).
			WithHint("name fewer, or raise the limit")
	}
	return nil
}

var errTotal = errors.New("too much in total")

// checkSize refuses an item by the size that was announced.
func (e *effort) checkSize(item Item) error {
	if item.Size > e.ItemBytes {
		return e.tooLarge(item.Name, item.Size)
	}
	return nil
}

// tooLarge is the fault for an item with more bytes than it may have; size is -1 if unknown.
func (e *effort) tooLarge(name string, size int64) error {
	if size < 0 {
		return fault.Wrap(errTooLarge, fault.BadData, "%s has more than %s, the most that is read of one document", name, sizeOf(e.ItemBytes)).
			WithHint("split it, or raise the limit")
	}
	return fault.Wrap(errTooLarge, fault.BadData, "%s has %s, and at most %s are read of one document", name, sizeOf(size), sizeOf(e.ItemBytes)).
		WithHint("split it, or raise the limit")
}

// sizeOf is a number of bytes for people.
func sizeOf(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.3g GiB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.3g MiB", float64(bytes)/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%.3g KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// truncated is the fault for a listing that ended at its bounds.
func truncated(format string, args ...any) *fault.Fault {
	return fault.New(fault.ResultTruncated, format, args...)
}
