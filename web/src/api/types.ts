// What the server sends and takes, from its own description. Parts that the
// description leaves open, because they are arbitrary JSON, are declared here.
import type { components } from "./schema";

type Schemas = components["schemas"];
type With<T, Parts> = Omit<T, keyof Parts> & Parts;

/** A value as the server writes it: plain, or marked where JSON cannot say it. */
export type Value = string | number | boolean | null | { [key: string]: unknown } | unknown[];

/** A chart in Vega-Lite. */
export type Spec = { [key: string]: unknown };

/** The same chart in a few words, where Plumb chose it. */
export interface Plan {
  kind: string;
  title?: string;
  x?: string;
  x_count?: number;
  y?: string[];
  y_title?: string;
  y_format?: { style?: string; decimals?: number };
  series?: string;
  period?: string; // between the points of an axis of time
  horizontal?: boolean;
}

export type Result = With<Schemas["Result"], { data?: Value[][] }>;
export type Chart = With<Schemas["Chart"], { spec?: Spec; plan?: Plan }>;
export type WhatIf = With<Schemas["WhatIf"], { result?: Result }>;
export type Evidence = With<Schemas["Evidence"], { result?: Result }>;
export type Cell = With<Schemas["Cell"], { result?: Result; chart?: Chart; what_if?: WhatIf; sources?: Evidence[] }>;
export type Turn = With<Schemas["Turn"], { drawn?: Cell }>;
export type Staleness = Schemas["Staleness"];
export type Book = With<Schemas["Book"], { contents: Cell[]; running: Turn[] }>;

/** An event of a notebook's log; its kind says what its payload is. */
export type LogEvent = Described<Schemas["Event"]>;
type Described<E> = E extends { cell?: unknown } ? With<E, { cell?: Cell }> : never;

/** What the server says over a socket. */
export type ServerMessage = Exclude<Schemas["ServerMessage"], { type: "event" }> | With<Schemas["EventMessage"], { event: LogEvent }>;

export type Citation = Schemas["Citation"];
export type Correction = Schemas["Correction"];
export type DocumentList = Schemas["DocumentList"];
export type DocumentSource = Schemas["DocumentSource"];
export type DocumentWork = Schemas["DocumentWork"];
export type Documents = Schemas["Documents"];
export type Found = Schemas["FoundPassages"];
export type JudgedFinding = Schemas["JudgedFinding"];
export type KeptDocument = Schemas["Document"];
export type Known = Schemas["Known"];
export type NewDocuments = Schemas["NewDocuments"];
export type NewTerm = Schemas["NewTerm"];
export type Pair = Schemas["Pair"];
export type Passage = Schemas["Passage"];
export type PassageBlock = Schemas["PassageBlock"];
export type Remembered = Schemas["Remembered"];
export type Rule = Schemas["Rule"];
export type Stats = Schemas["StatisticsReport"];
export type Taught = Schemas["Taught"];
export type Term = Schemas["Term"];
export type Attempt = Schemas["Attempt"];
export type Column = Schemas["SchemaColumn"];
export type DataReference = Schemas["DataReference"];
export type Diagnostic = Schemas["Diagnostic"];
export type Entry = Schemas["Entry"];
export type Folder = Schemas["Folder"];
export type FolderEntry = Schemas["FolderEntry"];
export type Meaning = Schemas["Meaning"];
export type Metadata = Schemas["Metadata"];
export type Narrative = Schemas["Narrative"];
export type NewSource = Schemas["NewSource"];
export type Other = Schemas["Other"];
export type Overview = Schemas["ConfigView"];
export type AnalysisPlan = Schemas["Plan"];
export type SavedPlan = Schemas["SavedPlan"];
export type Problem = Schemas["Problem"];
export type Property = Schemas["Property"];
export type Question = Schemas["Question"];
export type ReadAs = Schemas["ReadAs"];
export type ReadChoice = Schemas["ReadChoice"];
export type Reading = Schemas["Reading"];
export type Refreshing = With<Schemas["Refreshing"], { turns: Turn[] }>;
export type Relation = Schemas["Relation"];
export type Reverted = With<Schemas["Reverted"], { cell: Cell }>;
export type Schema = Schemas["SchemaView"];
export type Source = Schemas["Source"];
export type SourceKind = Schemas["SourceKind"];
export type SourceList = Schemas["SourceList"];
export type SourceTest = Schemas["SourceTest"];
export type Statement = Schemas["Statement"];
export type Table = Schemas["SchemaTable"];
