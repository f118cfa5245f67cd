package source

import (
	"path/filepath"
	"strings"
)

// instead says what to do with kinds of files that hold data but are not read,
// by their endings.
var instead = map[string]string{
	".xls .xlsb .ods .numbers": "save it as .xlsx, and connect that",
	".txt .dat":                "if its lines are rows, name it .csv or .tsv",
	".7z .rar .tar .tgz":       "unpack it, and connect what is in it",
	".sql .dump":               "load it into a database, and connect that",
	".orc .avro":               "write it as Parquet, and connect that",
	".yaml .yml .xml":          "write it as CSV or JSON, and connect that",
	".mdb .accdb":              "export its tables as CSV, and connect the folder",
}

// Instead is what to do with a file of a kind that Plumb does not read; "" if
// there is nothing to say.
func Instead(path string) string {
	ending := strings.ToLower(filepath.Ext(path))
	if ending == "" {
		return ""
	}
	for endings, hint := range instead {
		for e := range strings.FieldsSeq(endings) {
			if e == ending {
				return hint
			}
		}
	}
	return ""
}
