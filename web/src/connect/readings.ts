// How files are read, and what people choose instead.
import type { ReadAs, ReadChoice } from "../api/types";

/** What a choice is about stays the same however it is read. */
export const keyOf = (choice: ReadChoice): string => JSON.stringify([choice.file, choice.column ?? "", choice.column ? "" : (choice.options.at(-1) ?? "")]);

const titles = new Map([
  ["rows", "A row for each period"],
  ["columns", "Columns, as in the file"],
]);

/** The name of a reading: "number 1.234,5" is Number 1.234,5. */
export const titleOf = (as: string): string => titles.get(as) ?? as.slice(0, 1).toUpperCase() + as.slice(1);

/** The readings once another is chosen; only the last one for each column counts. */
export function choose(readings: readonly ReadAs[], choice: ReadChoice, as: string): ReadAs[] {
  const same = (r: ReadAs) => r.file === choice.file && (r.column ?? "") === (choice.column ?? "") && (choice.column !== undefined || choice.options.includes(r.as));
  return [...readings.filter((r) => !same(r)), { file: choice.file, ...(choice.column !== undefined && { column: choice.column }), as }];
}
