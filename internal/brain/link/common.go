package link

import "github.com/plumbdata/plumb/internal/english"

// common are words that an answer may leave unused: they ask, or speak of data
// in general.
var common = english.StopWords.With(english.RequestWords, english.NewSet(`since across last first today current currently ever back right
	sum amount count counts value values max min mean fewer group grouped sort sorted order ordered ascending descending compared
	data database table tables column columns record records row rows ids detail details information info people person thing things ones another none neither
	go goes went come comes came happen happened take make made done see look let likes exactly actually really roughly approximately etc`))

// IsCommon is true for a word, in lower case, that an answer may leave unused.
func IsCommon(word string) bool { return common[word] }
