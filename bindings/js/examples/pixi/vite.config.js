// The module's file must not be bundled in advance; top-level await needs a browser of 2022 or later.
export default { base: "./", optimizeDeps: { exclude: ["blobsmith"] }, build: { target: "es2022", chunkSizeWarningLimit: 1000 } };
