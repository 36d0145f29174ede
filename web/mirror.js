// The accessible mirror: draws the window's accessibility tree as elements, and reports focus, clicks and input back.

const INPUTS = new Set(["textbox", "spinbutton"]);

function request(id, action, value) {
  window.blobsmith.act?.({ id, action, value });
}

function make(node) {
  const isInput = INPUTS.has(node.role);
  const element = document.createElement(isInput ? "input" : "div");
  element.dataset.id = node.id;
  if (node.role === "text") return element;
  element.setAttribute("role", node.role);
  const isControl = !["group", "img", "heading", "progressbar"].includes(node.role);
  if (isControl) {
    element.tabIndex = -1;
    element.addEventListener("focus", (event) => event.target === element && request(node.id, "focus"));
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      request(node.id, "click");
    });
  }
  if (isInput) element.addEventListener("change", () => request(node.id, "set", element.value));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === "") element.removeAttribute(name);
  else if (element.getAttribute(name) !== `${value}`) element.setAttribute(name, value);
}

/** Makes the children of `parent` those of the list; elements of known ids are kept. */
function update(parent, nodes) {
  const known = new Map();
  for (const child of parent.children) known.set(child.dataset.id, child);
  let place = parent.firstElementChild;
  for (const node of nodes) {
    let element = known.get(node.id);
    const role = node.role === "text" ? null : node.role;
    if (!element || element.getAttribute("role") !== role) {
      if (element && element === place) place = place.nextElementSibling;
      element?.remove();
      element = make(node);
    }
    known.delete(node.id);
    const [x, y, width, height] = node.bounds;
    element.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
    if (role === null) {
      if (element.textContent !== node.label) element.textContent = node.label;
    } else {
      set(element, "aria-label", node.label);
      // Every button has this state in the tree; one that is not pressed may be no switch.
      if (node.role === "button") set(element, "aria-pressed", node.checked || null);
      else set(element, "aria-checked", node.checked);
      set(element, "aria-disabled", node.disabled || null);
      if (element instanceof HTMLInputElement) {
        if (document.activeElement !== element) element.value = node.value ?? "";
        if (node.role === "spinbutton") set(element, "aria-valuenow", node.value);
      } else {
        if (node.role === "slider" || node.role === "progressbar") set(element, "aria-valuenow", node.value);
        update(element, node.children);
      }
    }
    if (element !== place) parent.insertBefore(element, place);
    else place = place.nextElementSibling;
  }
  for (const left of known.values()) left.remove();
}

/** Shows the tree; `focus` is the id of the element that has the keyboard. */
export function mirror(root, tree, focus) {
  update(root, tree);
  const focused = focus && root.querySelector(`[data-id="${focus}"]`);
  set(document.getElementById("blobsmith"), "aria-activedescendant", focused ? (focused.id = `mirror-${focus}`) : null);
}
