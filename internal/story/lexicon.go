package story

import (
	_ "embed"
	"maps"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// The words that claims are made of. Each list is one meaning.
var (
	risesWords = english.NewSet(`up rose rise rises rising risen grew grow grows growing growth grown increased increase increases increasing gained gain gains
		gaining climbed climb climbs climbing jumped jump jumps jumping surged surge surges surging soared soaring expanded expanding improved improving
		improvement added adding spiked spike spikes strengthened strengthening rallied swelled boosted advanced edging rebounded rebound recovered recovering recovery upward uptick lengthened extended soar soars
		rebounding rebounds warmed warming expand expands improve improves recover recovers spiking rallying`)
	fallsWords = english.NewSet(`down fell fall falls falling fallen dropped drop drops dropping declined decline declines declining decreased decrease
		decreases decreasing shrank shrunk shrinking slipped slipping slid sliding dipped dip dips dipping slumped slump plunged plunge contracted
		contracting contraction sank sinking downward reduction lost losing shed tumbled tumble tumbling collapsed eroded retreated eased easing cooled deteriorated worsened weakened weakening cut cutting reduced reducing lowered shortened setback
		shrink shrinks plunging plunges plummeted plummeting plummets slip slips slide slides ease eases sink sinks slumping lose loses worsening deteriorating`)
	lossVerbs = english.NewSet(`lost lose loses losing`)
	flatWords = english.NewSet(`flat stable unchanged steady stagnant constant`)

	mostWords = english.NewSet(`highest largest biggest most top best greatest strongest leading leader leads led peak peaked peaks peaking maximum max
		tops topped topping fastest longest heaviest warmest hottest oldest widest deepest steepest richest wealthiest busiest priciest record dominant dominates dominated tallest winner fullest wettest farthest furthest sunniest rainiest windiest snowiest commonest`)
	leastWords = english.NewSet(`lowest smallest least worst weakest bottom minimum min trough fewest slowest shortest coldest coolest youngest narrowest thinnest slimmest mildest cheapest laggard quietest bottomed bottoming poorest lightest lags lagged rarest driest loser`)

	moreWords = english.NewSet(`more clear higher larger bigger greater above over stronger better longer warmer hotter older wider farther faster quicker richer heavier taller busier pricier`)
	lessWords = english.NewSet(`less lower smaller fewer below under weaker worse behind shorter short colder cooler younger narrower slower poorer lighter cheaper quieter thinner`)
	beatWords = english.NewSet(`beat beats beating outsold outsells outperformed outperforms outpaced outpaces exceeded exceeds exceeding surpassed surpasses
		overtook overtakes overtaken outstripped outstrips outsell outperform outpace exceed surpass overtake topped tops outranks outranked dwarfs dwarfed edges edged outnumber outnumbers outnumbered outearns outearned`)
	trailWords = english.NewSet(`trails trailed trailing lags lagged lagging`)

	sumWords    = english.NewSet(`total totalled totaled totals totalling totaling sum combined together altogether overall cumulative cumulatively jointly aggregate`)
	meanWords   = english.NewSet(`average averages averaged averaging mean avg typical`)
	medianWords = english.NewSet(`median`)
	startWords  = english.NewSet(`started starting starts began begins opened opening initially`)
	endWords    = english.NewSet(`ended ending ends closed closing finished finishing currently now latest finally`)
	shareWords  = english.NewSet(`share shares account accounts accounted accounting makes make made making contribute contributed contributes contributing represent represents represented representing
		comprises comprised comprising constitutes responsible portion proportion generated generates brought delivered takes took captures captured holds held slice`)

	slightWords = english.NewSet(`slightly marginally modestly narrowly somewhat barely little close closely`)
	largeWords  = english.NewSet(`sharply dramatically significantly substantially considerably strongly massively hugely steeply far well much clearly clear notably noticeably markedly distant`)
	largeMoves  = english.NewSet(`collapsed plunged plunge plunging plunges plummeted plummeting plummets soar soars soared soaring surged surge surges surging tumbled tumble tumbling slumped slump spiked spike jumped jump skyrocketed`)

	steadyWords   = english.NewSet(`steadily consistently continuously monotonically uninterrupted steady`)
	evenWords     = english.NewSet(`similar similarly even evenly alike uniform uniformly balanced consistent equally neck`)
	sameWords     = english.NewSet(`same equal identical tied tie`)
	aboutWords    = english.NewSet(`about around roughly approximately nearly almost broadly practically`)
	negationWords = english.NewSet(`not never didn't doesn't don't isn't wasn't aren't weren't hasn't haven't`)
	signWords     = english.NewNumbers(`loss -1, losses -1, deficit -1, negative -1, unprofitable -1, positive 1, profitable 1`)

	// eitherWords are superlatives that mean the most of some measures and the
	// least of others.
	eitherWords = english.NewSet(`quickest speediest`)

	// qualities are the measures that a superlative is about.
	qualities = map[string]string{"coldest": "temperature", "coolest": "temperature", "warmest": "temperature", "hottest": "temperature", "cheapest": "price",
		"priciest": "price", "oldest": "age", "youngest": "age", "heaviest": "weight", "lightest": "weight", "tallest": "height",
		"sunniest": "sun", "wettest": "rain", "rainiest": "rain", "driest": "rain", "windiest": "wind", "snowiest": "snow"}

	// lessIsBetter are measures that improve when they fall.
	lessIsBetter = english.NewSet(`wait waiting latency time duration delay cost churn default error defect complaint bounce loss downtime debt expense fault failure absence`)
	betterWords  = english.NewSet(`improved improving improvement strengthened deteriorated worsened better worse`)

	// standings are adjectives that most and least may stand before.
	standings = english.NewSet(`popular common frequent viewed visited expensive valuable populous punctual profitable productive active sold used numerous successful`)

	rowWords = english.NewSet(`row record result entry item category group value name line point observation place`)

	allWords  = english.NewSet(`all every each both`)
	noneWords = english.NewSet(`no none neither`)

	prepositions = english.NewSet(`in for from at by of on during to within with across`)
	breakWords   = english.NewSet(`while whereas but although though however yet`)
	pronouns     = english.NewSet(`it its they their this that these those he she`)

	// usualWords have a meaning of their own, even where a row is called so.
	usualWords = english.NewSet(`other others open closed free basic standard total direct online store mobile home social email search general public private
		none unknown active true false good fair poor main major minor average special premium current former both many some this that with from
		have been were which while when than then they their there what will would could should into over under after before between`)

	// commonWord is never the name of a row by itself.
	commonWord = english.NewSet(`a an the all none no yes other of in on at and or to by for from with is was it its not true false total unknown more most
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
var notSuperlative = english.NewSet(`latest interest request west forest test rest honest modest digest invest suggest guest harvest contest protest
	midwest northwest southwest earliest nearest closest newest est quest chest arrest budapest bucharest brest trieste`)

// superlativeForm reports whether a word has the form of a superlative whose
// meaning is not known: the most or the least of something.
func superlativeForm(w string) bool {
	return len(w) > 5 && strings.HasSuffix(w, "est") && !notSuperlative[w]
}

// comparison is 1 for words that put the subject above, -1 below.
func comparison(w string) int {
	switch {
	case moreWords[w] || beatWords[w] || oneOf(w, "ahead", "surpassing", "outpacing", "outperforming"):
		return 1
	case lessWords[w] || trailWords[w]:
		return -1
	}
	return 0
}

// kind is what a word does in a sentence.
type kind uint8

const (
	unknown   kind = iota
	plain          // it says nothing that rows could deny
	claiming       // it makes a claim, with others, that must have been checked
	cause          // why something is so
	outlook        // what will, should or could be
	judgement      // whether something is good or bad
	feeling        // what somebody feels or wants
	verbs          // base forms of verbs that say nothing by themselves
)

var kinds = map[string]kind{"cause:": cause, "outlook:": outlook, "judgement:": judgement, "feeling:": feeling, "claim:": claiming, "plain:": plain, "verb:": verbs}

//go:embed lexicon.txt
var lexiconText string

// lexicon is the kinds of all words and phrases that the check knows. Words of
// the rows, their columns and the question are known besides.
var lexicon = readLexicon(lexiconText)

func readLexicon(text string) map[string]kind {
	m := map[string]kind{}
	add := func(w string, k kind) {
		if _, taken := m[w]; !taken {
			m[w] = k
		}
	}
	k := unknown
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			switch {
			case kinds[w] != unknown:
				k = kinds[w]
			case k == verbs:
				for _, form := range verbForms(w) {
					add(form, plain)
				}
			default:
				add(strings.ReplaceAll(w, "_", " "), k)
			}
		}
	}
	for _, list := range []map[string]bool{risesWords, fallsWords, flatWords, mostWords, leastWords, moreWords, lessWords, beatWords, trailWords,
		aheadWords, behindWords, endWords, allWords, noneWords} {
		for w := range maps.Keys(list) {
			add(w, claiming)
		}
	}
	return m
}

// verbForms are the forms of a regular verb.
func verbForms(base string) []string {
	switch cut := base[:len(base)-1]; {
	case strings.HasSuffix(base, "e"):
		return []string{base, base + "s", base + "d", cut + "ing"}
	case strings.HasSuffix(base, "y") && !strings.ContainsAny(base[len(base)-2:], "aeo"):
		return []string{base, cut + "ies", cut + "ied", base + "ing"}
	case strings.HasSuffix(base, "h") || strings.HasSuffix(base, "s"):
		return []string{base, base + "es", base + "ed", base + "ing"}
	}
	return []string{base, base + "s", base + "ed", base + "ing", base + base[len(base)-1:] + "ed", base + base[len(base)-1:] + "ing"}
}
