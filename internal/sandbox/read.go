package sandbox

import (
	"bytes"
	"context"
	"errors"
	"os"

	"github.com/plumbdata/plumb/internal/sandbox/inside"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

// Reader is a part of this program that makes bytes of bytes, such as a parser of files
// that others have written.
type Reader = inside.Reader

// Read runs a reader, by the name that it has in RunIfAsked, in a process of its own that
// is confined as a program is: a file that takes a parser over has nothing but itself. What
// comes back may be anything, up to Limits.Output bytes.
func Read(ctx context.Context, reader, argument string, data []byte, o Options) ([]byte, error) {
	o.Limits = o.Limits.withDefaults()
	ctx, cancel := context.WithTimeoutCause(ctx, o.Limits.Time, errTime)
	defer cancel()
	proc, err := start(ctx, o, o.setup(Language(reader)))
	if err != nil {
		return nil, err
	}
	defer proc.end()
	if err := o.acceptable("foreign files are not read here", Language(reader), proc.layers); err != nil {
		return nil, err
	}
	// An error of sending shows in what is received.
	_ = sendData(proc.in, argument, data)
	kind, payload, err := wire.Receive(proc.out, o.Limits.Output)
	switch {
	case errors.Is(err, wire.ErrTooLarge):
		err = errOutput
	case err == nil && kind != wire.KindData:
		err = errProtocol
	}
	if err != nil {
		return nil, proc.explain(ctx, o, err)
	}
	return payload, nil
}

func sendData(to *os.File, argument string, data []byte) error {
	defer to.Close()
	var head bytes.Buffer
	if err := wire.SendJSON(&head, wire.KindProgram, wire.Program{Code: argument}); err != nil {
		return err
	}
	if _, err := to.Write(head.Bytes()); err != nil {
		return err
	}
	return wire.Send(to, wire.KindData, data)
}
