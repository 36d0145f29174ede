// Blobsmith: 2D soft bodies with bit-identical results on every machine. Generated from bindings/c/src; do not edit.
//
// Rules of the whole interface:
// * Most functions return a `blobsmith_status`; 0 is success. Others return NULL, 0 or NaN after an error. Then
//   `blobsmith_last_error()` has the message. A call that fails changes nothing.
// * Texts are UTF-8 and end with a NUL byte. Lengths do not count that byte.
// * Functions that return a text or a list take a buffer and its capacity. With capacity 0 they only report the length. A
//   buffer that is too small gives BLOBSMITH_STATUS_LENGTH, and nothing but the length is written.
// * Pointers to data of a world (positions, events) stay valid until the next call that takes the world without `const`.
// * Handles stay valid while other parts come and go. A handle of a removed part gives BLOBSMITH_STATUS_STALE. 0 is no part.
// * A world may be used by any thread, but only by one at a time.
// * Units are those of the level; x to the right, y upwards.

#ifndef BLOBSMITH_H
#define BLOBSMITH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Version of this interface. It changes when a program must be compiled again.
#define BLOBSMITH_ABI_VERSION 1

// Greatest number of threads of a world.
#define BLOBSMITH_MOST_THREADS 256

// Result of a call.
typedef enum blobsmith_status {
  // Success.
  BLOBSMITH_STATUS_OK = 0,
  // A pointer is null.
  BLOBSMITH_STATUS_NULL = 1,
  // A text is not UTF-8.
  BLOBSMITH_STATUS_UTF8 = 2,
  // A level cannot be loaded, or a link has a number outside its range; see blobsmith_last_error_place.
  BLOBSMITH_STATUS_LEVEL = 3,
  // A part was removed or never existed.
  BLOBSMITH_STATUS_STALE = 4,
  // A body has no such node.
  BLOBSMITH_STATUS_NO_NODE = 5,
  // A part cannot be moved: it is fixed, pinned, driven or blown up.
  BLOBSMITH_STATUS_UNMOVED = 6,
  // A number is not finite or outside its range, or a kind does not fit the call.
  BLOBSMITH_STATUS_ARGUMENT = 7,
  // A buffer has the wrong length.
  BLOBSMITH_STATUS_LENGTH = 8,
  // The call needs a mode that is off.
  BLOBSMITH_STATUS_OFF = 9,
  // An id is not allowed or taken.
  BLOBSMITH_STATUS_ID = 10,
  // There is no part, label, property or marker of this name.
  BLOBSMITH_STATUS_NOT_FOUND = 11,
  // A defect of the library. Free the world; its state may be incomplete.
  BLOBSMITH_STATUS_PANIC = 12,
  // The live link cannot start, for example because its port is taken.
  BLOBSMITH_STATUS_LINK = 13,
  // A text is not a condition that a game can evaluate.
  BLOBSMITH_STATUS_CONDITION = 14,
} blobsmith_status;

// Kind of an event.
typedef enum blobsmith_event_kind {
  // `other` entered the sensor `part`.
  BLOBSMITH_EVENT_KIND_SENSOR_ENTERED = 0,
  // `other` left the sensor `part`.
  BLOBSMITH_EVENT_KIND_SENSOR_LEFT = 1,
  // The signed area of a body is not positive: it has no gas force until it is positive again.
  BLOBSMITH_EVENT_KIND_COLLAPSED = 2,
  // A position or velocity is not finite: the body or disc has no contacts from now on.
  BLOBSMITH_EVENT_KIND_BLOW_UP = 3,
  // A disc reached its impact limit.
  BLOBSMITH_EVENT_KIND_MANY_IMPACTS = 4,
  // A node or disc is inside a hull without an eligible edge: no response.
  BLOBSMITH_EVENT_KIND_NO_EDGE = 5,
  // `part` and `other` touch, and did not in the previous frame.
  BLOBSMITH_EVENT_KIND_CONTACT_BEGIN = 6,
  // They still touch.
  BLOBSMITH_EVENT_KIND_CONTACT_PERSIST = 7,
  // They no longer touch; a handle may be stale.
  BLOBSMITH_EVENT_KIND_CONTACT_END = 8,
} blobsmith_event_kind;

// Kind of a part.
typedef enum blobsmith_part_kind {
  // No part.
  BLOBSMITH_PART_KIND_NONE = 0,
  // A body.
  BLOBSMITH_PART_KIND_BODY = 1,
  // A disc.
  BLOBSMITH_PART_KIND_DISC = 2,
  // An obstacle.
  BLOBSMITH_PART_KIND_OBSTACLE = 3,
  // A link.
  BLOBSMITH_PART_KIND_LINK = 4,
  // An instance of another level.
  BLOBSMITH_PART_KIND_INSTANCE = 5,
  // A node of a body.
  BLOBSMITH_PART_KIND_NODE = 6,
  // The bounds of the world.
  BLOBSMITH_PART_KIND_BOUNDS = 7,
} blobsmith_part_kind;

// Kind of a link.
typedef enum blobsmith_link_kind {
  // A damped spring: `length`, `stiffness` and `damping`.
  BLOBSMITH_LINK_KIND_SPRING = 0,
  // A rigid link: `length`.
  BLOBSMITH_LINK_KIND_STICK = 1,
  // Both ends are moved to their common point.
  BLOBSMITH_LINK_KIND_PIN = 2,
} blobsmith_link_kind;

// Memory of what to draw; fill it again every frame.
typedef struct blobsmith_draw_list blobsmith_draw_list;

// A span of a game that can be saved as a recording.
typedef struct blobsmith_flight blobsmith_flight;

// Memory of overlays; fill it again every frame.
typedef struct blobsmith_overlay_list blobsmith_overlay_list;

// A level whose parts can be spawned.
typedef struct blobsmith_prefab blobsmith_prefab;

// A moment of a world.
typedef struct blobsmith_snapshot blobsmith_snapshot;

// A level that runs.
typedef struct blobsmith_world blobsmith_world;

// A part of any kind. See blobsmith_body_part, blobsmith_node_part and the others at the end of this header.
typedef struct blobsmith_part {
  // A blobsmith_part_kind.
  uint32_t kind;
  // Index of the node in its body; 0 for other kinds.
  uint32_t node;
  // Handle of the part; of a node that of its body.
  uint64_t handle;
} blobsmith_part;

// A point or vector.
typedef struct blobsmith_vec2 {
  // To the right.
  double x;
  // Upwards.
  double y;
} blobsmith_vec2;

// Handle of a body; 0 is none.
typedef uint64_t blobsmith_body;

// A hand that holds a part; 0 is none.
typedef uint32_t blobsmith_hand;

// An outline of a hull: a range of `outlines`.
typedef struct blobsmith_draw_loop {
  // First index in `outlines`.
  size_t first_point;
  // Number of indices.
  size_t point_count;
  // True if the last point is joined to the first.
  bool is_closed;
} blobsmith_draw_loop;

// A body to draw. The path of its image is in blobsmith_world_body_info.
typedef struct blobsmith_draw_body {
  // The body.
  blobsmith_body body;
  // Its first point in `points`.
  size_t first_point;
  // Number of its points.
  size_t point_count;
  // Its first index in `triangles`.
  size_t first_index;
  // Number of its indices, three per triangle.
  size_t index_count;
  // Its first outline in `loops`.
  size_t first_loop;
  // Number of its outlines.
  size_t loop_count;
  // Colour that multiplies the image: red, green, blue, alpha; white without a skin.
  uint8_t tint[4];
  // Higher layers are in front.
  int32_t layer;
  // True if it has a skin.
  bool has_skin;
} blobsmith_draw_body;

// Handle of a disc; 0 is none.
typedef uint64_t blobsmith_disc;

// A disc to draw.
typedef struct blobsmith_draw_disc {
  // The disc.
  blobsmith_disc disc;
  // Its centre.
  struct blobsmith_vec2 center;
  // Its radius; 0 for a particle.
  double radius;
} blobsmith_draw_disc;

// What to draw. Bodies are in drawing order. The arrays belong to the draw list.
typedef struct blobsmith_drawing {
  // Positions of all nodes of the level.
  const struct blobsmith_vec2 *points;
  // Texture coordinates, one per point: u to the right, v downwards, 0 to 1 across the image.
  const struct blobsmith_vec2 *uv;
  // Number of points.
  size_t point_count;
  // Three indices of points per triangle, in drawing order.
  const uint32_t *triangles;
  // Number of these indices.
  size_t triangle_index_count;
  // Indices of points of all outlines, one outline after the other.
  const uint32_t *outlines;
  // Number of these indices.
  size_t outline_index_count;
  // The outlines.
  const struct blobsmith_draw_loop *loops;
  // Number of outlines.
  size_t loop_count;
  // The bodies, in drawing order.
  const struct blobsmith_draw_body *bodies;
  // Number of bodies.
  size_t body_count;
  // The discs, in file order.
  const struct blobsmith_draw_disc *discs;
  // Number of discs.
  size_t disc_count;
} blobsmith_drawing;

// Something that happened in a frame.
typedef struct blobsmith_event {
  // The frame: 0 for the step from frame 0 to frame 1.
  uint64_t frame;
  // Substep of that frame, from 0; of contacts the first one, and 0 at their end.
  uint32_t substep;
  // What happened.
  enum blobsmith_event_kind kind;
  // The sensor; or the body, node or disc that is faulty; or one side of the contact.
  struct blobsmith_part part;
  // What entered or left; or the other side of the contact; none for a fault.
  struct blobsmith_part other;
  // Contacts: mean of the points, weighted by their impulses.
  struct blobsmith_vec2 point;
  // Contacts: unit vector from `other` to `part`.
  struct blobsmith_vec2 normal;
  // Contacts: sum of the impulses along the normals, mass times velocity; 0 at the end.
  double impulse;
  // Contacts: sum of the impulses of friction; 0 at the end.
  double friction;
} blobsmith_event;

