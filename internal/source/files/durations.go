package files

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// lengths are how long something takes, as hours, minutes and seconds: 3:12:45.
const lengths = `^([0-9]{1,3}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)$`

var lengthPattern = regexp.MustCompile(lengths)

// durationWords are words in the names of columns that say how long something takes.
var durationWords = []string{"duration", "elapsed", "finish", "half", "split", "splits", "lap", "pace", "runtime", "gun", "chip", "net", "talk", "wait", "waiting", "hold", "handle",
	"handling", "processing", "response", "length", "dauer", "laufzeit", "zielzeit", "duree", "durée", "durata", "duracion", "duración", "duracao", "duração", "duur"}

// durationReading reads lengths of time in seconds, where the name of the column says
// that they are none of day, or some are longer than a day. Clocks seldom show seconds,
// so that times to the minute stay times of day.
func durationReading(name string, values []string) (r reading, ok bool) {
	long, seconds := false, false
	for _, v := range values {
		m := lengthPattern.FindStringSubmatch(v)
		if m == nil {
			return r, false
		}
		long = long || len(m[1]) > 2 || len(m[1]) == 2 && m[1] > "23"
		seconds = seconds || strings.Trim(m[3], "0.") != ""
	}
	if !long && !(seconds && hasWord(name, durationWords)) {
		return r, false
	}
	pattern := duckdb.Literal(lengths)
	part := func(n int) string { return fmt.Sprintf("CAST(regexp_extract({}, %s, %d) AS DECIMAL(9,3))", pattern, n) }
	return reading{kind: kindNumber, unit: "seconds", dressed: true, sql: fmt.Sprintf(
		"CASE WHEN regexp_full_match({}, %s) THEN rtrim(rtrim(CAST(3600 * %s + 60 * %s + %s AS VARCHAR), '0'), '.') END", pattern, part(1), part(2), part(3))}, true
}
