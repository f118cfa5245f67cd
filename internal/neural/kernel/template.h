// The kernels, written once with the compiler's vectors and compiled for each
// level. The file that includes this defines:
//   NAME(f)   the name of f at this level
//   TARGET    the attribute that lets the compiler use the level's instructions
//   LANES     floats in a vector
//   HALVES(p) the LANES fp16 numbers at p as a vector
//   ROWS      rows of the result that are kept in registers at once
//   PANELS    panels that are multiplied at once
// and, if products with int8 are to be those of whole numbers:
//   WIDEN(p)  the 2 * LANES bytes at p as a vector of int16
//   DOT(s, x, w)  s plus, in each lane of int32, the two products of the lane's
//             int16 in x and w
//
// An element of a product is summed in order of k by one chain of fused
// multiply-adds, so it does not depend on how many rows are multiplied.

#define VECTOR NAME(vector)
#define WORDS NAME(words)
#define INLINE static inline __attribute__((always_inline)) TARGET
#define PER_PANEL (16 / LANES)
#define WIDE (PANELS * PER_PANEL)

typedef float VECTOR __attribute__((vector_size(LANES * 4)));
typedef int32_t WORDS __attribute__((vector_size(LANES * 4)));

INLINE VECTOR NAME(load)(const float *p) {
	VECTOR v;
	memcpy(&v, p, sizeof v);
	return v;
}

INLINE void NAME(store)(float *p, VECTOR v) { memcpy(p, &v, sizeof v); }

INLINE VECTOR NAME(spread)(float x) { return (VECTOR){0} + x; }

// Lane by lane a where the mask, made by a comparison, is set, else b.
INLINE VECTOR NAME(choose)(WORDS mask, VECTOR a, VECTOR b) {
	return (VECTOR)((mask & (WORDS)a) | (~mask & (WORDS)b));
}

INLINE float NAME(sum)(VECTOR v) {
	float s = 0;
	for (int i = 0; i < LANES; i++) s += v[i];
	return s;
}

// e to the x, within 2 units in the last place, for x from -87 to 88; what is
// smaller gives nearly 0.
INLINE VECTOR NAME(exp)(VECTOR x) {
	VECTOR low = NAME(spread)(-87.0f), high = NAME(spread)(88.0f);
	x = NAME(choose)(x < low, low, x);
	x = NAME(choose)(x > high, high, x);
	// Adding and taking away 1.5 * 2^23 rounds to a whole number.
	VECTOR magic = NAME(spread)(12582912.0f);
	VECTOR n = (x * 1.44269504088896341f + magic) - magic;
	VECTOR r = x - n * 0.693359375f;
	r = r + n * 2.12194440e-4f;
	VECTOR p = NAME(spread)(1.9875691500e-4f);
	p = p * r + 1.3981999507e-3f;
	p = p * r + 8.3334519073e-3f;
	p = p * r + 4.1665795894e-2f;
	p = p * r + 1.6666665459e-1f;
	p = p * r + 5.0000001201e-1f;
	p = p * r * r + r + 1.0f;
	WORDS bits = (__builtin_convertvector(n, WORDS) + 127) << 23;
	return p * (VECTOR)bits;
}

// x * (1 + erf(x / sqrt 2)) / 2; erf by Abramowitz and Stegun 7.1.26, whose
// error is below 1.5e-7.
INLINE VECTOR NAME(gelu1)(VECTOR x) {
	VECTOR zero = NAME(spread)(0.0f);
	VECTOR z = NAME(choose)(x < zero, -x, x) * 0.70710678118654752f;
	VECTOR t = 1.0f / (1.0f + 0.3275911f * z);
	VECTOR p = NAME(spread)(1.061405429f);
	p = p * t - 1.453152027f;
	p = p * t + 1.421413741f;
	p = p * t - 0.284496736f;
	p = p * t + 0.254829592f;
	VECTOR rest = p * t * NAME(exp)(-z * z); // 1 - erf(z)
	return 0.5f * x * NAME(choose)(x < zero, rest, 2.0f - rest);
}

