/*
 * The yardstick of the extraction bench: tokenise, roll, winnow in scalar C, UTF-8 in, fingerprints out.
 *
 *   fp-reference TABLE CORPUS LENGTHS
 *
 * TABLE is written by extraction.ts from the product's fold table; CORPUS holds the documents one after the other,
 * LENGTHS their byte lengths (uint32). Does one pass to warm up and one that counts, and prints
 * "processor milliseconds fingerprints tokens checksum". It folds, cuts and hashes as the product does, but joins nothing (hyphens, line
 * ends, separators in numbers), keeps Hangul syllables whole and measures every k-gram in words: somewhat less work.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define K 4
#define W 6
#define FIRST_SPECIAL 0x0e00
#define PRIME_A 0x01000193u
#define PRIME_B 0x85ebca6bu
#define SEED_A 0x811c9dc5u
#define SEED_B 0x9747b28cu
#define BASE_A 0x9e3779b1u
#define BASE_B 0xc2b2ae3du
#define MAX_TOKENS (1 << 22)

/* Of a UTF-16 unit: 0 separator, 1 dropped, 2 needs care, else the folded unit. */
static uint16_t fold[0x10000];
/* Of a character of planes 1 and 2: the same, 3 itself, 4 itself and a token of its own. */
static uint16_t fold2[0x20000];
static uint8_t alone[0x10000];
static uint32_t expansion_at[0x30001];
static uint16_t expansions[1 << 16];

static uint32_t token_a[MAX_TOKENS], token_b[MAX_TOKENS], token_start[MAX_TOKENS], token_end[MAX_TOKENS];
static int32_t gram_a[MAX_TOKENS];
static uint32_t print_a[MAX_TOKENS], print_b[MAX_TOKENS], print_at[MAX_TOKENS];

