// What Go calls. Every function takes the level (see kernel.go) first; sizes
// are checked on the Go side. Panels are 16 columns wide: panel p of a matrix
// with k rows holds its columns 16p to 16p+15, row after row, with zeros
// where the matrix ends. In panels of int8 two rows lie together: the two codes
// of a column side by side.
#ifndef PLUMB_KERNEL_H
#define PLUMB_KERNEL_H

#include <stdint.h>

enum { PLUMB_PORTABLE, PLUMB_AVX2, PLUMB_AVX512, PLUMB_AMX };

int plumb_best_level(void);

// A matrix of k rows and n columns in panels: fp32, or fp16, or int8 with one
// scale a column. The other pointers are null.
struct plumb_matrix {
	const float *floats;
	const uint16_t *halves;
	const int8_t *codes;
	const float *scales;
	long k, n;
};

// The most rows of a matrix of int8.
enum { PLUMB_MAX_CODED = 4096 };

// c[m,n] = a[m,k] * b + bias, and + c before where add is set. For int8, where
// the level can, each row of a is rounded to whole numbers of 13 bits, and
// multiplied in int32.
void plumb_multiply(int level, const float *a, long lda, long m, struct plumb_matrix b, const float *bias, float *c,
                    long ldc, int add);

void plumb_gelu(int level, float *x, long n);
void plumb_layer_norm(int level, float *out, const float *x, long rows, long width, const float *weight,
                      const float *bias, float epsilon);
// Softmax of each row of x times scale. Where relations is set, the row's
// entry of table for each relation is added before scaling.
void plumb_softmax(int level, float *x, long ldx, long rows, long n, float scale, const uint8_t *relations,
                   long ldr, const float *table, long ldt);
// Attention of one query a head over the rows of keys and values that index
// names.
void plumb_attend(int level, float *out, const float *query, const float *keys, const float *values, long ld,
                  const int32_t *index, long count, long heads, long width, float scale, float *scores);

// Rows of codes of 6 bits, in chunks (see scan.h).
enum { PLUMB_CHUNK = 128, PLUMB_CHUNK_BYTES = 96 };

// out[i] = query * rows[i], or * rows[index[i]] where index is set.
void plumb_scan(int level, int32_t *out, const int8_t *query, const uint8_t *rows, long chunks, const int32_t *index,
                long count);

// Panels from w[n,k], rows as weights are stored, and from b[k,n].
void plumb_pack_rows(float *panels, const float *w, long ldw, long n, long k);
void plumb_pack_codes(int8_t *panels, const int8_t *w, long ldw, long n, long k);
void plumb_pack_halves(uint16_t *panels, const uint16_t *w, long ldw, long n, long k);
void plumb_pack_columns(float *panels, const float *b, long ldb, long k, long n);

#endif
