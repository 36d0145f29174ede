// The service worker: keeps the files for use without network, and offers new versions.

/** Registers the worker; shows `bar` when a new version is ready. */
export function follow(bar, now, later) {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  // Without a controller at the start, the first worker found belongs to this version. Firefox may report that it is
  // installed only after it has taken control of the page, so the controller of that moment is no sign of an update.
  let isFirstVisit = !navigator.serviceWorker.controller;
  let wasControlled = !isFirstVisit;
  const offer = (worker) => {
    bar.hidden = false;
    now.onclick = () => worker.postMessage("activate");
    later.onclick = () => (bar.hidden = true);
  };
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first worker takes control of a page that has all files already.
    if (wasControlled) location.reload();
    wasControlled = true;
  });
  navigator.serviceWorker.register("service-worker.js").then((registration) => {
    if (registration.waiting && !isFirstVisit) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      if (isFirstVisit || !worker) {
        isFirstVisit = false;
        return;
      }
      worker.addEventListener("statechange", () => {
        if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
      });
    });
  }, (error) => console.warn("Works only with a network:", error.message));
}
