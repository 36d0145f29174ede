// Writes the pages of levels and topics: `node build.js DATA SITE`, where DATA is what `examples/pages.rs` has written. All pages share
// SITE/player.js; links are relative, so that the site works below any path.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [data, site] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const levels = join(here, "../../levels");
const gallery = join(site, "gallery");
const { levels: all, topics } = JSON.parse(readFileSync(join(data, "pages.json"), "utf8"));
/** Overlays of topics that a running level cannot show, or that are layers. */
const LAYERS = new Set(["triangles", "flipped-triangles", "springs", "nodes", "grid", "markers", "hull", "fill", "sticks", "discs", "links", "bounds", "obstacles", "sensors", "skins", "paths"]);
const MISSING = new Set(["trails", "ghosts", "contact-heat"]);

const escape = (text) => text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]);
/** Markdown of the guide within a paragraph: code, emphasis, links to other topics. */
const rich = (text) => escape(text)
  .replace(/`([^`]+)`/g, "<code>$1</code>")
  .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
  .replace(/\*([^*]+)\*/g, "<em>$1</em>")
  .replace(/\[([^\]]+)\]\(([a-z-]+)\.md\)/g, '<a href="topic-$2.html">$1</a>');
const named = (id) => all.find((level) => level.id === id);
const page = (title, about, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="${escape(about)}">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="pages.css">
<script type="module" src="../player.js"></script>
${body}
</html>
`;
/** Levels with overrides are exported, as JSON. */
const file = (id) => `levels/${id}.${existsSync(join(data, "levels", `${id}.json`)) ? "json" : "ron"}`;
const player = (id, { overlays = [], autoplay = false } = {}) =>
  `<blobsmith-player src="${file(id)}" controls${autoplay ? " autoplay" : ""} overlays="${overlays.join(" ")}" aria-label="${escape(named(id).name)}"></blobsmith-player>`;
const link = (topic) => `<a href="topic-${topic.id}.html">${escape(topic.title)}</a>`;

function levelPage(level, index) {
  const about = topics.filter((topic) => topic.levels.includes(level.id));
  const [before, after] = [all[index - 1], all[index + 1]];
  const step = (other, text) => (other ? `<a href="${other.id}.html">${text} ${escape(other.name)}</a>` : "<span></span>");
  return page(level.name, level.line, `<header><a href="index.html">Gallery</a></header>
<main>
<h1>${escape(level.name)}</h1>
<p>${escape(level.line)}</p>
${player(level.id, { autoplay: true })}
<p class="hint">Drag a body with the pointer. Space plays and pauses, the arrow keys step, Home returns to the start.</p>
${about.length ? `<h2>In the guide</h2>\n<ul>${about.map((topic) => `<li>${link(topic)}</li>`).join("")}</ul>` : ""}
<nav>${step(before, "←")}${step(after, "→")}</nav>
</main>`);
}

function topicPage(topic) {
  const overlays = topic.overlays.filter((name) => !LAYERS.has(name) && !MISSING.has(name)).slice(0, 2);
  const players = topic.levels.map((id, index) => `<figure>${player(id, { overlays: index ? [] : overlays })}
<figcaption><a href="${id}.html">${escape(named(id).name)}</a>: ${escape(named(id).line)}</figcaption></figure>`);
  return page(topic.title, topic.text[0], `<header><a href="index.html">Gallery</a> · ${escape(topic.chapter)}</header>
<main>
<h1>${escape(topic.title)}</h1>
${topic.text.map((paragraph) => `<p>${rich(paragraph)}</p>`).join("\n")}
${topic.formulas.length ? `<pre>${escape(topic.formulas.join("\n"))}</pre>` : ""}
${topic.notes.map((note) => `<blockquote>${rich(note)}</blockquote>`).join("\n")}
<p class="hint">Sources: ${escape(topic.sources.join(", "))}</p>
${players.join("\n")}
</main>`);
}

function indexPage() {
  const grouped = (items, key) => [...new Set(items.map((item) => item[key]))].map((value) => [value, items.filter((item) => item[key] === value)]);
  const cards = (list) => list.map(({ id, name, line }) =>
    `<li><a href="${id}.html"><img src="pictures/${id}.png" width="320" height="240" loading="lazy" alt=""><strong>${escape(name)}</strong></a> ${escape(line)}</li>`).join("\n");
  const sections = grouped(all, "section").map(([title, list]) => `<h2>${escape(title)}</h2>\n<ul class="cards">\n${cards(list)}\n</ul>`);
  const chapters = grouped(topics, "chapter").map(([title, list]) => `<h3>${escape(title)}</h3>\n<ul class="columns">${list.map((topic) => `<li>${link(topic)}</li>`).join("")}</ul>`);
  return page("Gallery", "Levels of Blobsmith that play in the browser", `<header><a href="#guide">Guide</a></header>
<main>
<h1>Gallery</h1>
<p>Soft bodies of masses and springs, filled with gas. Every level plays here, with the same results as in the editor, bit for bit.</p>
${sections.join("\n")}
<h2 id="guide">Guide</h2>
${chapters.join("\n")}
</main>`);
}

rmSync(gallery, { recursive: true, force: true });
mkdirSync(gallery, { recursive: true });
cpSync(join(here, "pages.css"), join(gallery, "pages.css"));
cpSync(join(data, "pictures"), join(gallery, "pictures"), { recursive: true });
cpSync(levels, join(gallery, "levels"), { recursive: true });
cpSync(join(data, "levels"), join(gallery, "levels"), { recursive: true });
all.forEach((level, index) => writeFileSync(join(gallery, `${level.id}.html`), levelPage(level, index)));
topics.forEach((topic) => writeFileSync(join(gallery, `topic-${topic.id}.html`), topicPage(topic)));
writeFileSync(join(gallery, "index.html"), indexPage());
writeFileSync(join(gallery, "levels.json"), JSON.stringify(all.map(({ id, name, line }) => ({ id, name, line, file: file(id) })), null, 1));
const bytes = readdirSync(gallery, { recursive: true }).map((file) => statSync(join(gallery, file)).size).reduce((sum, size) => sum + size, 0);
console.log(`${gallery}: ${all.length} levels, ${topics.length} topics, ${Math.round(bytes / 1000)} kB`);
