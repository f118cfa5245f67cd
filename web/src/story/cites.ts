// Where the numbers of passages belong in a story: behind the last of the words in
// a row that rest on the same one.
import type { Citation } from "../api/types";

export interface Cite {
  at: number; // the letter before which it stands
  number: number;
}

/** The places of the numbers, in the order of the text. Citations count bytes. */
export function cites(text: string, citations: readonly Citation[]): Cite[] {
  if (citations.length === 0) return [];
  const bytes = new TextEncoder().encode(text);
  const letters = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
  const list = citations.filter(({ end }) => (end ?? 0) > 0 && (end ?? 0) <= bytes.length).toSorted((a, b) => (a.end ?? 0) - (b.end ?? 0));
  return list.flatMap((one, i): Cite[] => {
    const end = one.end ?? 0;
    const next = list[i + 1];
    const goesOn = next?.number === one.number && !letters(end, Math.max(next.at ?? 0, end)).includes("\n");
    return goesOn ? [] : [{ at: letters(0, end).length, number: one.number }];
  });
}

/** One citation for each passage, by their numbers. */
export const cited = (citations: readonly Citation[]): Citation[] =>
  citations.filter((one, i) => citations.findIndex((other) => other.number === one.number) === i).toSorted((a, b) => a.number - b.number);

/** Where a passage is, for people: document, headings, page. */
export function placeOf({ title, address, source, section, page, sheet }: Citation): string {
  let parts = [title || address || source, ...(section ?? [])];
  if (parts.length > 1 && parts[0] === parts[1]) parts = parts.slice(1);
  return parts.join(" › ") + (sheet ? `, sheet ${sheet}` : page ? `, page ${page}` : "");
}
