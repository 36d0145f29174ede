// Times the step of a level and the reading of all positions, as src/bin/native_step.rs does in Rust; see bindings/c/overhead.
// With a third argument: the time of reading 1,000 positions instead.
#define _POSIX_C_SOURCE 199309L
#include <blobsmith.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double sum_heights(const blobsmith_world *world, const blobsmith_body *bodies, size_t body_count, size_t *read) {
  double sum = 0;
  for (size_t body = 0; body < body_count; body++) {
    size_t count = 0;
    const blobsmith_vec2 *points = blobsmith_world_positions(world, bodies[body], &count);
    for (size_t i = 0; i < count; i++) sum += points[i].y;
    *read += count;
  }
  return sum;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  blobsmith_world *world = blobsmith_world_from_file(argv[1]);
  int frames = atoi(argv[2]);
  blobsmith_body *bodies = NULL;
  size_t body_count = 0, read = 0;
  blobsmith_world_bodies(world, NULL, 0, &body_count);
  bodies = calloc(body_count + 1, sizeof *bodies);
  if (!bodies || blobsmith_world_bodies(world, bodies, body_count + 1, &body_count)) return puts(blobsmith_last_error()), 1;
  volatile double sum = 0;
  double start = now();
  for (int frame = 0; frame < frames; frame++) {
    if (argc == 3) blobsmith_world_step(world, 1);
    sum += sum_heights(world, bodies, body_count, &read);
  }
  double seconds = now() - start;
  if (argc == 3) {
    printf("%.9f %016" PRIx64 "\n", seconds, blobsmith_world_hash(world));
  } else {
    printf("%.3f\n", seconds / (double)read * 1000 * 1e6);
  }
  free(bodies);
  blobsmith_world_free(world);
}
