package wire

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"

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

// cut is for a stream that ended too early, with an error or without one.
func cut(err error, provider string) *fault.Fault {
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return fault.Wrap(err, model.CutStream, "the connection to %s ended before the answer did", provider).
		WithHint("try again; if it happens often, a proxy may be cutting long replies")
}

// Explain turns what ended a call too early into a fault; refused explains an
// error status. hint is for a server that cannot be reached. No error means
// that the stream ended before the answer did.
func (c *Client) Explain(ctx context.Context, err error, provider, hint string, refused func(*Refusal) error) error {
	var f *fault.Fault
	var refusal *Refusal
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	var connection *url.Error
	var network net.Error
	switch {
	case ctx.Err() != nil:
		return Stopped(ctx, provider)
	case errors.As(err, &f):
		return err // with what is around the fault, such as how long to wait
	case errors.As(err, &refusal):
		return refused(refusal)
	case errors.As(err, &syntax), errors.As(err, &mismatch):
		return Malformed(provider, "something that is not JSON")
	case errors.As(err, &connection):
		return unreachable(connection.Err, c.Host, hint) // without the URL, which may hold a password
	case errors.As(err, &network) && network.Timeout():
		return unreachable(err, c.Host, hint)
	}
	return cut(err, provider)
}

// CheckNetwork is what to do where a host cannot be reached.
const CheckNetwork = "check the network, and the base URL or proxy if you have set one"

// unreachable is for a host that does not answer.
func unreachable(err error, host, hint string) *fault.Fault {
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
	f := fault.New(code, "%s", message).WithHint("wait a moment and try again, or configure a second model to fall back on")
	if wait := RetryAfter(header); wait > 0 {
		f.Cause = model.After(errLimited, wait)
		f.Message += "; it asks to wait " + wait.String()
	}
	return f
}
