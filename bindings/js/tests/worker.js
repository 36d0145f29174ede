// Runs the conformance kit in a worker.
import { outcomeOf } from "./outcome.js";

postMessage(await outcomeOf(new URLSearchParams(location.search).get("entry")));
