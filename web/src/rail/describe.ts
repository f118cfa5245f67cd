import type { Column } from "../api/types";

/** What is known of a column's values. */
export type ColumnFacts = Partial<Pick<Column, "min" | "max" | "distinct" | "nullable" | "primary_key">>;

/** A sign and a word for what a column is for. */
export interface RoleMark {
  sign: string;
  word: string;
  about: string;
}

const marks = new Map<string, RoleMark>(Object.entries({
  key: { sign: "#", word: "key", about: "identifies a row or refers to another table" },
  time_dimension: { sign: "◷", word: "time", about: "a date or time" },
  categorical: { sign: "≡", word: "category", about: "a group to break down by" },
  measure_candidate: { sign: "Σ", word: "measure", about: "an amount to add up or average" },
}));

const plain: RoleMark = { sign: "·", word: "text", about: "a detail of a row" };

/** How a column's role is shown; the sign never stands without its word. */
export const roleMark = (role: string | undefined): RoleMark => marks.get(role ?? "") ?? plain;

/** A number as people write it: 19,665. */
export const count = (n: number): string => n.toLocaleString("en-US");

/** How many there are, in words: "1 table", "1,204 tables". */
export const plural = (n: number, one: string, many = one + "s"): string => `${count(n)} ${n === 1 ? one : many}`;

/** A table's size for a narrow place: 940, 19.7k, 1.2M; nothing when unknown. */
export function size(rows: number | undefined): string {
  if (rows === undefined || rows < 0) return "";
  for (const [unit, sign] of [[1e9, "B"], [1e6, "M"], [1e3, "k"]] as const) {
    // 999,950 would round to 1,000k.
    if (rows >= unit * 0.99995) return trim(rows / unit) + sign;
  }
  return String(rows);
}

const trim = (n: number): string => (n < 99.95 ? n.toFixed(1).replace(/\.0$/, "") : n.toFixed(0));

/** The range of a column's values, or nothing when it is not known. */
export function range(c: ColumnFacts): string {
  const low = bound(c.min ?? "");
  const high = bound(c.max ?? "");
  if (!low || !high) return "";
  return low === high ? low : `${low} – ${high}`;
}

// A bound as it is read: dates without an empty time, numbers with separators.
function bound(value: string): string {
  const text = value.length > 40 ? value.slice(0, 39) + "…" : value;
  const midnight = /^(\d{4}-\d\d-\d\d)[T ]00:00:00(?:\.0+)?(?:Z|[+-]00(?::?00)?)?$/.exec(text);
  if (midnight) return midnight[1]!;
  const number = /^(-?)(\d{5,})(\.\d+)?$/.exec(text);
  if (number) return number[1]! + number[2]!.replace(/\B(?=(\d{3})+$)/g, ",") + (number[3] ?? "");
  return text;
}

/** What else is known of a column, in short phrases. */
export function facts(c: ColumnFacts): string[] {
  const said: string[] = [];
  if (c.primary_key) said.push("primary key");
  const span = range(c);
  if (span) said.push(span);
  if (c.distinct) said.push(plural(c.distinct, "value"));
  if (c.nullable) said.push("may be empty");
  return said;
}

/** How long ago something was, for a list: "just now", "5 min", "3 h", "2 d", then the day. */
export function ago(at: string, now: number): string {
  const then = Date.parse(at);
  if (Number.isNaN(then)) return "";
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / 60 / 24)} d`;
  return new Date(then).toISOString().slice(0, 10);
}
