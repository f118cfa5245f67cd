// What the server sends and takes.

export interface Problem {
  code: string;
  message: string;
  hint?: string;
}

export interface Diagnostic extends Problem {
  severity: "error" | "warning" | "info";
}

/** A value as the server writes it: plain, or marked where JSON cannot say it. */
export type Value = string | number | boolean | null | { [key: string]: unknown } | unknown[];

export interface Result {
  columns: string[];
  column_types: string[];
  row_count: number;
  data_hash: string;
  data?: Value[][];
  truncated: boolean;
  execution_time_ms: number;
  diagnostics?: Diagnostic[];
}

export interface DataReference {
  ref_id: string;
  text: string;
  source: string;
  operation?: string;
  columns?: string[];
  rows?: number[];
  query?: number;
}

export interface Narrative {
  text: string;
  data_references?: DataReference[];
  unverified?: string[];
  by?: string;
}

export interface Other {
  sentence: string;
  sql: string;
  probability?: number;
}

export interface Reading {
  outcome: string;
  confidence?: number;
  sentence?: string;
  clauses?: { label: string; text: string }[];
  assumptions?: string[];
  others?: Other[];
  question?: string;
  missing?: string;
  suggested?: string[];
  remembered?: boolean;
}

export interface Chart {
  kind?: string;
  spec?: Spec;
  plan?: Plan;
  auto_detected: boolean;
  theme?: string;
}

export type Spec = { [key: string]: unknown };

export interface Plan {
  kind: string;
  title?: string;
  x?: string;
  y?: string[];
}

export interface WhatIf {
  technique: string;
  assumptions?: string[];
  caveats?: string[];
  sample_size: number;
  fit?: unknown;
  result?: Result;
  request?: unknown;
}

export interface Attempt {
  sql: string;
  status: string;
  reason?: string;
}

export interface Evidence {
  number: number;
  tool: string;
  sql?: string;
  tables?: string[];
  row_count: number;
  truncated: boolean;
  data_hash: string;
  result?: Result;
}

export interface Metadata {
  model?: string;
  schema_version?: string;
  source?: string;
  now?: string;
  agent_steps: number;
  retry_count: number;
  reasoning?: string;
  trace?: string[];
  attempts?: Attempt[];
  timings_ms?: { plan: number; check: number; execute: number; chart: number; narrate: number; total: number };
  tokens?: { input: number; output: number };
  cost_usd?: number;
}

export interface Cell {
  id: string;
  created_at: string;
  question: string;
  note?: string;
  context: { parent_cell_id?: string; refinement_of?: string; conversation_position: number };
  reading?: Reading;
  sql?: { query: string; generated_by?: string; edited_by_user: boolean; user_sql_override?: string; tables?: string[] };
  result?: Result;
  chart?: Chart;
  narrative?: Narrative;
  what_if?: WhatIf;
  sources?: Evidence[];
  metadata: Metadata;
  diagnostics?: Diagnostic[];
}

export interface Turn {
  turn: string;
  notebook: string;
  session: string;
  question: string;
  source: string;
  parent?: string;
  replaces?: string;
  began_at: string;
  after: number;
}

export interface LogEvent {
  id: number;
  kind: string;
  at: string;
  turn?: string;
  payload: unknown;
  cell?: Cell;
}

export interface Entry {
  id: string;
  slug: string;
  name: string;
  source?: string;
  cells: number;
  created_at: string;
  updated_at: string;
  problem?: Problem;
}

export interface Book extends Entry {
  session: string;
  last_event: number;
  running: Turn[];
  contents: Cell[];
  stale: string[];
}

export interface Source {
  name: string;
  driver: string;
  where: string;
  active: boolean;
  origin: string;
  open: boolean;
  problem?: Problem;
}

export interface Property {
  name: string;
  title: string;
  kind: "text" | "password" | "number" | "path" | "choice" | "flag";
  required: boolean;
  default?: string;
  placeholder?: string;
  help?: string;
  options?: string[];
}

export interface SourceKind {
  name: string;
  title: string;
  help: string;
  properties: Property[];
}

export interface NewSource {
  name: string;
  kind: string;
  properties: Record<string, string>;
  accept_writable?: boolean;
}

export interface SourceTest {
  ok: boolean;
  steps: { name: string; ok: boolean; detail?: string; hint?: string }[];
  tables: number;
  columns: number;
  read_only: boolean;
  variables: string[];
}

export interface Column {
  name: string;
  type: string;
  role: string;
  nullable: boolean;
  primary_key: boolean;
  description?: string;
  min?: Value;
  max?: Value;
  distinct?: number;
  nulls?: number;
  samples?: Value[];
}

export interface Table {
  schema: string;
  name: string;
  kind: string;
  description?: string;
  rows?: number;
  columns: Column[];
}

export interface Relation {
  from_table: string;
  from_columns: string[];
  to_table: string;
  to_columns: string[];
  declared: boolean;
}

export interface Schema {
  source: string;
  dialect: string;
  hash: string;
  taken_at: string;
  tables: Table[];
  relations: Relation[];
}

export interface Overview {
  version: string;
  source: string;
  first_run: boolean;
  brain: { policy: string; model?: string; why: string };
  limits: { rows: number; bytes: number; time_ms: number };
  usage: { calls: number; tokens: number; cost_usd: number; unpriced: number };
  token_required: boolean;
}

export interface Question {
  notebook?: string;
  question?: string;
  source?: string;
  parent?: string;
  replaces?: string;
  reading?: number;
  chart?: string;
  whatif?: unknown;
  explore?: boolean;
  now?: string;
}

export interface Statement {
  notebook?: string;
  sql: string;
  question?: string;
  parent?: string;
  replaces?: string;
  source?: string;
}
