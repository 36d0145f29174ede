// The bar below the picture.

const ICONS = {
  play: "M5 3l12 7-12 7z", pause: "M4 3h4v14H4zM12 3h4v14h-4z", back: "M15 3L6 10l9 7zM3 3h2v14H3z", step: "M5 3l9 7-9 7zM15 3h2v14h-2z",
  restart: "M10 4a6 6 0 1 0 6 6h-2a4 4 0 1 1-4-4v3l5-4-5-4z", more: "M3 4h14v2H3zM3 9h14v2H3zM3 14h14v2H3z",
  full: "M3 3h6v2H5v4H3zM17 17h-6v-2h4v-4h2z",
};
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
/** Layers of the editor that the menu offers. */
export const OPTIONAL_LAYERS = [["springs", "Springs"], ["nodes", "Nodes"], ["triangles", "Triangles"], ["grid", "Grid"], ["markers", "Markers"]];

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function setIcon(button, icon, label) {
  button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  button.ariaLabel = button.title = label;
}

function button(icon, label, part, onclick) {
  const made = element("button", { type: "button", onclick });
  made.setAttribute("part", part);
  setIcon(made, icon, label);
  return made;
}

/** Buttons, slider and menu of a player. */
export class Controls {
  constructor(player, overlays) {
    this.player = player;
    this.play = button("play", "Play", "play", () => player.toggle());
    this.slider = element("input", { type: "range", min: 0, max: 300, value: 0, step: 1 });
    this.slider.ariaLabel = "Frame";
    this.slider.setAttribute("part", "slider");
    this.slider.oninput = () => {
      player.pause();
      player.seek(Number(this.slider.value));
    };
    this.frame = element("output", { textContent: "0" });
    this.frame.setAttribute("part", "frame");
    this.speed = element("select", {}, ...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === 1)));
    this.speed.ariaLabel = this.speed.title = "Speed";
    this.speed.setAttribute("part", "speed");
    this.speed.onchange = () => { player.speed = Number(this.speed.value); };
    this.menu = this.#menu(overlays);
    this.bar = element("div", { className: "bar", role: "group", ariaLabel: "Playback" },
      this.play, button("back", "One frame back", "back", () => player.stepBack()), button("step", "One frame on", "step", () => player.step()),
      button("restart", "Back to the start", "restart", () => player.restart()), this.slider, this.frame, this.speed, this.menu,
      button("full", "Full screen", "full", () => player.toggleFullscreen()));
    this.bar.setAttribute("part", "controls");
  }

  #menu(overlays) {
    const menu = element("details", { className: "menu" });
    const summary = element("summary", {});
    setIcon(summary, "more", "Overlays");
    const row = (attribute) => ([name, title, help]) => {
      const box = element("input", { type: "checkbox", name, onchange: () => this.player.show(attribute, name, box.checked) });
      box.dataset.list = attribute;
      return element("label", { title: help ?? "" }, box, title);
    };
    const list = element("div", { className: "list", role: "group", ariaLabel: "Overlays" },
      ...OPTIONAL_LAYERS.map(row("layers")), element("hr", {}), ...overlays.map(({ name, title, help }) => [name, title, help]).map(row("overlays")));
    menu.append(summary, list);
    menu.onkeydown = (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.stopPropagation();
      menu.open = false;
      summary.focus();
    };
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
    });
    return menu;
  }

  /** Shows the state of the player. */
  update({ frame, lastFrame, isPlaying, speed, shown }) {
    if (this.isPlaying !== isPlaying) setIcon(this.play, ...((this.isPlaying = isPlaying) ? ["pause", "Pause"] : ["play", "Play"]));
    const most = Math.max(300, lastFrame);
    if (this.slider.max !== String(most)) this.slider.max = most;
    this.slider.value = frame;
    this.slider.ariaValueText = `frame ${frame} of ${lastFrame}`;
    this.frame.textContent = frame;
    if (this.speed.value !== String(speed)) {
      if (!SPEEDS.includes(speed) && ![...this.speed.options].some((option) => option.value === String(speed))) this.speed.add(new Option(`${speed}×`, speed));
      this.speed.value = speed;
    }
    for (const box of this.menu.querySelectorAll("input")) box.checked = shown[box.dataset.list].includes(box.name);
  }
}
