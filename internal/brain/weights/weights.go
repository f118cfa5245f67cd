// Package weights holds what the built-in brain has learnt. README.md beside
// this file says how it was made and measured.
package weights

import (
	"embed"

	"github.com/plumbdata/plumb/internal/fault"
)

//go:embed *
var files embed.FS

// Parser is the parser's safetensors file.
func Parser() ([]byte, error) {
	file, err := files.ReadFile("parser.safetensors")
	if err != nil {
		return nil, fault.New(fault.NotFound, "this build of Plumb has no weights for the built-in parser").
			WithHint("build it from a complete checkout with make build")
	}
	return file, nil
}
