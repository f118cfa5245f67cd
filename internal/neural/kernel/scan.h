// Products of one query with many rows of codes of 6 bits, for searching: what
// limits them is how many bytes come from memory, so a code takes 6 bits and
// not 8, and rows to come are fetched ahead.
//
// A row is chunks of 128 codes in 96 bytes. The low four bits of codes 0 to 63
// are the low halves of the first 64 bytes, those of codes 64 to 127 the high
// halves. Byte i of the other 32 has the upper two bits of codes i, 32 + i,
// 64 + i and 96 + i, the lowest first.
//
// A code is below 64, and a number of the query at least -127: two products
// fit into 16 bits, and so do four.

// How many bytes ahead of the row that is read.
#define AHEAD 2048
#define CHUNK PLUMB_CHUNK
#define CHUNK_BYTES PLUMB_CHUNK_BYTES

typedef uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef int8_t sixteen_signed __attribute__((vector_size(16)));
typedef int16_t sixteen_shorts __attribute__((vector_size(32)));
typedef int32_t sixteen_words __attribute__((vector_size(64)));

static inline int32_t dot_portable(const int8_t *query, const uint8_t *row, long chunks) {
	sixteen_words sum = {0};
	for (; chunks > 0; chunks--, query += CHUNK, row += CHUNK_BYTES) {
		for (int half = 0; half < 2; half++) { // of the 64 bytes
			sixteen_shorts products = {0};
			for (int i = 0; i < 2; i++) {
				sixteen_bytes low, high;
				sixteen_signed first, second;
				memcpy(&low, row + half * 32 + i * 16, sizeof low);
				memcpy(&high, row + 64 + i * 16, sizeof high);
				memcpy(&first, query + half * 32 + i * 16, sizeof first);
				memcpy(&second, query + 64 + half * 32 + i * 16, sizeof second);
				high >>= half * 2;
				products += __builtin_convertvector((low & 15) | (high & 3) << 4, sixteen_shorts) *
				            __builtin_convertvector(first, sixteen_shorts);
				products += __builtin_convertvector(low >> 4 | (high & 0x30), sixteen_shorts) *
				            __builtin_convertvector(second, sixteen_shorts);
			}
			sum += __builtin_convertvector(products, sixteen_words);
		}
	}
	int32_t s = 0;
	for (int i = 0; i < 16; i++) s += sum[i];
	return s;
}

// Rows in the order of index, or all of them.
#define SCAN                                                                        \
	for (long i = 0; i < count; i++) {                                              \
		const uint8_t *row = rows + (index ? index[i] : i) * chunks * CHUNK_BYTES;  \
		long next = i + 1 + AHEAD / (chunks * CHUNK_BYTES);                         \
		if (next < count) {                                                         \
			const uint8_t *p = rows + (index ? index[next] : next) * chunks * CHUNK_BYTES; \
			for (long j = 0; j < chunks * CHUNK_BYTES; j += 64) __builtin_prefetch(p + j); \
		}                                                                           \
		out[i] = DOT_ROW(query, row, chunks);                                       \
	}

#define DOT_ROW dot_portable
static void scan_portable(int32_t *out, const int8_t *query, const uint8_t *rows, long chunks, const int32_t *index,
                          long count) {
	SCAN
}
#undef DOT_ROW

#ifdef __x86_64__

#define AVX2_TARGET __attribute__((target("avx2")))

