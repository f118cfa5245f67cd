import type { Column, Relation, Table } from "../api/types";
import { match } from "../palette/match";

/** A table that a search found, with the columns to show. */
export interface Found {
  table: Table;
  /** Letters of the table's name to mark. */
  at: readonly number[];
  columns: readonly { column: Column; at: readonly number[] }[];
  /** Columns answered the search, so the table is shown open. */
  open: boolean;
}

/** A table's name with its schema, which tells tables of the same name apart. */
export const fullName = (t: Table): string => (t.schema ? `${t.schema}.${t.name}` : t.name);

/** Names as short as they can be: without the schema where no other table is called the same. */
export function shortNames(tables: readonly Table[]): (full: string) => string {
  const count = new Map<string, number>();
  for (const table of tables) count.set(table.name, (count.get(table.name) ?? 0) + 1);
  const short = new Map(tables.map((table) => [fullName(table), count.get(table.name) === 1 ? table.name : fullName(table)]));
  return (full) => short.get(full) ?? full;
}

/** Relations between tables under their short names. */
export function shortened(tables: readonly Table[], relations: readonly Relation[]): Relation[] {
  const short = shortNames(tables);
  return relations.map((relation) => ({ ...relation, from_table: short(relation.from_table), to_table: short(relation.to_table) }));
}

/**
 * The tables that a search means: by their own name, with all columns, or by
 * columns of theirs, with only those. Tables found by name come first. What
 * documents say of them counts too, though it is not marked.
 */
export function search(tables: readonly Table[], words: string): Found[] {
  const all = (t: Table): Found["columns"] => t.columns.map((column) => ({ column, at: [] }));
  if (!words.trim()) return tables.map((table) => ({ table, at: [], columns: all(table), open: false }));
  const named: { found: Found; score: number }[] = [];
  const holding: { found: Found; score: number }[] = [];
  for (const table of tables) {
    const own = match(words, table.name) ?? said(words, table.description);
    if (own) {
      named.push({ found: { table, at: own.at, columns: all(table), open: false }, score: own.score });
      continue;
    }
    const columns = table.columns.flatMap((column) => {
      const m = match(words, column.name) ?? said(words, column.description);
      return m ? [{ column, at: m.at, score: m.score }] : [];
    });
    if (columns.length > 0) {
      columns.sort((a, b) => b.score - a.score);
      holding.push({ found: { table, at: [], columns, open: true }, score: columns[0]?.score ?? 0 });
    }
  }
  const best = (a: { score: number }, b: { score: number }): number => b.score - a.score;
  return [...named.sort(best), ...holding.sort(best)].map((f) => f.found);
}

// A description answers only with whole words: its letters would match anything.
function said(words: string, description: string | undefined): { score: number; at: number[] } | null {
  const text = (description ?? "").toLowerCase();
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return text && asked.every((w) => w.length > 2 && text.includes(w)) ? { score: 0, at: [] } : null;
}

/** The name that a question uses for a column: with its table where others have one of the same name. */
export function spokenNames(tables: readonly Table[]): (table: Table, column: Column) => string {
  const count = new Map<string, number>();
  for (const table of tables) for (const { name } of table.columns) count.set(name, (count.get(name) ?? 0) + 1);
  return (table, column) => ((count.get(column.name) ?? 0) > 1 ? `${table.name}.${column.name}` : column.name);
}
