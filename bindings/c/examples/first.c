// Loads a level, runs a second of it, and prints where the blob is: cc first.c $(pkg-config --cflags --libs blobsmith)
#include <blobsmith.h>
#include <stdio.h>

int main(int argc, char **argv) {
  blobsmith_world *world = argc > 1 ? blobsmith_world_from_file(argv[1]) : NULL;
  blobsmith_body body;
  size_t count;
  if (blobsmith_world_step(world, 60) || blobsmith_world_bodies(world, &body, 1, &count)) return puts(blobsmith_last_error()), 1;
  const blobsmith_vec2 *points = blobsmith_world_positions(world, body, &count);
  for (size_t i = 0; i < count; i++) printf("%g %g\n", points[i].x, points[i].y);
  blobsmith_world_free(world);
}