// Handle of an obstacle; 0 is none.
typedef uint64_t blobsmith_obstacle;

// Handle of a link; 0 is none.
typedef uint64_t blobsmith_link;

// Handle of an instance; 0 is none.
typedef uint64_t blobsmith_instance;

// Numbers of parts.
typedef struct blobsmith_counts {
  // Bodies.
  size_t bodies;
  // Nodes of all bodies.
  size_t nodes;
  // Discs.
  size_t discs;
  // Obstacles.
  size_t obstacles;
  // Links.
  size_t links;
  // Instances.
  size_t instances;
  // Markers.
  size_t markers;
} blobsmith_counts;

// An overlay of the editor. The texts are valid as long as the library.
typedef struct blobsmith_overlay {
  // Name, as of `blobsmith render --overlay`.
  const char *name;
  // Display title.
  const char *title;
  // Description in one sentence.
  const char *help;
  // False if it needs frames before or after the present one; blobsmith_world_draw_overlays then fails.
  bool is_offered;
} blobsmith_overlay;

// The camera, for sizes in pixels. What is outside of the view is left out.
typedef struct blobsmith_overlay_view {
  // Position in the middle of the view.
  struct blobsmith_vec2 center;
  // Width and height in pixels, 1 to 16384 each.
  struct blobsmith_vec2 size_px;
  // Pixels per level unit, above 0.
  double pixels_per_unit;
  // True for colours on a light background.
  bool is_light;
} blobsmith_overlay_view;

// Triangles or lines that are painted together.
typedef struct blobsmith_overlay_batch {
  // Index of the overlay, as of blobsmith_overlay_at.
  size_t overlay;
  // First line, or first index in `triangles`.
  size_t first;
  // Number of lines, or of indices, three per triangle.
  size_t count;
  // True for lines, false for triangles.
  bool is_lines;
} blobsmith_overlay_batch;

// A line of text.
typedef struct blobsmith_overlay_label {
  // Index of the overlay, as of blobsmith_overlay_at.
  size_t overlay;
  // The text.
  const char *text;
  // Position; y is the middle of a capital letter.
  struct blobsmith_vec2 at;
  // Part of the text's width that is left of the position: 0, 0.5 or 1.
  float anchor;
  // Height of the font, in pixels.
  float size_px;
  // Red, green, blue, alpha.
  uint8_t color[4];
} blobsmith_overlay_label;

// The meaning of a colour.
typedef struct blobsmith_overlay_legend {
  // Index of the overlay, as of blobsmith_overlay_at.
  size_t overlay;
  // Its meaning.
  const char *text;
  // Length in pixels of an arrow of the size that the text names; 0 for a colour alone.
  float arrow_px;
  // Red, green, blue, alpha.
  uint8_t color[4];
} blobsmith_overlay_legend;

// What to paint: the batches in order, then the labels. The arrays and texts belong to the overlay list. Colours are not
// premultiplied.
typedef struct blobsmith_overlay_drawing {
  // Corners of triangles.
  const struct blobsmith_vec2 *points;
  // Red, green, blue, alpha of each corner.
  const uint8_t *colors;
  // Number of corners.
  size_t point_count;
  // Three indices of points per triangle.
  const uint32_t *triangles;
  // Number of these indices.
  size_t triangle_index_count;
  // Two points per line.
  const struct blobsmith_vec2 *line_points;
  // Red, green, blue, alpha of each line.
  const uint8_t *line_colors;
  // Width of each line, in pixels.
  const float *line_widths;
  // Number of lines.
  size_t line_count;
  // Triangles and lines in painting order, the first at the bottom.
  const struct blobsmith_overlay_batch *batches;
  // Number of batches.
  size_t batch_count;
  // Texts.
  const struct blobsmith_overlay_label *labels;
  // Number of labels.
  size_t label_count;
  // Meanings of the colours.
  const struct blobsmith_overlay_legend *legend;
  // Number of meanings.
  size_t legend_count;
} blobsmith_overlay_drawing;

// Which parts a query finds. A null filter finds everything but sensors.
typedef struct blobsmith_filter {
  // Bits of the categories of the query; a part is found only if its mask has one of them.
  uint32_t category;
  // Bits of the categories that are found.
  uint32_t mask;
  // True to find sensors too.
  bool sensors;
  // Finds only parts with this tag; null for all.
  const char *tag;
} blobsmith_filter;

// Where a ray or a moving circle meets a part.
typedef struct blobsmith_hit {
  // The part; its kind is BLOBSMITH_PART_KIND_NONE if nothing was met.
  struct blobsmith_part part;
  // Point of the part.
  struct blobsmith_vec2 point;
  // Unit normal of the part there, against the motion.
  struct blobsmith_vec2 normal;
  // Part of the way until there, 0 to 1.
  double fraction;
} blobsmith_hit;

// Energy by kind.
typedef struct blobsmith_energy {
  // Of motion.
  double kinetic;
  // Of height.
  double gravity;
  // Of springs.
  double spring;
  // Of gas.
  double gas;
  // Sum of the four.
  double total;
} blobsmith_energy;

// An axis-aligned box.
typedef struct blobsmith_box {
  // Lower left corner.
  struct blobsmith_vec2 min;
  // Upper right corner.
  struct blobsmith_vec2 max;
} blobsmith_box;

// Where a prefab is placed: rotated about its origin, mirrored in x, moved. A null placement is the origin, not turned, at rest.
typedef struct blobsmith_placement {
  // Where the origin of the prefab comes to lie.
  struct blobsmith_vec2 position;
  // Rotation, counter-clockwise, in degrees.
  double angle_deg;
  // Added to the velocity of every free node and disc.
  struct blobsmith_vec2 velocity;
  // True to mirror x after the rotation.
  bool mirror;
} blobsmith_placement;

// An end of a link: a node or disc, or a fixed point if the kind of the part is BLOBSMITH_PART_KIND_NONE.
typedef struct blobsmith_link_end {
  // The node or disc.
  struct blobsmith_part part;
  // The fixed point.
  struct blobsmith_vec2 point;
} blobsmith_link_end;

// A link to make.
typedef struct blobsmith_link_settings {
  // A blobsmith_link_kind.
  uint32_t kind;
  // True if the ends' bodies and discs collide with each other.
  bool collide;
  // Length of a stick, or that of a spring without force.
  double length;
  // Force per length of a spring.
  double stiffness;
  // Force per velocity of elongation of a spring.
  double damping;
} blobsmith_link_settings;

// Result of blobsmith_world_advance.
typedef struct blobsmith_advanced {
  // Number of frames that ran.
  uint32_t frames;
  // Seconds that were dropped, because more than blobsmith_world_max_frames frames were due.
  double lost_seconds;
  // Part of the next frame that has passed, 0 to below 1; see blobsmith_world_interpolated.
  double alpha;
} blobsmith_advanced;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Version of the interface of the loaded library; compare it with BLOBSMITH_ABI_VERSION.
uint32_t blobsmith_abi_version(void);

// Version of the engine, as "0.1.0".
const char *blobsmith_version(void);

// Sets the velocity of a node, of all free nodes of a body, or of a disc.
enum blobsmith_status blobsmith_world_set_velocity(struct blobsmith_world *world,
                                                   struct blobsmith_part part,
                                                   struct blobsmith_vec2 velocity);

// Adds an impulse, mass times velocity, to a body, node or disc. Free nodes share that of a body in proportion to their masses.
enum blobsmith_status blobsmith_world_apply_impulse(struct blobsmith_world *world,
                                                    struct blobsmith_part part,
                                                    struct blobsmith_vec2 impulse);

// Adds a force, mass times length per time squared, that acts until the end of the next frame on a body, node or disc.
enum blobsmith_status blobsmith_world_apply_force(struct blobsmith_world *world,
                                                  struct blobsmith_part part,
                                                  struct blobsmith_vec2 force);

// Moves a body, node or disc by an offset; velocities are kept.
enum blobsmith_status blobsmith_world_teleport(struct blobsmith_world *world,
                                               struct blobsmith_part part,
                                               struct blobsmith_vec2 by);

// Moves a node, the barycentre of a body (with all its nodes), or the centre of a disc to a point; velocities are kept.
enum blobsmith_status blobsmith_world_teleport_to(struct blobsmith_world *world,
                                                  struct blobsmith_part part,
                                                  struct blobsmith_vec2 point);

// Pins a node where it is; forces and contacts no longer move it.
enum blobsmith_status blobsmith_world_pin(struct blobsmith_world *world, blobsmith_body body, uint32_t node);

// Frees a pinned node.
enum blobsmith_status blobsmith_world_unpin(struct blobsmith_world *world, blobsmith_body body, uint32_t node);

// Attaches a spring from a part to a target point, as for dragging: to a node, to a disc, or to the free node of a body that is
// nearest to the target. Returns the hand; 0 after an error.
blobsmith_hand blobsmith_world_grab(struct blobsmith_world *world,
                                    struct blobsmith_part part,
                                    struct blobsmith_vec2 target);

// Moves the target of a hand.
enum blobsmith_status blobsmith_world_move_hand(struct blobsmith_world *world,
                                                blobsmith_hand hand,
                                                struct blobsmith_vec2 target);

// Detaches a hand.
enum blobsmith_status blobsmith_world_release(struct blobsmith_world *world, blobsmith_hand hand);

// Lists the hands that hold something.
enum blobsmith_status blobsmith_world_hands(const struct blobsmith_world *world,
                                            blobsmith_hand *out,
                                            size_t capacity,
                                            size_t *count);

// Makes an empty draw list. Free it with blobsmith_draw_list_free.
struct blobsmith_draw_list *blobsmith_draw_list_new(void);

// Frees a draw list with what was drawn into it; nothing for NULL.
void blobsmith_draw_list_free(struct blobsmith_draw_list *list);

