package gemini

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

// Google signs parts, and wants each signature back on the part that it came
// with. The port carries signatures beside the parts, so each is written down
// with the place that it belongs to: "call 0", or "text", then the bytes in
// base64, then ";". Several in a row can still be told apart.

func callSignature(call int, signature []byte) string {
	return "call " + strconv.Itoa(call) + " " + base64.StdEncoding.EncodeToString(signature) + ";"
}

func textSignature(signature []byte) string {
	return "text " + base64.StdEncoding.EncodeToString(signature) + ";"
}

// sign puts the signatures among the parts of a message back onto its calls
// and its last text. What cannot be read, because another provider wrote it,
// is left out.
func sign(c *content, parts []model.Part) {
	var calls []*part
	var text *part
	for _, p := range c.Parts {
		switch {
		case p.FunctionCall != nil:
			calls = append(calls, p)
		case p.Text != "":
			text = p
		}
	}
	for _, p := range parts {
		if p.Thinking == nil {
			continue
		}
		for _, s := range strings.Split(p.Thinking.Signature, ";") {
			words := strings.Fields(s)
			if len(words) < 2 {
				continue
			}
			signature, err := base64.StdEncoding.DecodeString(words[len(words)-1])
			if err != nil || len(signature) == 0 {
				continue
			}
			switch {
			case words[0] == "text" && len(words) == 2 && text != nil:
				text.ThoughtSignature = signature
			case words[0] == "call" && len(words) == 3:
				if n, err := strconv.Atoi(words[1]); err == nil && n >= 0 && n < len(calls) {
					calls[n].ThoughtSignature = signature
				}
			}
		}
	}
}

// foreign is the signature that Google documents for calls which another model
// made: without one, models from the third generation on refuse the history.
const foreign = "skip_thought_signature_validator"

func wantsSignatures(name string) bool {
	generation, ok := strings.CutPrefix(name, "gemini-")
	return ok && !strings.HasPrefix(generation, "1") && !strings.HasPrefix(generation, "2")
}

// signForeign signs the first call of a turn that has calls but no signature.
// The others of a turn need none.
func signForeign(c *content) {
	for _, p := range c.Parts {
		if p.FunctionCall == nil {
			continue
		}
		if p.ThoughtSignature == nil {
			p.ThoughtSignature = []byte(foreign)
		}
		return
	}
}