TARGET static void NAME(gelu)(float *x, long n) {
	long i = 0;
	for (; i + LANES <= n; i += LANES) NAME(store)(x + i, NAME(gelu1)(NAME(load)(x + i)));
	if (i < n) {
		float rest[LANES] = {0};
		memcpy(rest, x + i, (n - i) * sizeof *x);
		NAME(store)(rest, NAME(gelu1)(NAME(load)(rest)));
		memcpy(x + i, rest, (n - i) * sizeof *x);
	}
}

TARGET static void NAME(layer_norm)(float *out, const float *x, long rows, long width, const float *weight,
                                    const float *bias, float epsilon) {
	for (long r = 0; r < rows; r++, x += width, out += width) {
		VECTOR sums = {0};
		long i = 0;
		for (; i + LANES <= width; i += LANES) sums += NAME(load)(x + i);
		float mean = NAME(sum)(sums);
		for (; i < width; i++) mean += x[i];
		mean /= width;
		sums = (VECTOR){0};
		for (i = 0; i + LANES <= width; i += LANES) {
			VECTOR d = NAME(load)(x + i) - mean;
			sums += d * d;
		}
		float variance = NAME(sum)(sums);
		for (; i < width; i++) variance += (x[i] - mean) * (x[i] - mean);
		float factor = 1.0f / sqrtf(variance / width + epsilon);
		for (i = 0; i + LANES <= width; i += LANES)
			NAME(store)(out + i, (NAME(load)(x + i) - mean) * factor * NAME(load)(weight + i) + NAME(load)(bias + i));
		for (; i < width; i++) out[i] = (x[i] - mean) * factor * weight[i] + bias[i];
	}
}

TARGET static void NAME(softmax1)(float *x, long n, float scale) {
	VECTOR tops = NAME(spread)(-INFINITY);
	long i = 0;
	for (; i + LANES <= n; i += LANES) {
		VECTOR v = NAME(load)(x + i);
		tops = NAME(choose)(v > tops, v, tops);
	}
	float top = -INFINITY;
	for (int j = 0; j < LANES; j++) top = tops[j] > top ? tops[j] : top;
	for (; i < n; i++) top = x[i] > top ? x[i] : top;
	VECTOR sums = {0};
	for (i = 0; i + LANES <= n; i += LANES) {
		VECTOR e = NAME(exp)((NAME(load)(x + i) - top) * scale);
		NAME(store)(x + i, e);
		sums += e;
	}
	float sum = NAME(sum)(sums);
	if (i < n) {
		float rest[LANES] = {0};
		for (long j = i; j < n; j++) rest[j - i] = (x[j] - top) * scale;
		NAME(store)(rest, NAME(exp)(NAME(load)(rest)));
		for (long j = i; j < n; j++) sum += x[j] = rest[j - i];
	}
	float factor = 1.0f / sum;
	for (i = 0; i + LANES <= n; i += LANES) NAME(store)(x + i, NAME(load)(x + i) * factor);
	for (; i < n; i++) x[i] *= factor;
}

TARGET static void NAME(softmax)(float *x, long ldx, long rows, long n, float scale, const uint8_t *relations,
                                 long ldr, const float *table, long ldt) {
	for (long r = 0; r < rows; r++, x += ldx) {
		if (relations) {
			const uint8_t *relation = relations + r * ldr;
			const float *entries = table + r * ldt;
			for (long i = 0; i < n; i++) x[i] += entries[relation[i]];
		}
		NAME(softmax1)(x, n, scale);
	}
}

