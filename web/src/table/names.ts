// Which numbers of a result tell things or times apart rather than measure them:
// identifiers, codes, years. They are written without separators.
import classes from "../../../internal/columns/columns.txt?raw";
import type { Meaning } from "../api/types";

/** What the statement says of the column; where it says nothing, the column's name. */
export function namesThings(column: string, meaning: Meaning | undefined): boolean {
  const known = meaning?.columns?.find((one) => one.name === column);
  if (known && (known.role !== "detail" || (known.origins?.length ?? 0) > 0)) return known.role !== "measure";
  return naming.has(/[a-z]+$/.exec(column.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase())?.[0] ?? "");
}

// The words that internal/columns has for them.
const naming = /* @__PURE__ */ wordsOf("identifier", "calendar");

function wordsOf(...names: string[]): Set<string> {
  return new Set(names.flatMap((name) => (classes.split(`[${name}]\n`)[1] ?? "").split(/\n[[#]|\n\n/)[0]?.match(/[a-z]+/g) ?? []));
}
