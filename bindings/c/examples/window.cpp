// A window that runs a level and drags blobs with the mouse. Usage: window LEVEL, or window LEVEL FRAMES PNG, which draws a
// frame into a file without a display.
#include <SDL2/SDL.h>
#include <blobsmith.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

template <typename T, void (*free)(T *)> struct Freed {
  void operator()(T *object) const { free(object); }
};
using World = std::unique_ptr<blobsmith_world, Freed<blobsmith_world, blobsmith_world_free>>;
using DrawList = std::unique_ptr<blobsmith_draw_list, Freed<blobsmith_draw_list, blobsmith_draw_list_free>>;

// Maps level units to pixels; y points upwards in levels and downwards on screens.
struct Camera {
  blobsmith_vec2 middle = {0, 0};
  double scale = 1;
  int width, height;

  // Shows the whole level as it is at its start.
  Camera(const blobsmith_drawing &drawing, int width, int height) : width(width), height(height) {
    blobsmith_vec2 min = {INFINITY, INFINITY}, max = {-INFINITY, -INFINITY};
    auto add = [&](double x, double y) {
      min = {std::min(min.x, x), std::min(min.y, y)};
      max = {std::max(max.x, x), std::max(max.y, y)};
    };
    for (size_t i = 0; i < drawing.point_count; i++) add(drawing.points[i].x, drawing.points[i].y);
    for (size_t i = 0; i < drawing.disc_count; i++) add(drawing.discs[i].center.x, drawing.discs[i].center.y);
    if (!(min.x <= max.x)) return;
    middle = {(min.x + max.x) / 2, (min.y + max.y) / 2};
    scale = 0.94 * std::min(width / std::max(max.x - min.x, 1.0), height / std::max(max.y - min.y, 1.0));
  }
  SDL_FPoint to_screen(blobsmith_vec2 point) const {
    return {float(width / 2.0 + (point.x - middle.x) * scale), float(height / 2.0 - (point.y - middle.y) * scale)};
  }
  blobsmith_vec2 to_level(int x, int y) const {
    return {middle.x + (x - width / 2.0) / scale, middle.y - (y - height / 2.0) / scale};
  }
};

// A soft colour per index: hues at steps of the golden ratio.
static SDL_Color colour(size_t index) {
  double hue = std::fmod(double(index) * 0.618034, 1.0) * 6.283185;
  auto channel = [&](double shift) { return Uint8(165 + 65 * std::cos(hue + shift)); };
  return {channel(0), channel(2.094), channel(4.189), 255};
}

static SDL_Color darker(SDL_Color of) { return {Uint8(of.r / 2), Uint8(of.g / 2), Uint8(of.b / 2), 255}; }

static void draw_line(SDL_Renderer *renderer, SDL_FPoint a, SDL_FPoint b, float width, SDL_Color tint) {
  float x = b.x - a.x, y = b.y - a.y, length = std::max(std::hypot(x, y), 1e-3f);
  float nx = -y / length * width / 2, ny = x / length * width / 2;
  SDL_Vertex corners[] = {{{a.x + nx, a.y + ny}, tint, {0, 0}}, {{b.x + nx, b.y + ny}, tint, {0, 0}},
                          {{b.x - nx, b.y - ny}, tint, {0, 0}}, {{a.x - nx, a.y - ny}, tint, {0, 0}}};
  const int indices[] = {0, 1, 2, 0, 2, 3};
  SDL_RenderGeometry(renderer, nullptr, corners, 4, indices, 6);
}

static void draw_disc(SDL_Renderer *renderer, SDL_FPoint center, float radius, SDL_Color tint) {
  const int corners = 40;
  std::vector<SDL_Vertex> fan{{center, tint, {0, 0}}};
  std::vector<int> indices;
  for (int i = 0; i < corners; i++) {
    float angle = 6.283185f * float(i) / corners;
    fan.push_back({{center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)}, tint, {0, 0}});
    indices.insert(indices.end(), {0, 1 + i, 1 + (i + 1) % corners});
  }
  SDL_RenderGeometry(renderer, nullptr, fan.data(), int(fan.size()), indices.data(), int(indices.size()));
}

static void draw_body(SDL_Renderer *renderer, const Camera &camera, const blobsmith_drawing &drawing,
                      const blobsmith_draw_body &body, SDL_Color tint) {
  std::vector<SDL_Vertex> corners;
  for (size_t i = 0; i < body.index_count; i++) {
    corners.push_back({camera.to_screen(drawing.points[drawing.triangles[body.first_index + i]]), tint, {0, 0}});
  }
  SDL_RenderGeometry(renderer, nullptr, corners.data(), int(corners.size()), nullptr, 0);
  for (size_t i = body.first_loop; i < body.first_loop + body.loop_count; i++) {
    const blobsmith_draw_loop &loop = drawing.loops[i];
    const uint32_t *outline = drawing.outlines + loop.first_point;
    for (size_t j = loop.is_closed ? 0 : 1; j < loop.point_count; j++) {
      SDL_FPoint from = camera.to_screen(drawing.points[outline[(j + loop.point_count - 1) % loop.point_count]]);
      draw_line(renderer, from, camera.to_screen(drawing.points[outline[j]]), float(camera.width) / 400, darker(tint));
    }
  }
}

