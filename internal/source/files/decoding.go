package files

import (
	"context"
	"fmt"
	"os"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/files/decode"
)

// decodeFiles turns files into what can be loaded: UTF-8 text and Parquet. A workbook
// or an archive becomes several. What had to be written lies in dir.
func decodeFiles(ctx context.Context, files []file, dir string) ([]file, error) {
	var list []file
	for _, f := range files {
		if f.problem != nil || f.size == 0 {
			list = append(list, f)
			continue
		}
		parts, err := decodeFile(ctx, f, dir)
		if ctx.Err() != nil {
			return nil, fault.Of(ctx.Err())
		}
		if err != nil {
			f.problem = err
			list = append(list, f)
			continue
		}
		for _, p := range parts {
			part := f.withPart(p, len(parts) > 1)
			part.choices = encodingChoice(part, p.Notes)
			for _, n := range p.Notes {
				if n.Subject == decode.Unpacked {
					continue // as people expect
				}
				d := Decision{File: part.shown, As: AsDecoded, Reason: n.String()}
				if n.Uncertain() {
					d.Reason, d.Assumption = "", n.String()
				}
				part.decided = append(part.decided, d)
			}
			if part, err = withoutFooter(part, dir); err != nil {
				return nil, err
			}
			list = append(list, part)
		}
	}
	return list, nil
}

func decodeFile(ctx context.Context, f file, dir string) ([]decode.Part, error) {
	opened, err := openFile(f)
	if err != nil {
		return nil, err
	}
	opened.Close()
	if f.settings.Encoding != "" {
		return decode.OpenAs(ctx, f.path, dir, f.settings.Encoding)
	}
	return decode.Open(ctx, f.path, dir)
}

var partFormats = map[decode.Kind]formatKind{decode.CSV: formatCSV, decode.JSON: formatJSON, decode.JSONLines: formatJSONLines, decode.Parquet: formatParquet}

// withPart is a part of a file, one of several or all of it.
func (f file) withPart(p decode.Part, several bool) file {
	if several {
		f.part, f.shown = p.Name, fmt.Sprintf("%s (%s)", f.name, p.Name)
	}
	f.format = &format{partFormats[p.Kind], f.format.suffixes}
	if p.Path == f.path {
		return f
	}
	info, err := os.Stat(p.Path)
	if err != nil {
		f.problem = fault.Wrap(err, fault.Connect, "the decoded copy of %s cannot be read: %v", f.shown, cause(err)).WithHint("try again")
		return f
	}
	f.mark = fmt.Sprintf("%s %s %s", f.path, f.mark, p.Name)
	f.path, f.size, f.info, f.decoded = p.Path, info.Size(), info, true
	return f
}
