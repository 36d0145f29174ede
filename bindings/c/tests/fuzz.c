// Random calls: usage fuzz CALLS [SEED] [LEVEL…]. Handles are valid, stale or invented, pointers valid or null, numbers odd, and
// every buffer has exactly the capacity that the call gets, so that a sanitizer sees each access outside of it. Worlds and other
// objects are freed in random order; pointers that the contract calls dangling are not used. Fails if a call reports a panic.
#include <blobsmith.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OBJECTS = 4, HANDLES = 64, TEXTS = 16 };

static uint64_t seed = 1;
static blobsmith_world *worlds[OBJECTS];
static blobsmith_snapshot *snapshots[OBJECTS];
static blobsmith_prefab *prefabs[OBJECTS];
static blobsmith_draw_list *lists[OBJECTS];
static blobsmith_overlay_list *overlays[OBJECTS];
static blobsmith_flight *flights[OBJECTS];
static uint64_t handles[HANDLES];
static unsigned long statuses[16];
// Keeps reads from being optimised away.
static volatile double sink;

static const char *const small[] = {
    "{\"format\": 2, \"world\": {\"gravity\": [0, -0.02], \"substeps\": 4}, \"bodies\": [{\"id\": \"hero\", \"name\": \"Hero\","
    "\"tags\": [\"enemy\"], \"properties\": {\"hp\": 3, \"title\": \"x\"}, \"nodes\": [{\"position\": [0, 1], \"label\": "
    "\"hand\"}, {\"position\": [2, 1]}, {\"position\": [1, 3]}], \"hull\": [[0, 1], [1, 2], [2, 0]], \"triangles\": [[0, 1, 2]],"
    "\"springs\": [{\"a\": 0, \"b\": 1, \"stiffness\": 0.1}]}],"
    "\"discs\": [{\"id\": \"ball\", \"position\": [1, 5], \"radius\": 0.5}, {\"id\": \"goal\", \"position\": [1, 2], \"radius\": 1,"
    "\"motion\": \"Fixed\", \"collision\": {\"sensor\": true}}], \"obstacles\": [{\"id\": \"ground\", \"shape\": {\"Line\": "
    "[[0, 0], [1, 0]]}}], \"markers\": [{\"id\": \"start\", \"shape\": {\"Point\": [3, 4]}}]}",
    "{\"format\": 2, \"discs\": [{\"id\": \"ball\", \"position\": [0, 0], \"radius\": 0.5}, {\"id\": \"b2\", \"position\": [2, 0], \"radius\": 0.5}],"
    "\"links\": [{\"id\": \"rope\", \"a\": {\"disc\": 0}, \"b\": {\"disc\": 1}, \"kind\": {\"Stick\": {\"length\": 2}}}]}",
    "(format: 2, discs: [(position: (0.0, 1.0), radius: 0.5)])",
    "(format: 2)",
};

static uint32_t below(uint32_t count) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % count;
}

static double number(void) {
  static const double odd[] = {0, -0.0, NAN, INFINITY, -INFINITY, 1e308, -1e200, 1e-308, 5e-324};
  return below(20) ? ((double)below(4001) - 2000) / 200 : odd[below(9)];
}

static blobsmith_vec2 vector(void) {
  double x = number();
  return blobsmith_vector(x, number());
}

static uint32_t small_count(void) { return below(30) ? below(12) : UINT32_MAX; }

// A handle that some call returned, which may be stale or of another world or kind, or an invented one.
static uint64_t handle(void) {
  if (below(8)) return handles[below(HANDLES)];
  return below(2) ? below(4) : (uint64_t)below(UINT32_MAX) << 32 | below(8);
}

static void keep(uint64_t found) {
  if (found) handles[below(HANDLES)] = found;
}

static void count(blobsmith_status status) {
  statuses[status & 15]++;
  if (status != BLOBSMITH_STATUS_OK && strlen(blobsmith_last_error()) == 0) abort();
  if (status == BLOBSMITH_STATUS_PANIC) {
    fprintf(stderr, "panic: %s\n", blobsmith_last_error());
    abort();
  }
}

