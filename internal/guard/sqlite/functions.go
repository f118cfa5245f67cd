package sqlite

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

// functions that may be called: they compute from their arguments (or tell the
// time, or draw a random number) and reach nothing else. Left out on purpose:
// whatever loads code, reads files, or tells about the engine or its state.
var functions = set(`
	avg count group_concat max median min percentile percentile_cont percentile_disc string_agg sum total
	cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number

	abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely lower ltrim
	match nullif octet_length printf quote random randomblob replace round rtrim sign soundex substr substring trim
	typeof unhex unicode unistr unistr_quote unlikely upper zeroblob

	current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch

	acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power
	radians sin sinh sqrt tan tanh trunc

	-> ->> json json_array json_array_insert json_array_length json_error_position json_extract
	json_group_array json_group_object json_insert json_object json_patch json_pretty json_quote json_remove
	json_replace json_set json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array
	jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set`)

// tableFunctions that may stand in FROM: they make rows from their arguments.
var tableFunctions = set(`json_each json_tree jsonb_each jsonb_tree`)

// fileTables are virtual tables of SQLite's usual extensions that reach files,
// memory or the engine. A table of the database may bear such a name; without
// a schema there is no telling.
var fileTables = set(`
	bytecode carray completion csv fileio fsdir fts3tokenize fts4aux fts5vocab memstat readfile sha3_query sqlar
	tables_used vsv writefile zipfile`)

// maxLiteral bounds what one call makes from constants alone. Sizes that only
// show when the statement runs are bounded by the session.
const maxLiteral = 1_000_000

// wide finds a width or precision in a format that is beyond any use.
var wide = regexp.MustCompile(`%[-+ 0#,!]*(?:[0-9]{7,}|[0-9*]*\.[0-9]{7,})`)

// checkConstants refuses calls whose constants ask for huge values.
func checkConstants(tokens []token) error {
	for i := 0; i+2 < len(tokens); i++ {
		if !tokens[i+1].is("(") || tokens[i].kind != word && tokens[i].kind != quoted {
			continue
		}
		name, argument := lower(tokens[i].value), tokens[i+2]
		switch name {
		case "zeroblob", "randomblob":
			if argument.kind == number && magnitude(argument.value) > maxLiteral {
				return guard.Reject("%s would produce more than %d bytes", name, maxLiteral).WithHint("ask for less at once")
			}
		case "printf", "format":
			if argument.kind == text && wide.MatchString(argument.value) {
				return guard.Reject("%s would produce more than %d characters", name, maxLiteral).WithHint("use a smaller width")
			}
		}
	}
	return nil
}

func magnitude(literal string) float64 {
	literal = strings.ReplaceAll(literal, "_", "")
	if digits, ok := strings.CutPrefix(lower(literal), "0x"); ok {
		n, err := strconv.ParseUint(digits, 16, 63)
		if err != nil {
			return 0 // such a literal is negative, or no number
		}
		return float64(n)
	}
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return maxLiteral + 1
	}
	return f
}
