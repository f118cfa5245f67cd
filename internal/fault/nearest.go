package fault

import (
	"slices"
	"strings"
)

// Nearest finds the candidate that someone who typed word most likely meant,
// or "" when none is close. Case does not count; ties go to the first.
func Nearest(word string, candidates []string) string {
	w := []rune(strings.ToLower(word))
	best, bestDistance := "", len(w)/3+2
	for _, c := range candidates {
		d := distance(w, []rune(strings.ToLower(c)), bestDistance)
		if d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the optimal-string-alignment distance (a swap of neighbours
// costs one), or limit as soon as it cannot be less.
func distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		low := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			low = min(low, row[j])
		}
		if low >= limit {
			return limit
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// DidYouMean is the hint for a mistyped name: the nearest candidate if one is
// close, otherwise the first few of what is there.
func DidYouMean(word, what string, candidates []string) string {
	if n := Nearest(word, candidates); n != "" {
		return "did you mean " + n + "?"
	}
	if len(candidates) == 0 {
		return ""
	}
	const shown = 12
	var list []string
	for _, c := range candidates {
		if len(list) == shown {
			list = append(list, "…")
			break
		}
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return what + ": " + strings.Join(list, ", ")
}