// Keeps a handle that a call returned, or counts its error.
static void got(uint64_t found) {
  keep(found);
  if (!found) count(blobsmith_last_status());
}

static blobsmith_part part(void) {
  blobsmith_part part = {below(20) ? below(8) : below(UINT32_MAX), small_count(), handle()};
  return part;
}

static const char *text(void) {
  static const char *const texts[TEXTS] = {"hero",   "ball", "goal", "ground", "rope",  "hand",     "enemy", "hp",
                                           "title",  "x",    "start", "Hero",  "spawn-1", "\xff\xfe", "",      "spawn-1/ball"};
  return below(20) ? texts[below(TEXTS)] : NULL;
}

#define PICK(array) (below(12) ? (array)[below(OBJECTS)] : NULL)

static blobsmith_world *world(void) { return PICK(worlds); }

static const blobsmith_filter *filter(void) {
  static blobsmith_filter filter;
  filter = (blobsmith_filter){below(2) ? UINT32_MAX : below(4), below(2) ? UINT32_MAX : below(4), below(2), below(3) ? NULL : text()};
  return below(2) ? &filter : NULL;
}

// A buffer of exactly this many entries, or null.
typedef struct {
  size_t capacity, count;
  size_t *counter;
  void *memory;
} buffer;

static buffer make(size_t size) {
  buffer made = {.capacity = below(4) ? below(40) : below(3)};
  made.memory = below(10) ? malloc(made.capacity * size) : NULL;
  return made;
}

// Calls with a buffer, reads what was written, and keeps the handles in it.
#define LIST(type, keep_it, call)                                              \
  do {                                                                         \
    buffer b = make(sizeof(type));                                             \
    type *out = b.memory;                                                      \
    size_t capacity = b.capacity, *counter = below(10) ? &b.count : NULL;      \
    blobsmith_status status = call;                                            \
    count(status);                                                             \
    for (size_t i = 0; !status && i < b.count && i < capacity; i++) {          \
      type entry = out[i];                                                     \
      (void)entry;                                                             \
      keep_it;                                                                 \
    }                                                                          \
    free(b.memory);                                                            \
  } while (0)
#define TEXT(call)                                                             \
  do {                                                                         \
    buffer b = make(1);                                                        \
    char *out = b.memory;                                                      \
    size_t capacity = b.capacity, *counter = below(4) ? &b.count : NULL;       \
    blobsmith_status status = call;                                            \
    count(status);                                                             \
    if (!status && capacity && counter && strlen(out) > b.count) abort();      \
    free(b.memory);                                                            \
  } while (0)
#define OUT(type, call)                                                        \
  do {                                                                         \
    type *out = below(12) ? malloc(sizeof(type)) : NULL;                       \
    count(call);                                                               \
    free(out);                                                                 \
  } while (0)

static void replace_world(void) {
  int at = (int)below(OBJECTS);
  blobsmith_world *made = NULL;
  if (below(3) == 0) {
    made = blobsmith_world_clone(world());
  } else if (below(3)) {
    made = blobsmith_world_from_text(small[below(4)]);
  } else {
    // A text with one byte changed: most are refused.
    char *changed = strdup(small[below(4)]);
    changed[below((uint32_t)strlen(changed))] = (char)below(256);
    made = blobsmith_world_from_text(changed);
    free(changed);
  }
  if (!made) return count(blobsmith_last_status());
  blobsmith_world_free(worlds[at]);
  worlds[at] = made;
}

static void replace_object(void) {
  int at = (int)below(OBJECTS);
  switch (below(6)) {
  case 0:
    blobsmith_snapshot_free(snapshots[at]);
    snapshots[at] = blobsmith_world_snapshot(world());
    break;
  case 1:
    blobsmith_prefab_free(prefabs[at]);
    prefabs[at] = below(10) ? blobsmith_prefab_from_text(below(10) ? small[below(4)] : text()) : blobsmith_prefab_from_file(text());
    break;
  case 2:
    blobsmith_draw_list_free(lists[at]);
    lists[at] = below(4) ? blobsmith_draw_list_new() : NULL;
    break;
  case 3: count(blobsmith_world_restore(world(), PICK(snapshots))); break;
  case 4:
    blobsmith_overlay_list_free(overlays[at]);
    overlays[at] = below(4) ? blobsmith_overlay_list_new() : NULL;
    break;
  default: sink = (double)(blobsmith_snapshot_frame(PICK(snapshots)) + blobsmith_snapshot_hash(PICK(snapshots)));
  }
}

