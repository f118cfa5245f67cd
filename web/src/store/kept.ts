// Texts that are being written, kept for as long as the tab is open: to load the
// page again, or to look at another notebook, costs none of them.

export interface Kept {
  get: (key: string) => string | undefined;
  keep: (key: string, text: string) => void;
  drop: (key: string) => void;
}

const most = 30; // the latest
const longest = 100_000; // letters

/** Texts under a name of their own in a storage that may be full, or not be there. */
export function keptTexts(name: string, storage: () => Pick<Storage, "getItem" | "setItem">): Kept {
  function read(): [string, string][] {
    try {
      const found: unknown = JSON.parse(storage().getItem(name) ?? "[]");
      return Array.isArray(found) ? found.filter(isPair) : [];
    } catch {
      return [];
    }
  }
  function write(pairs: [string, string][]): void {
    try {
      storage().setItem(name, JSON.stringify(pairs.slice(-most)));
    } catch {
      // It costs writing it again.
    }
  }
  const others = (key: string) => read().filter(([known]) => known !== key);
  return {
    get: (key) => read().find(([known]) => known === key)?.[1],
    keep: (key, text) => write(text.length > longest ? others(key) : [...others(key), [key, text]]),
    drop: (key) => {
      const left = others(key);
      if (left.length < read().length) write(left);
    },
  };
}

const isPair = (value: unknown): value is [string, string] => Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

/** Of this tab. */
export const inThisTab = (name: string): Kept => keptTexts(`plumb.${name}`, () => sessionStorage);
