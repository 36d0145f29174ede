// The page by keyboard alone, through the elements that screen readers read, by touch, and in the width of a telephone.
import { test } from "node:test";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { browserNames, launch, serve } from "./browser.js";
import { Editor, catchDownloads, downloads } from "./editor.js";

const dist = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const pictures = process.env.PICTURES;
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Opens the editor without anything that earlier tabs have left. */
async function openFresh(browser, server) {
  const context = await browser.createBrowserContext();
  if ((await browser.version()).startsWith("Chrome")) {
    const permissions = ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"];
    await context.overridePermissions(new URL(server.address).origin, permissions);
  }
  return Editor.open(context, server);
}

/** Opens an empty level through the command palette. */
async function emptyLevel(editor) {
  await editor.key("Escape");
  await command(editor, "New empty level");
  await editor.waitFor("an empty level", ({ level }) => level === "untitled");
}

async function command(editor, name) {
  await editor.key("Control+KeyK");
  await editor.typed(name);
  await editor.key("Enter");
}

/** Acts on the element of a control in the accessible mirror, as a screen reader does. */
function act(editor, role, name, action) {
  return editor.page.evaluate(({ role, name, action }) => {
    const found = [...document.querySelectorAll(`#mirror [role="${role}"]`)].find((element) => element.getAttribute("aria-label") === name);
    if (!found) throw new Error(`no ${role} “${name}”`);
    if (action === "click") return found.click();
    found.focus();
    found.value = action.value;
    found.dispatchEvent(new Event("change"));
  }, { role, name, action });
}

const mirrored = (editor, role, name) => editor.page.waitForFunction(
  ({ role, name }) => [...document.querySelectorAll(`#mirror [role="${role}"]`)].some((element) => element.getAttribute("aria-label") === name),
  { timeout: 30_000, polling: 200 }, { role, name },
);

/** Presses Tab until the control has the keyboard, as the accessible mirror says. */
async function tabTo(editor, control) {
  for (let turn = 0; turn < 150; turn += 1) {
    await editor.key("Tab");
    const focused = await editor.page.evaluate(() => {
      const id = document.getElementById("blobsmith").getAttribute("aria-activedescendant");
      return id && document.getElementById(id)?.getAttribute("aria-label");
    });
    if (focused === control) return;
  }
  throw new Error(`Tab does not reach “${control}”`);
}

/** Ctrl and a letter; Chromium's automation must be told what the browser does with it. */
async function clipboardKey(editor, letter, command) {
  await editor.press.down("Control");
  await editor.press.press(`Key${letter}`, { commands: [command] });
  await editor.press.up("Control");
  await editor.settle();
}

async function clipboardText(editor, holds) {
  for (let turn = 0; turn < 50; turn += 1) {
    const text = await editor.page.evaluate(() => navigator.clipboard.readText());
    if (holds(text)) return text;
    await sleep(100);
  }
  throw new Error(`the clipboard has ${await editor.page.evaluate(() => navigator.clipboard.readText())}`);
}

/** Types with an input method: the text is first composed, then replaced by its final form. */
async function compose(editor, steps, final, isChrome) {
  if (isChrome) {
    const session = await editor.page.createCDPSession();
    for (const text of steps) {
      await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await editor.settle();
    }
    await session.send("Input.insertText", { text: final });
  } else {
    // The automation has no input method, so the events are made as the browser makes them.
    await editor.page.evaluate((steps, final) => {
      const field = document.activeElement;
      const send = (type, of, more) => field.dispatchEvent(new of(type, { bubbles: true, ...more }));
      send("compositionstart", CompositionEvent, { data: "" });
      for (const text of [...steps, final]) {
        send("keydown", KeyboardEvent, { key: "Process", code: `Key${text.at(-1).toUpperCase()}`, keyCode: 229, isComposing: true });
        field.value = text;
        send("input", InputEvent, { inputType: "insertCompositionText", data: text, isComposing: true });
      }
      send("compositionend", CompositionEvent, { data: final });
    }, steps, final);
  }
  await editor.settle();
}

