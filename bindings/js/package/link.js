// Live link in Node: Blobsmith attaches to a running world. The protocol is described in docs/live-link.md.

import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:net";

const VERSION = 1;
const MOST_LINE = 64 << 20;
const MOST_GREETING = 4096;
const GREETING_TIME = 5000;

const error = (reason) => JSON.stringify({ error: reason });

function isToken(given, token) {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Waits for Blobsmith on the loopback interface; see link.d.ts. */
export function listen(world, { port = 0 } = {}) {
  const token = randomBytes(16).toString("hex");
  let peer = null;
  world.setRecorder();
  const server = createServer((socket) => {
    const refuse = (reason) => socket.end(`${error(reason)}\n`);
    socket.on("error", () => socket.destroy());
    if (peer) {
      refuse("another editor is attached");
      return;
    }
    peer = socket;
    let isLetIn = false;
    let waiting = [];
    let size = 0;
    const timer = setTimeout(() => refuse("no greeting"), GREETING_TIME);
    socket.on("close", () => {
      clearTimeout(timer);
      peer = null;
      world.stopLink();
    });
    const greet = (line) => {
      let greeting;
      try {
        greeting = JSON.parse(line);
      } catch {
        greeting = {};
      }
      if (typeof greeting?.blobsmith_link === "number" && greeting.blobsmith_link !== VERSION) {
        refuse(`this game has version ${VERSION} of the link`);
      } else if (!isToken(greeting?.token, token)) {
        refuse("the first line must be a greeting with the token of this game");
      } else {
        clearTimeout(timer);
        isLetIn = true;
        socket.write(`${JSON.stringify({ blobsmith_link: VERSION, engine: "js" })}\n`);
      }
    };
    const take = (line) => {
      if (!isLetIn) {
        greet(line);
        return;
      }
      const answer = world.answer(line);
      if (answer.startsWith('{"error":"not a request')) {
        socket.end(`${answer}\n`);
      } else {
        socket.write(`${answer}\n`);
      }
    };
    socket.on("data", (chunk) => {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0 && socket.writable; end = chunk.indexOf(10, from)) {
        waiting.push(chunk.subarray(from, end));
        const line = Buffer.concat(waiting).toString("utf8");
        [waiting, size, from] = [[], 0, end + 1];
        take(line);
      }
      if (from < chunk.length) {
        waiting.push(chunk.subarray(from));
        size += chunk.length - from;
      }
      if (size > (isLetIn ? MOST_LINE : MOST_GREETING)) {
        waiting = [];
        refuse("the line is too long");
      }
    });
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = `blobsmith-link://127.0.0.1:${server.address().port}/${token}`;
      const close = () => {
        peer?.destroy();
        server.close();
      };
      resolve({ address, close });
    });
  });
}
