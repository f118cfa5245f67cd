// Reads what there is besides the open notebook into the store.
import { api, failureOf, type Failure } from "../api/client";
import { notify } from "../store/attempt";
import { inOrder } from "../store/inorder";
import { store } from "../store/store";
import type { Library } from "../store/library";

const keep = (part: Partial<Library>): void => store.dispatch({ type: "library", part });
let readings = 0; // of schemas

/** Reads something that nobody asked for just now. A lost connection is told elsewhere. */
export async function meanwhile(what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code !== "OFFLINE") notify(failure.message, { hint: failure.hint, kind: "problem" });
  }
}

/** How Plumb stands: which data, who answers, at what cost. */
export const loadOverview = inOrder(api.overview, (overview) => keep({ overview }));

export const loadNotebooks = inOrder(() => api.notebooks(), ({ notebooks }) => keep({ entries: notebooks ?? [] }));

export const loadPlans = inOrder(api.plans, ({ plans }) => keep({ plans: plans ?? [] }));

export const loadSources = inOrder(api.sources, ({ sources, kinds }) =>
  keep({ sources: sources ?? [], kinds: (kinds ?? []).map((k) => ({ ...k, properties: k.properties ?? [] })) }));

/**
 * How a source is named to the server: the active one not at all, since it may
 * have been found rather than configured under a name.
 */
export const addressed = (source: string): string => (store.get().library.overview?.source === source ? "" : source);

/** The source that is asked now: the notebook's own, else the active one. */
function currentSource(): string {
  const { book, library } = store.get();
  return book?.entry.source || library.overview?.source || "";
}

/**
 * Reads the schema of a source and questions that suit it. What was known of
 * another source is dropped first; why it cannot be read is told. What comes
 * late, when another source is asked or it is being read again, is let go, and
 * nothing is told.
 */
export async function loadSchema(source: string, fresh = false): Promise<Failure | null | undefined> {
  const own = ++readings;
  const isWanted = () => own === readings && currentSource() === source;
  const { library } = store.get();
  if (library.schema?.source !== source || fresh) keep({ suggestions: null });
  if (library.schema?.source !== source) keep({ schema: null });
  const asked = addressed(source);
  try {
    const schema = await api.schema(asked, fresh);
    if (!isWanted()) return undefined;
    const tables = (schema.tables ?? []).map((table) => ({ ...table, columns: table.columns ?? [] }));
    keep({ schema: { ...schema, source, tables, relations: schema.relations ?? [] } });
  } catch (error) {
    if (!isWanted()) return undefined;
    keep({ suggestions: [] });
    return failureOf(error);
  }
  // Questions are tried on the brain before they are shown, which takes longer.
  const keepQuestions = (questions: string[]) => {
    if (own === readings && store.get().library.schema?.source === source) keep({ suggestions: questions });
  };
  void api.suggestions(asked).then(({ questions }) => keepQuestions(questions ?? []), () => keepQuestions([]));
  return null;
}