TARGET static void NAME(attend)(float *out, const float *query, const float *keys, const float *values, long ld,
                                const int32_t *index, long count, long heads, long width, float scale, float *scores) {
	for (long h = 0; h < heads; h++, out += width, query += width, keys += width, values += width) {
		for (long j = 0; j < count; j++) {
			const float *key = keys + index[j] * ld;
			VECTOR sums = {0};
			long i = 0;
			for (; i + LANES <= width; i += LANES) sums += NAME(load)(query + i) * NAME(load)(key + i);
			float dot = NAME(sum)(sums);
			for (; i < width; i++) dot += query[i] * key[i];
			scores[j] = dot;
		}
		NAME(softmax1)(scores, count, scale);
		memset(out, 0, width * sizeof *out);
		for (long j = 0; j < count; j++) {
			const float *value = values + index[j] * ld;
			float s = scores[j];
			long i = 0;
			for (; i + LANES <= width; i += LANES) NAME(store)(out + i, NAME(load)(out + i) + s * NAME(load)(value + i));
			for (; i < width; i++) out[i] += s * value[i];
		}
	}
}

// Adds rows of a times some panels to c; rows and panels are constants where
// this is inlined, so that the sums stay in registers.
INLINE void NAME(block)(const int rows, const int panels, const float *a, long lda, const float *const *b, long k,
                        const float *start, int add, float *c, long ldc, long columns) {
	VECTOR sum[ROWS][WIDE];
	const int wide = panels * PER_PANEL;
	const int whole = columns == panels * 16;
	float edge[PANELS * 16] = {0};
	UNROLL
	for (int r = 0; r < rows; r++) {
		const float *from = c + r * ldc;
		if (add && !whole) {
			memcpy(edge, from, columns * sizeof *c);
			from = edge;
		}
		UNROLL
		for (int v = 0; v < wide; v++) {
			sum[r][v] = NAME(load)(start + v * LANES);
			if (add) sum[r][v] += NAME(load)(from + v * LANES);
		}
	}
	const float *b0 = b[0], *b1 = b[panels - 1];
	for (long i = 0; i < k; i++) {
		VECTOR w[WIDE];
		UNROLL
		for (int v = 0; v < wide; v++)
			w[v] = NAME(load)((v < PER_PANEL ? b0 : b1) + i * 16 + (v % PER_PANEL) * LANES);
		UNROLL
		for (int r = 0; r < rows; r++) {
			VECTOR x = NAME(spread)(a[r * lda + i]);
			UNROLL
			for (int v = 0; v < wide; v++) sum[r][v] += x * w[v];
		}
	}
	UNROLL
	for (int r = 0; r < rows; r++) {
		float *to = whole ? c + r * ldc : edge;
		UNROLL
		for (int v = 0; v < wide; v++) NAME(store)(to + v * LANES, sum[r][v]);
		if (!whole) memcpy(c + r * ldc, edge, columns * sizeof *c);
	}
}

// How many of m rows are done first. Equal shares: 13 rows are better done as 7
// and 6 than as 12 and 1.
#define SHARE(m) (((m) + ((m) + ROWS - 1) / ROWS - 1) / (((m) + ROWS - 1) / ROWS))

#if ROWS > 6
#define CASES CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9) CASE(10) CASE(11) CASE(12)
#else
#define CASES CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#endif

#define CASE(r)                                                                              \
	case r:                                                                                  \
		NAME(block)(r <= ROWS ? r : 1, panels, a, lda, b, k, start, add, c, ldc, columns); \
		break;

// Multiplies all rows with the given panels.
INLINE void NAME(strip)(const int panels, const float *a, long lda, long m, const float *const *b, long k,
                        const float *start, int add, float *c, long ldc, long columns) {
	while (m > 0) {
		long rows = SHARE(m);
		switch (rows) { CASES }
		a += rows * lda;
		c += rows * ldc;
		m -= rows;
	}
}

#undef CASE

#ifdef DOT

