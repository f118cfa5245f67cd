// Package extract makes documents of bytes: PDF, Word, Excel and PowerPoint files, web
// pages, Markdown, plain text and CSV. What bytes are is decided by themselves, and among
// texts by the name and the media type.
//
// Whoever wrote a file may have meant harm. PDF, office files and web pages are therefore
// parsed in a sandboxed process, one for each file, so that none can change what is read of
// another. It gets the bytes and gives back a document, which is held against the bounds of
// documents here. Plain text, Markdown and CSV are read in this process: their parsers are a
// few hundred lines over strings, without recursion, and bounded in time and memory by the
// length of the text (package plain).
package extract

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/document/plain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox"
	"github.com/plumbdata/plumb/internal/source/files/decode"
)

// Options say how documents are read. Zero means the default of a limit.
type Options struct {
	// Sandbox says how the process is started that reads PDF, office files and web
	// pages, and whether it may lack layers.
	Sandbox  sandbox.Options
	MaxBytes int64 // of a file: 64 MiB
}

// Extractor reads documents. It serves many goroutines.
type Extractor struct{ Options }

// New makes an extractor.
func New(o Options) *Extractor {
	const (
		maxBytes = 64 << 20
		memory   = 768 << 20 // what 64 MiB of a file are when they are unpacked, and the document
		output   = 96 << 20  // build.MaxText as JSON, with tables
	)
	o.MaxBytes = orDefault(o.MaxBytes, maxBytes)
	o.Sandbox.Limits.Memory = orDefault(o.Sandbox.Limits.Memory, memory)
	o.Sandbox.Limits.Output = orDefault(o.Sandbox.Limits.Output, output)
	o.Sandbox.Limits.Time = orDefault(o.Sandbox.Limits.Time, time.Minute)
	return &Extractor{o}
}

func orDefault[T int64 | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

// Extract reads a document. The kind is pdf, docx, xlsx, pptx, html, markdown, text or csv.
func (e *Extractor) Extract(ctx context.Context, name, media string, data []byte) (*document.Document, string, error) {
	if err := ctx.Err(); err != nil {
		return nil, "", fault.Of(err)
	}
	name = shortName(name)
	switch {
	case int64(len(data)) > e.MaxBytes:
		return nil, "", fault.New(fault.BadData, "%s has %d MiB; Plumb reads documents of up to %d MiB", name, len(data)>>20, e.MaxBytes>>20).
			WithHint("split the document, or connect it as data if it is a table")
	case len(data) == 0:
		return nil, "", fault.New(fault.BadData, "%s is empty", name).WithHint("check that it is the right file")
	}
	k, err := binaryKind(name, data)
	if err != nil {
		return nil, "", err
	}
	if k != "" {
		return e.inSandbox(ctx, request{Kind: k, Name: name}, data)
	}
	text, notes, err := decode.Text(name, data, charsetOf(media, data))
	if err != nil {
		return nil, "", fault.Of(err)
	}
	k = textKind(name, media, text)
	var d *document.Document
	if k == kindHTML {
		d, k, err = e.inSandbox(ctx, request{Kind: k, Name: name}, []byte(text))
	} else {
		d, err = readText(name, k, text)
	}
	if err != nil {
		return nil, "", err
	}
	for _, n := range notes {
		if n.Uncertain() && len(d.Notes) < build.MaxNotes {
			d.Notes = append(d.Notes, build.Valid(n.String()))
		}
	}
	return d, k, nil
}

// readText reads a text in this process.
func readText(name, kind, text string) (d *document.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, fault.Wrap(fmt.Errorf("%v", p), fault.BadData, "%s cannot be read: its text is not what Plumb expects", name).WithHint("%s", hintDamaged)
		}
	}()
	switch kind {
	case kindMarkdown:
		d = plain.Markdown(text)
	case kindCSV:
		d = plain.CSV(text)
	default:
		d = plain.Text(text)
	}
	return d, nil
}

const hintDamaged = "open the file in the program that made it, and save or export it again"

// inSandbox has the document read by Reader in a process of its own.
func (e *Extractor) inSandbox(ctx context.Context, r request, data []byte) (*document.Document, string, error) {
	argument, err := json.Marshal(r)
	if err != nil {
		return nil, "", fault.Of(err)
	}
	out, err := sandbox.Read(ctx, ReaderName, string(argument), data, e.Sandbox)
	if err != nil {
		return nil, "", e.sandboxFault(r.Name, err)
	}
	return parseResponse(r.Name, out)
}

// sandboxFault says what it means for a document that its process has failed. That it
// crashed is the document's doing: the same document will do it again.
func (e *Extractor) sandboxFault(name string, err error) error {
	limits := e.Sandbox.Limits
	switch fault.CodeOf(err) {
	case fault.Memory:
		return fault.Wrap(err, fault.BadData, "%s cannot be read: that took more than %d MiB of memory, or crashed the process that read it", name, limits.Memory>>20).
			WithHint("%s, or split it", hintDamaged)
	case sandbox.Timeout:
		return fault.Wrap(err, fault.BadData, "%s cannot be read: that took longer than %s", name, limits.Time).WithHint("%s, or split it", hintDamaged)
	case sandbox.OutputLimit:
		return fault.Wrap(err, fault.BadData, "%s holds more text than Plumb keeps of a document (%d MiB)", name, build.MaxText>>20).WithHint("split the document")
	case fault.Lost:
		return fault.Wrap(err, fault.BadData, "%s cannot be read: it crashed the process that read it", name).WithHint("%s", hintDamaged)
	}
	return err
}