// Fills a list with the present frame, and returns its arrays, which are valid until the next call with the list. NULL after an
// error.
const struct blobsmith_drawing *blobsmith_world_draw(const struct blobsmith_world *world,
                                                     struct blobsmith_draw_list *list);

// As blobsmith_world_draw, with positions between the previous frame (`alpha` 0) and the present one (`alpha` 1). Needs
// blobsmith_world_set_interpolation.
const struct blobsmith_drawing *blobsmith_world_draw_between(const struct blobsmith_world *world,
                                                             double alpha,
                                                             struct blobsmith_draw_list *list);

// Message of the last call that failed in this thread; empty if none has failed. Valid until the next call that fails in
// this thread. Calls that succeed do not change it.
const char *blobsmith_last_error(void);

// Status of the last call that failed in this thread; BLOBSMITH_STATUS_OK if none has failed.
enum blobsmith_status blobsmith_last_status(void);

// Place in the level that the last error is about, as "bodies[1].springs[7].b"; empty if it is about none. Valid as
// blobsmith_last_error.
const char *blobsmith_last_error_place(void);

// Line of that place in the text of the level, from 1; 0 if it is not known.
size_t blobsmith_last_error_line(void);

// Column of that place in the text of the level, from 1; 0 if it is not known.
size_t blobsmith_last_error_column(void);

// Reports the contacts of later frames as events, or stops reporting them. By default they are not reported.
enum blobsmith_status blobsmith_world_set_contact_events(struct blobsmith_world *world, bool is_on);

// Returns and removes the events since the last call, in order of time; `count` gets their number. The pointer is valid until the
// next call that takes the world without const. NULL after an error.
const struct blobsmith_event *blobsmith_world_take_events(struct blobsmith_world *world,
                                                          size_t *count);

// Number of events since the last blobsmith_world_take_events that were dropped, because 100,000 were waiting.
uint64_t blobsmith_world_dropped_events(const struct blobsmith_world *world);

// Reads a level from a text, RON or JSON. Returns NULL after an error, also if the level has instances, because their files
// cannot be found: see blobsmith_world_from_file. Free the world with blobsmith_world_free.
struct blobsmith_world *blobsmith_world_from_text(const char *level);

// Reads a level file: JSON if it ends with ".json", else RON. The files of instances are relative to it. Returns NULL after an
// error. Free the world with blobsmith_world_free.
struct blobsmith_world *blobsmith_world_from_file(const char *path);

// Copies a world. The copy is independent and has the same handles. Returns NULL after an error.
struct blobsmith_world *blobsmith_world_clone(const struct blobsmith_world *world);

// Frees a world; nothing for NULL.
void blobsmith_world_free(struct blobsmith_world *world);

// The body with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_body blobsmith_world_body(const struct blobsmith_world *world, const char *id);

// The disc with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_disc blobsmith_world_disc(const struct blobsmith_world *world, const char *id);

// The obstacle with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_obstacle blobsmith_world_obstacle(const struct blobsmith_world *world, const char *id);

// The link with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_link blobsmith_world_link(const struct blobsmith_world *world, const char *id);

// The instance with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_instance blobsmith_world_instance(const struct blobsmith_world *world, const char *id);

// The first body with a name; 0 as in blobsmith_world_body.
blobsmith_body blobsmith_world_body_named(const struct blobsmith_world *world, const char *name);

// The first disc with a name; 0 as in blobsmith_world_disc.
blobsmith_disc blobsmith_world_disc_named(const struct blobsmith_world *world, const char *name);

// The first obstacle with a name; 0 as in blobsmith_world_obstacle.
blobsmith_obstacle blobsmith_world_obstacle_named(const struct blobsmith_world *world, const char *name);

// Lists all bodies, in file order.
enum blobsmith_status blobsmith_world_bodies(const struct blobsmith_world *world,
                                             blobsmith_body *out,
                                             size_t capacity,
                                             size_t *count);

// Lists all discs, in file order.
enum blobsmith_status blobsmith_world_discs(const struct blobsmith_world *world,
                                            blobsmith_disc *out,
                                            size_t capacity,
                                            size_t *count);

// Lists all obstacles, in file order.
enum blobsmith_status blobsmith_world_obstacles(const struct blobsmith_world *world,
                                                blobsmith_obstacle *out,
                                                size_t capacity,
                                                size_t *count);

// Lists all links, in file order.
enum blobsmith_status blobsmith_world_links(const struct blobsmith_world *world,
                                            blobsmith_link *out,
                                            size_t capacity,
                                            size_t *count);

// Lists all instances, in file order.
enum blobsmith_status blobsmith_world_instances(const struct blobsmith_world *world,
                                                blobsmith_instance *out,
                                                size_t capacity,
                                                size_t *count);

// Lists the bodies with a tag, in file order.
enum blobsmith_status blobsmith_world_bodies_with_tag(const struct blobsmith_world *world,
                                                      const char *tag,
                                                      blobsmith_body *out,
                                                      size_t capacity,
                                                      size_t *count);

// Lists the discs with a tag, in file order.
enum blobsmith_status blobsmith_world_discs_with_tag(const struct blobsmith_world *world,
                                                     const char *tag,
                                                     blobsmith_disc *out,
                                                     size_t capacity,
                                                     size_t *count);

// Lists the obstacles with a tag, in file order.
enum blobsmith_status blobsmith_world_obstacles_with_tag(const struct blobsmith_world *world,
                                                         const char *tag,
                                                         blobsmith_obstacle *out,
                                                         size_t capacity,
                                                         size_t *count);

// Lists the links with a tag, in file order.
enum blobsmith_status blobsmith_world_links_with_tag(const struct blobsmith_world *world,
                                                     const char *tag,
                                                     blobsmith_link *out,
                                                     size_t capacity,
                                                     size_t *count);

// Lists the instances with a tag, in file order.
enum blobsmith_status blobsmith_world_instances_with_tag(const struct blobsmith_world *world,
                                                         const char *tag,
                                                         blobsmith_instance *out,
                                                         size_t capacity,
                                                         size_t *count);

// Lists the bodies, discs, obstacles and links of an instance, those of instances within it included.
enum blobsmith_status blobsmith_world_parts_of_instance(const struct blobsmith_world *world,
                                                        blobsmith_instance instance,
                                                        struct blobsmith_part *out,
                                                        size_t capacity,
                                                        size_t *count);

// Finds the node of a body that has a label. Without one: BLOBSMITH_STATUS_NOT_FOUND.
enum blobsmith_status blobsmith_world_node_with_label(const struct blobsmith_world *world,
                                                      blobsmith_body body,
                                                      const char *label,
                                                      uint32_t *node);

// Numbers of parts.
enum blobsmith_status blobsmith_world_part_counts(const struct blobsmith_world *world, struct blobsmith_counts *counts);

// Id of a part, unique in the level.
enum blobsmith_status blobsmith_world_id(const struct blobsmith_world *world,
                                         struct blobsmith_part part,
                                         char *out,
                                         size_t capacity,
                                         size_t *length);

// Name of a part; may be empty. That of an instance is the path of its source.
enum blobsmith_status blobsmith_world_name(const struct blobsmith_world *world,
                                           struct blobsmith_part part,
                                           char *out,
                                           size_t capacity,
                                           size_t *length);

// Id, name, tags and properties of a part, as a JSON object.
enum blobsmith_status blobsmith_world_info(const struct blobsmith_world *world,
                                           struct blobsmith_part part,
                                           char *out,
                                           size_t capacity,
                                           size_t *length);

// True if a part has a tag.
enum blobsmith_status blobsmith_world_has_tag(const struct blobsmith_world *world,
                                              struct blobsmith_part part,
                                              const char *tag,
                                              bool *out);

// Properties of a part, as a JSON object.
enum blobsmith_status blobsmith_world_properties(const struct blobsmith_world *world,
                                                 struct blobsmith_part part,
                                                 char *out,
                                                 size_t capacity,
                                                 size_t *length);

// A property of a part that is a number, or 0 or 1 for false or true. BLOBSMITH_STATUS_NOT_FOUND without it,
// BLOBSMITH_STATUS_ARGUMENT if it is of another kind.
enum blobsmith_status blobsmith_world_property_number(const struct blobsmith_world *world,
                                                      struct blobsmith_part part,
                                                      const char *name,
                                                      double *out);

// A property of a part that is a text. BLOBSMITH_STATUS_NOT_FOUND without it, BLOBSMITH_STATUS_ARGUMENT if it is of another kind.
enum blobsmith_status blobsmith_world_property_text(const struct blobsmith_world *world,
                                                    struct blobsmith_part part,
                                                    const char *name,
                                                    char *out,
                                                    size_t capacity,
                                                    size_t *length);

// Data of a body, as a JSON object: that of blobsmith_world_info, "nodes" (those with a label, tags or properties), "skin" and
// "outlines".
enum blobsmith_status blobsmith_world_body_info(const struct blobsmith_world *world,
                                                blobsmith_body body,
                                                char *out,
                                                size_t capacity,
                                                size_t *length);

// Data of an instance, as a JSON object: that of blobsmith_world_info, "position", "angle_deg" and "mirror".
enum blobsmith_status blobsmith_world_instance_info(const struct blobsmith_world *world,
                                                    blobsmith_instance instance,
                                                    char *out,
                                                    size_t capacity,
                                                    size_t *length);

// Data of the level, as a JSON object: "name", "notes", "tags", "properties", "markers" and "pixels_per_unit".
enum blobsmith_status blobsmith_world_level_info(const struct blobsmith_world *world,
                                                 char *out,
                                                 size_t capacity,
                                                 size_t *length);

// Points of the marker with an id: 1 of a point, 2 corners of a rectangle, those of a polygon or path.
// BLOBSMITH_STATUS_NOT_FOUND if there is none.
enum blobsmith_status blobsmith_world_marker_points(const struct blobsmith_world *world,
                                                    const char *id,
                                                    struct blobsmith_vec2 *out,
                                                    size_t capacity,
                                                    size_t *count);

