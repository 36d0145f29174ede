// What the editor needs of a browser for files: records that outlive the tab, locks that end with it, pickers, folders,
// zip files, drops, downloads. Called from `src/editor/files/store/browser.rs` and `src/editor/files/page.rs`.
//
// The editor knows files by path: `/files/NAME` for one file, `/folders/NAME/…` for a folder, `/zips/NAME/…` for a zip
// file. The database keeps what belongs to such a path: a file handle, a folder handle, or a copy of the contents.

const DATABASE = "blobsmith";
const RECORDS = "blobsmith-records";
const FILES = "blobsmith-files";
const VERSION = 1;
const FOREIGN = "store: ";
/** Most files and bytes that are read of a folder or a zip file. */
const MOST_FILES = 3000;
const MOST_BYTES = 256 * 2 ** 20;
/** Most files and folders whose handles are kept. */
const MOST_KEPT = 40;
const ENDINGS = ["ron", "json", "png", "svg", "qmesh", "xsp", "toml"];

/** The reason of a failure, as a sentence without full stop. */
function reasonOf(error) {
  const known = {
    QuotaExceededError: "the storage of the browser is full",
    SecurityError: "the browser does not allow it on this page",
    NotAllowedError: "the browser did not give permission",
    NotFoundError: "the file was moved or deleted",
    NoModificationAllowedError: "another program or tab has locked the file",
    VersionError: "the stored data are of a later version",
  };
  return known[error?.name] ?? String(error?.message ?? error);
}

/** Rejects with the reason as a string. */
const failing = (work) => async (...parameters) => {
  try {
    return await work(...parameters);
  } catch (error) {
    throw reasonOf(error);
  }
};

// Records

let database = null;

const request = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("another tab holds an older version of the stored data"));
  });

/** Opens the database in the version that it has. Adds our object stores to it; those of other programs stay. */
async function openDatabase(version) {
  const asked = indexedDB.open(DATABASE, version);
  asked.onupgradeneeded = () => {
    for (const name of [RECORDS, FILES]) {
      if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name);
    }
  };
  const opened = await request(asked);
  if (![RECORDS, FILES].every((name) => opened.objectStoreNames.contains(name))) {
    const next = opened.version + 1;
    opened.close();
    return openDatabase(next);
  }
  opened.onversionchange = () => {
    opened.close();
    database = null;
  };
  opened.onclose = () => (database = null);
  return opened;
}

async function opened() {
  database ??= openDatabase();
  try {
    return await database;
  } catch (error) {
    database = null;
    throw error;
  }
}

/** Runs one transaction and waits until it is on disk. */
async function transact(store, mode, work) {
  const transaction = (await opened()).transaction(store, mode, { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was aborted"));
  });
  const asked = work(transaction.objectStore(store));
  // At once: a page that ends would abort a transaction that waits for its requests.
  transaction.commit?.();
  await done;
  return asked?.result;
}

const foreignStores = async () =>
  Array.from((await opened()).objectStoreNames).filter((name) => name !== RECORDS && name !== FILES);

export const listRecords = failing(async () => {
  const keys = await transact(RECORDS, "readonly", (store) => store.getAllKeys());
  return [...keys.map(String), ...(await foreignStores()).map((name) => FOREIGN + name)].sort();
});

const isSound = (value) => value?.version === VERSION && value.contents instanceof Uint8Array;

export const readRecord = failing(async (name) => {
  const value = await transact(RECORDS, "readonly", (store) => store.get(name));
  if (value === undefined) return null;
  if (isSound(value)) return value.contents;
  throw new Error(value?.version ? `it is of version ${value.version}` : "it is not of this program");
});

let hasAskedToPersist = false;

/** Longest wait for a write, in milliseconds, and most writes at a time that are not on disk yet. */
const LONGEST_WRITE = 250;
const MOST_WRITES = 4;
const writes = new Set();
/** Records whose last write has failed after it was no longer waited for. */
const failedLate = new Set();

