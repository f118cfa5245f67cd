package english

import snowball "github.com/kljensen/snowball/english"

// Stem is the root that the forms of a word share, by Porter's rules; it need
// be no word: ship of shipped and shipping, deliveri of deliveries.
func Stem(w string) string { return snowball.Stem(w, true) }