// Pixels as which a front end draws one unit; NaN after an error.
double blobsmith_world_pixels_per_unit(const struct blobsmith_world *world);

// The overlay with an index, in painting order from 0. BLOBSMITH_STATUS_NOT_FOUND behind the last one.
enum blobsmith_status blobsmith_overlay_at(size_t index, struct blobsmith_overlay *out);

// Makes an empty overlay list. Free it with blobsmith_overlay_list_free.
struct blobsmith_overlay_list *blobsmith_overlay_list_new(void);

// Frees an overlay list with what was drawn into it; nothing for NULL.
void blobsmith_overlay_list_free(struct blobsmith_overlay_list *list);

// The view of this size in pixels that shows the whole level, on a dark background.
enum blobsmith_status blobsmith_world_overlay_view(const struct blobsmith_world *world,
                                                   struct blobsmith_vec2 size_px,
                                                   struct blobsmith_overlay_view *out);

// Fills a list with overlays of the present frame, and returns its arrays, which are valid until the next call with the list. NULL after
// an error. `names` are separated by commas, "velocities,contacts". For debugging: a call copies the topology of the level, and clones
// and steps the world if an overlay shows contacts without blobsmith_world_set_tracing.
const struct blobsmith_overlay_drawing *blobsmith_world_draw_overlays(const struct blobsmith_world *world,
                                                                      const char *names,
                                                                      const struct blobsmith_overlay_view *view,
                                                                      struct blobsmith_overlay_list *list);

// Traces the last substep of every frame from now on, or stops. Overlays of contacts and impacts then show the last substep, else the
// next one, which is computed on a copy. Costs a substep of the reference engine per frame; states are the same.
enum blobsmith_status blobsmith_world_set_tracing(struct blobsmith_world *world,
                                                  bool is_on);

// Lists the bodies whose hull contains a point. `filter` may be null, here and below.
enum blobsmith_status blobsmith_world_bodies_at(const struct blobsmith_world *world,
                                                struct blobsmith_vec2 point,
                                                const struct blobsmith_filter *filter,
                                                blobsmith_body *out,
                                                size_t capacity,
                                                size_t *count);

// Lists the discs that contain a point.
enum blobsmith_status blobsmith_world_discs_at(const struct blobsmith_world *world,
                                               struct blobsmith_vec2 point,
                                               const struct blobsmith_filter *filter,
                                               blobsmith_disc *out,
                                               size_t capacity,
                                               size_t *count);

// Finds the node nearest to a point, at most `radius` away. Without one the kind of `out` is BLOBSMITH_PART_KIND_NONE.
enum blobsmith_status blobsmith_world_nearest_node(const struct blobsmith_world *world,
                                                   struct blobsmith_vec2 point,
                                                   double radius,
                                                   const struct blobsmith_filter *filter,
                                                   struct blobsmith_part *out);

// Lists the parts that a solid circle overlaps or touches.
enum blobsmith_status blobsmith_world_overlap_circle(const struct blobsmith_world *world,
                                                     struct blobsmith_vec2 center,
                                                     double radius,
                                                     const struct blobsmith_filter *filter,
                                                     struct blobsmith_part *out,
                                                     size_t capacity,
                                                     size_t *count);

// Lists the parts that a solid box overlaps or touches: lower left and upper right corner.
enum blobsmith_status blobsmith_world_overlap_box(const struct blobsmith_world *world,
                                                  struct blobsmith_vec2 min,
                                                  struct blobsmith_vec2 max,
                                                  const struct blobsmith_filter *filter,
                                                  struct blobsmith_part *out,
                                                  size_t capacity,
                                                  size_t *count);

// Finds the first part on a ray of length `max`.
enum blobsmith_status blobsmith_world_raycast(const struct blobsmith_world *world,
                                              struct blobsmith_vec2 origin,
                                              struct blobsmith_vec2 direction,
                                              double max,
                                              const struct blobsmith_filter *filter,
                                              struct blobsmith_hit *out);

// Lists all parts that a ray meets, each where it meets it first, in the order of the fractions.
enum blobsmith_status blobsmith_world_raycast_all(const struct blobsmith_world *world,
                                                  struct blobsmith_vec2 origin,
                                                  struct blobsmith_vec2 direction,
                                                  double max,
                                                  const struct blobsmith_filter *filter,
                                                  struct blobsmith_hit *out,
                                                  size_t capacity,
                                                  size_t *count);

// Finds the first part that a circle meets on its way from `origin` to `origin` + `motion`.
enum blobsmith_status blobsmith_world_sweep_circle(const struct blobsmith_world *world,
                                                   struct blobsmith_vec2 origin,
                                                   double radius,
                                                   struct blobsmith_vec2 motion,
                                                   const struct blobsmith_filter *filter,
                                                   struct blobsmith_hit *out);

// Number of nodes of a body; 0 after an error.
size_t blobsmith_world_node_count(const struct blobsmith_world *world, blobsmith_body body);

// Positions of a body's nodes, in file order. Nothing is copied: the pointer is valid until the next call that takes the world
// without const. `count`, which may be null, gets their number. NULL after an error.
const struct blobsmith_vec2 *blobsmith_world_positions(const struct blobsmith_world *world,
                                                       blobsmith_body body,
                                                       size_t *count);

// Velocities of a body's nodes at the end of the frame; valid as blobsmith_world_positions.
const struct blobsmith_vec2 *blobsmith_world_velocities(const struct blobsmith_world *world,
                                                        blobsmith_body body,
                                                        size_t *count);

// Positions of the nodes of all bodies; valid as blobsmith_world_positions. See blobsmith_world_node_range.
const struct blobsmith_vec2 *blobsmith_world_all_positions(const struct blobsmith_world *world, size_t *count);

// Where a body's nodes are in blobsmith_world_all_positions: the first, and their number.
enum blobsmith_status blobsmith_world_node_range(const struct blobsmith_world *world,
                                                 blobsmith_body body,
                                                 size_t *first,
                                                 size_t *count);

// Position of one node.
enum blobsmith_status blobsmith_world_node_position(const struct blobsmith_world *world,
                                                    blobsmith_body body,
                                                    uint32_t node,
                                                    struct blobsmith_vec2 *out);

// Velocity of one node.
enum blobsmith_status blobsmith_world_node_velocity(const struct blobsmith_world *world,
                                                    blobsmith_body body,
                                                    uint32_t node,
                                                    struct blobsmith_vec2 *out);

// Mass-weighted mean of the positions of a body's nodes.
enum blobsmith_status blobsmith_world_barycentre(const struct blobsmith_world *world,
                                                 blobsmith_body body,
                                                 struct blobsmith_vec2 *out);

// Mass-weighted mean of the velocities of a body's nodes.
enum blobsmith_status blobsmith_world_velocity(const struct blobsmith_world *world,
                                               blobsmith_body body,
                                               struct blobsmith_vec2 *out);

// Signed area of a body's triangles: negative if the body is turned inside out, 0 without triangles.
enum blobsmith_status blobsmith_world_area(const struct blobsmith_world *world, blobsmith_body body, double *out);

// Sum of the masses of a body's nodes.
enum blobsmith_status blobsmith_world_mass(const struct blobsmith_world *world, blobsmith_body body, double *out);

// Energy of a body; 0 for fixed and driven bodies and sensors, NaN if it blew up.
enum blobsmith_status blobsmith_world_energy(const struct blobsmith_world *world,
                                             blobsmith_body body,
                                             struct blobsmith_energy *out);

// Energy of all bodies, discs and links; NaN once a part has blown up.
enum blobsmith_status blobsmith_world_total_energy(const struct blobsmith_world *world, struct blobsmith_energy *out);

// The smallest box around a body's nodes; without nodes `min` is greater than `max`.
enum blobsmith_status blobsmith_world_aabb(const struct blobsmith_world *world,
                                           blobsmith_body body,
                                           struct blobsmith_box *out);

// True if a coordinate of the body is no longer finite: the body is frozen and has no contacts.
enum blobsmith_status blobsmith_world_is_blown_up(const struct blobsmith_world *world, blobsmith_body body, bool *out);

// True if the area of the body was not positive in the last substep, so that its gas exerted no force.
enum blobsmith_status blobsmith_world_is_collapsed(const struct blobsmith_world *world, blobsmith_body body, bool *out);

// True if forces cannot move the node: it is pinned, or its body is fixed or driven.
enum blobsmith_status blobsmith_world_is_pinned(const struct blobsmith_world *world,
                                                blobsmith_body body,
                                                uint32_t node,
                                                bool *out);

// Centre of a disc.
enum blobsmith_status blobsmith_world_disc_position(const struct blobsmith_world *world,
                                                    blobsmith_disc disc,
                                                    struct blobsmith_vec2 *out);

// Velocity of a disc.
enum blobsmith_status blobsmith_world_disc_velocity(const struct blobsmith_world *world,
                                                    blobsmith_disc disc,
                                                    struct blobsmith_vec2 *out);

// Radius of a disc; 0 for a particle.
enum blobsmith_status blobsmith_world_radius(const struct blobsmith_world *world, blobsmith_disc disc, double *out);

// Mass of a disc.
enum blobsmith_status blobsmith_world_disc_mass(const struct blobsmith_world *world, blobsmith_disc disc, double *out);

// True if the disc sleeps: it is part of a resting heap and has no velocity.
enum blobsmith_status blobsmith_world_is_asleep(const struct blobsmith_world *world, blobsmith_disc disc, bool *out);

// True if a coordinate of the disc is no longer finite: it stays in place and has no contacts.
enum blobsmith_status blobsmith_world_is_disc_blown_up(const struct blobsmith_world *world,
                                                       blobsmith_disc disc,
                                                       bool *out);

// Positions of both ends of a link.
enum blobsmith_status blobsmith_world_link_points(const struct blobsmith_world *world,
                                                  blobsmith_link link,
                                                  struct blobsmith_vec2 *a,
                                                  struct blobsmith_vec2 *b);