/** A page that draws slowly learns late that a write is on disk, so the next write does not wait for it. */
export const writeRecord = failing(async (name, contents) => {
  if (!hasAskedToPersist) {
    hasAskedToPersist = true;
    // Once there is work: some browsers ask the user.
    navigator.storage?.persist?.().catch(() => {});
  }
  const value = { version: VERSION, written: Date.now(), contents };
  const write = transact(RECORDS, "readwrite", (store) => store.put(value, name));
  writes.add(write);
  write.then(() => failedLate.delete(name), () => failedLate.add(name)).finally(() => writes.delete(write));
  await (writes.size < MOST_WRITES ? Promise.race([write, pause(LONGEST_WRITE)]) : write);
});

export const renameRecord = failing(async (from, to) => {
  const value = await transact(RECORDS, "readonly", (store) => store.get(from));
  if (value === undefined) throw new Error("it is gone");
  await transact(RECORDS, "readwrite", (store) => {
    store.put(value, to);
    store.delete(from);
  });
});

export const removeRecord = failing(async (name) => {
  // Its contents may be in a record that is being written.
  await Promise.all(writes);
  // Stores of other programs are never changed.
  if (!name.startsWith(FOREIGN)) await transact(RECORDS, "readwrite", (store) => store.delete(name));
});

/** False also for a record whose last write has failed late, so that it is written again. */
export const hasRecord = failing(async (name) => {
  if (failedLate.has(name)) return false;
  return held.has(name) || (await transact(RECORDS, "readonly", (store) => store.count(name))) > 0;
});

const asText = (_, value) => {
  if (ArrayBuffer.isView(value)) return Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  return value;
};

/** Hands a record to the user as it is, also if it is damaged or of another program. */
export const downloadRecord = failing(async (name) => {
  const encode = (value) => new TextEncoder().encode(JSON.stringify(value, asText, 1) ?? "");
  if (name.startsWith(FOREIGN)) {
    const values = await transact(name.slice(FOREIGN.length), "readonly", (store) => store.getAll());
    return download(`${name.slice(FOREIGN.length)}.json`, encode(values));
  }
  const value = await transact(RECORDS, "readonly", (store) => store.get(name));
  const contents = value?.contents instanceof Uint8Array ? value.contents : encode(value);
  download(name.endsWith(".damaged") ? `${name}.txt` : name, contents);
});

// Locks

const held = new Map();

/** True if the lock was taken. The browser releases it when the tab ends, however it ends. */
export function lockRecord(name) {
  if (!navigator.locks) {
    held.set(name, () => {});
    return Promise.resolve(true);
  }
  return new Promise((resolve, reject) => {
    const take = (lock) => {
      if (lock === null) return void resolve(false);
      return new Promise((release) => {
        held.set(name, release);
        resolve(true);
      });
    };
    const lock = `${DATABASE}/${name}`;
    navigator.locks.request(lock, { ifAvailable: true }, take).catch((error) => reject(reasonOf(error)));
  });
}

export function unlockRecord(name) {
  held.get(name)?.();
  held.delete(name);
}

/** An id of this tab, without dashes. */
export function tabId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Time

const wakers = new Set();

/** Ends after some milliseconds, or when `wake` is called. */
export function pause(milliseconds) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      wakers.delete(end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    wakers.add(end);
    // A page that draws slowly runs timers seconds late, so a short pause also ends with a picture.
    const due = performance.now() + milliseconds;
    const look = () => wakers.has(end) && (performance.now() < due ? requestAnimationFrame(look) : end());
    if (milliseconds < 1000) requestAnimationFrame(look);
  });
}

export function wake() {
  for (const end of [...wakers]) end();
}

// The end of the page

let isUnsaved = false;

/** While this is true, the browser asks before it leaves the page. */
export function setUnsaved(value) {
  isUnsaved = value;
}

/** Calls back when the page is hidden or ends. */
export function onLeave(callback) {
  addEventListener("beforeunload", (event) => {
    callback();
    if (isUnsaved) {
      event.preventDefault();
      event.returnValue = true;
    }
  });
  addEventListener("pagehide", () => callback());
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && callback());
}

// Files

/** What belongs to a path: `{kind: "file" | "folder" | "copy", name, handle, entries}`. */
const roots = new Map();
/** Time and size of a file when it was last read or written here. */
const stamps = new Map();

const stampOf = (file) => `${file.lastModified} ${file.size}`;
const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);
const endingOf = (name) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());

