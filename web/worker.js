// A Web Worker of the editor: instantiates the module that the page has compiled. The module's `main` then takes over
// `onmessage` (`src/editor/jobs/worker.rs`). The first message has the address of the script and the module.

onmessage = async ({ data: [script, module] }) => {
  try {
    const { default: init } = await import(script);
    await init({ module_or_path: module });
  } catch (error) {
    postMessage(["refused", 0, `${error?.message ?? error}`]);
  }
};