// Numbers that need no buffer.
static void read_numbers(void) {
  const blobsmith_world *from = world();
  sink = (double)blobsmith_world_hash(from) + blobsmith_world_time(from) + blobsmith_world_pixels_per_unit(from);
  sink = (double)blobsmith_world_frame(from) + blobsmith_world_seconds_per_frame(from) + blobsmith_world_max_frames(from);
  sink = (double)blobsmith_world_dropped_events(from) + (double)blobsmith_world_node_count(from, handle());
  sink = (double)(strlen(blobsmith_last_error_place()) + blobsmith_last_error_line() + blobsmith_last_error_column());
}

static void call_time(void) {
  switch (below(11)) {
  case 0:
  case 1: count(blobsmith_world_step(world(), below(3))); break;
  case 2: OUT(blobsmith_advanced, blobsmith_world_advance(world(), number() * 0.01, out)); break;
  case 3: count(blobsmith_world_set_seconds_per_frame(world(), below(4) ? 1.0 / 60 : number())); break;
  case 4: count(blobsmith_world_set_max_frames(world(), below(5))); break;
  case 5: count(blobsmith_world_set_interpolation(world(), below(2))); break;
  case 6: TEXT(blobsmith_world_hash_text(world(), out, capacity, counter)); break;
  case 7: read_numbers(); break;
  case 8: {
    size_t entries = below(5);
    blobsmith_vec2 *out = below(10) ? malloc(entries * sizeof *out) : NULL;
    count(blobsmith_world_interpolated(world(), handle(), below(3) ? 0.5 : number(), out, entries));
    free(out);
    break;
  }
  case 9: count(blobsmith_world_set_threads(world(), below(10) ? 1 + below(4) : 256 + below(4))); break;
  default: OUT(blobsmith_vec2, blobsmith_world_interpolated_disc(world(), handle(), number(), out));
  }
}

static void call_lookup(void) {
  switch (below(22)) {
  case 0: got(blobsmith_world_body(world(), text())); break;
  case 1: got(blobsmith_world_disc(world(), text())); break;
  case 2: got(blobsmith_world_obstacle(world(), text())); break;
  case 3: got(blobsmith_world_link(world(), text())); break;
  case 4: got(blobsmith_world_instance(world(), text())); break;
  case 5: got(blobsmith_world_body_named(world(), text())); break;
  case 6: got(blobsmith_world_disc_named(world(), text())); break;
  case 7: got(blobsmith_world_obstacle_named(world(), text())); break;
  case 8: LIST(blobsmith_body, keep(entry), blobsmith_world_bodies(world(), out, capacity, counter)); break;
  case 9: LIST(blobsmith_disc, keep(entry), blobsmith_world_discs(world(), out, capacity, counter)); break;
  case 10: LIST(blobsmith_obstacle, keep(entry), blobsmith_world_obstacles(world(), out, capacity, counter)); break;
  case 11: LIST(blobsmith_link, keep(entry), blobsmith_world_links(world(), out, capacity, counter)); break;
  case 12: LIST(blobsmith_instance, keep(entry), blobsmith_world_instances(world(), out, capacity, counter)); break;
  case 13: LIST(blobsmith_body, keep(entry), blobsmith_world_bodies_with_tag(world(), text(), out, capacity, counter)); break;
  case 14: LIST(blobsmith_disc, keep(entry), blobsmith_world_discs_with_tag(world(), text(), out, capacity, counter)); break;
  case 15: LIST(blobsmith_obstacle, keep(entry), blobsmith_world_obstacles_with_tag(world(), text(), out, capacity, counter)); break;
  case 16: LIST(blobsmith_link, keep(entry), blobsmith_world_links_with_tag(world(), text(), out, capacity, counter)); break;
  case 17: LIST(blobsmith_instance, keep(entry), blobsmith_world_instances_with_tag(world(), text(), out, capacity, counter)); break;
  case 18: LIST(blobsmith_part, keep(entry.handle), blobsmith_world_parts_of_instance(world(), handle(), out, capacity, counter)); break;
  case 19: OUT(uint32_t, blobsmith_world_node_with_label(world(), handle(), text(), out)); break;
  case 20: LIST(blobsmith_hand, keep(entry), blobsmith_world_hands(world(), out, capacity, counter)); break;
  default: OUT(blobsmith_counts, blobsmith_world_part_counts(world(), out));
  }
}