// Switches the recorder on: it keeps at least the last `frames` frames (600 are 10 s at 60 frames a second), with a copy of the
// state each `keyframe_every` frames (60 is a good number). 0 frames switch it off. A restored snapshot starts it anew.
enum blobsmith_status blobsmith_world_set_recorder(struct blobsmith_world *world,
                                                   uint64_t frames,
                                                   uint64_t keyframe_every);

// The recorded span up to now; `reason` is a few words for its reader. Returns NULL after an error. Free it with
// blobsmith_flight_free.
struct blobsmith_flight *blobsmith_world_flight(const struct blobsmith_world *world, const char *reason);

// The span that led to the first fault since the last call; it ends with the frame of the fault. Returns NULL if there was none, or
// after an error. Free it with blobsmith_flight_free.
struct blobsmith_flight *blobsmith_world_take_fault_flight(struct blobsmith_world *world);

// Keeps a recording when a condition of the watch language becomes true, see blobsmith_world_take_condition_flight; NULL ends that. It
// is evaluated at the end of every frame. The recorder must be on, and switching it on or off ends the condition. A text that is no
// condition gives Condition; the message has the text, carets below the place, and the reason.
enum blobsmith_status blobsmith_world_record_when(struct blobsmith_world *world,
                                                  const char *condition);

// The span that led to the moment at which the condition became true, the first time since the last call; it ends with that moment.
// Returns NULL if there was none, or after an error. Free it with blobsmith_flight_free.
struct blobsmith_flight *blobsmith_world_take_condition_flight(struct blobsmith_world *world);

// Waits for Blobsmith on the loopback interface, on a port or on any free one for 0, and writes the address that its *File > Attach to a
// running game…* takes. Requests are served by blobsmith_world_step and blobsmith_world_advance, which run no frames during a pause.
// Switches the recorder on.
enum blobsmith_status blobsmith_world_start_link(struct blobsmith_world *world,
                                                 uint16_t port,
                                                 char *address,
                                                 size_t capacity,
                                                 size_t *length);

// Ends the live link and the pause.
enum blobsmith_status blobsmith_world_stop_link(struct blobsmith_world *world);

// True while Blobsmith has paused the world; false after an error.
bool blobsmith_world_is_paused(const struct blobsmith_world *world);

// First and last frame of a span.
enum blobsmith_status blobsmith_flight_frames(const struct blobsmith_flight *flight, uint64_t *first, uint64_t *last);

// The recording as JSON text. The first call simulates the span again.
enum blobsmith_status blobsmith_flight_text(const struct blobsmith_flight *flight,
                                            char *out,
                                            size_t capacity,
                                            size_t *length);

// Saves the recording, which simulates the span again. A path that ends in ".run.json" gives JSON, one in ".run.ron" RON.
enum blobsmith_status blobsmith_flight_save(const struct blobsmith_flight *flight,
                                            const char *path);

// Frees a span; nothing for NULL.
void blobsmith_flight_free(struct blobsmith_flight *flight);

// Copies the present moment. Returns NULL after an error. Free it with blobsmith_snapshot_free.
struct blobsmith_snapshot *blobsmith_world_snapshot(const struct blobsmith_world *world);

// Goes back (or forward) to a moment of this world or of a copy of it. Handles of parts that exist then are valid again; those of
// parts that were added later are stale. Events that are not taken yet are discarded. The snapshot can be used again.
enum blobsmith_status blobsmith_world_restore(struct blobsmith_world *world,
                                              const struct blobsmith_snapshot *snapshot);

// Frame of a snapshot; 0 after an error.
uint64_t blobsmith_snapshot_frame(const struct blobsmith_snapshot *snapshot);

// Hash of a snapshot, see blobsmith_world_hash; 0 after an error.
uint64_t blobsmith_snapshot_hash(const struct blobsmith_snapshot *snapshot);

// Frees a snapshot; nothing for NULL.
void blobsmith_snapshot_free(struct blobsmith_snapshot *snapshot);

// Reads a level without instances as a prefab. Returns NULL after an error. Free it with blobsmith_prefab_free.
struct blobsmith_prefab *blobsmith_prefab_from_text(const char *level);

// Reads a level file as a prefab, as blobsmith_world_from_file. Returns NULL after an error. Free it with blobsmith_prefab_free.
struct blobsmith_prefab *blobsmith_prefab_from_file(const char *path);

// Frees a prefab; what was spawned from it stays. Nothing for NULL.
void blobsmith_prefab_free(struct blobsmith_prefab *prefab);

// Adds the parts of a prefab behind all others, as an instance with the id "spawn-1", "spawn-2" and so on. `placement` may be
// null. Returns the instance; 0 after an error.
blobsmith_instance blobsmith_world_spawn(struct blobsmith_world *world,
                                         const struct blobsmith_prefab *prefab,
                                         const struct blobsmith_placement *placement);

// Adds the parts of a prefab as an instance with an id. The ids of its parts are the id, a slash, and the id in the prefab.
blobsmith_instance blobsmith_world_spawn_with_id(struct blobsmith_world *world,
                                                 const struct blobsmith_prefab *prefab,
                                                 const struct blobsmith_placement *placement,
                                                 const char *id);

// Removes a body, disc or obstacle with its links, a link, or an instance with all its parts.
enum blobsmith_status blobsmith_world_remove(struct blobsmith_world *world, struct blobsmith_part part);

// Joins two nodes, discs or points. Returns the link; 0 after an error.
blobsmith_link blobsmith_world_connect(struct blobsmith_world *world,
                                       struct blobsmith_link_end a,
                                       struct blobsmith_link_end b,
                                       const struct blobsmith_link_settings *settings);

// Switches a link on or off. A link that is off does nothing, and its ends collide.
enum blobsmith_status blobsmith_world_switch_link(struct blobsmith_world *world, blobsmith_link link, bool is_on);

// True if a link is switched on.
enum blobsmith_status blobsmith_world_is_link_on(const struct blobsmith_world *world, blobsmith_link link, bool *out);

// Runs whole frames.
enum blobsmith_status blobsmith_world_step(struct blobsmith_world *world, uint32_t frames);

// Adds real seconds and runs the frames that are due, at most blobsmith_world_max_frames. The rest of the time is lost.
// `advanced` may be null.
enum blobsmith_status blobsmith_world_advance(struct blobsmith_world *world,
                                              double seconds,
                                              struct blobsmith_advanced *advanced);

// Real seconds that a frame takes in blobsmith_world_advance; by default 1/60. NaN after an error.
double blobsmith_world_seconds_per_frame(const struct blobsmith_world *world);

// Sets the real seconds that a frame takes, above 0. Larger numbers give slow motion; the simulation of a frame stays the same.
enum blobsmith_status blobsmith_world_set_seconds_per_frame(struct blobsmith_world *world,
                                                            double seconds);

// Greatest number of frames in one blobsmith_world_advance; by default 8. 0 after an error.
uint32_t blobsmith_world_max_frames(const struct blobsmith_world *world);

// Sets the greatest number of frames in one blobsmith_world_advance, 1 or more.
enum blobsmith_status blobsmith_world_set_max_frames(struct blobsmith_world *world, uint32_t frames);

// Sets the threads that share the work of later frames, at most BLOBSMITH_MOST_THREADS; 0 is one per processor. By default one
// thread. Small levels still use one. Results are the same.
enum blobsmith_status blobsmith_world_set_threads(struct blobsmith_world *world,
                                                  uint32_t threads);

// Number of frames since the start of the level; 0 after an error.
uint64_t blobsmith_world_frame(const struct blobsmith_world *world);

// Level time, in the unit of the level's frame_time; NaN after an error.
double blobsmith_world_time(const struct blobsmith_world *world);

// Hash of all bits that later frames depend on. Equal levels with equal inputs have equal hashes on every machine. 0 after an
// error.
uint64_t blobsmith_world_hash(const struct blobsmith_world *world);

// The hash as 16 hexadecimal digits, as `blobsmith run` writes it; the buffer needs 17 bytes.
enum blobsmith_status blobsmith_world_hash_text(const struct blobsmith_world *world,
                                                char *out,
                                                size_t capacity,
                                                size_t *length);

// Keeps the positions of the previous frame from now on, for blobsmith_world_interpolated; or drops them.
enum blobsmith_status blobsmith_world_set_interpolation(struct blobsmith_world *world, bool is_on);

// Writes the positions of a body's nodes between the previous frame (`alpha` 0) and the present one (`alpha` 1); `out` has
// `count` entries, one per node.
enum blobsmith_status blobsmith_world_interpolated(const struct blobsmith_world *world,
                                                   blobsmith_body body,
                                                   double alpha,
                                                   struct blobsmith_vec2 *out,
                                                   size_t count);

// Writes the centre of a disc between the previous frame (`alpha` 0) and the present one (`alpha` 1).
enum blobsmith_status blobsmith_world_interpolated_disc(const struct blobsmith_world *world,
                                                        blobsmith_disc disc,
                                                        double alpha,
                                                        struct blobsmith_vec2 *out);

// Message of the last call that failed in this thread; empty if none has failed. Valid until the next call that fails in
// this thread. Calls that succeed do not change it.
const char *blobsmith_last_error(void);

// Status of the last call that failed in this thread; BLOBSMITH_STATUS_OK if none has failed.
enum blobsmith_status blobsmith_last_status(void);

// Place in the level that the last error is about, as "bodies[1].springs[7].b"; empty if it is about none. Valid as
// blobsmith_last_error.
const char *blobsmith_last_error_place(void);

// Line of that place in the text of the level, from 1; 0 if it is not known.
size_t blobsmith_last_error_line(void);

// Column of that place in the text of the level, from 1; 0 if it is not known.
size_t blobsmith_last_error_column(void);