export const canSaveInPlace = () => typeof showSaveFilePicker === "function";

/** Loads what earlier tabs have opened. */
async function loadRoots() {
  const keys = await transact(FILES, "readonly", (store) => store.getAllKeys());
  const values = await transact(FILES, "readonly", (store) => store.getAll());
  keys.forEach((key, index) => {
    if (values[index]?.version === VERSION && !roots.has(key)) roots.set(key, values[index]);
  });
}

async function keepRoot(path) {
  const root = { ...roots.get(path), version: VERSION, opened: Date.now() };
  await transact(FILES, "readwrite", (store) => store.put(root, path));
  const kept = [...roots].filter(([key, value]) => value.opened && key !== path);
  kept.sort(([, a], [, b]) => b.opened - a.opened);
  for (const [key] of kept.slice(MOST_KEPT)) await transact(FILES, "readwrite", (store) => store.delete(key));
  roots.get(path).opened = root.opened;
}

/** The path of a file or folder: that which it had before, or a new one. */
async function register(base, kind, name, handle, entries, isKept) {
  await loadRoots().catch(() => {});
  let path = null;
  for (const [known, root] of roots) {
    if (!known.startsWith(base) || root.name !== name || root.kind !== kind) continue;
    const isSame = handle ? await root.handle.isSameEntry(handle).catch(() => false) : true;
    if (isSame) path = known;
  }
  for (let number = 1; path === null; number += 1) {
    const free = `${base}${number > 1 ? `-${number}` : ""}/${name}`;
    if (!roots.has(free)) path = free;
  }
  roots.set(path, { kind, name, handle, entries });
  // Without storage, a private window for example, the file works in this tab.
  if (isKept) await keepRoot(path).catch(() => {});
  return path;
}

async function rootOf(path) {
  const find = () => [...roots.keys()].find((root) => path === root || path.startsWith(`${root}/`));
  if (!find()) await loadRoots();
  const found = find();
  if (!found) throw new Error(`${nameOf(path)} was opened in another browser. Open it again`);
  return [found, roots.get(found)];
}

async function allow(root, mode) {
  const { handle } = root;
  if (!handle.queryPermission) return;
  if ((await handle.queryPermission({ mode })) === "granted") return;
  if ((await handle.requestPermission({ mode })) === "granted") return;
  throw new Error(`the browser was not allowed to ${mode === "read" ? "read" : "write"} ${root.name}`);
}

function limited() {
  let [files, bytes] = [0, 0];
  return (name, size) => {
    [files, bytes] = [files + 1, bytes + size];
    if (files > MOST_FILES) throw new Error(`the folder has more than ${MOST_FILES} files`);
    if (bytes > MOST_BYTES) throw new Error(`the folder has more than ${MOST_BYTES >> 20} MB`);
  };
}

const isWanted = (path) => ENDINGS.includes(endingOf(path)) && !path.split("/").some((part) => part.startsWith("."));

async function readFile(path, file, count) {
  count(path, file.size);
  stamps.set(path, stampOf(file));
  return [path, await bytesOf(file)];
}

async function walk(folder, path, count = limited()) {
  const files = [];
  for await (const [name, entry] of folder.entries()) {
    const inside = `${path}/${name}`;
    if (name.startsWith(".")) continue;
    if (entry.kind === "directory") files.push(...(await walk(entry, inside, count)));
    else if (isWanted(name)) files.push(await readFile(inside, await entry.getFile(), count));
  }
  return files;
}

async function filesOf(path, root) {
  if (root.kind === "folder") return walk(root.handle, path);
  if (root.kind === "file") return [await readFile(path, await root.handle.getFile(), limited())];
  return root.entries.map(([inside, bytes]) => [path + inside, bytes]);
}

const accepting = (kind, endings) => ({
  id: DATABASE,
  types: [{ description: kind, accept: { "application/x-blobsmith": endings.map((ending) => `.${ending}`) } }],
});

/** `null` if the user cancels. */
const unlessCancelled = (picked) =>
  picked.catch((error) => {
    if (error.name === "AbortError") return null;
    throw error;
  });

