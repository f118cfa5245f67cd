package extract

import (
	"encoding/json"
	"fmt"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/document/office"
	"github.com/plumbdata/plumb/internal/document/page"
	"github.com/plumbdata/plumb/internal/document/pdf"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox"
)

// ReaderName is the name of Reader among those of the sandbox.
const ReaderName = "document"

// Readers are what the sandboxed process must have, for sandbox.RunIfAsked.
func Readers() map[string]sandbox.Reader { return map[string]sandbox.Reader{ReaderName: Reader} }

// request is what the process is asked for.
type request struct{ Kind, Name string }

// response is what it answers: a document, or why there is none.
type response struct {
	Kind     string             `json:"kind,omitempty"`
	Document *document.Document `json:"document,omitempty"`
	Fault    *failure           `json:"fault,omitempty"`
}

type failure struct {
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Reader reads a document inside of the sandboxed process.
func Reader(argument string, data []byte) []byte {
	var r request
	var answer response
	if err := json.Unmarshal([]byte(argument), &r); err != nil {
		answer.Fault = &failure{Message: "the request cannot be read"}
	} else if d, kind, err := safely(r, data); err != nil {
		f := fault.Of(err)
		answer.Fault = &failure{f.Message, f.Hint}
	} else {
		answer.Kind, answer.Document = kind, d
	}
	out, err := json.Marshal(answer)
	if err != nil {
		out, _ = json.Marshal(response{Fault: &failure{Message: "the document cannot be passed on"}}) // strings always can
	}
	return out
}

// safely makes a fault of a panic: the file is not what a parser expects.
func safely(r request, data []byte) (d *document.Document, kind string, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, damaged(r.Name, fmt.Sprint(p))
		}
	}()
	return parse(r, data)
}

// damaged is the fault for a file that cannot be read.
func damaged(name, why string) error {
	const most = 200
	if len(why) > most {
		why = why[:most]
	}
	return fault.New(fault.BadData, "%s is damaged and cannot be read: %s", name, build.Line(why)).WithHint("%s", hintDamaged)
}

// parseResponse checks what the process has answered. It may be anything.
func parseResponse(name string, out []byte) (*document.Document, string, error) {
	var answer response
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, "", fault.Wrap(err, fault.BadData, "%s cannot be read: what came of it is no document", name).WithHint("%s", hintDamaged)
	}
	if f := answer.Fault; f != nil {
		message, hint := clipLine(f.Message), clipLine(f.Hint)
		if hint == "" {
			hint = hintDamaged
		}
		return nil, "", fault.New(fault.BadData, "%s", message).WithHint("%s", hint)
	}
	switch answer.Kind {
	case kindPDF, kindDOCX, kindXLSX, kindPPTX, kindHTML:
	default:
		answer.Document = nil
	}
	if answer.Document == nil {
		return nil, "", fault.New(fault.BadData, "%s cannot be read: what came of it is no document", name).WithHint("%s", hintDamaged)
	}
	if err := build.Check(answer.Document); err != nil {
		return nil, "", fault.Wrap(err, fault.BadData, "%s cannot be read: %v", name, err).WithHint("%s", hintDamaged)
	}
	return answer.Document, answer.Kind, nil
}

func clipLine(text string) string {
	const most = 500
	text = printable(text)
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// parse reads a file by its kind.
func parse(r request, data []byte) (d *document.Document, kind string, err error) {
	switch r.Kind {
	case kindPDF:
		d, err = pdf.Read(r.Name, data)
		return d, kindPDF, err
	case kindHTML:
		d, err = page.Read(r.Name, string(data))
		return d, kindHTML, err
	}
	return office.Read(r.Name, data)
}
