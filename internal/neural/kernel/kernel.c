#include "kernel.h"

#include <math.h>
#include <string.h>

// Multiply-adds are fused, which GCC does by itself. Small loops over arrays
// of vectors are written out, so that the arrays become registers.
#ifdef __clang__
#pragma STDC FP_CONTRACT ON
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

// How many rows of a panel are decoded and multiplied before going on to the
// next: two such panels fit into the first-level cache.
#define DEPTH 192

// Four halves as floats. A half's bits, moved to their places in a float, are
// its value with the exponent 112 too small; there are no infinities in
// weights.
typedef float four_floats __attribute__((vector_size(16)));
typedef int32_t four_words __attribute__((vector_size(16)));

static inline four_floats halves_in_software(const uint16_t *p) {
	four_words h = {p[0], p[1], p[2], p[3]};
	four_floats size = (four_floats)((h & 0x7fff) << 13) * 0x1p112f;
	return (four_floats)((four_words)size | (h & 0x8000) << 16);
}

// The most that a number of a row becomes where it is rounded: the sum of
// PLUMB_MAX_CODED products with int8 just fits into int32.
#define STEPS 4095

// Rounded numbers that are kept at once, so that they stay in the cache.
#define ROUNDED (8 * PLUMB_MAX_CODED)

#define NAME(f) f##_portable
#define TARGET
#define LANES 4
#define HALVES(p) halves_in_software(p)
#ifdef __aarch64__
#define ROWS 6
#else
#define ROWS 2
#endif
#define PANELS 1
#include "template.h"

#ifdef __x86_64__

#include <cpuid.h>
#include <immintrin.h>

#define NAME(f) f##_avx2
#define TARGET __attribute__((target("avx2,fma,f16c")))
#define LANES 8
#define WIDEN(p) _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(p)))
#define DOT(sum, x, w) _mm256_add_epi32((__m256i)(sum), _mm256_madd_epi16((__m256i)(x), (__m256i)(w)))
#define HALVES(p) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(p)))
#define ROWS 6
#define PANELS 1
#include "template.h"

#define NAME(f) f##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma")))
#define LANES 16
#define WIDEN(p) _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(p)))
#define DOT(sum, x, w) _mm512_dpwssd_epi32((__m512i)(sum), (__m512i)(x), (__m512i)(w))
#define HALVES(p) _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(p)))
#define ROWS 12
#define PANELS 2
#include "template.h"

#include "amx.h"
#include "scan.h"

int plumb_best_level(void) {
	__builtin_cpu_init();
	unsigned a, b, c, d;
	int f16c = __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C; // clang's cpu_supports does not know it
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !f16c) return PLUMB_PORTABLE;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni"))
		return amx_allowed() ? PLUMB_AMX : PLUMB_AVX512;
	return PLUMB_AVX2;
}

#define CALL(f, ...)                                             \
	switch (level) {                                             \
	case PLUMB_AMX:                                              \
	case PLUMB_AVX512: f##_avx512(__VA_ARGS__); break;           \
	case PLUMB_AVX2: f##_avx2(__VA_ARGS__); break;               \
	default: f##_portable(__VA_ARGS__);                          \
	}

#else

#include "scan.h"

int plumb_best_level(void) { return PLUMB_PORTABLE; }

#define CALL(f, ...) ((void)level, f##_portable(__VA_ARGS__))

#endif

void plumb_multiply(int level, const float *a, long lda, long m, struct plumb_matrix b, const float *bias, float *c,
                    long ldc, int add) {
#ifdef AMX
	if (level == PLUMB_AMX && b.codes && m >= AMX_ROWS) {
		multiply_codes_amx(a, lda, m, &b, bias, c, ldc, add);
		return;
	}
#endif
	CALL(multiply, a, lda, m, &b, bias, c, ldc, add);
}

void plumb_gelu(int level, float *x, long n) { CALL(gelu, x, n); }

void plumb_layer_norm(int level, float *out, const float *x, long rows, long width, const float *weight,
                      const float *bias, float epsilon) {
	CALL(layer_norm, out, x, rows, width, weight, bias, epsilon);
}

void plumb_softmax(int level, float *x, long ldx, long rows, long n, float scale, const uint8_t *relations,
                   long ldr, const float *table, long ldt) {
	CALL(softmax, x, ldx, rows, n, scale, relations, ldr, table, ldt);
}

void plumb_attend(int level, float *out, const float *query, const float *keys, const float *values, long ld,
                  const int32_t *index, long count, long heads, long width, float scale, float *scores) {
	CALL(attend, out, query, keys, values, ld, index, count, heads, width, scale, scores);
}

void plumb_scan(int level, int32_t *out, const int8_t *query, const uint8_t *rows, long chunks, const int32_t *index,
                long count) {
	CALL(scan, out, query, rows, chunks, index, count);
}

#define PACK                                                                                 \
	for (long from = 0; from < n; from += 16, panels += 16 * k) {                            \
		long count = n - from < 16 ? n - from : 16;                                          \
		if (count < 16) memset(panels, 0, 16 * k * sizeof *panels);                          \
		for (long i = 0; i < k; i++)                                                         \
			for (long j = 0; j < count; j++) panels[i * 16 + j] = w[(from + j) * ldw + i];   \
	}

void plumb_pack_rows(float *panels, const float *w, long ldw, long n, long k) { PACK }
void plumb_pack_halves(uint16_t *panels, const uint16_t *w, long ldw, long n, long k) { PACK }

void plumb_pack_codes(int8_t *panels, const int8_t *w, long ldw, long n, long k) {
	for (long from = 0; from < n; from += 16, panels += 16 * (k + k % 2)) {
		long count = n - from < 16 ? n - from : 16;
		memset(panels, 0, 16 * (k + k % 2));
		for (long j = 0; j < count; j++)
			for (long i = 0; i < k; i++) panels[i / 2 * 32 + j * 2 + i % 2] = w[(from + j) * ldw + i];
	}
}

void plumb_pack_columns(float *panels, const float *b, long ldb, long k, long n) {
	for (long from = 0; from < n; from += 16) {
		long count = n - from < 16 ? n - from : 16;
		for (long i = 0; i < k; i++, panels += 16) {
			memcpy(panels, b + i * ldb + from, count * sizeof *panels);
			memset(panels + count, 0, (16 - count) * sizeof *panels);
		}
	}
}
