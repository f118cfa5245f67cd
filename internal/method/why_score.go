package method

import "math"

// fewRows is how many rows a segment must have on both sides together.
const fewRows = 5

// weigh computes what a segment contributes, and how far that is from what the
// others did.
func (a *analysis) weigh(s *segment) {
	s.change = a.value(s.after) - a.value(s.before)
	rest := segment{before: a.whole.before.minus(s.before), after: a.whole.after.minus(s.after)}
	each := a.rowsEach(s)
	s.skipped = (s.before.rows+s.after.rows)/each < fewRows || rest.before.rows+rest.after.rows < fewRows
	if a.Rate {
		a.weighRate(s, rest)
	} else {
		s.effect = s.change
		if !s.skipped {
			weighSum(s, rest)
		}
	}
	s.score /= math.Sqrt(each)
	s.noise *= each
	if math.IsNaN(s.score) || math.IsInf(s.score, 0) {
		s.score, s.excess = 0, 0
	}
}

// rowsEach is how many rows of a segment there are for each parent that they belong to.
// Parents of a pair are not counted: it has at most as many rows of each as the values
// have by themselves.
func (a *analysis) rowsEach(s *segment) float64 {
	if s.isPair() {
		return max(1, min(a.each[[2]string{s.dimensions[0], s.values[0]}], a.each[[2]string{s.dimensions[1], s.values[1]}]))
	}
	if parents := s.before.parents + s.after.parents; parents > 0 {
		return max(1, (s.before.rows+s.after.rows)/parents)
	}
	return 1
}

// weighSum holds the total of a segment against what it would be if it had grown
// as the rest did. The evidence is in the number of its rows and in their mean,
// which vary less than the total does.
func weighSum(s *segment, rest segment) {
	if rest.before.rows <= 0 || rest.after.rows <= 0 {
		s.skipped = true
		return
	}
	growth := rest.after.rows / rest.before.rows
	if rest.before.total > 0 && rest.after.total > 0 && s.before.total >= 0 && s.after.total >= 0 {
		growth = rest.after.total / rest.before.total
	}
	s.excess = s.after.total - s.before.total*growth
	var square float64
	for _, score := range []float64{rowScore(s, rest), meanScore(s, rest)} {
		if score*s.excess > 0 {
			square += score * score
		}
	}
	s.score = math.Copysign(math.Sqrt(square), s.excess)
	if expected := s.before.total * growth; expected != 0 {
		s.drift = s.excess / expected
		s.noise = (s.after.squares + growth*growth*s.before.squares) / (expected * expected)
	}
}

// rowScore is how far the number of rows is from what the rest's growth would give.
func rowScore(s *segment, rest segment) float64 {
	growth, part := rest.after.rows/rest.before.rows, s.before.rows/rest.before.rows
	noise := s.after.rows + growth*growth*s.before.rows + part*part*(rest.after.rows+growth*growth*rest.before.rows)
	return (s.after.rows - s.before.rows*growth) / math.Sqrt(noise)
}

// meanScore is the same for the mean of a row. It needs rows on both sides.
func meanScore(s *segment, rest segment) float64 {
	if s.before.rows < 2 || s.after.rows < 2 || rest.before.rows < 2 || rest.after.rows < 2 {
		return 0
	}
	change := s.after.mean() - s.before.mean()
	noise := s.after.meanNoise() + s.before.meanNoise()
	if rest.before.mean() > 0 && rest.after.mean() > 0 && s.before.mean() > 0 {
		growth := rest.after.mean() / rest.before.mean()
		expected := s.before.mean() * growth
		change, noise = s.after.mean()-expected, s.after.meanNoise()+growth*growth*s.before.meanNoise()+
			expected*expected*(rest.after.meanNoise()/(rest.after.mean()*rest.after.mean())+rest.before.meanNoise()/(rest.before.mean()*rest.before.mean()))
	} else {
		change -= rest.after.mean() - rest.before.mean()
		noise += rest.after.meanNoise() + rest.before.meanNoise()
	}
	if noise <= 0 {
		return 0
	}
	return change / math.Sqrt(noise)
}

func (s side) mean() float64 { return s.total / s.rows }

func (s side) meanNoise() float64 {
	return max(s.squares-s.total*s.total/s.rows, 0) / (s.rows - 1) / s.rows
}

// weighRate splits the effect of a segment on a rate into rate and mix. Half of
// what both do together goes to each.
func (a *analysis) weighRate(s *segment, rest segment) {
	if rest.before.weight <= 0 || rest.after.weight <= 0 || s.before.weight+s.after.weight <= 0 {
		s.skipped = true
		return
	}
	scale := 1.0
	if a.Percent {
		scale = 100
	}
	if s.before.weight <= 0 || s.after.weight <= 0 {
		a.weighArrival(s, scale)
		return
	}
	shareBefore, shareAfter := s.before.weight/a.whole.before.weight, s.after.weight/a.whole.after.weight
	middle := (a.whole.before.rate() + a.whole.after.rate()) / 2
	rateEffect := (shareBefore + shareAfter) / 2 * (s.after.rate() - s.before.rate())
	s.mix = scale * (shareAfter - shareBefore) * ((s.before.rate()+s.after.rate())/2 - middle)
	s.effect = scale*rateEffect + s.mix

	drift := rest.after.rate() - rest.before.rate()
	own := s.after.rate() - s.before.rate() - drift
	s.drift, s.noise = own, s.after.rateNoise()+s.before.rateNoise()+rest.after.rateNoise()+rest.before.rateNoise()
	rateScore := own / math.Sqrt(s.noise)
	share := (s.before.rows + s.after.rows) / (a.whole.before.rows + a.whole.after.rows)
	mixScore := (s.after.rows/a.whole.after.rows - s.before.rows/a.whole.before.rows) /
		math.Sqrt(share*(1-share)*(1/a.whole.before.rows+1/a.whole.after.rows))
	s.score, s.excess = rateScore, scale*(shareBefore+shareAfter)/2*own
	// A segment that only grew or shrank matters as far as its rate is another one.
	if math.Abs(s.mix) > math.Abs(s.excess) {
		s.score, s.excess = math.Copysign(math.Abs(mixScore), s.mix), s.mix
	}
}

// weighArrival is the effect of a segment that came or went: all of it is mix.
func (a *analysis) weighArrival(s *segment, scale float64) {
	own := s.after.rate()
	if s.after.weight <= 0 {
		own = s.before.rate()
	}
	middle := (a.whole.before.rate() + a.whole.after.rate()) / 2
	s.mix = scale * (s.after.weight/a.whole.after.weight - s.before.weight/a.whole.before.weight) * (own - middle)
	s.effect, s.excess, s.change = s.mix, s.mix, 0
	share := (s.before.rows + s.after.rows) / (a.whole.before.rows + a.whole.after.rows)
	size := math.Abs(s.after.rows/a.whole.after.rows-s.before.rows/a.whole.before.rows) / math.Sqrt(share*(1-share)*(1/a.whole.before.rows+1/a.whole.after.rows))
	s.score = math.Copysign(size, s.mix)
}