function input(settings) {
  return new Promise((resolve) => {
    const element = Object.assign(document.createElement("input"), { type: "file", hidden: true }, settings);
    const end = (files) => {
      element.remove();
      resolve(files);
    };
    element.onchange = () => end([...element.files]);
    element.oncancel = () => end([]);
    document.body.append(element);
    element.click();
  });
}

/** The file handle's path inside an opened folder, if it is in one. */
async function insideFolder(handle) {
  for (const [path, root] of roots) {
    if (root.kind !== "folder") continue;
    const inside = await root.handle.resolve(handle).catch(() => null);
    if (inside) return `${path}/${inside.join("/")}`;
  }
  return null;
}

async function takeHandle(handle, isKept) {
  if (handle.kind === "directory") {
    const path = await register("/folders", "folder", handle.name, handle, null, true);
    return [path, await walk(handle, path)];
  }
  if (endingOf(handle.name) === "zip") return takeFile(await handle.getFile(), isKept);
  const inside = await insideFolder(handle);
  const path = inside ?? (await register("/files", "file", handle.name, handle, null, isKept));
  return [path, [await readFile(path, await handle.getFile(), limited())]];
}

async function takeFile(file, isKept) {
  const isZip = endingOf(file.name) === "zip";
  const entries = isZip ? await unzip(await bytesOf(file)) : [["", await bytesOf(file)]];
  const name = isZip ? file.name.slice(0, -4) : file.name;
  const path = await register(isZip ? "/zips" : "/files", "copy", name, null, entries, isKept);
  return [path, await filesOf(path, roots.get(path))];
}

/** Files of an `<input>` or a drop that belong to one folder: `[path inside, File]`. */
async function takeFolder(name, files) {
  const count = limited();
  const entries = [];
  for (const [inside, file] of files.filter(([inside]) => isWanted(inside))) {
    count(inside, file.size);
    entries.push([`/${inside}`, await bytesOf(file)]);
  }
  const path = await register("/folders", "copy", name, null, entries, true);
  return [path, await filesOf(path, roots.get(path))];
}

/** Lets the user pick a file: `[path, [[path, contents]]]`, or `null` if none was picked. */
export const pickFile = failing(async (kind, endings, isKept) => {
  if (typeof showOpenFilePicker === "function") {
    const handles = await unlessCancelled(showOpenFilePicker(accepting(kind, endings)));
    return handles && takeHandle(handles[0], isKept);
  }
  const files = await input({ accept: endings.map((ending) => `.${ending}`).join() });
  return files.length ? takeFile(files[0], isKept) : null;
});

/** Lets the user pick a folder: its path and all its files. */
export const pickFolder = failing(async () => {
  if (typeof showDirectoryPicker === "function") {
    const handle = await unlessCancelled(showDirectoryPicker({ id: DATABASE, mode: "readwrite" }));
    return handle && takeHandle(handle, true);
  }
  const files = await input({ webkitdirectory: true });
  if (!files.length) return null;
  const parts = files.map((file) => [file.webkitRelativePath.split("/").slice(1).join("/"), file]);
  return takeFolder(files[0].webkitRelativePath.split("/")[0], parts);
});

/** Lets the user choose where to save: a path, or `null`. Without that choice, the path of a download. */
export const pickTarget = failing(async (kind, endings, name, isKept) => {
  if (!canSaveInPlace()) return `/files/${name}`;
  const handle = await unlessCancelled(showSaveFilePicker({ ...accepting(kind, endings), suggestedName: name }));
  if (!handle) return null;
  const inside = await insideFolder(handle);
  const path = inside ?? (await register("/files", "file", handle.name, handle, null, isKept));
  // The user has just agreed to replace it.
  stamps.delete(path);
  return path;
});

/** Reads a file again, with all files of its folder. Asks for permission if needed. */
export const readAgain = failing(async (path) => {
  const [found, root] = await rootOf(path);
  if (root.handle) await allow(root, "readwrite").catch(() => allow(root, "read"));
  if (root.handle) keepRoot(found).catch(() => {});
  return [path, await filesOf(found, root)];
});

async function fileHandle(path, found, root) {
  if (root.kind === "file") return root.handle;
  const parts = path.slice(found.length + 1).split("/");
  let folder = root.handle;
  for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
  return folder.getFileHandle(parts.at(-1), { create: true });
}

