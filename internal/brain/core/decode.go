package core

import "math"

// next is a place in a sequence whose following token is asked for.
type next struct {
	token    int     // the last token
	position int     // how many stand before it
	seen     []int32 // cache rows of all tokens up to this one
	row      int32   // this token's own row of the cache
}

// decoding is the state of a decoder: for each layer, keys and values of all
// tokens read so far, in rows that hypotheses share.
type decoding struct {
	*Memory
	cache  [][]float32 // a key and a value a row
	room   decoderRoom
	second *decoding // of the parser beside, or nil
}

type decoderRoom struct {
	x, seen, qkv, mixed, scores, inner, logits []float32
	logProbs                                   []float64
}

func (m *Memory) decoding() *decoding {
	d := &decoding{Memory: m, cache: make([][]float32, len(m.model.decoder))}
	if m.second != nil {
		d.second = m.second.decoding()
	}
	return d
}

// read takes in one token at each place and gives the logarithms of the
// probabilities of all tokens that could follow, a row for each place. The
// rows are valid until the next call.
func (s *decoding) read(places []next) [][]float64 {
	if s.second == nil {
		return s.readAlone(places)
	}
	var out, others [][]float64
	together(func() { out = s.readAlone(places) }, func() { others = s.second.read(places) })
	for i, other := range others {
		for token, a := range out[i] {
			b := other[token]
			top := max(a, b)
			out[i][token] = top + math.Log((math.Exp(a-top)+math.Exp(b-top))/2)
		}
	}
	return out
}

// readAlone is read without the parser beside.
func (s *decoding) readAlone(places []next) [][]float64 {
	m, n := s.model, len(places)
	d, heads := m.Config.Width, m.Config.Heads
	width, scale := d/heads, float32(1/math.Sqrt(float64(d/heads)))
	line := (s.items + 15) / 16 * 16
	r := &s.room
	r.x, r.seen, r.mixed = grow(r.x, n*d), grow(r.seen, n*d), grow(r.mixed, n*d)
	r.qkv, r.scores = grow(r.qkv, 3*n*d), grow(r.scores, max(n*line, m.Config.MaxLength))

	clear(r.x)
	last := int32(0)
	for i, p := range places {
		x := r.x[i*d:][:d]
		if p.token < m.Config.Tokens {
			m.tokens.AddTo(x, p.token)
		} else {
			copy(x, s.inputs[(p.token-m.Config.Tokens)*d:][:d])
		}
		m.positions.AddTo(x, p.position)
		last = max(last, p.row)
	}
	for i, l := range m.decoder {
		l.beforeSelf.Apply(r.seen, r.x)
		l.queryKeyValue.Apply(r.qkv, r.seen, n)
		cache := extend(s.cache[i], int(last+1)*2*d)
		s.cache[i] = cache
		for j, p := range places {
			copy(cache[int(p.row)*2*d:][:2*d], r.qkv[j*3*d+d:])
		}
		for j, p := range places {
			m.level.Attend(r.mixed[j*d:][:d], r.qkv[j*3*d:][:d], cache, cache[d:], 2*d, p.seen, heads, scale, r.scores)
		}
		l.output.AddTo(r.x, r.mixed, n)

		l.beforeCross.Apply(r.seen, r.x)
		l.crossQuery.Apply(r.qkv, r.seen, n)
		for h := range heads {
			memory := &s.cross[i][h]
			m.level.Multiply(r.scores, line, r.qkv[h*width:], d, n, &memory.keys, nil, false)
			m.level.Softmax(r.scores, line, n, s.items, scale)
			m.level.Multiply(r.mixed[h*width:], d, r.scores, line, n, &memory.values, nil, false)
		}
		l.crossOutput.AddTo(r.x, r.mixed, n)

		l.beforeFeed.Apply(r.seen, r.x)
		l.feed.AddTo(r.x, r.seen, n, &r.inner)
	}
	return s.output(n)
}

// output turns the rows in x into logarithms of probabilities.
func (s *decoding) output(n int) [][]float64 {
	m, r := s.model, &s.room
	d, tokens := m.Config.Width, m.Config.Tokens
	all := tokens + s.items
	r.logits = grow(r.logits, n*all)
	m.decoded.Apply(r.x, r.x)
	m.pointerQuery.Apply(r.seen, r.x, n)
	m.tokenOutput.ApplyWide(r.logits, all, r.x, n)
	m.level.Multiply(r.logits[tokens:], all, r.seen, d, n, &s.pointer, nil, false)
	r.logProbs = grow(r.logProbs, n*all)
	out := make([][]float64, n)
	for i := range out {
		out[i] = r.logProbs[i*all:][:all]
		logSoftmax(out[i], r.logits[i*all:][:all], tokens, 1/math.Sqrt(float64(d)))
	}
	return out
}

// logSoftmax scales what comes after the first logits: those are pointers.
func logSoftmax(out []float64, logits []float32, first int, scale float64) {
	top := math.Inf(-1)
	for i, x := range logits {
		out[i] = float64(x)
		if i >= first {
			out[i] *= scale
		}
		top = max(top, out[i])
	}
	sum := 0.0
	for _, x := range out {
		sum += math.Exp(x - top)
	}
	shift := top + math.Log(sum)
	for i := range out {
		out[i] -= shift
	}
}

func grow[T float32 | float64](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// extend is grow that keeps what is there, and makes room for more than it is
// asked for.
func extend(s []float32, n int) []float32 {
	if cap(s) >= n {
		return s[:max(n, len(s))]
	}
	more := make([]float32, n, 2*n)
	copy(more, s)
	return more
}
