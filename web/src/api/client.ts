// Requests to the server that the page comes from.
import { sentence } from "../ui/sentence";
import type {
  Book, Cell, DocumentList, Documents, DocumentSource, Entry, Folder, Found, NewDocuments, NewSource, NewTerm, Overview, Pair, Passage, Question, Refreshing, Remembered, Result, Reverted, Rule, SavedPlan,
  Schema, Source, SourceList, SourceTest, Staleness, Statement, Stats, Taught, Term, Turn,
} from "./types";

/** What went wrong, and what to do next. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint = "",
    readonly status = 0,
  ) {
    super(message);
  }
}

/** The failure in anything that was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure("PAGE_ERROR", error instanceof Error ? error.message : String(error), "Reload the page, and try again.");
}

const tooMany = 429;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Failure("OFFLINE", "Plumb is not responding.", "Check that plumb start is still running; the page reconnects automatically.");
  }
  if (!response.ok) throw await refused(response);
  return response;
}

// A refusal carries its reason; what stands before the server may not.
async function refused(response: Response): Promise<Failure> {
  try {
    const body = (await response.json()) as { error?: { code?: string; message?: string; hint?: string } };
    if (body.error?.message) {
      return new Failure(body.error.code ?? "ERROR", sentence(body.error.message), body.error.hint && sentence(body.error.hint), response.status);
    }
  } catch {
    // Not JSON: only the status is known.
  }
  return new Failure("ERROR", `Plumb answered with status ${response.status}.`, "Try again; the terminal that runs plumb start shows the details.", response.status);
}

async function json<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  return (await response.json()) as T;
}

// Sends a file as its bytes.
async function upload<T>(path: string, file: Blob): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/octet-stream" }, body: file });
  } catch {
    throw new Failure("OFFLINE", "The file could not be sent.", "Check that plumb start is still running, and that the file has at most 32 MB.");
  }
  if (!response.ok) throw await refused(response);
  return (await response.json()) as T;
}

async function done(method: Method, path: string, body?: unknown): Promise<void> {
  await send(method, path, body);
}

const part = encodeURIComponent;
const notebook = (id: string) => `/api/notebooks/${part(id)}`;
const documents = (source: string) => `/api/documents/${part(source)}`;
const of = (source: string) => (source ? `?source=${part(source)}` : "");
const cell = (id: string, of: string) => `${notebook(id)}/cells/${part(of)}`;

export const api = {
  alive: () => send("GET", "/api/health").then(() => true, () => false),
  overview: () => json<Overview>("GET", "/api/config"),
  sources: () => json<SourceList>("GET", "/api/sources"),
  testSource: (source: NewSource) => json<SourceTest>("POST", "/api/sources/test", source),
  addSource: (source: NewSource) => json<Source>("POST", "/api/sources", source),
  useSource: (name: string) => done("POST", `/api/sources/${part(name)}/use`),
  removeSource: (name: string) => done("DELETE", `/api/sources/${part(name)}`),
  files: (folder: string) => json<Folder>("GET", `/api/files?folder=${part(folder)}`),
  schema: (source = "", fresh = false) => json<Schema>("GET", `/api/schema?source=${part(source)}${fresh ? "&fresh=true" : ""}`),
  suggestions: (source = "") => json<{ questions: string[] }>("GET", `/api/suggestions?source=${part(source)}`),
  models: () => json<unknown>("GET", "/api/models"),

  notebooks: (search = "") => json<{ notebooks: Entry[] }>("GET", `/api/notebooks?search=${part(search)}`),
  currentNotebook: () => json<Book>("GET", "/api/notebook?own=true"),
  createNotebook: (name = "", source = "") => json<Book>("POST", "/api/notebooks", { ...(name && { name }), ...(source && { source }) }),
  notebook: (id: string) => json<Book>("GET", notebook(id)),
  staleCells: (id: string) => json<Staleness>("GET", `${notebook(id)}/stale`),
  renameNotebook: (id: string, name: string) => json<Entry>("PATCH", notebook(id), { name }),
  deleteNotebook: (id: string) => done("DELETE", notebook(id)),
  restoreNotebook: (id: string) => json<Book>("POST", `${notebook(id)}/restore`),
  forkNotebook: (id: string, name: string, upTo?: string) => json<Book>("POST", `${notebook(id)}/fork`, { name, ...(upTo && { cell: upTo }) }),
  exportPath: (id: string, format: "html" | "md" | "ipynb" | "json") => `${notebook(id)}/export?format=${format}`,

  removeCell: (id: string, of: string) => done("DELETE", cell(id, of)),
  restoreCell: (id: string, of: string, position: number) => json<Cell>("POST", `${cell(id, of)}/restore`, { position }),
  revertCell: (id: string, of: string, to?: string) => json<Reverted>("POST", `${cell(id, of)}/revert`, { ...(to && { to }) }),
  moveCell: (id: string, of: string, position: number) => json<Cell>("PATCH", cell(id, of), { position }),
  duplicateCell: (id: string, of: string) => json<Cell>("POST", `${cell(id, of)}/duplicate`),
  addNote: (id: string, text: string, after?: string) => json<Cell>("POST", `${notebook(id)}/notes`, { text, ...(after && { after }) }),
  changeNote: (id: string, of: string, note: string) => json<Cell>("PATCH", cell(id, of), { note }),
  rows: (id: string, of: string) => json<Result>("GET", `${cell(id, of)}/rows`),
  preview: (id: string, of: string, reading: number) => json<Result>("GET", `${cell(id, of)}/readings/${reading}/rows`),
  planPath: (id: string, of: string, format: "json" | "sql") => `${cell(id, of)}/plan.${format}`,
  dataPath: (id: string, of: string, format: string) => `${cell(id, of)}/data.${part(format)}`,
  chartPath: (id: string, of: string, theme: "light" | "dark") => `${cell(id, of)}/chart.svg?theme=${theme}`,
  refresh: (id: string, cells: string[] = []) => json<Refreshing>("POST", `${notebook(id)}/refresh`, cells.length > 0 ? { cells } : {}),

  ask: (question: Question) => json<Turn>("POST", "/api/ask", question),
  runSQL: (statement: Statement) => json<Turn>("POST", "/api/run-sql", statement),
  cancel: (turn: string) => done("POST", `/api/turns/${part(turn)}/cancel`),
  decide: (turn: string, run: boolean, feedback = "") => done("POST", `/api/turns/${part(turn)}/decide`, { run, ...(feedback && { feedback }) }),

  plans: () => json<{ plans: SavedPlan[] | null }>("GET", "/api/plans"),
  savePlan: (id: string, of: string, name: string) => json<SavedPlan>("POST", `${cell(id, of)}/plan`, { name }),
  documents: () => json<Documents>("GET", "/api/documents"),
  addDocuments: (from: NewDocuments) => json<DocumentSource>("POST", "/api/documents", from),
  uploadDocument: (file: File) => upload<DocumentSource>(`/api/uploads?name=${part(file.name)}`, file),
  removeDocuments: (source: string) => done("DELETE", documents(source)),
  refreshDocuments: (source: string) => json<DocumentSource>("POST", `${documents(source)}/refresh`),
  stopDocuments: (source: string) => json<DocumentSource>("POST", `${documents(source)}/stop`),
  listDocuments: (source: string, after = "") => json<DocumentList>("GET", `${documents(source)}/contents?limit=100&after=${part(after)}`),
  removeDocument: (source: string, id: string) => done("DELETE", `${documents(source)}/contents/${part(id)}`),
  findPassages: (text: string) => json<Found>("GET", `/api/passages?limit=8&q=${part(text)}`),
  passage: (id: string, around: number) => json<Passage>("GET", `/api/passages/${part(id)}?around=${around}`),

  memories: (more: { type?: string; search?: string; history?: boolean; offset?: number }) =>
    json<{ memories: Remembered[] }>("GET", `/api/memories?limit=50&offset=${more.offset ?? 0}${more.type ? `&type=${more.type}` : ""}${more.search ? `&search=${part(more.search)}` : ""}${more.history ? "&history=true" : ""}`),
  judgeMemory: (id: string, judgement: "right" | "wrong") => json<Remembered>("POST", `/api/memories/${part(id)}/judge`, { judgement }),
  forgetMemory: (id: string) => done("DELETE", `/api/memories/${part(id)}`),
  forgetAll: () => json<{ memories: number }>("DELETE", "/api/memories?confirm=all"),
  memoriesPath: "/api/memories/export",

  terms: (source: string) => json<{ terms: Term[] }>("GET", `/api/glossary${of(source)}`),
  saveTerm: (source: string, term: NewTerm) => json<Term>("POST", `/api/glossary${of(source)}`, term),
  findTerms: (source: string) => json<{ terms: Term[] }>("POST", `/api/glossary/find${of(source)}`),
  decideTerm: (source: string, term: string, status: "approved" | "rejected", reason = "") =>
    json<Term>("POST", `/api/glossary/${part(term)}/decide${of(source)}`, { status, ...(reason && { reason }) }),
  removeTerm: (source: string, term: string) => done("DELETE", `/api/glossary/${part(term)}${of(source)}`),
  taught: (source: string) => json<Taught>("GET", `/api/taught${of(source)}`),
  changeRule: (source: string, id: string, on: boolean, text = "") => json<Rule>("PATCH", `/api/taught/rules/${part(id)}${of(source)}`, { on, ...(text && { text }) }),
  unlearn: (source: string, id: string) => done("DELETE", `/api/taught/${part(id)}${of(source)}`),
  verifyAnswer: (id: string, of: string) => json<Pair>("POST", `${cell(id, of)}/verify`),
  stats: (days: number) => json<Stats>("GET", `/api/stats?days=${days}`),

  tableRows: (id: string, table: string) => json<Result>("GET", `${notebook(id)}/tables/${part(table)}`),
  /** Why no line is given to this page; null if that is not known. */
  refusal: () => send("GET", "/api/ws").then(() => null, (error) => (failureOf(error).status === tooMany ? failureOf(error) : null)),
  socketAddress: () => `${location.origin.replace(/^http/, "ws")}/api/ws`,
  eventsPath: (id: string, after: number) => `${notebook(id)}/events?after=${after}`,
};
