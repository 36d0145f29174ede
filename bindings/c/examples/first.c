// Loads a level, runs 60 frames, and draws the nodes: cc first.c $(pkg-config --cflags --libs blobsmith) -o first && ./first > blob.html
#include <blobsmith.h>
#include <stdio.h>

int main(void) {
  blobsmith_world *world = blobsmith_world_from_file("level.ron");
  if (!world || blobsmith_world_step(world, 60)) return puts(blobsmith_last_error()), 1;
  size_t count;
  const blobsmith_vec2 *points = blobsmith_world_all_positions(world, &count);
  puts("<svg viewBox='-10 -5 21 8' fill='teal'>");
  for (size_t i = 0; i < count; i++) printf("<circle cx='%g' cy='%g' r='.1'/>\n", points[i].x, -points[i].y);
}
