package english

var (
	// StopWords only connect other words: articles, pronouns, prepositions,
	// conjunctions, auxiliary verbs, what is left of them before an apostrophe, and
	// adverbs that say nothing alone.
	StopWords = NewSet(`a an the this that these those
		i me my myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself
		they them their theirs themselves who whom whose which what when where why how there here
		of in on at to for with by from into out up down off over under above below between among through during before after until within without
		against about via per using than as and or nor but if because while so such then both either
		am is are was were be been being has have had having do does did doing can could will would shall should may might must
		don doesn didn isn aren wasn weren hasn haven s t
		all any each every some few more most other own same only no not never very too also again further once just still yet now far like`)

	// RequestWords are what else questions are made of, whatever they are about:
	// words that ask, pick, count and compare.
	RequestWords = NewSet(`show list find give get got tell return display please want need know compare based many much one two three
		number name names id total average maximum minimum percent percentage highest lowest least less top bottom best worst different distinct vs versus`)

	// PerWords stand before what figures are wanted for: by region, per month.
	PerWords = NewSet("by per each every")

	// MissingWords say that a value is not there.
	MissingWords = NewSet("missing blank null empty unknown unassigned")

	// NameKinds are the kinds of names that one thing may have: a full name is more
	// than a full.
	NameKinds = NewSet("full first last given family middle display nick short long legal common official")
)