// Rounds a row of k numbers to whole ones, and gives the size of one.
TARGET static float NAME(round)(int16_t *out, const float *x, long k) {
	VECTOR tops = {0};
	long i = 0;
	for (; i + LANES <= k; i += LANES) {
		VECTOR v = NAME(load)(x + i);
		v = NAME(choose)(v < 0, -v, v);
		tops = NAME(choose)(v > tops, v, tops);
	}
	float top = 0;
	for (int j = 0; j < LANES; j++) top = tops[j] > top ? tops[j] : top;
	for (long j = i; j < k; j++) top = fabsf(x[j]) > top ? fabsf(x[j]) : top;
	float factor = top > 0 ? STEPS / top : 0;
	// Adding and taking away 1.5 * 2^23 rounds to a whole number.
	VECTOR magic = NAME(spread)(12582912.0f);
	typedef int16_t shorts __attribute__((vector_size(LANES * 2)));
	for (i = 0; i + LANES <= k; i += LANES) {
		VECTOR v = (NAME(load)(x + i) * factor + magic) - magic;
		shorts s = __builtin_convertvector(__builtin_convertvector(v, WORDS), shorts);
		memcpy(out + i, &s, sizeof s);
	}
	for (; i < k; i++) out[i] = (x[i] * factor + magic[0]) - magic[0];
	if (k % 2) out[k] = 0;
	return top / STEPS;
}

// Writes, or adds to what is there, the numbers that sums of whole ones stand for.
INLINE void NAME(settle)(WORDS sum, const float *scales, float size, const float *start, int add, float *to) {
	VECTOR x = __builtin_convertvector(sum, VECTOR) * (NAME(load)(scales) * size);
	x += NAME(load)(start);
	if (add) x += NAME(load)(to);
	NAME(store)(to, x);
}

// Like block, of rounded rows and panels of codes.
INLINE void NAME(block_codes)(const int rows, const int panels, const int16_t *a, const float *sizes, const int8_t *b,
                              long k, const float *scales, const float *start, int add, float *c, long ldc,
                              long columns) {
	WORDS sum[ROWS][WIDE];
	const int wide = panels * PER_PANEL;
	UNROLL
	for (int r = 0; r < rows; r++) {
		UNROLL
		for (int v = 0; v < wide; v++) sum[r][v] = (WORDS){0};
	}
	for (long i = 0; i < k; i += 2) {
		WORDS w[WIDE];
		UNROLL
		for (int v = 0; v < wide; v++)
			w[v] = (WORDS)WIDEN(b + (v / PER_PANEL) * 16 * k + i * 16 + (v % PER_PANEL) * LANES * 2);
		UNROLL
		for (int r = 0; r < rows; r++) {
			int32_t two;
			memcpy(&two, a + r * k + i, sizeof two);
			WORDS x = (WORDS){0} + two;
			UNROLL
			for (int v = 0; v < wide; v++) sum[r][v] = (WORDS)DOT(sum[r][v], x, w[v]);
		}
	}
	const int whole = columns == panels * 16;
	float edge[PANELS * 16] = {0};
	UNROLL
	for (int r = 0; r < rows; r++) {
		float *to = c + r * ldc;
		if (!whole) {
			if (add) memcpy(edge, to, columns * sizeof *c);
			to = edge;
		}
		UNROLL
		for (int v = 0; v < wide; v++)
			NAME(settle)(sum[r][v], scales + v * LANES, sizes[r], start + v * LANES, add, to + v * LANES);
		if (!whole) memcpy(c + r * ldc, edge, columns * sizeof *c);
	}
}

#define CASE(r)                                                                                            \
	case r:                                                                                                \
		NAME(block_codes)(r <= ROWS ? r : 1, panels, a, sizes, b, k, scales, start, add, c, ldc, columns); \
		break;

// Like strip, of rounded rows and panels of codes.
INLINE void NAME(strip_codes)(const int panels, const int16_t *a, long m, const float *sizes, const int8_t *b, long k,
                              const float *scales, const float *start, int add, float *c, long ldc, long columns) {
	while (m > 0) {
		long rows = SHARE(m);
		switch (rows) { CASES }
		a += rows * k;
		sizes += rows;
		c += rows * ldc;
		m -= rows;
	}
}

#undef CASE