static void draw(SDL_Renderer *renderer, const Camera &camera, const blobsmith_world *world, const blobsmith_drawing &drawing) {
  SDL_SetRenderDrawColor(renderer, 250, 249, 245, 255);
  SDL_RenderClear(renderer);
  for (size_t i = 0; i < drawing.body_count; i++) {
    bool is_fixed = false;
    blobsmith_world_is_pinned(world, drawing.bodies[i].body, 0, &is_fixed);
    draw_body(renderer, camera, drawing, drawing.bodies[i], is_fixed ? SDL_Color{190, 188, 182, 255} : colour(i));
  }
  for (size_t i = 0; i < drawing.disc_count; i++) {
    float radius = float(std::max(drawing.discs[i].radius, 0.05) * camera.scale);
    SDL_FPoint center = camera.to_screen(drawing.discs[i].center);
    draw_disc(renderer, center, radius, darker(colour(i)));
    draw_disc(renderer, center, radius - float(camera.width) / 400, colour(i));
  }
}

// Twice as many pixels in both directions become smooth edges.
static int draw_to_file(blobsmith_world *world, blobsmith_draw_list *list, const Camera &camera, int frames, const char *path) {
  if (blobsmith_world_step(world, frames)) return std::puts(blobsmith_last_error()), 1;
  const blobsmith_drawing *drawing = blobsmith_world_draw(world, list);
  SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, camera.width, camera.height, 32, SDL_PIXELFORMAT_RGBA32);
  SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(surface);
  if (!drawing || !renderer) return std::puts(drawing ? SDL_GetError() : blobsmith_last_error()), 1;
  draw(renderer, camera, world, *drawing);
  SDL_RenderPresent(renderer);
  const int width = camera.width / 2, height = camera.height / 2;
  std::vector<Uint8> pixels;
  auto at = [&](int x, int y, int channel) { return int(static_cast<Uint8 *>(surface->pixels)[y * surface->pitch + x * 4 + channel]); };
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int channel = 0; channel < 3; channel++) {
        int sum = at(2 * x, 2 * y, channel) + at(2 * x + 1, 2 * y, channel) + at(2 * x, 2 * y + 1, channel) + at(2 * x + 1, 2 * y + 1, channel);
        pixels.push_back(Uint8(sum / 4));
      }
  SDL_DestroyRenderer(renderer);
  SDL_FreeSurface(surface);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = png_uint_32(width);
  image.height = png_uint_32(height);
  image.format = PNG_FORMAT_RGB;
  return png_image_write_to_file(&image, path, 0, pixels.data(), 0, nullptr) ? 0 : (std::puts(image.message), 1);
}

static void drag(blobsmith_world *world, const Camera &camera, const SDL_Event &event, blobsmith_hand &hand) {
  blobsmith_part node;
  if (event.type == SDL_MOUSEBUTTONDOWN) {
    blobsmith_vec2 point = camera.to_level(event.button.x, event.button.y);
    if (!blobsmith_world_nearest_node(world, point, 30 / camera.scale, nullptr, &node)) hand = blobsmith_world_grab(world, node, point);
  }
  if (event.type == SDL_MOUSEMOTION && hand) blobsmith_world_move_hand(world, hand, camera.to_level(event.motion.x, event.motion.y));
  if (event.type == SDL_MOUSEBUTTONUP && hand) blobsmith_world_release(world, hand), hand = 0;
}

static int run(blobsmith_world *world, blobsmith_draw_list *list, const Camera &camera) {
  SDL_Window *window = nullptr;
  SDL_Renderer *renderer = nullptr;
  if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(camera.width, camera.height, 0, &window, &renderer)) return std::puts(SDL_GetError()), 1;
  SDL_RenderSetVSync(renderer, 1);
  blobsmith_world_set_interpolation(world, true);
  blobsmith_hand hand = 0;
  Uint64 last = SDL_GetPerformanceCounter();
  for (SDL_Event event;;) {
    while (SDL_PollEvent(&event)) {
      if (event.type == SDL_QUIT) return SDL_Quit(), 0;
      drag(world, camera, event, hand);
    }
    Uint64 now = SDL_GetPerformanceCounter();
    blobsmith_advanced advanced{};
    blobsmith_world_advance(world, double(now - last) / double(SDL_GetPerformanceFrequency()), &advanced);
    last = now;
    if (const blobsmith_drawing *drawing = blobsmith_world_draw_between(world, advanced.alpha, list)) draw(renderer, camera, world, *drawing);
    SDL_RenderPresent(renderer);
  }
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 4) return std::puts("usage: window LEVEL [FRAMES PNG]"), 2;
  World world(blobsmith_world_from_file(argv[1]));
  DrawList list(blobsmith_draw_list_new());
  const blobsmith_drawing *drawing = blobsmith_world_draw(world.get(), list.get());
  if (!drawing) return std::puts(blobsmith_last_error()), 1;
  if (argc == 4) return draw_to_file(world.get(), list.get(), Camera(*drawing, 1600, 1200), std::atoi(argv[2]), argv[3]);
  return run(world.get(), list.get(), Camera(*drawing, 1000, 750));
}
