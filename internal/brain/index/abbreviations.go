package index

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// asPeopleSay are short forms that keep the words people ask with, as the
// network has learnt them; words that only mark a key are left out.
var asPeopleSay = map[string]string{"rep": "rep", "app": "app", "ts": "time", "fk": "", "pk": ""}

// abbreviation is the one word that an abbreviation stands for.
func abbreviation(w string) (full string, ok bool) {
	full, ok = english.Expand(w)
	return full, ok && !strings.Contains(full, " ")
}

// Words that say what kind of thing a column is; they come last in English.
var typeFirst = english.NewSet(`dt dte ts tm cd cde nm flg fl amt qty pct id`)

// tableSuffixes say at the end of a table's name how it is used, as
// schema.Layers do at the beginning.
var tableSuffixes = english.NewSet("tbl tab table vw view dim fact lkp mst mstr master")
