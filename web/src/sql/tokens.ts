// Cuts SQL into words to be coloured. It serves to be read, not to be run: what
// it does not know stays plain.

export interface Token {
  kind: "keyword" | "string" | "number" | "comment" | "plain";
  text: string;
}

const keywords = new Set(`all and any as asc between by case cast count cross current date desc distinct else end except exists extract false filter first following from full
group having ilike in inner intersect interval into is join last lateral left like limit natural not null nulls offset on or order outer over partition preceding qualify range
recursive right row rows select some sum table then timestamp true unbounded union unnest using values when where window with avg min max coalesce nullif`.split(/\s+/));

const pattern = /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*(?:'|$))|("(?:[^"]|"")*(?:"|$)|[\p{L}_][\p{L}\p{N}_$]*)|(\d+(?:\.\d+)?)/gu;

export function tokens(sql: string): Token[] {
  const list: Token[] = [];
  let at = 0;
  for (const found of sql.matchAll(pattern)) {
    const [text, comment, string, word] = found;
    if (found.index > at) list.push({ kind: "plain", text: sql.slice(at, found.index) });
    const kind = comment ? "comment" : string ? "string" : word ? (keywords.has(word.toLowerCase()) ? "keyword" : "plain") : "number";
    list.push({ kind, text });
    at = found.index + text.length;
  }
  if (at < sql.length) list.push({ kind: "plain", text: sql.slice(at) });
  return list;
}
