package story

import "strings"

// The words that claims are made of. Each list is one meaning.
var (
	risesWords = set(`up rose rise rises rising risen grew grow grows growing growth grown increased increase increases increasing gained gain gains
		gaining climbed climb climbs climbing jumped jump jumps jumping surged surge surges surging soared soaring expanded expanding improved improving
		improvement added adding spiked spike spikes strengthened strengthening rallied swelled boosted advanced edging rebounded rebound recovered recovering recovery upward uptick`)
	fallsWords = set(`down fell fall falls falling fallen dropped drop drops dropping declined decline declines declining decreased decrease
		decreases decreasing shrank shrunk shrinking slipped slipping slid sliding dipped dip dips dipping slumped slump plunged plunge contracted
		contracting contraction sank sinking downward reduction lost losing shed tumbled tumble tumbling collapsed eroded retreated eased easing cooled deteriorated worsened weakened weakening`)
	flatWords = set(`flat stable unchanged steady stagnant constant`)

	mostWords = set(`highest largest biggest most top best greatest strongest leading leader leads led peak peaked peaks maximum max
		tops topped topping fastest longest heaviest warmest hottest oldest widest deepest steepest richest wealthiest busiest priciest record dominant dominates dominated tallest`)
	leastWords = set(`lowest smallest least worst weakest bottom minimum min trough fewest slowest shortest coldest coolest youngest narrowest thinnest slimmest mildest cheapest laggard quietest bottomed poorest lightest lags lagged`)

	moreWords = set(`more clear higher larger bigger greater above over stronger better longer warmer hotter older wider faster richer heavier taller busier pricier`)
	lessWords = set(`less lower smaller fewer below under weaker worse behind shorter short colder cooler younger narrower slower poorer lighter cheaper quieter thinner`)
	beatWords = set(`beat beats beating outsold outsells outperformed outperforms outpaced outpaces exceeded exceeds exceeding surpassed surpasses
		overtook overtakes overtaken outstripped outstrips outsell outperform outpace exceed surpass overtake topped tops outranks outranked dwarfs dwarfed edges edged outnumber outnumbers outnumbered outearns outearned`)
	trailWords = set(`trails trailed trailing lags lagged lagging`)

	sumWords    = set(`total totalled totaled totals totalling totaling sum combined together altogether overall cumulative cumulatively jointly aggregate`)
	meanWords   = set(`average averages averaged averaging mean avg typical`)
	medianWords = set(`median`)
	startWords  = set(`started starting starts began begins opened opening initially`)
	endWords    = set(`ended ending ends closed closing finished finishing currently now latest finally`)
	shareWords  = set(`share shares account accounts accounted accounting makes make made making contributed contributes contributing represents represented representing
		comprises comprised comprising constitutes responsible portion proportion generated generates brought delivered takes took captures captured holds held slice`)

	rowWords = set(`row record result entry item category group value name line point observation place`)

	allWords  = set(`all every each both`)
	noneWords = set(`no none neither`)

	prepositions = set(`in for from at by of on during to within with across`)
	breakWords   = set(`while whereas but although though however yet`)
	pronouns     = set(`it its they their this that these those he she`)

	// usualWords have a meaning of their own, even where a row is called so.
	usualWords = set(`other others open closed free basic standard total direct online store mobile home social email search general public private
		none unknown active true false good fair poor main major minor average special premium current former both many some this that with from
		have been were which while when than then they their there what will would could should into over under after before between`)

	// commonWord is never the name of a row by itself.
	commonWord = set(`a an the all none no yes other of in on at and or to by for from with is was it its not true false total unknown more most
		first last high low top new old none null na n s`)
)

func direction(w string) int {
	switch {
	case risesWords[w]:
		return 1
	case fallsWords[w]:
		return -1
	}
	return 0
}

// extreme is 1 for words that name the most, -1 for the least.
func extreme(w string) int {
	switch {
	case mostWords[w]:
		return 1
	case leastWords[w]:
		return -1
	}
	return 0
}

// notSuperlative are words that only end like one.
var notSuperlative = set(`latest interest request west forest test rest honest modest digest invest suggest guest harvest contest protest
	midwest northwest southwest earliest nearest closest newest est quest chest arrest budapest bucharest brest trieste`)

// superlativeForm reports whether a word has the form of a superlative whose
// meaning is not known: the most or the least of something.
func superlativeForm(w string) bool {
	return len(w) > 5 && strings.HasSuffix(w, "est") && !notSuperlative[w]
}

// comparison is 1 for words that put the subject above, -1 below.
func comparison(w string) int {
	switch {
	case moreWords[w] || beatWords[w] || w == "ahead" || w == "surpassing" || w == "outpacing" || w == "outperforming":
		return 1
	case lessWords[w] || trailWords[w]:
		return -1
	}
	return 0
}
