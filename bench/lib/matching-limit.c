/* The limit of matching: one pass over packed columns with tables of points, the best 50 kept. Reads what
   matching-world.ts wrote, runs for the seconds given, prints passes, median and p99 in milliseconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { top = 50 };

typedef struct {
  uint32_t age, age_min, age_max, cells;
} head;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  FILE *file = fopen(words[1], "rb");
  if (!file) return 2;
  uint32_t people, seekers;
  if (fread(&people, 4, 1, file) != 1 || fread(&seekers, 4, 1, file) != 1) return 2;
  size_t n = people;
  uint32_t *cell = malloc(4 * n);
  uint16_t *life = malloc(2 * n);
  uint8_t *bytes = malloc(6 * n);
  if (fread(cell, 4, n, file) != n || fread(life, 2, n, file) != n || fread(bytes, 1, 6 * n, file) != 6 * n) return 2;
  uint8_t *age = bytes, *from = bytes + n, *to = bytes + 2 * n, *wish = bytes + 3 * n, *goal = bytes + 4 * n, *band = bytes + 5 * n;
  head *heads = malloc(sizeof(head) * seekers);
  int16_t **tables = malloc(sizeof(int16_t *) * seekers);
  for (uint32_t s = 0; s < seekers; s++) {
    if (fread(&heads[s], sizeof(head), 1, file) != 1) return 2;
    size_t size = heads[s].cells + 256 + 512 + 64 + 5;
    tables[s] = malloc(2 * size);
    if (fread(tables[s], 2, size, file) != size) return 2;
  }
  double until = now() + atof(words[2]);
  size_t room = 1 << 20, passes = 0;
  double *times = malloc(8 * room);
  volatile int32_t sink = 0;
  for (uint32_t s = 0; passes < room; s = (s + 1) % seekers) {
    double started = now();
    if (started > until) break;
    const head *h = &heads[s];
    const int16_t *location = tables[s], *wishes = location + h->cells, *lives = wishes + 256, *goals = lives + 512, *bands = goals + 64;
    int32_t scores[top], slots[top];
    int filled = 0;
    for (size_t i = 0; i < n; i++) {
      if (age[i] < h->age_min || age[i] > h->age_max) continue;
      int near = location[cell[i]];
      if (near < 0 || h->age < from[i] || h->age > to[i]) continue;
      int32_t score = near + wishes[wish[i]] + lives[life[i]] + goals[goal[i]] + bands[band[i]];
      if (filled == top && score <= scores[top - 1]) continue;
      int at = filled < top ? filled : top - 1;
      for (; at > 0 && scores[at - 1] < score; at--) scores[at] = scores[at - 1], slots[at] = slots[at - 1];
      scores[at] = score;
      slots[at] = (int32_t)i;
      if (filled < top) filled++;
    }
    sink += filled ? slots[0] : 0;
    times[passes++] = (now() - started) * 1e3;
  }
  if (passes == 0) return 3;
  qsort(times, passes, 8, compare);
  printf("%zu %f %f\n", passes, times[passes / 2], times[(size_t)(passes * 0.99)]);
  return 0;
}
