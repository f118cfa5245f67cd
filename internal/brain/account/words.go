package account

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// empty are words that say nothing by which rows or figures could be chosen:
// adverbs, verbs that fit any thing, words that speak of the question or of how
// its answer is laid out. Those that train questions showed are among them.
var empty = english.NewSet(`
	actually already although altogether always anyhow anyway apart approximately around aside away back basically beside besides certainly clearly
	currently directly either else especially ever everywhere exactly finally generally hence however indeed instead lately later mainly maybe meanwhile
	merely mostly namely near nearly neither never nevertheless often only otherwise overall perhaps please possibly presently previously primarily
	probably quite rather really regardless respectively right simply since somehow sometimes soon still straight therefore though thus together
	typically usually well whatever whenever wherever whether whichever whole yet highly simple entire complete completely per respective
	anybody anyone anything anywhere everybody everyone everything nobody nothing somebody someone something somewhere whoever
	individual single multiple several various certain specific particular given known possible available following corresponding associated related relevant
	respective actual general usual main real existing present separate separately
	ask asks asked asking answer break breakdown bring brings brought call calls called calling calculate calculated carry carries carried check come comes coming
	compute computed computing consider considered contain contains containing contained count counted counting define defined describe described describes do
	determine differ differs display enter entered exist exists exclude excluded excluding fall falls feature fetch figure figures fill follow follows get gets
	getting go goes going group hand handed happen happens have having hold holds held identify ignore ignored ignoring include included includes
	including involve involved keep keeps kept know leave leaves leaving let lie lies list listed listing look looking looks make makes made making mark
	mention mentions mind name named need needs noted occur occurs offer offered order own owned owns part pick picking print produce provide provided put
	rank reach reached receive received record recorded refer represent represents require report reported reports result results retrieve return run runs ran running say says
	see select set show shown shows sit sits skip skipped sort stand start starts starting state stay stays store stored take takes taken took taking
	tell think told treat treated treating try turn turned use used uses using want wonder work works working written
	belong belongs belonging correspond live lives lived living located place placed registered served serves turn
	across ahead behind including inside outside side along regarding concerning versus via
	alphabetical alphabetically alphabetic ascending descending decreasing increasing decimal rounded round ties tie pairs combination combinations entry entries
	chart graph plot table view overview summary summarise summarize statistics stats metric metrics number numbers word words amount amounts size sizes
	kind kinds type types sort sorts thing things way ways case cases example examples
	although however except disregard marks flag file system head point points set
	export exported download downloaded spreadsheet sheet workbook dataset database data csv record records row rows`)

var dateOps = map[form.Op]bool{form.Day: true, form.Week: true, form.Month: true, form.Quarter: true, form.Year: true, form.MonthNum: true, form.Weekday: true, form.Hour: true,
	form.Days: true, form.Hours: true, form.Minutes: true, form.Months: true, form.Years: true, form.Today: true}

// operation is words that stand for what a form computes or tests.
type operation struct {
	says func(word string) bool
	in   func(*contents) bool
}

func oneOf(words string) func(string) bool {
	set := english.NewSet(words)
	return func(w string) bool { return set[w] }
}

func computes(ops ...form.Op) func(*contents) bool {
	return func(f *contents) bool {
		for _, o := range ops {
			if f.ops[o] {
				return true
			}
		}
		return false
	}
}

func tests(ops ...form.CondOp) func(*contents) bool {
	return func(f *contents) bool {
		for _, o := range ops {
			if f.conds[o] {
				return true
			}
		}
		return false
	}
}

