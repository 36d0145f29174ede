// Runs the conformance kit: every case of cases.json gives the hashes of its file. Usage: conformance KIT [ROOT]; the levels are
// relative to ROOT, the rest to KIT.
#include <blobsmith.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *kit, *root;
  blobsmith_world *world;
  blobsmith_snapshot *snapshot;
} run;

static char *read_file(const char *folder, const char *path) {
  char name[4096];
  snprintf(name, sizeof name, "%s/%s", folder, path);
  FILE *file = fopen(name, "rb");
  if (!file) return fprintf(stderr, "%s cannot be read\n", name), NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  text[fread(text, 1, (size_t)size, file)] = 0;
  fclose(file);
  return text;
}

static const char *text_of(const cJSON *op, const char *key) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(op, key));
  return text ? text : "";
}

// A pair of numbers; 0 if it is missing.
static blobsmith_vec2 vector_of(const cJSON *op, const char *key) {
  const cJSON *pair = cJSON_GetObjectItem(op, key);
  if (cJSON_GetArraySize(pair) != 2) return blobsmith_vector(0, 0);
  return blobsmith_vector(cJSON_GetArrayItem(pair, 0)->valuedouble, cJSON_GetArrayItem(pair, 1)->valuedouble);
}

static bool spawn(run *run, const cJSON *op) {
  char *text = read_file(run->kit, text_of(op, "prefab"));
  blobsmith_prefab *prefab = blobsmith_prefab_from_text(text);
  const cJSON *angle = cJSON_GetObjectItem(op, "angle_deg");
  blobsmith_placement placement = {
      .position = vector_of(op, "position"),
      .angle_deg = angle ? angle->valuedouble : 0,
      .velocity = vector_of(op, "velocity"),
      .mirror = cJSON_IsTrue(cJSON_GetObjectItem(op, "mirror")),
  };
  const char *id = text_of(op, "id");
  blobsmith_instance instance = *id ? blobsmith_world_spawn_with_id(run->world, prefab, &placement, id)
                                    : blobsmith_world_spawn(run->world, prefab, &placement);
  blobsmith_prefab_free(prefab);
  free(text);
  return instance != 0;
}

static bool take_snapshot(run *run) {
  blobsmith_snapshot_free(run->snapshot);
  run->snapshot = blobsmith_world_snapshot(run->world);
  return run->snapshot != NULL;
}

static bool act(run *run, const cJSON *op) {
  const char *what = text_of(op, "do");
  blobsmith_world *world = run->world;
  if (!strcmp(what, "spawn")) return spawn(run, op);
  if (!strcmp(what, "snapshot")) return take_snapshot(run);
  if (!strcmp(what, "restore")) return !blobsmith_world_restore(world, run->snapshot);
  if (!strcmp(what, "remove")) {
    blobsmith_instance instance = blobsmith_world_instance(world, text_of(op, "instance"));
    return !blobsmith_world_remove(world, blobsmith_instance_part(instance));
  }
  blobsmith_part body = blobsmith_body_part(blobsmith_world_body(world, text_of(op, "body")));
  if (!strcmp(what, "remove_body")) return !blobsmith_world_remove(world, body);
  if (!strcmp(what, "impulse")) return !blobsmith_world_apply_impulse(world, body, vector_of(op, "impulse"));
  if (!strcmp(what, "force")) return !blobsmith_world_apply_force(world, body, vector_of(op, "force"));
  return fprintf(stderr, "unknown operation `%s`\n", what), false;
}

static bool act_before(run *run, const cJSON *script, int step) {
  const cJSON *op;
  cJSON_ArrayForEach(op, script) {
    const cJSON *at = cJSON_GetObjectItem(op, "at");
    if (at && at->valueint == step && !act(run, op)) {
      return fprintf(stderr, "step %d, %s: %s\n", step, text_of(op, "do"), blobsmith_last_error()), false;
    }
  }
  return true;
}

// Compares the world with the next line of the hashes.
static bool has_hash(const run *run, char **line, int step) {
  char hash[17];
  if (blobsmith_world_hash_text(run->world, hash, sizeof hash, NULL)) return false;
  bool is_equal = !strncmp(*line, hash, 16);
  if (!is_equal) fprintf(stderr, "after %d steps: %s instead of %.16s\n", step, hash, *line);
  *line += strcspn(*line, "\n");
  *line += **line == '\n';
  return is_equal;
}

