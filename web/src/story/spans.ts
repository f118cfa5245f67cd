// Where the parts of a story stand in its text: verified claims, sentences that
// the rows do not support, and sentences as such.
import type { DataReference, Narrative } from "../api/types";

export interface Span {
  from: number;
  to: number;
}

export interface Claim extends Span {
  ref: DataReference;
}

/** Where each reference stands, without overlaps. */
export function claims(story: Narrative): Claim[] {
  const found: Claim[] = [];
  let after = 0;
  for (const ref of story.data_references ?? []) {
    const from = placeOf(story.text, ref, after);
    const to = from + ref.text.length;
    if (from < 0 || found.some((other) => from < other.to && other.from < to)) continue;
    found.push({ from, to, ref });
    after = to;
  }
  return found;
}

/** Where a reference stands; -1 if it does not. One that does not say is found by its words: after the one before it, else anywhere. */
function placeOf(text: string, { at, text: words }: DataReference, after: number): number {
  if (!at) {
    const from = indexOfWords(text, words, after);
    return from < 0 ? indexOfWords(text, words, 0) : from;
  }
  const from = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, at)).length; // it counts bytes
  return text.startsWith(words, from) ? from : -1;
}

/** Where the sentences stand that are not verified. */
export function doubts(story: Narrative): Span[] {
  return (story.unverified ?? []).flatMap((sentence) => {
    const from = sentence === "" ? -1 : story.text.indexOf(sentence);
    return from < 0 ? [] : [{ from, to: from + sentence.length }];
  });
}

const word = /[\p{L}\p{N}]/u;
const digit = /\p{Nd}/u;

/** Finds words in a text, not a part of a longer word or number. */
export function indexOfWords(text: string, words: string, after: number): number {
  if (words === "") return -1;
  for (let at = text.indexOf(words, after); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text.charAt(at - 1);
    const next = text.charAt(at + words.length);
    const first = words.charAt(0);
    const last = words.charAt(words.length - 1);
    const joined = (word.test(before) && word.test(first)) || (word.test(last) && word.test(next));
    const inNumber = (/[.,]/.test(next) && digit.test(last) && digit.test(text.charAt(at + words.length + 1)))
      || (/[.,]/.test(before) && digit.test(first) && digit.test(text.charAt(at - 2)));
    if (!joined && !inNumber) return at;
  }
  return -1;
}

// Words that end with a full stop and do not end a sentence.
const abbreviation = /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|vs|approx|ca|cf|incl|excl|no|nos|dr|mr|mrs|ms|st|inc|ltd|co|corp|etc)\.$/iu;

/** Cuts a text into its sentences; each span ends before the next begins. */
export function sentences(text: string): Span[] {
  const list: Span[] = [];
  let from = 0;
  for (const end of text.matchAll(/[.!?…]+["'”’)\]*_]*(?=\s)\s+|\n\s*\n\s*|\n(?=[-*] |\d+\. )/g)) {
    const stop = end.index + end[0].length;
    if (!end[0].startsWith("\n") && abbreviation.test(text.slice(from, end.index + 1))) continue;
    if (stop > from) list.push({ from, to: stop });
    from = stop;
  }
  if (from < text.length) list.push({ from, to: text.length });
  return list;
}
