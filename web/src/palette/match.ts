/** Where a text answers a search: how well, and with which of its letters. */
export interface Match {
  score: number;
  /** Indexes of the letters to mark, ascending. */
  at: number[];
}

// Longer texts and searches are cut: nobody reads them in a list.
const longest = 200;

/**
 * Finds every word of a search in a text, in any order: best at the start of a
 * word, then inside one, then as letters in their order ("cstm" in "customers").
 * Null when a word is missing. An empty search matches everything equally.
 */
export function match(search: string, text: string): Match | null {
  const words = search.slice(0, longest).toLowerCase().split(/\s+/).filter(Boolean);
  const within = text.slice(0, longest).toLowerCase();
  const at = new Set<number>();
  let score = 0;
  for (const word of words) {
    const found = whole(word, within) ?? scattered(word, within);
    if (!found) return null;
    score += found.score;
    for (const i of found.at) at.add(i);
  }
  if (words.length > 0) score -= within.length / longest;
  return { score, at: [...at].sort((a, b) => a - b) };
}

/** The things that answer a search, best first; equals keep their order. */
export function rank<T>(search: string, things: readonly T[], text: (thing: T) => string): { thing: T; match: Match }[] {
  const found: { thing: T; match: Match }[] = [];
  for (const thing of things) {
    const m = match(search, text(thing));
    if (m) found.push({ thing, match: m });
  }
  return found.sort((a, b) => b.match.score - a.match.score);
}

function whole(word: string, text: string): Match | null {
  let inside = -1;
  for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 1)) {
    if (startsWord(text, i)) return { score: i === 0 ? 5 : 4, at: run(i, word.length) };
    if (inside < 0) inside = i;
  }
  return inside < 0 ? null : { score: 2, at: run(inside, word.length) };
}

// Letters in their order, beginning at the start of a word, so that "rev" does
// not find every text with an r, an e and a v somewhere.
function scattered(word: string, text: string): Match | null {
  if (word.length < 2) return null;
  for (let start = text.indexOf(word[0]!); start >= 0; start = text.indexOf(word[0]!, start + 1)) {
    if (!startsWord(text, start)) continue;
    const at = [start];
    for (let i = 1; i < word.length; i++) {
      const next = text.indexOf(word[i]!, at[i - 1]! + 1);
      if (next < 0) break;
      at.push(next);
    }
    const spread = at[at.length - 1]! - start + 1;
    if (at.length === word.length && spread <= word.length * 3) return { score: word.length / spread, at };
  }
  return null;
}

const startsWord = (text: string, i: number): boolean => i === 0 || !/[\p{L}\p{N}]/u.test(text[i - 1]!);

const run = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i);
