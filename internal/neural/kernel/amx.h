// Products with int8 in tiles, for processors that have AMX (Intel's servers
// since 2023) under Linux. A row is rounded to whole numbers of 13 bits as for
// AVX-512, and each of them split into two of 8 bits; the sums are the same.

#if defined(__linux__) && (defined(__clang__) ? __clang_major__ >= 12 : __GNUC__ >= 11)

#define AMX
#define AMX_ROWS 16  // rows of a tile; fewer are left to AVX-512
#define AMX_DEPTH 64 // bytes of a tile's row
#define AMX_ROOM (1 << 17)
#define AMX_TARGET __attribute__((target("amx-tile,amx-int8,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma")))

#include <sys/syscall.h>
#include <unistd.h>

// amx_allowed asks the system for leave to use tiles, which it gives to the
// whole process.
static int amx_allowed(void) {
	unsigned a, b, c, d;
	const unsigned tiles = 1u << 24, whole = 1u << 25;
	if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d & tiles) || !(d & whole)) return 0;
	const long request = 0x1023, tile_data = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
	return syscall(SYS_arch_prctl, request, tile_data) == 0;
}

// Rows split into high and low bytes, and two panels in the order of tiles, four
// rows of a column side by side. They are on the stack: of a variable of the
// thread, the C library clears each byte whenever a thread starts.
struct amx_room {
	int8_t high[AMX_ROOM], low[AMX_ROOM], panels[2][16 * PLUMB_MAX_CODED];
} __attribute__((aligned(64)));

// Splits a rounded row x into 64 * high + low.
AMX_TARGET static void amx_split(int8_t *high, int8_t *low, const int16_t *x, long k) {
	for (long i = 0; i < k; i += 32) {
		__m512i v = _mm512_loadu_si512(x + i);
		__m512i h = _mm512_srai_epi16(_mm512_add_epi16(v, _mm512_set1_epi16(32)), 6);
		_mm256_store_si256((__m256i *)(high + i), _mm512_cvtepi16_epi8(h));
		_mm256_store_si256((__m256i *)(low + i), _mm512_cvtepi16_epi8(_mm512_sub_epi16(v, _mm512_slli_epi16(h, 6))));
	}
}

// Puts a panel of codes, in which two rows lie together, in the order of tiles.
AMX_TARGET static void amx_order(int8_t *out, const int8_t *codes, long k, long depth) {
	const __m512i pairs = _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6, 21, 5,
	                                       20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
	long i = 0;
	for (; i + 4 <= k; i += 4)
		_mm512_store_si512(out + i * 16, _mm512_permutexvar_epi16(pairs, _mm512_loadu_si512(codes + i * 16)));
	for (; i < depth; i += 4) {
		__m512i last = i < k ? _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(codes + i * 16))) : _mm512_setzero_si512();
		_mm512_store_si512(out + i * 16, _mm512_permutexvar_epi16(pairs, _mm512_maskz_mov_epi16(0xffff, last)));
	}
}

// Writes, or adds to what is there, what a tile of sums stands for.
AMX_TARGET static void amx_settle(const int32_t (*high)[16], const int32_t (*low)[16], long rows, const float *scales,
                                  const float *sizes, const float *start, int add, float *c, long ldc, long columns) {
	float edge[16] = {0};
	for (long r = 0; r < rows; r++, c += ldc) {
		words_avx512 h, l;
		memcpy(&h, high[r], sizeof h);
		memcpy(&l, low[r], sizeof l);
		if (columns == 16) {
			settle_avx512(h * 64 + l, scales, sizes[r], start, add, c);
			continue;
		}
		memcpy(edge, c, columns * sizeof *c);
		settle_avx512(h * 64 + l, scales, sizes[r], start, add, edge);
		memcpy(c, edge, columns * sizeof *c);
	}
}

AMX_TARGET static void multiply_codes_amx(const float *a, long lda, long m, const struct plumb_matrix *matrix,
                                          const float *bias, float *c, long ldc, int add) {
	struct {
		uint8_t palette, start, reserved[14];
		uint16_t width[16];
		uint8_t rows[16];
	} shape __attribute__((aligned(64))) = {.palette = 1};
	for (int i = 0; i < 8; i++) shape.width[i] = AMX_DEPTH, shape.rows[i] = AMX_ROWS;
	_tile_loadconfig(&shape);

	long k = matrix->k + matrix->k % 2, n = matrix->n, depth = (k + AMX_DEPTH - 1) / AMX_DEPTH * AMX_DEPTH;
	long most = AMX_ROOM / depth / AMX_ROWS * AMX_ROWS;
	float sizes[AMX_ROOM / AMX_DEPTH];
	int16_t rounded[PLUMB_MAX_CODED] __attribute__((aligned(64)));
	struct amx_room room; // read where nothing was written, too, but such sums are not used
	int32_t high[2][AMX_ROWS][16] __attribute__((aligned(64))), low[2][AMX_ROWS][16] __attribute__((aligned(64)));
	memset(rounded, 0, depth * sizeof *rounded);
	for (long row = 0; row < m; row += most) {
		long rows = m - row < most ? m - row : most;
		for (long r = 0; r < rows; r++) {
			sizes[r] = round_avx512(rounded, a + (row + r) * lda, matrix->k);
			amx_split(room.high + r * depth, room.low + r * depth, rounded, depth);
		}
		for (long column = 0; column < n; column += 32) {
			int panels = n - column > 16 ? 2 : 1;
			float start[32] = {0};
			if (bias) memcpy(start, bias + column, (n - column < 32 ? n - column : 32) * sizeof *bias);
			for (int p = 0; p < panels; p++) amx_order(room.panels[p], matrix->codes + (column + p * 16) * k, k, depth);
			for (long from = 0; from < rows; from += AMX_ROWS) {
				_tile_zero(0);
				_tile_zero(1);
				_tile_zero(2);
				_tile_zero(3);
				for (long i = 0; i < depth; i += AMX_DEPTH) {
					_tile_loadd(4, room.high + from * depth + i, depth);
					_tile_loadd(5, room.low + from * depth + i, depth);
					_tile_loadd(6, room.panels[0] + i * 16, AMX_DEPTH);
					_tile_dpbssd(0, 4, 6);
					_tile_dpbssd(1, 5, 6);
					if (panels == 2) {
						_tile_loadd(7, room.panels[1] + i * 16, AMX_DEPTH);
						_tile_dpbssd(2, 4, 7);
						_tile_dpbssd(3, 5, 7);
					}
				}
				_tile_stored(0, high[0], 64);
				_tile_stored(1, low[0], 64);
				_tile_stored(2, high[1], 64);
				_tile_stored(3, low[1], 64);
				long count = rows - from < AMX_ROWS ? rows - from : AMX_ROWS;
				for (int p = 0; p < panels; p++) {
					long at = column + p * 16;
					amx_settle(high[p], low[p], count, matrix->scales + at, sizes + from, start + p * 16, add,
					           c + (row + from) * ldc + at, ldc, n - at < 16 ? n - at : 16);
				}
			}
		}
	}
	_tile_release();
}

#else

static int amx_allowed(void) { return 0; }

#endif
