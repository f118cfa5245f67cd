package model

import (
	"io/fs"
	"strings"
	"text/template"

	"github.com/plumbdata/plumb/internal/fault"
)

// Prompt fills in the prompt that stands in prompts/NAME.md of the files.
func Prompt(files fs.FS, name string, data any) (string, error) {
	t, err := template.ParseFS(files, "prompts/"+name+".md")
	if err == nil {
		var b strings.Builder
		if err = t.Execute(&b, data); err == nil {
			return strings.TrimSpace(b.String()), nil
		}
	}
	return "", fault.Wrap(err, fault.Internal, "the prompt %s cannot be written: %v", name, err)
}