static void call_names(void) {
  switch (below(11)) {
  case 0: TEXT(blobsmith_world_id(world(), part(), out, capacity, counter)); break;
  case 1: TEXT(blobsmith_world_name(world(), part(), out, capacity, counter)); break;
  case 2: TEXT(blobsmith_world_info(world(), part(), out, capacity, counter)); break;
  case 3: TEXT(blobsmith_world_properties(world(), part(), out, capacity, counter)); break;
  case 4: TEXT(blobsmith_world_property_text(world(), part(), text(), out, capacity, counter)); break;
  case 5: TEXT(blobsmith_world_body_info(world(), handle(), out, capacity, counter)); break;
  case 6: TEXT(blobsmith_world_instance_info(world(), handle(), out, capacity, counter)); break;
  case 7: TEXT(blobsmith_world_level_info(world(), out, capacity, counter)); break;
  case 8: OUT(bool, blobsmith_world_has_tag(world(), part(), text(), out)); break;
  case 9: OUT(double, blobsmith_world_property_number(world(), part(), text(), out)); break;
  default: LIST(blobsmith_vec2, sink = entry.x, blobsmith_world_marker_points(world(), text(), out, capacity, counter));
  }
}

// Reads every entry of a view.
static void read_view(const blobsmith_vec2 *points, size_t number) {
  if (!points) count(blobsmith_last_status());
  for (size_t i = 0; points && i < number; i++) sink = points[i].x + points[i].y;
}

static void call_reading(void) {
  size_t number = 0, *counter = below(10) ? &number : NULL;
  switch (below(23)) {
  case 0: read_view(blobsmith_world_positions(world(), handle(), counter), number); break;
  case 1: read_view(blobsmith_world_velocities(world(), handle(), counter), number); break;
  case 2: read_view(blobsmith_world_all_positions(world(), counter), number); break;
  case 3: count(blobsmith_world_node_range(world(), handle(), counter, below(10) ? &number : NULL)); break;
  case 4: OUT(blobsmith_vec2, blobsmith_world_node_position(world(), handle(), small_count(), out)); break;
  case 5: OUT(blobsmith_vec2, blobsmith_world_node_velocity(world(), handle(), small_count(), out)); break;
  case 6: OUT(blobsmith_vec2, blobsmith_world_barycentre(world(), handle(), out)); break;
  case 7: OUT(blobsmith_vec2, blobsmith_world_velocity(world(), handle(), out)); break;
  case 8: OUT(double, blobsmith_world_area(world(), handle(), out)); break;
  case 9: OUT(double, blobsmith_world_mass(world(), handle(), out)); break;
  case 10: OUT(blobsmith_energy, blobsmith_world_energy(world(), handle(), out)); break;
  case 11: OUT(blobsmith_energy, blobsmith_world_total_energy(world(), out)); break;
  case 12: OUT(blobsmith_box, blobsmith_world_aabb(world(), handle(), out)); break;
  case 13: OUT(bool, blobsmith_world_is_blown_up(world(), handle(), out)); break;
  case 14: OUT(bool, blobsmith_world_is_collapsed(world(), handle(), out)); break;
  case 15: OUT(bool, blobsmith_world_is_pinned(world(), handle(), small_count(), out)); break;
  case 16: OUT(blobsmith_vec2, blobsmith_world_disc_position(world(), handle(), out)); break;
  case 17: OUT(blobsmith_vec2, blobsmith_world_disc_velocity(world(), handle(), out)); break;
  case 18: OUT(double, blobsmith_world_radius(world(), handle(), out)); break;
  case 19: OUT(bool, blobsmith_world_is_asleep(world(), handle(), out)); break;
  case 20: OUT(blobsmith_vec2, blobsmith_world_link_points(world(), handle(), out, out)); break;
  case 21: OUT(double, blobsmith_world_disc_mass(world(), handle(), out)); break;
  default: OUT(bool, blobsmith_world_is_disc_blown_up(world(), handle(), out));
  }
}