/** Touches the page with a pen. */
async function penTap(editor, x, y, isChrome) {
  if (isChrome) {
    const session = await editor.page.createCDPSession();
    for (const [type, button, buttons] of [["mouseMoved", "none", 0], ["mousePressed", "left", 1], ["mouseReleased", "left", 0]]) {
      await session.send("Input.dispatchMouseEvent", { type, x, y, button, buttons, clickCount: 1, pointerType: "pen", force: 0.5, tiltX: 20 });
    }
  } else {
    await editor.page.evaluate((x, y) => {
      const canvas = document.getElementById("blobsmith");
      const at = { bubbles: true, cancelable: true, clientX: x, clientY: y };
      canvas.dispatchEvent(new PointerEvent("pointermove", { ...at, pointerType: "pen" }));
      canvas.dispatchEvent(new MouseEvent("mousemove", at));
      canvas.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "pen", pressure: 0.5, tiltX: 20, buttons: 1 }));
      canvas.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerType: "pen" }));
    }, x, y);
  }
  await editor.settle();
}

/** Keys that stay with the browser: address, tabs, reload, full screen, developer tools, size of the page. */
const OF_BROWSER = [
  ["C", "KeyL", "l"], ["C", "KeyT", "t"], ["C", "KeyW", "w"], ["CS", "KeyT", "T"], ["C", "KeyR", "r"], ["", "F5", "F5"], ["", "F6", "F6"],
  ["", "F11", "F11"], ["", "F12", "F12"], ["CS", "KeyI", "I"], ["CS", "KeyC", "C"], ["C", "Equal", "="], ["CS", "Equal", "+"],
  ["C", "BracketRight", "+"], ["C", "NumpadAdd", "+"], ["C", "Minus", "-"], ["C", "Digit0", "0"], ["C", "KeyC", "c"], ["C", "KeyX", "x"], ["C", "KeyV", "v"],
];
/** Keys of the editor with which browsers do something else: bookmark, save the page, search, address. */
const OF_EDITOR = [["C", "KeyD", "d"], ["C", "KeyS", "s"], ["C", "KeyK", "k"], ["C", "KeyO", "o"], ["C", "KeyW", "z"], ["", "F1", "F1"]];

