package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// judged is an answer with a confidence.
type judged struct {
	sample
	confidence float64
}

// report prints, for every suite, what the confidence is worth: the one that
// was fitted to other databases, beside the one in the journal.
func report(w io.Writer, all []sample, crossed []float64) {
	var suites []string
	for _, s := range all {
		if !slices.Contains(suites, s.suite) {
			suites = append(suites, s.suite)
		}
	}
	for _, suite := range suites {
		var fitted, raw []judged
		for i, s := range all {
			if s.suite == suite {
				fitted, raw = append(fitted, judged{s, crossed[i]}), append(raw, judged{s, s.raw})
			}
		}
		fmt.Fprintf(w, "%s: %d questions, %d answered\n", suite, len(fitted), answeredOf(fitted))
		fmt.Fprintf(w, "%-34s %8s %8s\n", "", "journal", "fitted")
		fmt.Fprintf(w, "%-34s %8.3f %8.3f\n", "calibration error", errorOf(raw), errorOf(fitted))
		for _, part := range []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1} {
			fmt.Fprintf(w, "right, most confident %3.0f%%         %8.1f %8.1f\n", 100*part, 100*covered(raw, part), 100*covered(fitted, part))
		}
		fmt.Fprintf(w, "%-34s %8.3f %8.3f\n", "area under risk and coverage", area(raw), area(fitted))
		for _, t := range []float64{0.95, 0.9, 0.85, 0.8, 0.7, 0.5, 0.35} {
			share, right := above(fitted, t)
			fmt.Fprintf(w, "confidence of %.2f or more: %5.1f%% of answers, %5.1f%% right\n", t, 100*share, 100*right)
		}
		fmt.Fprintln(w)
	}
}

// reportLacking prints what declining from a probability on would do, beside what was
// declined already.
func reportLacking(w io.Writer, all []sample, crossed []float64) {
	for _, from := range []float64{0.2, 0.3, 0.4, 0.5, 0.6} {
		cannot, declined, more, right, wrong := 0, 0, 0, 0, 0
		for i, s := range all {
			above := len(s.evidence) > 0 && crossed[i] >= from
			switch {
			case !s.answerable:
				cannot++
				if !s.answered {
					declined++
				} else if above {
					more++
				}
			case above && s.answered && s.right:
				right++
			case above && s.answered:
				wrong++
			}
		}
		fmt.Fprintf(w, "declining from %.1f on: of %d that cannot be answered %d more than %d, and %d right and %d wrong answers\n", from, cannot, more, declined, right, wrong)
	}
}

func answeredOf(list []judged) int {
	n := 0
	for _, j := range list {
		if j.answered {
			n++
		}
	}
	return n
}

// ranked is the answerable questions, the most confident first. One without an
// answer is one that nobody was confident about.
func ranked(list []judged) []judged {
	var out []judged
	for _, j := range list {
		if !j.answered {
			j.confidence = -1
		}
		if j.answerable {
			out = append(out, j)
		}
	}
	slices.SortStableFunc(out, func(a, b judged) int { return cmp.Compare(b.confidence, a.confidence) })
	return out
}

// covered is how many are right of the most confident part of all that can be
// answered.
func covered(list []judged, part float64) float64 {
	order := ranked(list)
	n := int(math.Ceil(float64(len(order))*part - 1e-9))
	right := 0
	for _, j := range order[:n] {
		if j.right {
			right++
		}
	}
	return float64(right) / float64(max(n, 1))
}

// area is the share of wrong answers, on average over all coverages.
func area(list []judged) float64 {
	sum, right := 0.0, 0
	order := ranked(list)
	for i, j := range order {
		if j.right {
			right++
		}
		sum += 1 - float64(right)/float64(i+1)
	}
	return sum / float64(max(len(order), 1))
}

// above is how many answers are at least so confident, and how many of those
// are right. An answer to what cannot be answered is wrong.
func above(list []judged, from float64) (share, right float64) {
	n, good := 0, 0
	for _, j := range list {
		if !j.answered || j.confidence < from {
			continue
		}
		n++
		if j.right {
			good++
		}
	}
	return float64(n) / float64(max(answeredOf(list), 1)), float64(good) / float64(max(n, 1))
}

// errorOf is how far confidence is from the share of right answers, on average
// over ten bins.
func errorOf(list []judged) float64 {
	const bins = 10
	var n, right, confidence [bins]float64
	total := 0.0
	for _, j := range list {
		if !j.answered {
			continue
		}
		b := min(bins-1, max(0, int(j.confidence*bins)))
		n[b]++
		total++
		confidence[b] += j.confidence
		if j.right {
			right[b]++
		}
	}
	sum := 0.0
	for b := range n {
		sum += math.Abs(confidence[b] - right[b])
	}
	return sum / max(total, 1)
}

// calibrationError is that of all answers together.
func calibrationError(all []sample, confidence []float64) float64 {
	list := make([]judged, len(all))
	for i, s := range all {
		list[i] = judged{s, confidence[i]}
	}
	return errorOf(list)
}