static void call_acting(void) {
  switch (below(11)) {
  case 0: count(blobsmith_world_set_velocity(world(), part(), vector())); break;
  case 1: count(blobsmith_world_apply_impulse(world(), part(), vector())); break;
  case 2: count(blobsmith_world_apply_force(world(), part(), vector())); break;
  case 3: count(blobsmith_world_teleport(world(), part(), vector())); break;
  case 4: count(blobsmith_world_teleport_to(world(), part(), vector())); break;
  case 5: count(blobsmith_world_pin(world(), handle(), small_count())); break;
  case 6: count(blobsmith_world_unpin(world(), handle(), small_count())); break;
  case 7:
  case 8: got(blobsmith_world_grab(world(), part(), vector())); break;
  case 9: count(blobsmith_world_move_hand(world(), (uint32_t)handle(), vector())); break;
  default: count(blobsmith_world_release(world(), (uint32_t)handle()));
  }
}

static blobsmith_link_end end(void) {
  blobsmith_link_end end = {part(), vector()};
  return end;
}

// Worlds stay small: a large one is replaced.
static void spawn(blobsmith_world *into) {
  blobsmith_counts counts = {0};
  blobsmith_world_part_counts(into, &counts);
  if (counts.bodies + counts.discs > 60) return replace_world();
  blobsmith_placement placement = {vector(), number() * 90, vector(), below(2)};
  const blobsmith_placement *at = below(4) ? &placement : NULL;
  if (below(2)) {
    got(blobsmith_world_spawn(into, PICK(prefabs), at));
  } else {
    got(blobsmith_world_spawn_with_id(into, PICK(prefabs), at, text()));
  }
}

static void call_spawning(void) {
  switch (below(6)) {
  case 0:
  case 1: spawn(world()); break;
  case 2: count(blobsmith_world_remove(world(), part())); break;
  case 3: {
    blobsmith_link_settings settings = {below(4), below(2), fabs(number()), fabs(number()), fabs(number())};
    got(blobsmith_world_connect(world(), end(), end(), below(10) ? &settings : NULL));
    break;
  }
  case 4: count(blobsmith_world_switch_link(world(), handle(), below(2))); break;
  default: OUT(bool, blobsmith_world_is_link_on(world(), handle(), out));
  }
}

static void read_events(void) {
  size_t number = 0;
  const blobsmith_event *events = blobsmith_world_take_events(world(), below(10) ? &number : NULL);
  for (size_t i = 0; events && i < number; i++) {
    keep(events[i].part.handle);
    sink = events[i].impulse + events[i].point.x;
  }
}

static void read_drawing(const blobsmith_drawing *drawing) {
  if (!drawing) return count(blobsmith_last_status());
  for (size_t i = 0; i < drawing->point_count; i++) sink = drawing->points[i].x + drawing->uv[i].y;
  for (size_t i = 0; i < drawing->triangle_index_count; i++) sink = drawing->points[drawing->triangles[i]].x;
  for (size_t i = 0; i < drawing->outline_index_count; i++) sink = drawing->points[drawing->outlines[i]].x;
  for (size_t i = 0; i < drawing->loop_count; i++) sink = (double)drawing->loops[i].point_count;
  for (size_t i = 0; i < drawing->body_count; i++) keep(drawing->bodies[i].body);
  for (size_t i = 0; i < drawing->disc_count; i++) keep(drawing->discs[i].disc);
}

