import type { SourceKind } from "../api/types";

export type Values = Readonly<Record<string, string>>;

/** What the form starts with. */
export function defaults(kind: SourceKind): Values {
  return Object.fromEntries(kind.properties.map((f) => [f.name, f.default ?? (f.kind === "flag" ? "false" : "")]));
}

/** What is wrong with what was filled in, by field; empty means that it can be tried. */
export function problems(kind: SourceKind, values: Values): Values {
  const wrong: Record<string, string> = {};
  for (const f of kind.properties) {
    const value = (values[f.name] ?? "").trim();
    if (!value) {
      if (f.required) wrong[f.name] = `Enter the ${f.title.toLowerCase()}`;
    } else if (f.kind === "number" && !/^-?\d+(\.\d+)?$/.test(value)) {
      wrong[f.name] = `${f.title} must be a number`;
    } else if (f.kind === "choice" && f.options?.length && !f.options.includes(value)) {
      wrong[f.name] = `Choose one of ${f.options.join(", ")}`;
    }
  }
  return wrong;
}

/** What is sent: only what was filled in, without spaces around it; a password is taken as it is. */
export function properties(kind: SourceKind, values: Values): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const f of kind.properties) {
    const value = f.kind === "password" ? (values[f.name] ?? "") : (values[f.name] ?? "").trim();
    if (value && !(f.kind === "flag" && value === "false")) sent[f.name] = value;
  }
  return sent;
}

/**
 * The fields of an address that was pasted whole, such as
 * postgres://ada@db.example.com/shop; null for any other text.
 */
export function addressParts(kind: SourceKind, text: string): Values | null {
  const [, scheme = "", rest = ""] = /^([a-z]+):(\/\/[^\s/]\S*)$/i.exec(text.trim()) ?? [];
  if (!rest || !scheme.toLowerCase().startsWith(kind.name)) return null;
  try {
    const { hostname, port, pathname, username, password, searchParams } = new URL(`http:${rest}`); // not every browser takes such a scheme apart
    const given: Values = { host: hostname.replace(/^\[|\]$/g, ""), port, database: pathname.slice(1), user: username, password };
    const parts: Record<string, string> = {};
    for (const { name, options } of kind.properties) {
      const value = searchParams.get(name) ?? decodeURIComponent(given[name] ?? "");
      if (value && (!options || options.includes(value))) parts[name] = value;
    }
    return "host" in parts ? parts : null;
  } catch {
    return null; // an address with a mistake is pasted as it is
  }
}

// Fields that say best what a source is, in this order.
const telling = ["database", "dbname", "path", "file", "folder", "url", "dsn", "host"];

/**
 * A name for the source from what was filled in: the database's, the file's or
 * the folder's. Names that are taken get a number.
 */
export function suggestName(kind: SourceKind, values: Values, taken: readonly string[]): string {
  const filled = telling.map((name) => values[name]?.trim()).find(Boolean) ?? "";
  const base = slug(lastPart(filled)) || kind.name;
  if (!taken.includes(base)) return base;
  for (let n = 2; ; n++) if (!taken.includes(`${base}-${n}`)) return `${base}-${n}`;
}

// "postgres://me@host/shop?x=1" is shop, "/data/exports/*.csv" is exports.
function lastPart(address: string): string {
  const parts = address.replace(/[?#].*$/, "").split(/[/\\]/).filter((p) => p && !p.includes("*") && !p.endsWith(":"));
  const last = parts[parts.length - 1] ?? "";
  return last.replace(/^.*@/, "").replace(/\.(duckdb|db|ddb|sqlite3?|csv|tsv|jsonl?|ndjson|parquet)(\.gz)?$/i, "");
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "")
    .slice(0, 40);