// Reads a level from a text, RON or JSON. Returns NULL after an error, also if the level has instances, because their files
// cannot be found: see blobsmith_world_from_file. Free the world with blobsmith_world_free.
struct blobsmith_world *blobsmith_world_from_text(const char *level);

// Reads a level file: JSON if it ends with ".json", else RON. The files of instances are relative to it. Returns NULL after an
// error. Free the world with blobsmith_world_free.
struct blobsmith_world *blobsmith_world_from_file(const char *path);

// Copies a world. The copy is independent and has the same handles. Returns NULL after an error.
struct blobsmith_world *blobsmith_world_clone(const struct blobsmith_world *world);

// Frees a world; nothing for NULL.
void blobsmith_world_free(struct blobsmith_world *world);

// Runs whole frames.
enum blobsmith_status blobsmith_world_step(struct blobsmith_world *world, uint32_t frames);

// Adds real seconds and runs the frames that are due, at most blobsmith_world_max_frames. The rest of the time is lost.
// `advanced` may be null.
enum blobsmith_status blobsmith_world_advance(struct blobsmith_world *world,
                                              double seconds,
                                              struct blobsmith_advanced *advanced);

// Real seconds that a frame takes in blobsmith_world_advance; by default 1/60. NaN after an error.
double blobsmith_world_seconds_per_frame(const struct blobsmith_world *world);

// Sets the real seconds that a frame takes, above 0. Larger numbers give slow motion; the simulation of a frame stays the same.
enum blobsmith_status blobsmith_world_set_seconds_per_frame(struct blobsmith_world *world,
                                                            double seconds);

// Greatest number of frames in one blobsmith_world_advance; by default 8. 0 after an error.
uint32_t blobsmith_world_max_frames(const struct blobsmith_world *world);

// Sets the greatest number of frames in one blobsmith_world_advance, 1 or more.
enum blobsmith_status blobsmith_world_set_max_frames(struct blobsmith_world *world, uint32_t frames);

// Sets the threads that share the work of later frames, at most BLOBSMITH_MOST_THREADS; 0 is one per processor. By default one
// thread. Small levels still use one. Results are the same.
enum blobsmith_status blobsmith_world_set_threads(struct blobsmith_world *world,
                                                  uint32_t threads);

// Number of frames since the start of the level; 0 after an error.
uint64_t blobsmith_world_frame(const struct blobsmith_world *world);

// Level time, in the unit of the level's frame_time; NaN after an error.
double blobsmith_world_time(const struct blobsmith_world *world);

// Hash of all bits that later frames depend on. Equal levels with equal inputs have equal hashes on every machine. 0 after an
// error.
uint64_t blobsmith_world_hash(const struct blobsmith_world *world);

// The hash as 16 hexadecimal digits, as `blobsmith run` writes it; the buffer needs 17 bytes.
enum blobsmith_status blobsmith_world_hash_text(const struct blobsmith_world *world,
                                                char *out,
                                                size_t capacity,
                                                size_t *length);

// Keeps the positions of the previous frame from now on, for blobsmith_world_interpolated; or drops them.
enum blobsmith_status blobsmith_world_set_interpolation(struct blobsmith_world *world, bool is_on);

// Writes the positions of a body's nodes between the previous frame (`alpha` 0) and the present one (`alpha` 1); `out` has
// `count` entries, one per node.
enum blobsmith_status blobsmith_world_interpolated(const struct blobsmith_world *world,
                                                   blobsmith_body body,
                                                   double alpha,
                                                   struct blobsmith_vec2 *out,
                                                   size_t count);

// Writes the centre of a disc between the previous frame (`alpha` 0) and the present one (`alpha` 1).
enum blobsmith_status blobsmith_world_interpolated_disc(const struct blobsmith_world *world,
                                                        blobsmith_disc disc,
                                                        double alpha,
                                                        struct blobsmith_vec2 *out);

// The body with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_body blobsmith_world_body(const struct blobsmith_world *world, const char *id);

// The disc with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_disc blobsmith_world_disc(const struct blobsmith_world *world, const char *id);

// The obstacle with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_obstacle blobsmith_world_obstacle(const struct blobsmith_world *world, const char *id);

// The link with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_link blobsmith_world_link(const struct blobsmith_world *world, const char *id);

// The instance with an id. 0 if there is none, with BLOBSMITH_STATUS_NOT_FOUND as the last status.
blobsmith_instance blobsmith_world_instance(const struct blobsmith_world *world, const char *id);

// The first body with a name; 0 as in blobsmith_world_body.
blobsmith_body blobsmith_world_body_named(const struct blobsmith_world *world, const char *name);

// The first disc with a name; 0 as in blobsmith_world_disc.
blobsmith_disc blobsmith_world_disc_named(const struct blobsmith_world *world, const char *name);

// The first obstacle with a name; 0 as in blobsmith_world_obstacle.
blobsmith_obstacle blobsmith_world_obstacle_named(const struct blobsmith_world *world, const char *name);

// Lists all bodies, in file order.
enum blobsmith_status blobsmith_world_bodies(const struct blobsmith_world *world,
                                             blobsmith_body *out,
                                             size_t capacity,
                                             size_t *count);

// Lists all discs, in file order.
enum blobsmith_status blobsmith_world_discs(const struct blobsmith_world *world,
                                            blobsmith_disc *out,
                                            size_t capacity,
                                            size_t *count);

// Lists all obstacles, in file order.
enum blobsmith_status blobsmith_world_obstacles(const struct blobsmith_world *world,
                                                blobsmith_obstacle *out,
                                                size_t capacity,
                                                size_t *count);

// Lists all links, in file order.
enum blobsmith_status blobsmith_world_links(const struct blobsmith_world *world,
                                            blobsmith_link *out,
                                            size_t capacity,
                                            size_t *count);

// Lists all instances, in file order.
enum blobsmith_status blobsmith_world_instances(const struct blobsmith_world *world,
                                                blobsmith_instance *out,
                                                size_t capacity,
                                                size_t *count);

// Lists the bodies with a tag, in file order.
enum blobsmith_status blobsmith_world_bodies_with_tag(const struct blobsmith_world *world,
                                                      const char *tag,
                                                      blobsmith_body *out,
                                                      size_t capacity,
                                                      size_t *count);

// Lists the discs with a tag, in file order.
enum blobsmith_status blobsmith_world_discs_with_tag(const struct blobsmith_world *world,
                                                     const char *tag,
                                                     blobsmith_disc *out,
                                                     size_t capacity,
                                                     size_t *count);

// Lists the obstacles with a tag, in file order.
enum blobsmith_status blobsmith_world_obstacles_with_tag(const struct blobsmith_world *world,
                                                         const char *tag,
                                                         blobsmith_obstacle *out,
                                                         size_t capacity,
                                                         size_t *count);

// Lists the links with a tag, in file order.
enum blobsmith_status blobsmith_world_links_with_tag(const struct blobsmith_world *world,
                                                     const char *tag,
                                                     blobsmith_link *out,
                                                     size_t capacity,
                                                     size_t *count);

// Lists the instances with a tag, in file order.
enum blobsmith_status blobsmith_world_instances_with_tag(const struct blobsmith_world *world,
                                                         const char *tag,
                                                         blobsmith_instance *out,
                                                         size_t capacity,
                                                         size_t *count);

// Lists the bodies, discs, obstacles and links of an instance, those of instances within it included.
enum blobsmith_status blobsmith_world_parts_of_instance(const struct blobsmith_world *world,
                                                        blobsmith_instance instance,
                                                        struct blobsmith_part *out,
                                                        size_t capacity,
                                                        size_t *count);

// Finds the node of a body that has a label. Without one: BLOBSMITH_STATUS_NOT_FOUND.
enum blobsmith_status blobsmith_world_node_with_label(const struct blobsmith_world *world,
                                                      blobsmith_body body,
                                                      const char *label,
                                                      uint32_t *node);

// Numbers of parts.
enum blobsmith_status blobsmith_world_part_counts(const struct blobsmith_world *world, struct blobsmith_counts *counts);

// Id of a part, unique in the level.
enum blobsmith_status blobsmith_world_id(const struct blobsmith_world *world,
                                         struct blobsmith_part part,
                                         char *out,
                                         size_t capacity,
                                         size_t *length);

// Name of a part; may be empty. That of an instance is the path of its source.
enum blobsmith_status blobsmith_world_name(const struct blobsmith_world *world,
                                           struct blobsmith_part part,
                                           char *out,
                                           size_t capacity,
                                           size_t *length);

// Id, name, tags and properties of a part, as a JSON object.
enum blobsmith_status blobsmith_world_info(const struct blobsmith_world *world,
                                           struct blobsmith_part part,
                                           char *out,
                                           size_t capacity,
                                           size_t *length);

// True if a part has a tag.
enum blobsmith_status blobsmith_world_has_tag(const struct blobsmith_world *world,
                                              struct blobsmith_part part,
                                              const char *tag,
                                              bool *out);

// Properties of a part, as a JSON object.
enum blobsmith_status blobsmith_world_properties(const struct blobsmith_world *world,
                                                 struct blobsmith_part part,
                                                 char *out,
                                                 size_t capacity,
                                                 size_t *length);

// A property of a part that is a number, or 0 or 1 for false or true. BLOBSMITH_STATUS_NOT_FOUND without it,
// BLOBSMITH_STATUS_ARGUMENT if it is of another kind.
enum blobsmith_status blobsmith_world_property_number(const struct blobsmith_world *world,
                                                      struct blobsmith_part part,
                                                      const char *name,
                                                      double *out);

// A property of a part that is a text. BLOBSMITH_STATUS_NOT_FOUND without it, BLOBSMITH_STATUS_ARGUMENT if it is of another kind.
enum blobsmith_status blobsmith_world_property_text(const struct blobsmith_world *world,
                                                    struct blobsmith_part part,
                                                    const char *name,
                                                    char *out,
                                                    size_t capacity,
                                                    size_t *length);

