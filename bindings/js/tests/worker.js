// Runs the conformance kit in a worker.
import { outcomeOf } from "./outcome.js";

const options = new URLSearchParams(location.search);
postMessage(await outcomeOf(options.get("entry"), Number(options.get("most"))));