static bool run_case(run *run, const cJSON *one) {
  char *level = read_file(run->root, text_of(one, "level")), *hashes = read_file(run->kit, text_of(one, "hashes"));
  const cJSON *script = cJSON_GetObjectItem(one, "script");
  int steps = cJSON_GetObjectItem(one, "steps")->valueint;
  run->world = blobsmith_world_from_text(level);
  char *line = hashes;
  bool is_good = run->world && line && has_hash(run, &line, 0);
  if (!run->world) fprintf(stderr, "%s\n", blobsmith_last_error());
  for (int step = 0; is_good && step < steps; step++) {
    is_good = act_before(run, script, step) && !blobsmith_world_step(run->world, 1) && has_hash(run, &line, step + 1);
  }
  if (is_good && *line) is_good = (fprintf(stderr, "there are more hashes than steps\n"), false);
  blobsmith_world_free(run->world);
  blobsmith_snapshot_free(run->snapshot);
  run->snapshot = NULL;
  free(level);
  free(hashes);
  return is_good;
}

// Bytes in memory; 0 if the system does not tell.
static long resident_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return pages * 4096;
}

// Spawns a part before each of 10,000 frames and removes an old one; see "Endurance" of the kit's page.
static bool endure(const run *run) {
  char *text = read_file(run->kit, "endurance.json");
  cJSON *plan = cJSON_Parse(text);
  char *level = read_file(run->root, text_of(plan, "level")), *part = read_file(run->kit, text_of(plan, "prefab"));
  blobsmith_world *world = blobsmith_world_from_text(level);
  blobsmith_prefab *prefab = blobsmith_prefab_from_text(part);
  int frames = cJSON_GetObjectItem(plan, "frames")->valueint, alive = cJSON_GetObjectItem(plan, "alive")->valueint;
  bool is_good = world && prefab && frames == 10000;
  long before = 0;
  for (int frame = 0; is_good && frame < frames; frame++) {
    char id[32];
    snprintf(id, sizeof id, "part-%d", frame);
    blobsmith_placement placement = {.position = {frame * 37 % 24 - 12, 8}};
    is_good = blobsmith_world_spawn_with_id(world, prefab, &placement, id) != 0;
    snprintf(id, sizeof id, "part-%d", frame - alive);
    if (is_good && frame >= alive) {
      blobsmith_instance gone = blobsmith_world_instance(world, id);
      is_good = !blobsmith_world_remove(world, blobsmith_instance_part(gone));
    }
    is_good = is_good && !blobsmith_world_step(world, 1);
    if (frame == 1000) before = resident_bytes();
  }
  // A leak of one part per frame would be over 30 MB.
  if (resident_bytes() - before > 8 << 20) is_good = (fprintf(stderr, "endurance: the memory grows\n"), false);
  char hash[17] = "";
  is_good = is_good && !blobsmith_world_hash_text(world, hash, sizeof hash, NULL) && !strcmp(hash, text_of(plan, "hash"));
  if (!is_good) fprintf(stderr, "endurance: %s instead of %s; %s\n", hash, text_of(plan, "hash"), blobsmith_last_error());
  blobsmith_prefab_free(prefab);
  blobsmith_world_free(world);
  cJSON_Delete(plan);
  free(part);
  free(level);
  free(text);
  return is_good;
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: conformance KIT [ROOT]\n"), 2;
  run run = {.kit = argv[1], .root = argc > 2 ? argv[2] : "."};
  char *text = read_file(run.kit, "cases.json");
  cJSON *kit = cJSON_Parse(text);
  const cJSON *one, *version = cJSON_GetObjectItem(kit, "kit");
  int passed = 0, failed = 0;
  if (!version || version->valueint != 1) return fprintf(stderr, "cases.json is not a kit of version 1\n"), 2;
  cJSON_ArrayForEach(one, cJSON_GetObjectItem(kit, "cases")) {
    bool is_good = run_case(&run, one);
    if (!is_good) fprintf(stderr, "failed: %s\n", text_of(one, "name"));
    *(is_good ? &passed : &failed) += 1;
  }
  bool endures = endure(&run);
  *(endures ? &passed : &failed) += 1;
  printf("conformance: %d passed, %d failed\n", passed, failed);
  cJSON_Delete(kit);
  free(text);
  return failed || !passed;
}
