// What there is besides the open notebook: other notebooks, sources, their
// schema, and how Plumb stands.
import type { Entry, Overview, SavedPlan, Schema, Source, SourceKind } from "../api/types";

export interface Library {
  overview: Overview | null;
  entries: Entry[] | null;
  sources: Source[] | null;
  kinds: SourceKind[];
  plans: SavedPlan[];
  schema: Schema | null;
  suggestions: string[] | null; // null while they are looked for
}

export const emptyLibrary: Library = { overview: null, entries: null, sources: null, kinds: [], plans: [], schema: null, suggestions: null };

/** Part of the library has been read from the server. */
export interface LibraryAction {
  type: "library";
  part: Partial<Library>;
}