static inline uint32_t finalise(uint32_t h) {
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

typedef struct {
  uint32_t a, b;
  int start, count;
} State;

static void emit(State *s, int end) {
  token_a[s->count] = finalise(s->a);
  token_b[s->count] = finalise(s->b);
  token_start[s->count] = (uint32_t)s->start;
  token_end[s->count++] = (uint32_t)end;
  s->start = -1;
}

static void feed(State *s, uint32_t unit, int at, int end) {
  if (alone[unit]) {
    if (s->start >= 0) emit(s, at);
    s->start = at;
    s->a = (SEED_A ^ unit) * PRIME_A;
    s->b = (SEED_B ^ unit) * PRIME_B;
    emit(s, end);
    return;
  }
  if (s->start < 0) {
    s->start = at;
    s->a = SEED_A;
    s->b = SEED_B;
  }
  s->a = (s->a ^ unit) * PRIME_A;
  s->b = (s->b ^ unit) * PRIME_B;
}

static __attribute__((noinline)) void with_care(State *s, uint32_t c, int at, int end) {
  uint32_t f = c < 0x10000 ? fold[c] : c < 0x30000 ? fold2[c - 0x10000] : c < 0x40000 ? 4 : 1;
  if (f == 1) return;
  if (f == 0) {
    if (s->start >= 0) emit(s, at);
    return;
  }
  if (c >= 0x10000 && (f == 3 || f == 4)) {
    if (f == 4 && s->start >= 0) emit(s, at);
    feed(s, 0xd7c0 + (c >> 10), at, end);
    feed(s, 0xdc00 + (c & 0x3ff), at, end);
    if (f == 4) emit(s, end);
    return;
  }
  if (f > 4) {
    feed(s, f, at, end);
    return;
  }
  for (uint32_t j = expansion_at[c]; j < expansion_at[c + 1]; j++) feed(s, expansions[j], at, end);
}

static int tokenise(const uint8_t *x, int length) {
  int count = 0, start = -1, i = 0, e = 0;
  uint32_t a = 0, b = 0, c, f;
#define READ                                                                                     \
  c = x[i];                                                                                      \
  e = i + 1;                                                                                     \
  if (c >= 0x80) {                                                                               \
    if (c < 0xe0) {                                                                              \
      c = ((c & 31) << 6) | (x[e++] & 63);                                                       \
    } else if (c < 0xf0) {                                                                       \
      c = ((c & 15) << 12) | ((x[e] & 63) << 6) | (x[e + 1] & 63);                               \
      e += 2;                                                                                    \
    } else {                                                                                     \
      c = ((c & 7) << 18) | ((x[e] & 63) << 12) | ((x[e + 1] & 63) << 6) | (x[e + 2] & 63);      \
      e += 3;                                                                                    \
    }                                                                                            \
  }                                                                                              \
  f = c < 0x10000 ? fold[c] : 2;
#define EMIT(a_, b_, s_, e_)         \
  token_a[count] = finalise(a_);     \
  token_b[count] = finalise(b_);     \
  token_start[count] = (uint32_t)s_; \
  token_end[count++] = (uint32_t)e_;
  while (i < length) {
    READ
    if (f == 0) {
      i = e;
      continue;
    }
    if (f > 2 && f < FIRST_SPECIAL) {
      start = i;
      a = (SEED_A ^ f) * PRIME_A;
      b = (SEED_B ^ f) * PRIME_B;
      i = e;
    }
    while (i < length) {
      READ
      if (f > 2 && f < FIRST_SPECIAL) {
        if (start < 0) {
          start = i;
          a = SEED_A;
          b = SEED_B;
        }
        a = (a ^ f) * PRIME_A;
        b = (b ^ f) * PRIME_B;
        i = e;
        continue;
      }
      if (f == 0) break;
      if (f == 1) {
        i = e;
        continue;
      }
      if (f >= FIRST_SPECIAL) {
        if (alone[f]) {
          if (start >= 0) {
            EMIT(a, b, start, i)
            start = -1;
          }
          EMIT((SEED_A ^ f) * PRIME_A, (SEED_B ^ f) * PRIME_B, i, e)
        } else {
          if (start < 0) {
            start = i;
            a = SEED_A;
            b = SEED_B;
          }
          a = (a ^ f) * PRIME_A;
          b = (b ^ f) * PRIME_B;
        }
        i = e;
        continue;
      }
      State s = {a, b, start, count};
      with_care(&s, c, i, e);
      a = s.a;
      b = s.b;
      start = s.start;
      count = s.count;
      i = e;
    }
    if (start >= 0) {
      EMIT(a, b, start, i)
      start = -1;
    }
    i = e;
  }
  return count;
}

static int winnow(int count) {
  int grams = count - K + 1, out = 0, least_at = 0, right;
  if (grams <= 0) return 0;
  uint32_t leaving = BASE_A * BASE_A * BASE_A * BASE_A, h = 0;
  for (int t = 0; t < K; t++) h = h * BASE_A + token_a[t];
  gram_a[0] = (int32_t)finalise(h);
  for (int t = K; t < count; t++) {
    h = h * BASE_A + token_a[t] - token_a[t - K] * leaving;
    gram_a[t - K + 1] = (int32_t)finalise(h);
  }
  int first = W < grams ? W : grams;
  for (int j = 1; j < first; j++)
    if (gram_a[j] <= gram_a[least_at]) least_at = j;
  for (right = first - 1;;) {
    int p = least_at;
    uint32_t hb = token_b[p];
    for (int j = 1; j < K; j++) hb = hb * BASE_B + token_b[p + j];
    print_a[out] = (uint32_t)gram_a[p];
    print_b[out] = finalise(hb);
    print_at[out++] = (uint32_t)p;
    int32_t least = gram_a[least_at];
    for (;;) {
      if (++right >= grams) return out;
      int32_t v = gram_a[right];
      if (v < least) {
        least_at = right;
        break;
      }
      if (least_at <= right - W) {
        least_at = right - W + 1;
        least = gram_a[least_at];
        for (int j = least_at + 1; j <= right; j++)
          if (gram_a[j] <= least) {
            least = gram_a[j];
            least_at = j;
          }
        break;
      }
    }
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static uint8_t *load(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  if (!f) exit(1);
  fseek(f, 0, SEEK_END);
  *size = (size_t)ftell(f);
  rewind(f);
  uint8_t *bytes = malloc(*size + 16);
  if (!bytes || fread(bytes, 1, *size, f) != *size) exit(1);
  fclose(f);
  memset(bytes + *size, 0, 16);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  size_t size, lengths_size;
  uint8_t *table = load(argv[1], &size), *at = table;
#define TAKE(array)                  \
  memcpy(array, at, sizeof(array));  \
  at += sizeof(array);
  TAKE(fold) TAKE(fold2) TAKE(alone) TAKE(expansion_at)
  memcpy(expansions, at, size - (size_t)(at - table));
  uint8_t *corpus = load(argv[2], &size);
  uint32_t *lengths = (uint32_t *)load(argv[3], &lengths_size);
  for (int pass = 0; pass < 2; pass++) {
    double begin = now();
    size_t offset = 0;
    uint64_t prints = 0, tokens = 0;
    uint32_t sum = 0;
    for (size_t d = 0; d < lengths_size / 4; d++) {
      int count = tokenise(corpus + offset, (int)lengths[d]);
      int n = winnow(count);
      offset += lengths[d];
      tokens += (uint64_t)count;
      prints += (uint64_t)n;
      for (int j = 0; j < n; j++) sum = sum * 31 + (print_a[j] ^ print_b[j] ^ print_at[j]);
    }
    if (pass == 1) printf("%.3f %lu %lu %u\n", now() - begin, (unsigned long)prints, (unsigned long)tokens, sum);
  }
  return 0;
}