AVX2_TARGET static inline int32_t dot_avx2(const int8_t *query, const uint8_t *row, long chunks) {
	const __m256i low = _mm256_set1_epi8(15), high = _mm256_set1_epi8(0x30), ones = _mm256_set1_epi16(1);
	__m256i sum = _mm256_setzero_si256();
	for (; chunks > 0; chunks--, query += CHUNK, row += CHUNK_BYTES) {
		const __m256i *r = (const __m256i *)row, *q = (const __m256i *)query;
		__m256i a = _mm256_loadu_si256(r), b = _mm256_loadu_si256(r + 1), upper = _mm256_loadu_si256(r + 2);
		__m256i c0 = _mm256_or_si256(_mm256_and_si256(a, low), _mm256_and_si256(_mm256_slli_epi16(upper, 4), high));
		__m256i c1 = _mm256_or_si256(_mm256_and_si256(b, low), _mm256_and_si256(_mm256_slli_epi16(upper, 2), high));
		__m256i c2 = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(a, 4), low), _mm256_and_si256(upper, high));
		__m256i c3 = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(b, 4), low),
		                             _mm256_and_si256(_mm256_srli_epi16(upper, 2), high));
		__m256i p01 = _mm256_add_epi16(_mm256_maddubs_epi16(c0, _mm256_loadu_si256(q)),
		                               _mm256_maddubs_epi16(c1, _mm256_loadu_si256(q + 1)));
		__m256i p23 = _mm256_add_epi16(_mm256_maddubs_epi16(c2, _mm256_loadu_si256(q + 2)),
		                               _mm256_maddubs_epi16(c3, _mm256_loadu_si256(q + 3)));
		sum = _mm256_add_epi32(sum, _mm256_madd_epi16(p01, ones));
		sum = _mm256_add_epi32(sum, _mm256_madd_epi16(p23, ones));
	}
	__m128i s = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
	s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4e));
	s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xb1));
	return _mm_cvtsi128_si32(s);
}

#define DOT_ROW dot_avx2
AVX2_TARGET static void scan_avx2(int32_t *out, const int8_t *query, const uint8_t *rows, long chunks,
                                  const int32_t *index, long count) {
	SCAN
}
#undef DOT_ROW

#define AVX512_TARGET __attribute__((target("avx512f,avx512bw")))

AVX512_TARGET static inline int32_t dot_avx512(const int8_t *query, const uint8_t *row, long chunks) {
	const __m512i low = _mm512_set1_epi8(15), high = _mm512_set1_epi8(0x30), ones = _mm512_set1_epi16(1);
	// The upper bits of the first and of the second half come to bits 4 and 5.
	const __m512i left = _mm512_set_epi64(0x0002000200020002, 0x0002000200020002, 0x0002000200020002, 0x0002000200020002,
	                                      0x0004000400040004, 0x0004000400040004, 0x0004000400040004, 0x0004000400040004);
	const __m512i right = _mm512_set_epi64(0x0002000200020002, 0x0002000200020002, 0x0002000200020002, 0x0002000200020002,
	                                       0, 0, 0, 0);
	__m512i sum = _mm512_setzero_si512();
	for (; chunks > 0; chunks--, query += CHUNK, row += CHUNK_BYTES) {
		__m512i a = _mm512_loadu_si512(row);
		__m512i upper = _mm512_broadcast_i64x4(_mm256_loadu_si256((const __m256i *)(row + 64)));
		__m512i c0 = _mm512_or_si512(_mm512_and_si512(a, low), _mm512_and_si512(_mm512_sllv_epi16(upper, left), high));
		__m512i c1 = _mm512_or_si512(_mm512_and_si512(_mm512_srli_epi16(a, 4), low),
		                             _mm512_and_si512(_mm512_srlv_epi16(upper, right), high));
		__m512i products = _mm512_add_epi16(_mm512_maddubs_epi16(c0, _mm512_loadu_si512(query)),
		                                    _mm512_maddubs_epi16(c1, _mm512_loadu_si512(query + 64)));
		sum = _mm512_add_epi32(sum, _mm512_madd_epi16(products, ones));
	}
	return _mm512_reduce_add_epi32(sum);
}

#define DOT_ROW dot_avx512
AVX512_TARGET static void scan_avx512(int32_t *out, const int8_t *query, const uint8_t *rows, long chunks,
                                      const int32_t *index, long count) {
	SCAN
}
#undef DOT_ROW

#endif
