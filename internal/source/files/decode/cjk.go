package decode

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// eastAsian are the encodings with one or two bytes a character. They are
// recognised by structure: which pairs of bytes are characters at all, and which
// are among the few thousand that texts consist of.
var eastAsian = []struct {
	name     string
	encoding encoding.Encoding
	pair     func(lead, trail byte) (valid, usual bool)
	single   func(b byte) bool // of one byte outside ASCII
	telling  func(lead, trail byte) bool
	share    float64 // of the pairs that must be telling
}{
	// Japanese texts are full of kana, which the others hardly have.
	{"Shift JIS", japanese.ShiftJIS, pairShiftJIS, func(b byte) bool { return b >= 0xa1 && b <= 0xdf },
		func(lead, trail byte) bool { return lead == 0x82 && trail >= 0x9f || lead == 0x83 && trail <= 0x96 }, 0.15},
	{"EUC-JP", japanese.EUCJP, pairEUC(0xb0, 0xcf), nil, func(lead, _ byte) bool { return lead == 0xa4 || lead == 0xa5 }, 0.15},
	// All Hangul begin below 0xC9, while Chinese characters spread to 0xD7.
	{"EUC-KR", korean.EUCKR, pairEUC(0xb0, 0xc8), nil, func(lead, _ byte) bool { return lead >= 0xb0 && lead <= 0xc8 }, 0.97},
	{"GB18030", simplifiedchinese.GB18030, pairGBK, nil, func(lead, trail byte) bool { return lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1 }, 0.7},
	{"Big5", traditionalchinese.Big5, pairBig5, nil, func(lead, _ byte) bool { return lead >= 0xa4 && lead <= 0xc6 }, 0.7},
}

func pairShiftJIS(lead, trail byte) (valid, usual bool) {
	valid = (lead >= 0x81 && lead <= 0x9f || lead >= 0xe0 && lead <= 0xfc) && trail >= 0x40 && trail != 0x7f && trail <= 0xfc
	return valid, lead >= 0x81 && lead <= 0x98
}

// pairEUC is for sets of 94 × 94 characters whose usual ones begin in a range.
func pairEUC(from, to byte) func(lead, trail byte) (valid, usual bool) {
	return func(lead, trail byte) (valid, usual bool) {
		valid = lead >= 0xa1 && lead != 0xff && trail >= 0xa1 && trail != 0xff
		return valid, lead >= from && lead <= to || lead >= 0xa1 && lead <= 0xa5
	}
}

func pairGBK(lead, trail byte) (valid, usual bool) {
	valid = lead >= 0x81 && lead != 0xff && trail >= 0x40 && trail != 0x7f && trail != 0xff
	return valid, trail >= 0xa1 && (lead >= 0xb0 && lead <= 0xd7 || lead == 0xa1 || lead == 0xa3)
}

func pairBig5(lead, trail byte) (valid, usual bool) {
	valid = lead >= 0xa1 && lead <= 0xf9 && (trail >= 0x40 && trail <= 0x7e || trail >= 0xa1 && trail != 0xff)
	return valid, lead <= 0xc6
}

const (
	fewestPairs = 3     // that tell an encoding
	usualShare  = 0.85  // of pairs that must be usual
	westernMean = -4.75 // the score of letters above which a text is not East Asian
)

// recogniseCJK finds the East Asian encoding of words that are in no other
// language; mean is how well they fit the best of those.
func recogniseCJK(words []string, mean float64) (recognised, bool) {
	if mean > westernMean {
		return recognised{}, false
	}
	for _, e := range eastAsian {
		pairs, usual, telling, broken := 0, 0, 0, 0
		for _, w := range words {
			for i := 0; i < len(w); i++ {
				if w[i] < 0x80 || e.single != nil && e.single(w[i]) {
					continue
				}
				if i+1 == len(w) {
					broken++ // the word was cut, or the encoding is another
					continue
				}
				valid, common := e.pair(w[i], w[i+1])
				switch {
				case !valid:
					broken++
				default:
					pairs++
					if common {
						usual++
					}
					if e.telling(w[i], w[i+1]) {
						telling++
					}
				}
				i++
			}
		}
		n := float64(pairs)
		if pairs >= fewestPairs && broken*100 <= pairs && float64(usual) >= usualShare*n && float64(telling) >= e.share*n {
			return recognised{name: e.name, encoding: e.encoding, certain: true}, true
		}
	}
	return recognised{}, false
}