// Data of a body, as a JSON object: that of blobsmith_world_info, "nodes" (those with a label, tags or properties), "skin" and
// "outlines".
enum blobsmith_status blobsmith_world_body_info(const struct blobsmith_world *world,
                                                blobsmith_body body,
                                                char *out,
                                                size_t capacity,
                                                size_t *length);

// Data of an instance, as a JSON object: that of blobsmith_world_info, "position", "angle_deg" and "mirror".
enum blobsmith_status blobsmith_world_instance_info(const struct blobsmith_world *world,
                                                    blobsmith_instance instance,
                                                    char *out,
                                                    size_t capacity,
                                                    size_t *length);

// Data of the level, as a JSON object: "name", "notes", "tags", "properties", "markers" and "pixels_per_unit".
enum blobsmith_status blobsmith_world_level_info(const struct blobsmith_world *world,
                                                 char *out,
                                                 size_t capacity,
                                                 size_t *length);

// Points of the marker with an id: 1 of a point, 2 corners of a rectangle, those of a polygon or path.
// BLOBSMITH_STATUS_NOT_FOUND if there is none.
enum blobsmith_status blobsmith_world_marker_points(const struct blobsmith_world *world,
                                                    const char *id,
                                                    struct blobsmith_vec2 *out,
                                                    size_t capacity,
                                                    size_t *count);

// Pixels as which a front end draws one unit; NaN after an error.
double blobsmith_world_pixels_per_unit(const struct blobsmith_world *world);

// Number of nodes of a body; 0 after an error.
size_t blobsmith_world_node_count(const struct blobsmith_world *world, blobsmith_body body);

// Positions of a body's nodes, in file order. Nothing is copied: the pointer is valid until the next call that takes the world
// without const. `count`, which may be null, gets their number. NULL after an error.
const struct blobsmith_vec2 *blobsmith_world_positions(const struct blobsmith_world *world,
                                                       blobsmith_body body,
                                                       size_t *count);

// Velocities of a body's nodes at the end of the frame; valid as blobsmith_world_positions.
const struct blobsmith_vec2 *blobsmith_world_velocities(const struct blobsmith_world *world,
                                                        blobsmith_body body,
                                                        size_t *count);

// Positions of the nodes of all bodies; valid as blobsmith_world_positions. See blobsmith_world_node_range.
const struct blobsmith_vec2 *blobsmith_world_all_positions(const struct blobsmith_world *world, size_t *count);

// Where a body's nodes are in blobsmith_world_all_positions: the first, and their number.
enum blobsmith_status blobsmith_world_node_range(const struct blobsmith_world *world,
                                                 blobsmith_body body,
                                                 size_t *first,
                                                 size_t *count);

// Position of one node.
enum blobsmith_status blobsmith_world_node_position(const struct blobsmith_world *world,
                                                    blobsmith_body body,
                                                    uint32_t node,
                                                    struct blobsmith_vec2 *out);

// Velocity of one node.
enum blobsmith_status blobsmith_world_node_velocity(const struct blobsmith_world *world,
                                                    blobsmith_body body,
                                                    uint32_t node,
                                                    struct blobsmith_vec2 *out);

// Mass-weighted mean of the positions of a body's nodes.
enum blobsmith_status blobsmith_world_barycentre(const struct blobsmith_world *world,
                                                 blobsmith_body body,
                                                 struct blobsmith_vec2 *out);

// Mass-weighted mean of the velocities of a body's nodes.
enum blobsmith_status blobsmith_world_velocity(const struct blobsmith_world *world,
                                               blobsmith_body body,
                                               struct blobsmith_vec2 *out);

// Signed area of a body's triangles: negative if the body is turned inside out, 0 without triangles.
enum blobsmith_status blobsmith_world_area(const struct blobsmith_world *world, blobsmith_body body, double *out);

// Sum of the masses of a body's nodes.
enum blobsmith_status blobsmith_world_mass(const struct blobsmith_world *world, blobsmith_body body, double *out);

// Energy of a body; 0 for fixed and driven bodies and sensors, NaN if it blew up.
enum blobsmith_status blobsmith_world_energy(const struct blobsmith_world *world,
                                             blobsmith_body body,
                                             struct blobsmith_energy *out);

// Energy of all bodies, discs and links; NaN once a part has blown up.
enum blobsmith_status blobsmith_world_total_energy(const struct blobsmith_world *world, struct blobsmith_energy *out);

// The smallest box around a body's nodes; without nodes `min` is greater than `max`.
enum blobsmith_status blobsmith_world_aabb(const struct blobsmith_world *world,
                                           blobsmith_body body,
                                           struct blobsmith_box *out);

// True if a coordinate of the body is no longer finite: the body is frozen and has no contacts.
enum blobsmith_status blobsmith_world_is_blown_up(const struct blobsmith_world *world, blobsmith_body body, bool *out);

// True if the area of the body was not positive in the last substep, so that its gas exerted no force.
enum blobsmith_status blobsmith_world_is_collapsed(const struct blobsmith_world *world, blobsmith_body body, bool *out);

// True if forces cannot move the node: it is pinned, or its body is fixed or driven.
enum blobsmith_status blobsmith_world_is_pinned(const struct blobsmith_world *world,
                                                blobsmith_body body,
                                                uint32_t node,
                                                bool *out);

// Centre of a disc.
enum blobsmith_status blobsmith_world_disc_position(const struct blobsmith_world *world,
                                                    blobsmith_disc disc,
                                                    struct blobsmith_vec2 *out);

// Velocity of a disc.
enum blobsmith_status blobsmith_world_disc_velocity(const struct blobsmith_world *world,
                                                    blobsmith_disc disc,
                                                    struct blobsmith_vec2 *out);

// Radius of a disc; 0 for a particle.
enum blobsmith_status blobsmith_world_radius(const struct blobsmith_world *world, blobsmith_disc disc, double *out);

// Mass of a disc.
enum blobsmith_status blobsmith_world_disc_mass(const struct blobsmith_world *world, blobsmith_disc disc, double *out);

// True if the disc sleeps: it is part of a resting heap and has no velocity.
enum blobsmith_status blobsmith_world_is_asleep(const struct blobsmith_world *world, blobsmith_disc disc, bool *out);

// True if a coordinate of the disc is no longer finite: it stays in place and has no contacts.
enum blobsmith_status blobsmith_world_is_disc_blown_up(const struct blobsmith_world *world,
                                                       blobsmith_disc disc,
                                                       bool *out);

// Positions of both ends of a link.
enum blobsmith_status blobsmith_world_link_points(const struct blobsmith_world *world,
                                                  blobsmith_link link,
                                                  struct blobsmith_vec2 *a,
                                                  struct blobsmith_vec2 *b);

// Sets the velocity of a node, of all free nodes of a body, or of a disc.
enum blobsmith_status blobsmith_world_set_velocity(struct blobsmith_world *world,
                                                   struct blobsmith_part part,
                                                   struct blobsmith_vec2 velocity);

// Adds an impulse, mass times velocity, to a body, node or disc. Free nodes share that of a body in proportion to their masses.
enum blobsmith_status blobsmith_world_apply_impulse(struct blobsmith_world *world,
                                                    struct blobsmith_part part,
                                                    struct blobsmith_vec2 impulse);

// Adds a force, mass times length per time squared, that acts until the end of the next frame on a body, node or disc.
enum blobsmith_status blobsmith_world_apply_force(struct blobsmith_world *world,
                                                  struct blobsmith_part part,
                                                  struct blobsmith_vec2 force);

// Moves a body, node or disc by an offset; velocities are kept.
enum blobsmith_status blobsmith_world_teleport(struct blobsmith_world *world,
                                               struct blobsmith_part part,
                                               struct blobsmith_vec2 by);

// Moves a node, the barycentre of a body (with all its nodes), or the centre of a disc to a point; velocities are kept.
enum blobsmith_status blobsmith_world_teleport_to(struct blobsmith_world *world,
                                                  struct blobsmith_part part,
                                                  struct blobsmith_vec2 point);

// Pins a node where it is; forces and contacts no longer move it.
enum blobsmith_status blobsmith_world_pin(struct blobsmith_world *world, blobsmith_body body, uint32_t node);

// Frees a pinned node.
enum blobsmith_status blobsmith_world_unpin(struct blobsmith_world *world, blobsmith_body body, uint32_t node);

// Attaches a spring from a part to a target point, as for dragging: to a node, to a disc, or to the free node of a body that is
// nearest to the target. Returns the hand; 0 after an error.
blobsmith_hand blobsmith_world_grab(struct blobsmith_world *world,
                                    struct blobsmith_part part,
                                    struct blobsmith_vec2 target);

// Moves the target of a hand.
enum blobsmith_status blobsmith_world_move_hand(struct blobsmith_world *world,
                                                blobsmith_hand hand,
                                                struct blobsmith_vec2 target);

// Detaches a hand.
enum blobsmith_status blobsmith_world_release(struct blobsmith_world *world, blobsmith_hand hand);

// Lists the hands that hold something.
enum blobsmith_status blobsmith_world_hands(const struct blobsmith_world *world,
                                            blobsmith_hand *out,
                                            size_t capacity,
                                            size_t *count);

// Reads a level without instances as a prefab. Returns NULL after an error. Free it with blobsmith_prefab_free.
struct blobsmith_prefab *blobsmith_prefab_from_text(const char *level);

// Reads a level file as a prefab, as blobsmith_world_from_file. Returns NULL after an error. Free it with blobsmith_prefab_free.
struct blobsmith_prefab *blobsmith_prefab_from_file(const char *path);

// Frees a prefab; what was spawned from it stays. Nothing for NULL.
void blobsmith_prefab_free(struct blobsmith_prefab *prefab);

// Adds the parts of a prefab behind all others, as an instance with the id "spawn-1", "spawn-2" and so on. `placement` may be
// null. Returns the instance; 0 after an error.
blobsmith_instance blobsmith_world_spawn(struct blobsmith_world *world,
                                         const struct blobsmith_prefab *prefab,
                                         const struct blobsmith_placement *placement);