// One overlay, or two, in the view of the whole level or any other.
static void call_overlays(void) {
  const blobsmith_world *from = world();
  blobsmith_overlay one = {0}, other = {0};
  blobsmith_overlay_view view = {{0, 0}, {200, 100}, 10, false};
  count(blobsmith_overlay_at(below(60), &one));
  count(blobsmith_overlay_at(below(60), &other));
  char names[200];
  snprintf(names, sizeof names, "%s,%s", one.name ? one.name : text(), below(2) && other.name ? other.name : "");
  if (below(4)) count(blobsmith_world_overlay_view(from, (blobsmith_vec2){320, 200}, &view));
  if (!below(4)) view = (blobsmith_overlay_view){vector(), {below(3) ? 100 : number(), 100}, number(), true};
  const blobsmith_overlay_drawing *drawing = blobsmith_world_draw_overlays(from, names, below(20) ? &view : NULL, PICK(overlays));
  if (!drawing) return count(blobsmith_last_status());
  for (size_t i = 0; i < drawing->triangle_index_count; i++) sink = drawing->points[drawing->triangles[i]].x;
  for (size_t i = 0; i < 4 * drawing->point_count; i++) sink = drawing->colors[i];
  for (size_t i = 0; i < drawing->line_count; i++)
    sink = drawing->line_points[2 * i + 1].y + drawing->line_colors[4 * i + 3] + drawing->line_widths[i];
  for (size_t i = 0; i < drawing->batch_count; i++) sink = (double)(drawing->batches[i].first + drawing->batches[i].count);
  for (size_t i = 0; i < drawing->label_count; i++) sink = (double)strlen(drawing->labels[i].text);
  for (size_t i = 0; i < drawing->legend_count; i++) sink = (double)strlen(drawing->legend[i].text);
}

static void call_others(void) {
  switch (below(16)) {
  case 12:
  case 13:
  case 14: call_overlays(); break;
  case 15: count(blobsmith_world_set_tracing(world(), below(2))); break;
  case 0: count(blobsmith_world_set_contact_events(world(), below(2))); break;
  case 1: read_events(); break;
  case 2: read_drawing(blobsmith_world_draw(world(), PICK(lists))); break;
  case 3: read_drawing(blobsmith_world_draw_between(world(), below(2) ? 0.25 : number(), PICK(lists))); break;
  case 4: LIST(blobsmith_body, keep(entry), blobsmith_world_bodies_at(world(), vector(), filter(), out, capacity, counter)); break;
  case 5: LIST(blobsmith_disc, keep(entry), blobsmith_world_discs_at(world(), vector(), filter(), out, capacity, counter)); break;
  case 6: OUT(blobsmith_part, blobsmith_world_nearest_node(world(), vector(), number(), filter(), out)); break;
  case 7: LIST(blobsmith_part, keep(entry.handle), blobsmith_world_overlap_circle(world(), vector(), number(), filter(), out, capacity, counter)); break;
  case 8: LIST(blobsmith_part, keep(entry.handle), blobsmith_world_overlap_box(world(), vector(), vector(), filter(), out, capacity, counter)); break;
  case 9: OUT(blobsmith_hit, blobsmith_world_raycast(world(), vector(), vector(), number(), filter(), out)); break;
  case 10: LIST(blobsmith_hit, keep(entry.part.handle), blobsmith_world_raycast_all(world(), vector(), vector(), number(), filter(), out, capacity, counter)); break;
  default: OUT(blobsmith_hit, blobsmith_world_sweep_circle(world(), vector(), number(), vector(), filter(), out));
  }
}

static void keep_flight(blobsmith_flight *flight) {
  int at = (int)below(OBJECTS);
  blobsmith_flight_free(flights[at]);
  flights[at] = flight;
}

