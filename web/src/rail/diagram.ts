/** A relation between two tables, each given by its index. */
export interface Link {
  from: number;
  to: number;
}

/** A relation as a bracket between two rows of a list of names. */
export interface Bracket extends Link {
  /** Which of the given links it is. */
  link: number;
  /** How far out it runs; 0 is nearest to the names. */
  lane: number;
}

/** A list of names with brackets beside it that join related ones. */
export interface Diagram {
  /** For each row, which table stands there. */
  order: number[];
  brackets: Bracket[];
  lanes: number;
}

interface Joined {
  from_table: string;
  to_table: string;
}

/**
 * The relations around one table, at most so many tables of them: with those that
 * it is joined to, and between these. Without a known table, that with the most
 * relations is taken.
 */
export function around<R extends Joined>(relations: readonly R[], wanted: string, most: number): { centre: string; relations: R[] } {
  const degrees = new Map<string, number>();
  for (const { from_table, to_table } of relations) for (const table of new Set([from_table, to_table])) degrees.set(table, (degrees.get(table) ?? 0) + 1);
  const centre = degrees.has(wanted) ? wanted : ([...degrees].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "");
  const near = new Set([centre]);
  for (const { from_table, to_table } of relations) {
    if (near.size < most && from_table === centre) near.add(to_table);
    if (near.size < most && to_table === centre) near.add(from_table);
  }
  return { centre, relations: relations.filter((r) => near.has(r.from_table) && near.has(r.to_table)) };
}

// Rounds of exchanging neighbours; few are needed, and the work stays bounded.
const rounds = 24;

/**
 * Lays related tables out as rows, related ones near each other, so that the
 * brackets are short and few lie side by side. Links of a table to itself and
 * to tables that are not there are left out.
 */
export function layout(tables: number, links: readonly Link[]): Diagram {
  const edges = links
    .map((l, link) => ({ ...l, link }))
    .filter((e) => e.from !== e.to && inside(e.from, tables) && inside(e.to, tables));
  const order = settle(walk(tables, edges), edges);
  return { order, ...lanes(order, edges) };
}

const inside = (i: number, n: number): boolean => Number.isInteger(i) && i >= 0 && i < n;

// Visits the tables from the most connected one outwards, group by group.
function walk(tables: number, edges: readonly Link[]): number[] {
  const beside: number[][] = Array.from({ length: tables }, () => []);
  for (const e of edges) {
    beside[e.from]!.push(e.to);
    beside[e.to]!.push(e.from);
  }
  const byDegree = beside.map((_, i) => i).sort((a, b) => beside[b]!.length - beside[a]!.length || a - b);
  const seen = new Set<number>();
  for (const start of byDegree) {
    if (seen.has(start)) continue;
    const queue = [start];
    for (let i = 0; i < queue.length; i++) {
      const here = queue[i]!;
      if (seen.has(here)) continue;
      seen.add(here);
      queue.push(...beside[here]!.filter((n) => !seen.has(n)));
    }
  }
  return [...seen];
}

// Exchanges neighbours while that makes the brackets shorter.
function settle(order: number[], edges: readonly Link[]): number[] {
  const rows = [...order];
  const at: number[] = [];
  rows.forEach((t, row) => (at[t] = row));
  const touching = rows.map((_, t) => edges.filter((e) => e.from === t || e.to === t));
  const length = (of: readonly Link[]): number => of.reduce((sum, e) => sum + Math.abs(at[e.from]! - at[e.to]!), 0);
  const swap = (row: number): void => {
    const [a, b] = [rows[row]!, rows[row + 1]!];
    rows[row] = b;
    rows[row + 1] = a;
    at[a] = row + 1;
    at[b] = row;
  };
  for (let round = 0, better = true; better && round < rounds; round++) {
    better = false;
    for (let row = 0; row + 1 < rows.length; row++) {
      const near = [...touching[rows[row]!]!, ...touching[rows[row + 1]!]!];
      const before = length(near);
      swap(row);
      if (length(near) < before) better = true;
      else swap(row);
    }
  }
  return rows;
}

// Gives each bracket the nearest lane in which it crosses no other, short ones first.
function lanes(order: readonly number[], edges: readonly (Link & { link: number })[]): { brackets: Bracket[]; lanes: number } {
  const at: number[] = [];
  order.forEach((t, row) => (at[t] = row));
  const span = (e: Link): [number, number] => [Math.min(at[e.from]!, at[e.to]!), Math.max(at[e.from]!, at[e.to]!)];
  const size = (e: Link): number => Math.abs(at[e.from]! - at[e.to]!);
  const taken: [number, number][][] = [];
  const brackets = [...edges]
    .sort((a, b) => size(a) - size(b) || span(a)[0] - span(b)[0] || a.link - b.link)
    .map((e) => {
      const [top, bottom] = span(e);
      let lane = 0;
      while (taken[lane]?.some(([t, b]) => top < b && t < bottom)) lane++;
      (taken[lane] ??= []).push([top, bottom]);
      return { ...e, lane };
    });
  return { brackets, lanes: taken.length };
}
