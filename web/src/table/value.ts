// Values as the server writes them, for people and for charts.
import type { Meaning, Result, Value } from "../api/types";
import { straight } from "../ui/straight";
import { namesThings } from "./names";

const numericTypes = new Set(["integer", "decimal", "float"]);

export const isNumeric = (type: string | undefined): boolean => type !== undefined && numericTypes.has(type);

/** What a value is, without the mark that says what JSON cannot. */
export function plainValue(value: Value | undefined): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return value;
  if (!Array.isArray(value)) {
    const [key, inner] = Object.entries(value)[0] ?? [];
    if (key?.startsWith("$") && typeof inner === "string" && Object.keys(value).length === 1) return unmarked(key, inner);
  }
  return JSON.stringify(value);
}

function unmarked(key: string, inner: string): string {
  if (key !== "$text" && key !== "$json" && key !== "$bytes") return inner;
  try {
    const bytes = Uint8Array.from(atob(inner), (letter) => letter.charCodeAt(0));
    return key === "$bytes" ? [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") : new TextDecoder().decode(bytes);
  } catch {
    return inner;
  }
}

/** The number in a value; null if there is none. */
export function numberIn(value: Value | undefined): number | null {
  const plain = plainValue(value);
  if (typeof plain === "number") return plain;
  if (typeof plain !== "string" || plain.trim() === "") return null;
  const number = Number(plain);
  return Number.isNaN(number) ? null : number;
}

/** How the values of a column are written. */
export interface Format {
  type: string;
  numeric: boolean;
  grouped: boolean; // with separators of thousands
  decimals: number; // at least so many
}

const looked = 500; // rows that a format is made from

export function formats(result: Result, meaning?: Meaning): Format[] {
  return result.columns.map((name, i) => {
    const type = result.column_types[i] ?? "text";
    const numeric = isNumeric(type);
    let decimals = 0;
    if (type === "decimal") {
      for (const row of (result.data ?? []).slice(0, looked)) decimals = Math.max(decimals, decimalsOf(row[i]));
      if (decimals === 1) decimals = 2; // mostly money: the last 0 of 1.50 is not sent
    }
    return { type, numeric, grouped: numeric && !namesThings(name, meaning), decimals: Math.min(decimals, 12) };
  });
}

function decimalsOf(value: Value | undefined): number {
  const plain = plainValue(value);
  if (plain === null || typeof plain === "boolean") return 0;
  return /\.(\d+)$/.exec(String(plain))?.[1]?.length ?? 0;
}

export const missing = "–";

/** A value as a table shows it: all of its digits. */
export function shown(value: Value | undefined, format: Format): string {
  const plain = plainValue(value);
  if (plain === null) return missing;
  if (!format.numeric) return straight(String(plain));
  const text = typeof plain === "number" && format.type !== "float" ? plain.toFixed(Math.max(decimalsOf(plain), format.decimals)) : String(plain);
  return format.grouped ? grouped(text) : text;
}

/** A number with separators and a real minus sign; other text as it is. */
export function grouped(text: string): string {
  const parts = /^(-?)(\d+)((?:\.\d+)?)$/.exec(text);
  if (!parts) return text;
  const [, sign, whole = "", rest = ""] = parts;
  return (sign ? "−" : "") + whole.replace(/\B(?=(\d{3})+$)/g, ",") + rest;
}

/** A value without digits that nobody reads: those of a float after the fourth. */
export function neat(value: Value | undefined, format: Format): string {
  const plain = plainValue(value);
  if (typeof plain === "number" && format.type === "float" && Math.abs(plain) < 1e15 && (Math.abs(plain) >= 0.01 || plain === 0)) {
    return grouped(plain.toFixed(4).replace(/\.?0+$/, ""));
  }
  return shown(value, format);
}

/** A value that stands alone, as its chart would write it. */
export function figure(value: Value | undefined, format: Format, style: { style?: string; decimals?: number } = {}): string {
  const hundredths = { percent: 1, fraction: 100 }[style.style ?? ""];
  const number = hundredths === undefined ? null : numberIn(value);
  if (hundredths === undefined || number === null || !Number.isFinite(number)) return neat(value, format);
  return `${grouped((number * hundredths).toFixed(style.decimals ?? 0))}%`;
}

/** A column's name in words. */
export const title = (column: string): string => {
  const words = straight(column).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * The rows of a column in order: numbers by size, the rest as people order
 * words. Equal ones stay as they stood; what is missing comes last either way.
 */
export function sorted(values: readonly (Value | undefined)[], format: Format, down: boolean): number[] {
  const plain = values.map(plainValue);
  // Each text is compared once with each other, however many rows have it.
  const places = new Map([...new Set(plain)].filter((value) => value !== null).sort((a, b) => compare(a, b, format)).map((value, i) => [value, i]));
  const place = plain.map((value) => (value === null ? Infinity : (down ? -1 : 1) * (places.get(value) ?? 0)));
  return values.map((_, i) => i).sort((a, b) => (place[a] === place[b] ? a - b : (place[a] ?? 0) - (place[b] ?? 0)));
}

type Plain = string | number | boolean;

function compare(a: Plain, b: Plain, format: Format): number {
  if (format.numeric) {
    const difference = Number(a) - Number(b);
    if (!Number.isNaN(difference) && difference !== 0) return difference;
  }
  return collator.compare(String(a), String(b));
}

const collator = new Intl.Collator(undefined, { numeric: true });

const sample = 2000; // rows that widths are made from
const longestText = 44; // letters of a column; more are cut

/** How many letters wide each column is, so that it stays so while its rows come and go. */
export function widths(result: Result, columns: readonly Format[]): number[] {
  const rows = result.data ?? [];
  const step = Math.max(1, Math.floor(rows.length / sample));
  return columns.map((format, i) => {
    let most = 0;
    for (let row = 0; row < rows.length; row += step) most = Math.max(most, neat(rows[row]?.[i], format).length);
    return Math.min(most, longestText);
  });
}

/** Rows as text with tabs, as spreadsheets take it. */
export function tabSeparated(result: Result, order: number[]): string {
  const clean = (text: string) => text.replace(/[\t\r\n]+/g, " ");
  const lines = [result.columns.map(clean).join("\t")];
  for (const row of order) {
    lines.push((result.data?.[row] ?? []).map((value) => clean(String(plainValue(value) ?? ""))).join("\t"));
  }
  return lines.join("\n");
}
