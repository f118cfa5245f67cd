import type { Folder, FolderEntry, SourceKind } from "../api/types";

export const isFolder = (entry: FolderEntry): boolean => entry.kind === "folder";

/** Where a key leads in a list of entries; undefined for keys that lead nowhere. */
export function moved(entries: readonly FolderEntry[], at: number, key: string): number | undefined {
  const last = entries.length - 1;
  const page = 8;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: last }[key];
  if (to !== undefined) return Math.max(0, Math.min(last, to));
  return key.length === 1 && key !== " " ? begins(entries, at, key) : undefined;
}

// The next entry that begins with a letter, from the one after this on.
function begins(entries: readonly FolderEntry[], at: number, letter: string): number {
  const small = letter.toLowerCase();
  for (let step = 1; step <= entries.length; step++) {
    const i = (at + step) % entries.length;
    if (entries[i]?.name.toLowerCase().startsWith(small)) return i;
  }
  return at;
}

/** Where to begin in a folder: at what one comes from, else at the top. */
export const beginAt = (folder: Folder, from: string): number => Math.max(0, folder.entries.findIndex((entry) => entry.path === from));

/** Bytes as people write them: 940 B, 12 kB, 1.2 MB. */
export function bytes(size: number): string {
  for (const [unit, sign] of [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"]] as const) {
    if (size >= unit * 0.9995) return `${size / unit >= 9.95 ? Math.round(size / unit).toLocaleString("en-US") : (size / unit).toFixed(1)} ${sign}`;
  }
  return `${size} B`;
}

const takesFolders = (kind: SourceKind | undefined): boolean => kind?.properties.some((property) => property.folder) ?? false;

/**
 * The kind whose form a chosen file belongs to. Databases share endings, and
 * only a test tells one from another: they stay in the form that they were
 * chosen in. Data files have a form of their own.
 */
export function formFor(kinds: readonly SourceKind[], kind: SourceKind, entry: FolderEntry): SourceKind {
  const own = kinds.find((known) => known.name === entry.kind);
  return own && takesFolders(own) !== takesFolders(kind) ? own : kind;
}

/** Whether a folder is data itself: it holds files of the kind. */
export const holdsData = (folder: Folder, kind: SourceKind): boolean => takesFolders(kind) && folder.entries.some((entry) => entry.kind === kind.name);

/** The name of the field that takes a path. */
export const pathField = (kind: SourceKind): string | undefined => kind.properties.find((property) => property.kind === "path")?.name;
