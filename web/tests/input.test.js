// The page by keyboard alone, through the elements that screen readers read, by touch, and in the width of a telephone.
import { test } from "node:test";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { browserNames, launch, serve } from "./browser.js";
import { Editor } from "./editor.js";

const dist = process.env.SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const pictures = process.env.PICTURES;
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

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

for (const name of browserNames()) {
  test(`input in ${name}`, { timeout: 600_000 }, async (suite) => {
    const server = await serve(dist);
    const browser = await launch(name);
    suite.after(async () => {
      await browser.close();
      server.close();
    });

    await suite.test("a shape is inserted, played and undone by keyboard alone", async () => {
      const editor = await Editor.open(browser, server);
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
      await editor.page.close();
    });

    await suite.test("assistive programs find controls by role and name, and act on them", async () => {
      const editor = await Editor.open(browser, server);
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
      if (name === "chrome") {
        const names = JSON.stringify(await editor.page.accessibility.snapshot());
        for (const control of ["File", "Play", "Undo", "Select and move"]) assert.ok(names.includes(`"name":"${control}"`), control);
      }
      await editor.page.close();
    });

    // Firefox's automation has no touch.
    if (name !== "chrome") return;

    await suite.test("two fingers zoom and no tool acts; one finger is the mouse; a long press opens the menu", async () => {
      const editor = await Editor.open(browser, server);
      await emptyLevel(editor);
      await editor.key("KeyA");
      await editor.waitFor("the node tool", ({ tool }) => tool === "node");
      const before = await editor.status();
      const [x, y] = await editor.screen(...before.center);
      const { touchscreen } = editor.page;
      const [first, second] = [await touchscreen.touchStart(x - 40, y), await touchscreen.touchStart(x + 40, y)];
      for (let step = 1; step <= 10; step++) {
        await first.move(x - 40 - 6 * step, y);
        await second.move(x + 40 + 6 * step, y);
        await sleep(30);
      }
      await second.end();
      await first.end();
      const after = await editor.waitFor("the view is larger", ({ scale }) => scale > before.scale * 1.8);
      assert.equal(after.undo, null, "the node tool has not acted");
      await touchscreen.tap(x, y + 60);
      await editor.waitFor("a tap adds a node", ({ undo }) => undo !== null);
      await editor.key("Escape", "KeyV");
      const press = await touchscreen.touchStart(x + 90, y - 90);
      await sleep(1200);
      await press.end();
      await editor.waitFor("a long press opens the menu", ({ controls }) => Object.keys(controls).some((control) => control.startsWith("Paste")));
      await editor.page.close();
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
