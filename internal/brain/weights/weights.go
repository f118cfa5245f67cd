// Package weights holds what the built-in brain has learnt. README.md beside
// this file says how it was made and measured.
package weights

import (
	_ "embed"

	"github.com/plumbdata/plumb/internal/fault"
)

// parser lies in the program itself, where an embed.FS would give out copies.
//
//go:embed parser.safetensors
var parser []byte

// verifier lies there, too.
//
//go:embed verifier.safetensors
var verifier []byte

// Verifier is the verifier's safetensors file, not to be written to.
func Verifier() []byte { return verifier }

// Parser is the parser's safetensors file, not to be written to. An empty file
// makes a build without it.
func Parser() ([]byte, error) {
	if len(parser) == 0 {
		return nil, fault.New(fault.NotFound, "this build of Plumb has no weights for the built-in parser").
			WithHint("build it from a complete checkout with make build")
	}
	return parser, nil
}
