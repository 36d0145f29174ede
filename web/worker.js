// A Web Worker of the editor: instantiates the module that the page has compiled. The module's `main` then takes over
// `onmessage` (`src/editor/jobs/worker.rs`). The first message has the address of the script and the first module; its port receives the
// second module. Jobs need both, so that their messages wait for it.

import { provide } from "./second.js";

onmessage = async ({ data: [script, module], ports: [port] }) => {
  const second = new Promise((done) => (port.onmessage = ({ data }) => done(data)));
  try {
    const { default: init } = await import(script);
    await init({ module_or_path: module });
  } catch (error) {
    postMessage(["refused", 0, `${error?.message ?? error}`]);
    return;
  }
  const receive = self.onmessage;
  const waiting = [];
  self.onmessage = (event) => waiting.push(event);
  provide(await second);
  self.onmessage = receive;
  waiting.forEach((event) => receive(event));
};