/** Writes a file. "saved": it was written and read back. "changed": another program has changed it, and nothing was
 *  written. "downloaded": it was handed to the browser, which does not tell where it went. */
export const writeFile = failing(async (path, contents, isForced, isKept) => {
  const [found, root] = await rootOf(path).catch(() => [path, { kind: "copy", name: nameOf(path), entries: [] }]);
  if (!root.handle) {
    const inside = path.slice(found.length);
    root.entries = [...root.entries.filter(([known]) => known !== inside), [inside, contents]];
    roots.set(found, root);
    if (isKept) await keepRoot(found).catch(() => {});
    download(nameOf(path), contents);
    return "downloaded";
  }
  await allow(root, "readwrite");
  const handle = await fileHandle(path, found, root);
  const before = await handle.getFile().catch(() => null);
  if (!isForced && before && stamps.has(path) && stamps.get(path) !== stampOf(before)) return "changed";
  const stream = await handle.createWritable();
  await stream.write(contents);
  await stream.close();
  const after = await handle.getFile();
  if (after.size !== contents.length) throw new Error(`only ${after.size} of ${contents.length} bytes were written`);
  stamps.set(path, stampOf(after));
  return "saved";
});

/** Offers a file as a download. */
export function download(name, contents) {
  const url = URL.createObjectURL(new Blob([contents], { type: "application/octet-stream" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Drops

async function filesBelow(entry, path) {
  if (entry.isFile) return [[path, await new Promise((resolve, reject) => entry.file(resolve, reject))]];
  const reader = entry.createReader();
  const files = [];
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!part.length) return files;
    for (const inside of part) files.push(...(await filesBelow(inside, path ? `${path}/${inside.name}` : inside.name)));
    if (files.length > MOST_FILES) throw new Error(`the folder has more than ${MOST_FILES} files`);
  }
}

async function takeDropped([handle, entry, file]) {
  const real = await handle;
  if (real) return takeHandle(real, true);
  if (entry?.isDirectory) return takeFolder(entry.name, await filesBelow(entry, ""));
  return takeFile(file, true);
}

/** Calls back with what was dropped, as `[[path, [[path, contents]]]]`, or with the reason of a failure. */
export function onDrop(callback) {
  const isOfFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => isOfFiles(event) && event.preventDefault(), true);
  const drop = async (event) => {
    if (!isOfFiles(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The canvas shows that a file hovers until it leaves.
    event.target?.dispatchEvent?.(new DragEvent("dragleave"));
    // What was dropped is gone after the event, so all is asked for first.
    const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
    const parts = items.map((item) => [
      item.getAsFileSystemHandle?.().catch(() => null),
      item.webkitGetAsEntry?.(),
      item.getAsFile(),
    ]);
    try {
      const taken = [];
      for (const part of parts) taken.push(await takeDropped(part));
      callback(taken, undefined);
    } catch (error) {
      callback(undefined, reasonOf(error));
    }
  };
  addEventListener("drop", drop, true);
}

// Zip files

/** Files of a zip file, as `[["/path inside", contents]]`. */
async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const broken = () => new Error("the zip file is damaged");
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw broken();
  const count = limited();
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw broken();
    const [method, packed, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)).replaceAll("\\", "/");
    const local = view.getUint32(at + 42, true);
    at += 46 + name + extra + comment;
    const isInside = path.split("/").every((part) => part !== ".." && part !== "");
    if (!isInside || !isWanted(path)) continue;
    count(path, size);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== 0x04034b50) throw broken();
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.push([`/${path}`, await inflate(bytes.subarray(start, start + packed), method, size)]);
  }
  return files;
}

async function inflate(packed, method, size) {
  if (method === 0 && packed.length === size) return packed.slice();
  if (method !== 8) throw new Error("the zip file is damaged, or encrypted, or packed in an unknown way");
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const contents = new Uint8Array(size);
  let length = 0;
  // The stated size is the limit, however long the stream is.
  for await (const part of readable(stream)) {
    if (length + part.length > size) throw new Error("the zip file is damaged");
    contents.set(part, length);
    length += part.length;
  }
  if (length !== size) throw new Error("the zip file is damaged");
  return contents;
}

async function* readable(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