/** Whether the page has taken each of the keys. */
const takes = (editor, keys) => editor.page.evaluate((keys) => keys.map(([held, code, key]) => {
  const [ctrlKey, shiftKey] = [held.includes("C"), held.includes("S")];
  const event = new KeyboardEvent("keydown", { key, code, ctrlKey, shiftKey, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
  document.activeElement.dispatchEvent(new KeyboardEvent("keyup", { key, code, ctrlKey, shiftKey, bubbles: true }));
  return event.defaultPrevented;
}), keys);

for (const name of browserNames()) {
  test(`input in ${name}`, { timeout: 600_000 }, async (suite) => {
    const server = await serve(dist);
    const isChrome = name === "chrome";
    const extraPrefsFirefox = { "dom.w3c_touch_events.enabled": 1, "dom.events.testing.asyncClipboard": true };
    const browser = await launch(name, { extraPrefsFirefox });
    suite.after(async () => {
      await browser.close();
      server.close();
    });

    await suite.test("a shape is inserted, played and undone by keyboard alone", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      await command(editor, "Crate");
      await editor.key("Enter");
      await editor.waitFor("a body", ({ undo }) => undo !== null);
      await editor.key("Escape", "Space");
      await editor.waitFor("it falls", ({ frame, playing }) => playing && frame > 10);
      await editor.key("Space", "Home");
      await editor.waitFor("back at the start", ({ frame, playing }) => frame === 0 && !playing);
      await editor.key("Control+KeyZ");
      await editor.waitFor("undone", ({ undo }) => undo === null);
      assert.deepEqual(editor.errors, []);
      await editor.page.browserContext().close();
    });

    await suite.test("assistive programs find controls by role and name, and act on them", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      await mirrored(editor, "button", "Play");
      const unnamed = await editor.page.evaluate(() =>
        [...document.querySelectorAll("#mirror [role=button], #mirror [role=checkbox], #mirror [role=textbox], #mirror [role=spinbutton], #mirror [role=combobox]")]
          .filter((element) => !element.getAttribute("aria-label")).length);
      assert.equal(unnamed, 0, "controls without a name");
      await act(editor, "button", "Insert", "click");
      await editor.settle();
      await editor.key("Escape");
      await act(editor, "button", "Play", "click");
      await editor.waitFor("it plays", ({ playing }) => playing);
      await act(editor, "button", "Play", "click").catch(() => act(editor, "button", "Pause", "click"));
      await editor.waitFor("it stops", ({ playing }) => !playing);
      await mirrored(editor, "button", "Play");
      if (name === "chrome") {
        const names = JSON.stringify(await editor.page.accessibility.snapshot());
        for (const control of ["File", "Play", "Undo", "Select and move"]) assert.ok(names.includes(`"name":"${control}"`), control);
      }
      await editor.page.browserContext().close();
    });

    await suite.test("the tree lists controls from the menu to the canvas, with values, and follows a change at once", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      await editor.layout("Debug");
      await mirrored(editor, "textbox", "Notes");
      const read = () => editor.page.evaluate(() => [...document.querySelectorAll("#mirror [role]")].map((element) => ({
        role: element.getAttribute("role"), name: element.getAttribute("aria-label"), value: element.value,
        pressed: element.getAttribute("aria-pressed"), disabled: element.getAttribute("aria-disabled"),
      })));
      const list = await read();
      const order = ["File", "Help", "Undo", "Play", "Select and move", "Timeline", "Snap", "Plots", "Inspect"].map((name) => list.findIndex((node) => node.name === name));
      assert.ok(order[0] >= 0 && order.every((at, index) => index === 0 || at > order[index - 1]), `${order}`);
      const of = (list, name) => list.find((node) => node.name === name);
      assert.equal(of(list, "Frame").value, "0");
      assert.deepEqual([of(list, "Select and move").pressed, of(list, "Node").pressed, of(list, "Undo").disabled], ["true", null, "true"]);
      await sleep(1500);
      await editor.key("KeyA");
      await editor.settle();
      const after = await read();
      assert.deepEqual([of(after, "Select and move").pressed, of(after, "Node").pressed], [null, "true"]);
      await editor.page.browserContext().close();
    });

    await suite.test("a level is made, played and saved by keyboard alone", async () => {
      const editor = await openFresh(browser, server);
      await editor.page.evaluate(catchDownloads);
      await emptyLevel(editor);
      await editor.key("KeyA", "Enter");
      await editor.typed("1,2");
      await editor.key("Enter");
      await editor.waitFor("a node", ({ undo }) => undo === "Node of a new body");
      await editor.key("Escape", "Escape", "Space");
      await editor.waitFor("it falls", ({ frame, playing }) => playing && frame > 3);
      await editor.key("Space", "Home");
      await editor.key("Control+KeyS");
      await editor.waitFor("it asks for a name", ({ controls }) => controls.Download);
      await editor.key("Control+KeyA");
      await editor.typed("typed");
      await tabTo(editor, "Download");
      await editor.key("Enter");
      await editor.waitFor("it asks whether the file has arrived", ({ controls }) => controls["I have the file"]);
      const [file] = await downloads(editor);
      assert.equal(file.name, "typed.ron");
      assert.match(file.text, /position: ?\(1\.0, ?2\.0\)/);
      await tabTo(editor, "I have the file");
      await editor.key("Enter");
      await editor.waitFor("it is saved", ({ dirty }) => !dirty);
      await editor.page.browserContext().close();
    });

    await suite.test("text is copied and pasted, in fields and as parts of the level", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      const write = (text) => editor.page.evaluate((text) => navigator.clipboard.writeText(text), text);
      const bodies = [{ nodes: [{ position: [0, 0] }, { position: [1, 0] }] }];
      await write(JSON.stringify({ format: 2, bodies }));
      await clipboardKey(editor, "V", "Paste");
      await editor.waitFor("a level from elsewhere is pasted", ({ undo }) => undo === "Paste");
      assert.equal((await editor.level()).bodies.length, 1, "once");
      await clipboardKey(editor, "C", "Copy");
      const copied = await clipboardText(editor, (text) => text !== JSON.stringify({ format: 2, bodies }));
      assert.match(copied, /bodies/);
      await clipboardKey(editor, "V", "Paste");
      await editor.waitFor("the copy is pasted", ({ selection }) => selection.join() === "bodies[1]");
      assert.equal((await editor.level()).bodies.length, 2);
      await write("nothing");
      await clipboardKey(editor, "X", "Cut");
      await editor.waitFor("it is cut", ({ undo }) => undo?.startsWith("Cut"));
      await clipboardText(editor, (text) => text.includes("bodies"));
      assert.equal((await editor.level()).bodies.length, 1);
      await editor.key("Escape");
      await editor.click("Name");
      await write("from elsewhere");
      await clipboardKey(editor, "V", "Paste");
      await editor.key("Control+KeyA");
      await write("nothing");
      await clipboardKey(editor, "C", "Copy");
      assert.equal(await clipboardText(editor, (text) => text !== "nothing"), "from elsewhere", "the text of the field");
      await editor.key("Enter");
      assert.equal((await editor.level()).name, "from elsewhere");
      await editor.page.browserContext().close();
    });

    await suite.test("an input method writes its text once, and no shortcut acts", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      await editor.click("Name");
      await compose(editor, ["b", "bl", "blo", "blob"], "bløb", isChrome);
      await editor.key("Enter");
      const status = await editor.waitFor("the level has a name", ({ undo }) => undo !== null);
      assert.equal((await editor.level()).name, "bløb");
      assert.deepEqual([status.tool, status.playing], ["select", false]);
      await editor.page.browserContext().close();
    });

    await suite.test("a pen draws where it touches", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      await editor.key("KeyA");
      await editor.waitFor("the node tool", ({ tool }) => tool === "node");
      await penTap(editor, ...(await editor.screen(2, 1)).map(Math.round), isChrome);
      await editor.waitFor("a node", ({ undo }) => undo === "Node of a new body");
      assert.deepEqual((await editor.level()).bodies[0].nodes[0].position, [2, 1]);
      await editor.page.browserContext().close();
    });

    await suite.test("shortcuts of the browser stay with it, those of the editor do not reach it", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      const { scale } = await editor.status();
      assert.deepEqual(await takes(editor, OF_BROWSER), OF_BROWSER.map(() => false));
      await editor.settle();
      assert.equal((await editor.status()).scale, scale, "the size of the page is not that of the view");
      assert.deepEqual(await takes(editor, OF_EDITOR), OF_EDITOR.map(() => true));
      await editor.page.browserContext().close();
    });

    await suite.test("two fingers zoom and no tool acts; one finger is the mouse; a long press opens the menu", async () => {
      const editor = await openFresh(browser, server);
      await emptyLevel(editor);
      await editor.key("KeyA");
      await editor.waitFor("the node tool", ({ tool }) => tool === "node");
      const before = await editor.status();
      const [x, y] = await editor.screen(...before.center);
      const { touchscreen } = editor.page;
      const [first, second] = [await touchscreen.touchStart(x - 40, y), await touchscreen.touchStart(x + 40, y)];
      await editor.settle();
      for (let step = 1; step <= 10; step++) {
        await first.move(x - 40 - 6 * step, y);
        await second.move(x + 40 + 6 * step, y);
        await editor.settle();
      }
      await second.end();
      await first.end();
      const after = await editor.waitFor("the view is larger", ({ scale }) => scale > before.scale * 1.8);
      assert.equal(after.undo, null, "the node tool has not acted");
      await editor.settle();
      // The tap usually begins and ends within one UI frame. If not, on a slow machine it may last as long as a long press.
      for (let turn = 0; turn < 6 && (await editor.status()).undo === null; turn++) {
        const tap = await touchscreen.touchStart(x, y + 60);
        await tap.end();
        await editor.settle();
      }
      await editor.waitFor("a tap adds a node", ({ undo }) => undo !== null);
      await editor.key("Escape", "KeyV");
      const press = await touchscreen.touchStart(x + 90, y - 90);
      await sleep(1200);
      await press.end();
      await editor.waitFor("a long press opens the menu", ({ controls }) => Object.keys(controls).some((control) => control.startsWith("Paste")));
      await editor.page.browserContext().close();
    });

    await suite.test("a telephone shows the canvas", async () => {
      const fresh = await browser.createBrowserContext();
      const page = await fresh.newPage();
      await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
      await page.goto(server.address);
      const editor = new Editor(page);
      const { canvas } = await editor.waitFor("the window is drawn", ({ canvas }) => canvas[2] > 0);
      if (pictures) await page.screenshot({ path: `${pictures}/web-telephone-gallery.png` });
      assert.ok(canvas[2] > 0.8 * 390 && canvas[3] > 0.5 * 844, `${canvas}`);
      await editor.key("Escape");
      await editor.settle();
      if (pictures) await page.screenshot({ path: `${pictures}/web-telephone.png` });
      await fresh.close();
    });
  });
}
