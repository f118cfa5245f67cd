package wire

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// KeyHint says where a key is made, and where it is put.
func KeyHint(page, variable string) string {
	return "keys are made at " + page + "; put yours into the environment or .env as " + variable
}

// Malformed is for what came and cannot be used.
func Malformed(provider, format string, args ...any) *fault.Fault {
	f := fault.New(model.Malformed, format, args...).WithHint("try again, or use another model")
	f.Message = provider + " sent " + f.Message
	return f
}

// Stopped is for a call whose context has ended.
func Stopped(ctx context.Context, provider string) *fault.Fault {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(ctx.Err(), model.Timeout, "%s exceeded its time limit", provider).
			WithHint("try again, or allow more time")
	}
	return fault.Wrap(ctx.Err(), fault.Canceled, "stopped before %s had answered", provider)
}

// Cut is for a stream that ended too early, with an error or without one.
func Cut(err error, provider string) *fault.Fault {
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return fault.Wrap(err, model.CutStream, "the connection to %s ended before the answer did", provider).
		WithHint("try again; if it happens often, a proxy may be cutting long replies")
}

// CheckNetwork is what to do where a host cannot be reached.
const CheckNetwork = "check the network, and the base URL or proxy if you have set one"

// Unreachable is for a host that does not answer. The error must not hold a
// URL, which may hold a password.
func Unreachable(err error, host, hint string) *fault.Fault {
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.As(err, &name):
		return fault.Wrap(err, model.Network, "%s cannot be found", host).WithHint("%s", hint)
	case errors.As(err, &timeout) && timeout.Timeout():
		return fault.Wrap(err, model.Timeout, "%s did not answer in time", host).WithHint("try again")
	}
	return fault.Wrap(err, model.Network, "%s cannot be reached", host).WithHint("%s", hint)
}

// errLimited carries how long to wait.
var errLimited = errors.New("the provider asks to wait")

// Limited is for a provider that takes no more for now, with the time that its
// headers ask to wait.
func Limited(code fault.Code, header http.Header, message string) *fault.Fault {
	f := fault.New(code, "%s", message).WithHint("wait a little and try again, or configure a second model to fall back on")
	if wait := RetryAfter(header); wait > 0 {
		f.Cause = model.After(errLimited, wait)
		f.Message += "; it asks to wait " + wait.String()
	}
	return f
}