// Spans are short, since their texts simulate them again. Links are rare, since each has a thread and a socket.
static void call_recorder(void) {
  static const char *const conditions[] = {"body(\"hero\").y < 1", "max(node.speed) > 0.01", "frame > 3", "any(triangle.area < 0)",
                                           "energy.total", "disc(\"ball\").y <", "\xff", ""};
  uint64_t first, last;
  switch (below(13)) {
  case 0:
  case 1: count(blobsmith_world_set_recorder(world(), below(5) ? 1 + below(20) : 0, below(10) ? 1 + below(6) : UINT64_MAX)); break;
  case 2: keep_flight(blobsmith_world_flight(world(), text())); break;
  case 3: keep_flight(blobsmith_world_take_fault_flight(world())); break;
  case 4:
  case 5: count(blobsmith_world_record_when(world(), below(10) ? conditions[below(8)] : NULL)); break;
  case 6: keep_flight(blobsmith_world_take_condition_flight(world())); break;
  case 7: count(blobsmith_flight_frames(PICK(flights), below(8) ? &first : NULL, &last)); break;
  case 8:
  case 9: TEXT(blobsmith_flight_text(PICK(flights), out, capacity, counter)); break;
  case 10: count(blobsmith_flight_save(PICK(flights), below(2) ? "/dev/null/flight.run.json" : NULL)); break;
  case 11:
    if (!below(50)) TEXT(blobsmith_world_start_link(world(), 0, out, capacity, counter));
    break;
  default:
    sink = blobsmith_world_is_paused(world());
    count(blobsmith_world_stop_link(world()));
  }
}

static void free_all(void) {
  for (int at = 0; at < OBJECTS; at++) {
    blobsmith_world_free(worlds[at]);
    blobsmith_snapshot_free(snapshots[at]);
    blobsmith_prefab_free(prefabs[at]);
    blobsmith_draw_list_free(lists[at]);
    blobsmith_overlay_list_free(overlays[at]);
    blobsmith_flight_free(flights[at]);
  }
}

// Waits until the threads of freed worlds have ended, at most 10 seconds; what they still hold would count as leaks.
static void wait_for_threads(void) {
  for (int tries = 0; tries < 1000; tries++) {
    int entries = 0;
    DIR *tasks = opendir("/proc/self/task");
    while (tasks && readdir(tasks)) entries++;
    if (tasks) closedir(tasks);
    // This thread, and the two links of a folder.
    if (entries <= 3) return;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
}

int main(int argc, char **argv) {
  unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
  seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  for (int at = 0; at < OBJECTS; at++) {
    worlds[at] = blobsmith_world_from_text(small[at]);
    prefabs[at] = blobsmith_prefab_from_text(small[at]);
    if (!worlds[at] || !prefabs[at]) return fprintf(stderr, "level %d: %s\n", at, blobsmith_last_error()), 1;
  }
  for (unsigned long call = 0; call < calls; call++) {
    // Worlds of the given levels, now and then.
    if (argc > 3 && call % 5000 == 0) {
      blobsmith_world_free(worlds[0]);
      worlds[0] = blobsmith_world_from_file(argv[3 + call / 5000 % (unsigned long)(argc - 3)]);
    }
    uint32_t kind = below(100);
    if (kind < 1) replace_world();
    else if (kind < 4) replace_object();
    else if (kind < 14) call_time();
    else if (kind < 34) call_lookup();
    else if (kind < 44) call_names();
    else if (kind < 59) call_reading();
    else if (kind < 74) call_acting();
    else if (kind < 84) call_spawning();
    else if (kind < 87) call_recorder();
    else call_others();
  }
  free_all();
  wait_for_threads();
  printf("%lu calls, statuses:", calls);
  for (int status = 0; status < 16; status++) printf(" %lu", statuses[status]);
  puts("");
  // Every status but a panic and a failed link occurs, or the calls are too few to mean something.
  for (int status = 0; status <= BLOBSMITH_STATUS_CONDITION; status++) {
    int may_be_absent = status == BLOBSMITH_STATUS_PANIC || status == BLOBSMITH_STATUS_LINK;
    if (!statuses[status] && !may_be_absent && calls >= 100000) return fprintf(stderr, "no call gave status %d\n", status), 1;
  }
  return 0;
}