TARGET static void NAME(multiply_codes)(const float *a, long lda, long m, const struct plumb_matrix *matrix,
                                        const float *bias, float *c, long ldc, int add) {
	long k = matrix->k + matrix->k % 2, n = matrix->n;
	int16_t rounded[ROUNDED] __attribute__((aligned(64)));
	float sizes[ROUNDED / 128];
	long most = ROUNDED / (k < 128 ? 128 : k);
	for (long row = 0; row < m; row += most) {
		long rows = m - row < most ? m - row : most;
		for (long r = 0; r < rows; r++) sizes[r] = NAME(round)(rounded + r * k, a + (row + r) * lda, matrix->k);
		for (long column = 0; column < n; column += 16 * PANELS) {
			long columns = n - column < 16 * PANELS ? n - column : 16 * PANELS;
			float start[PANELS * 16] = {0};
			if (bias) memcpy(start, bias + column, columns * sizeof *bias);
			const int8_t *b = matrix->codes + column * k;
			const float *scales = matrix->scales + column;
			float *to = c + row * ldc + column;
			if (columns > 16 * (PANELS - 1))
				NAME(strip_codes)(PANELS, rounded, rows, sizes, b, k, scales, start, add, to, ldc, columns);
			else
				NAME(strip_codes)(1, rounded, rows, sizes, b, k, scales, start, add, to, ldc, columns);
		}
	}
}

#else

TARGET static void NAME(decode)(float *out, const int8_t *codes, const float *scales, long k) {
	typedef int16_t pairs __attribute__((vector_size(LANES * 2)));
	for (int v = 0; v < PER_PANEL; v++) {
		VECTOR scale = NAME(load)(scales + v * LANES);
		for (long i = 0; i < k; i += 2) {
			pairs two;
			memcpy(&two, codes + i * 16 + v * LANES * 2, sizeof two);
			float *to = out + i * 16 + v * LANES;
			NAME(store)(to, __builtin_convertvector(two << 8 >> 8, VECTOR) * scale);
			NAME(store)(to + 16, __builtin_convertvector(two >> 8, VECTOR) * scale);
		}
	}
}

#endif

TARGET static void NAME(unpack)(float *out, const uint16_t *halves, long k) {
	for (long i = 0; i < k * 16; i += LANES) NAME(store)(out + i, (VECTOR)HALVES(halves + i));
}

TARGET static void NAME(multiply)(const float *a, long lda, long m, const struct plumb_matrix *matrix, const float *bias,
                                  float *c, long ldc, int add) {
#ifdef DOT
	if (matrix->codes) {
		NAME(multiply_codes)(a, lda, m, matrix, bias, c, ldc, add);
		return;
	}
#endif
	long k = matrix->k, n = matrix->n;
	float decoded[PANELS][DEPTH * 16] __attribute__((aligned(64)));
	for (long column = 0; column < n; column += 16 * PANELS) {
		long columns = n - column < 16 * PANELS ? n - column : 16 * PANELS;
		int count = (columns + 15) / 16;
		float start[PANELS * 16] = {0};
		if (bias) memcpy(start, bias + column, columns * sizeof *bias);
		for (long from = 0; from < k; from += DEPTH) {
			long depth = k - from < DEPTH ? k - from : DEPTH;
			const float *b[PANELS];
			for (int p = 0; p < count; p++) {
				long at = (column + p * 16) * k + from * 16;
				b[p] = decoded[p];
#ifndef DOT
				if (matrix->codes) {
					const int8_t *codes = matrix->codes + (column + p * 16) * (k + k % 2) + from * 16;
					NAME(decode)(decoded[p], codes, matrix->scales + column + p * 16, depth);
				} else
#endif
				if (matrix->halves)
					NAME(unpack)(decoded[p], matrix->halves + at, depth);
				else
					b[p] = matrix->floats + at;
			}
			if (from > 0) memset(start, 0, sizeof start);
			if (count == PANELS)
				NAME(strip)(PANELS, a + from, lda, m, b, depth, start, add || from > 0, c + column, ldc, columns);
			else
				NAME(strip)(1, a + from, lda, m, b, depth, start, add || from > 0, c + column, ldc, columns);
		}
	}
}

#undef VECTOR
#undef WORDS
#undef INLINE
#undef PER_PANEL
#undef WIDE
#undef SHARE
#undef CASES
#undef NAME
#undef TARGET
#undef LANES
#undef WIDEN
#undef DOT
#undef HALVES
#undef ROWS
#undef PANELS
