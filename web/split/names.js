// The names of functions: which paths they contain, and which one says where a function is written.
// A name is as rustc prints it: `<a::B<c::D> as e::F>::g::<h::I>` contains `a::B`, `c::D`, `e::F` and `h::I`, and is written in `a::B`.

/** A name without the hashes of crates, and the numbers of equal names: `core[c5930c85a12de822]::fmt` is `core::fmt`. */
export const plainName = (name) => name.replace(/\[[0-9a-f]{9,16}\]|\[\d+\]$/g, "");

/** Every path in a plain name. */
export const pathsIn = (name) => name.match(/(?<![\w:])[a-z_]\w*(?:::\w+)+/g) ?? [];

/** The path where the function of a plain name is written. */
export function ownPath(name) {
  const start = /^[<&*([]*(?:mut |dyn |for<[^>]*> )*([\w:{}#]*)/.exec(name)[1];
  return start.split("::").filter((part) => part && !part.startsWith("{")).join("::");
}

/** `a`, `a::b` and `a::b::c` for `a::b::c`. */
export function prefixes(path) {
  const parts = path.split("::");
  return parts.map((_, at) => parts.slice(0, at + 1).join("::"));
}