// Adds the parts of a prefab as an instance with an id. The ids of its parts are the id, a slash, and the id in the prefab.
blobsmith_instance blobsmith_world_spawn_with_id(struct blobsmith_world *world,
                                                 const struct blobsmith_prefab *prefab,
                                                 const struct blobsmith_placement *placement,
                                                 const char *id);

// Removes a body, disc or obstacle with its links, a link, or an instance with all its parts.
enum blobsmith_status blobsmith_world_remove(struct blobsmith_world *world, struct blobsmith_part part);

// Joins two nodes, discs or points. Returns the link; 0 after an error.
blobsmith_link blobsmith_world_connect(struct blobsmith_world *world,
                                       struct blobsmith_link_end a,
                                       struct blobsmith_link_end b,
                                       const struct blobsmith_link_settings *settings);

// Switches a link on or off. A link that is off does nothing, and its ends collide.
enum blobsmith_status blobsmith_world_switch_link(struct blobsmith_world *world, blobsmith_link link, bool is_on);

// True if a link is switched on.
enum blobsmith_status blobsmith_world_is_link_on(const struct blobsmith_world *world, blobsmith_link link, bool *out);

// Reports the contacts of later frames as events, or stops reporting them. By default they are not reported.
enum blobsmith_status blobsmith_world_set_contact_events(struct blobsmith_world *world, bool is_on);

// Returns and removes the events since the last call, in order of time; `count` gets their number. The pointer is valid until the
// next call that takes the world without const. NULL after an error.
const struct blobsmith_event *blobsmith_world_take_events(struct blobsmith_world *world,
                                                          size_t *count);

// Number of events since the last blobsmith_world_take_events that were dropped, because 100,000 were waiting.
uint64_t blobsmith_world_dropped_events(const struct blobsmith_world *world);

// Lists the bodies whose hull contains a point. `filter` may be null, here and below.
enum blobsmith_status blobsmith_world_bodies_at(const struct blobsmith_world *world,
                                                struct blobsmith_vec2 point,
                                                const struct blobsmith_filter *filter,
                                                blobsmith_body *out,
                                                size_t capacity,
                                                size_t *count);

// Lists the discs that contain a point.
enum blobsmith_status blobsmith_world_discs_at(const struct blobsmith_world *world,
                                               struct blobsmith_vec2 point,
                                               const struct blobsmith_filter *filter,
                                               blobsmith_disc *out,
                                               size_t capacity,
                                               size_t *count);

// Finds the node nearest to a point, at most `radius` away. Without one the kind of `out` is BLOBSMITH_PART_KIND_NONE.
enum blobsmith_status blobsmith_world_nearest_node(const struct blobsmith_world *world,
                                                   struct blobsmith_vec2 point,
                                                   double radius,
                                                   const struct blobsmith_filter *filter,
                                                   struct blobsmith_part *out);

// Lists the parts that a solid circle overlaps or touches.
enum blobsmith_status blobsmith_world_overlap_circle(const struct blobsmith_world *world,
                                                     struct blobsmith_vec2 center,
                                                     double radius,
                                                     const struct blobsmith_filter *filter,
                                                     struct blobsmith_part *out,
                                                     size_t capacity,
                                                     size_t *count);

// Lists the parts that a solid box overlaps or touches: lower left and upper right corner.
enum blobsmith_status blobsmith_world_overlap_box(const struct blobsmith_world *world,
                                                  struct blobsmith_vec2 min,
                                                  struct blobsmith_vec2 max,
                                                  const struct blobsmith_filter *filter,
                                                  struct blobsmith_part *out,
                                                  size_t capacity,
                                                  size_t *count);

// Finds the first part on a ray of length `max`.
enum blobsmith_status blobsmith_world_raycast(const struct blobsmith_world *world,
                                              struct blobsmith_vec2 origin,
                                              struct blobsmith_vec2 direction,
                                              double max,
                                              const struct blobsmith_filter *filter,
                                              struct blobsmith_hit *out);

// Lists all parts that a ray meets, each where it meets it first, in the order of the fractions.
enum blobsmith_status blobsmith_world_raycast_all(const struct blobsmith_world *world,
                                                  struct blobsmith_vec2 origin,
                                                  struct blobsmith_vec2 direction,
                                                  double max,
                                                  const struct blobsmith_filter *filter,
                                                  struct blobsmith_hit *out,
                                                  size_t capacity,
                                                  size_t *count);

// Finds the first part that a circle meets on its way from `origin` to `origin` + `motion`.
enum blobsmith_status blobsmith_world_sweep_circle(const struct blobsmith_world *world,
                                                   struct blobsmith_vec2 origin,
                                                   double radius,
                                                   struct blobsmith_vec2 motion,
                                                   const struct blobsmith_filter *filter,
                                                   struct blobsmith_hit *out);

// Copies the present moment. Returns NULL after an error. Free it with blobsmith_snapshot_free.
struct blobsmith_snapshot *blobsmith_world_snapshot(const struct blobsmith_world *world);

// Goes back (or forward) to a moment of this world or of a copy of it. Handles of parts that exist then are valid again; those of
// parts that were added later are stale. Events that are not taken yet are discarded. The snapshot can be used again.
enum blobsmith_status blobsmith_world_restore(struct blobsmith_world *world,
                                              const struct blobsmith_snapshot *snapshot);

// Frame of a snapshot; 0 after an error.
uint64_t blobsmith_snapshot_frame(const struct blobsmith_snapshot *snapshot);

// Hash of a snapshot, see blobsmith_world_hash; 0 after an error.
uint64_t blobsmith_snapshot_hash(const struct blobsmith_snapshot *snapshot);

// Frees a snapshot; nothing for NULL.
void blobsmith_snapshot_free(struct blobsmith_snapshot *snapshot);

// Makes an empty draw list. Free it with blobsmith_draw_list_free.
struct blobsmith_draw_list *blobsmith_draw_list_new(void);

// Frees a draw list with what was drawn into it; nothing for NULL.
void blobsmith_draw_list_free(struct blobsmith_draw_list *list);

// Fills a list with the present frame, and returns its arrays, which are valid until the next call with the list. NULL after an
// error.
const struct blobsmith_drawing *blobsmith_world_draw(const struct blobsmith_world *world,
                                                     struct blobsmith_draw_list *list);

// As blobsmith_world_draw, with positions between the previous frame (`alpha` 0) and the present one (`alpha` 1). Needs
// blobsmith_world_set_interpolation.
const struct blobsmith_drawing *blobsmith_world_draw_between(const struct blobsmith_world *world,
                                                             double alpha,
                                                             struct blobsmith_draw_list *list);

// The overlay with an index, in painting order from 0. BLOBSMITH_STATUS_NOT_FOUND behind the last one.
enum blobsmith_status blobsmith_overlay_at(size_t index, struct blobsmith_overlay *out);

// Makes an empty overlay list. Free it with blobsmith_overlay_list_free.
struct blobsmith_overlay_list *blobsmith_overlay_list_new(void);

// Frees an overlay list with what was drawn into it; nothing for NULL.
void blobsmith_overlay_list_free(struct blobsmith_overlay_list *list);

// The view of this size in pixels that shows the whole level, on a dark background.
enum blobsmith_status blobsmith_world_overlay_view(const struct blobsmith_world *world,
                                                   struct blobsmith_vec2 size_px,
                                                   struct blobsmith_overlay_view *out);

// Fills a list with overlays of the present frame, and returns its arrays, which are valid until the next call with the list. NULL after
// an error. `names` are separated by commas, "velocities,contacts". For debugging: a call copies the topology of the level, and clones
// and steps the world if an overlay shows contacts without blobsmith_world_set_tracing.
const struct blobsmith_overlay_drawing *blobsmith_world_draw_overlays(const struct blobsmith_world *world,
                                                                      const char *names,
                                                                      const struct blobsmith_overlay_view *view,
                                                                      struct blobsmith_overlay_list *list);

// Traces the last substep of every frame from now on, or stops. Overlays of contacts and impacts then show the last substep, else the
// next one, which is computed on a copy. Costs a substep of the reference engine per frame; states are the same.
enum blobsmith_status blobsmith_world_set_tracing(struct blobsmith_world *world,
                                                  bool is_on);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BLOBSMITH_H */

// A body as a part.
static inline blobsmith_part blobsmith_body_part(blobsmith_body body) {
  blobsmith_part part = {BLOBSMITH_PART_KIND_BODY, 0, body};
  return part;
}

// A node of a body as a part: its index in the body.
static inline blobsmith_part blobsmith_node_part(blobsmith_body body, uint32_t node) {
  blobsmith_part part = {BLOBSMITH_PART_KIND_NODE, node, body};
  return part;
}

// A disc as a part.
static inline blobsmith_part blobsmith_disc_part(blobsmith_disc disc) {
  blobsmith_part part = {BLOBSMITH_PART_KIND_DISC, 0, disc};
  return part;
}

// An obstacle as a part.
static inline blobsmith_part blobsmith_obstacle_part(blobsmith_obstacle obstacle) {
  blobsmith_part part = {BLOBSMITH_PART_KIND_OBSTACLE, 0, obstacle};
  return part;
}

// A link as a part.
static inline blobsmith_part blobsmith_link_part(blobsmith_link link) {
  blobsmith_part part = {BLOBSMITH_PART_KIND_LINK, 0, link};
  return part;
}

// An instance as a part.
static inline blobsmith_part blobsmith_instance_part(blobsmith_instance instance) {
  blobsmith_part part = {BLOBSMITH_PART_KIND_INSTANCE, 0, instance};
  return part;
}

// A vector.
static inline blobsmith_vec2 blobsmith_vector(double x, double y) {
  blobsmith_vec2 vector = {x, y};
  return vector;
}