var operations = []operation{
	{oneOf("share shares proportion proportions fraction ratio rate rates portion part contribution contribute contributed divided split weighted percent relative"),
		computes(form.Pct, form.Share, form.ShareIn, form.Div)},
	{oneOf("median middle"), computes(form.Median, form.Percentile)},
	{oneOf("percentile quartile decile nearest median"), computes(form.Percentile)},
	{oneOf("moving rolling trailing smooth smoothed"), computes(form.Moving)},
	{oneOf("running cumulative cumulated accumulated"), computes(form.Running)},
	{oneOf("correlation correlate correlated relationship related connection"), computes(form.Corr)},
	{oneOf("deviation spread variation varies standard"), computes(form.Stdev)},
	{oneOf("avg averaging averages typical mean normally"), computes(form.Avg, form.Median, form.Div)},
	{oneOf("change changes changed grow grows grew grown growth growing increase increased rise rose drop dropped decline declined trend difference differences gap versus development evolve evolved evolution"),
		func(f *contents) bool {
			return f.timed || computes(form.Change, form.Growth, form.Prev, form.Sub)(f)
		}},
	{oneOf("plus combined added adding together altogether sums summed overall grand"), computes(form.Add, form.Sum, form.Count)},
	{oneOf("net minus less subtract difference margin"), computes(form.Sub)},
	{oneOf("double repeat repeated duplicate duplicates unique individual"), func(f *contents) bool { return f.distinct || f.grouped }},
	{oneOf("split break broken divide divided bucket buckets bucketed group grouped step steps band bands bin bins bracket brackets interval intervals histogram tens"), func(f *contents) bool { return f.grouped }},
	{oneOf("rank ranking ranked place placed ranks position leading leaders leader common popular frequent frequently often rarely rare expensive cheap dear high low large small big late recent recently prominent"),
		func(f *contents) bool {
			return f.ordered || f.ops[form.Rank] || f.ops[form.Max] || f.ops[form.Min] || len(f.conds) > 0
		}},
	{isSuperlative, func(f *contents) bool {
		return f.ordered || f.ops[form.Rank] || f.ops[form.Max] || f.ops[form.Min] || f.ops[form.Avg] || f.conds[form.Equal]
	}},
	{oneOf("lower upper case capitals capital capitalisation capitalization spelling spellings insensitive uppercase lowercase merged merging"), computes(form.Lower)},
	{oneOf("word words letter letters substring phrase mention mentions mentioning starting beginning ending text character characters string"),
		tests(form.Contains, form.StartsWith, form.EndsWith, form.NotContains, form.NotStartsWith, form.NotEndsWith, form.Matches, form.NotMatches)},
	{func(w string) bool { return english.MissingWords[w] || english.Among(w, "blanks known filled silence") }, tests(form.IsNull, form.NotNull)},
	{oneOf(`date dates day days daily week weeks weekly month months monthly quarter quarterly year years yearly annual annually hour hours hourly minute minutes
		weekday weekdays weekend weekends calendar time times moment age ages aged old older young younger new newer length duration durations long longer tenure ago past prior previous next
		recent recently earlier until due started ended start end begin began past current evening morning afternoon night january february march april may june july august
		september october november december spring summer autumn fall winter`), func(f *contents) bool { return f.timed }},
	{func(w string) bool {
		return columns.Money[w] || english.Among(w, "money spend spends spent spending cost costs pay pays paid paying bill billed earn earned earning sell sold sells selling bought buy worth")
	},
		func(f *contents) bool { return f.money }},
	{oneOf("times often occurrences frequency headcount count counts volume quantity tally"), computes(form.Count, form.Sum, form.Groups)},
}

// isSuperlative is true for busiest, dearest and their like.
func isSuperlative(w string) bool {
	return len(w) > 5 && strings.HasSuffix(w, "est") && !english.Among(w, "interest request latest harvest forest guest invest suggest digest protest contest arrest")
}

// synonyms are different words that name the same things.
var synonyms = []english.Set{
	english.NewSet("customer client buyer shopper account consumer guest patron"),
	english.NewSet("person people passenger member user individual human folk somebody"),
	english.NewSet("product item article good merchandise sku"),
	english.NewSet("employee staff worker colleague personnel team"),
	english.NewSet("company firm business organisation organization vendor supplier manufacturer brand maker"),
	english.NewSet("order purchase sale transaction invoice receipt"),
	english.NewSet("trip ride journey travel drive tour"),
	english.NewSet("country nation"), english.NewSet("city town place"), english.NewSet("film movie"), english.NewSet("student pupil"),
	english.NewSet("teacher instructor lecturer professor"), english.NewSet("doctor physician"), english.NewSet("car vehicle automobile"),
	english.NewSet("score rating grade mark"), english.NewSet("surname lastname last"), english.NewSet("gender sex male female man woman boy girl"),
}

// beforeNoun are words that a noun follows.
var beforeNoun = english.NewSet("of from with without in for by per about on the a an our my your their any all which what many much each every no some and or")

// asksFor are words that what is asked for follows.
var asksFor = english.NewSet("many much total average mean median sum number count avg maximum minimum highest lowest most least fewest")

// figures are words for what nothing but its own operation computes.
var figures = []operation{
	{oneOf("median"), computes(form.Median, form.Percentile)},
	{oneOf("percentile quartile decile"), computes(form.Percentile, form.Median)},
	{oneOf("cumulative cumulated"), computes(form.Running)},
	{oneOf("correlation correlate correlates correlated"), computes(form.Corr)},
}

// auxiliaries stand before what was done to things.
var auxiliaries = english.NewSet("is are was were be been being get gets got has have had")
