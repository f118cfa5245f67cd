// Reads a story: a small part of Markdown, tied to the data by its claims. The
// result is a tree of plain values; nothing in it is ever taken for HTML.
import type { Citation, DataReference, Narrative } from "../api/types";
import { cites, type Cite } from "./cites";
import { claims, doubts, sentences, type Claim, type Span } from "./spans";

export type Inline =
  | { type: "text"; text: string; ref: DataReference | null; doubt: boolean; sentence: number }
  | { type: "strong" | "em"; children: Inline[] }
  | { type: "code"; text: string }
  | { type: "cite"; number: number }
  | { type: "link"; href: string; children: Inline[] };

export type Block =
  | { type: "paragraph"; children: Inline[] }
  | { type: "heading"; children: Inline[] }
  | { type: "quote"; children: Inline[] }
  | { type: "list"; ordered: boolean; items: Inline[][] }
  | { type: "table"; head: Inline[][]; rows: Inline[][][]; numeric: boolean[] };

/** A story as the page shows it: one sentence before the chart, the rest after it. */
export interface Story {
  lead: Inline[];
  rest: Block[];
  /** The rows that each sentence speaks of, by its number. */
  rows: number[][];
}

export function parseStory(story: Narrative, citations: readonly Citation[] = []): Story {
  const parts = sentences(story.text);
  const unsure = doubts(story);
  const sure = claims(story).filter((claim) => !unsure.some((span) => span.from < claim.to && claim.from < span.to));
  const marks: Marks = { claims: sure, doubts: unsure, sentences: parts, cites: [], links: false };
  const numbers = cites(story.text, citations);
  const cut = parts[0]?.to ?? 0;
  const [first] = blocks(story.text, { from: 0, to: cut }, { ...marks, cites: [...numbers] });
  const plain = first?.type === "paragraph";
  const left = plain ? numbers.filter(({ at }) => at > cut) : numbers;
  return {
    lead: plain ? first.children : [],
    rest: blocks(story.text, { from: plain ? cut : 0, to: story.text.length }, { ...marks, cites: [...left] }),
    rows: parts.map((part) => marks.claims.filter((claim) => claim.from >= part.from && claim.to <= part.to).flatMap((claim) => claim.ref.rows ?? [])),
  };
}

/** A note that a person wrote; it may hold links. */
export function parseNote(text: string): Block[] {
  return blocks(text, { from: 0, to: text.length }, { claims: [], doubts: [], sentences: [], cites: [], links: true });
}

interface Marks {
  claims: Claim[];
  doubts: Span[];
  sentences: Span[];
  cites: Cite[]; // that have no place yet
  links: boolean;
}

const bullet = /^\s{0,3}[-*•] +/;
const numbered = /^\s{0,3}\d{1,3}[.)] +/;
const heading = /^#{1,6} +/;
const quote = /^> ?/;

function blocks(text: string, within: Span, marks: Marks): Block[] {
  const list: Block[] = [];
  let open: "paragraph" | "quote" | null = null;
  const all = lines(text, within);
  for (let i = 0; i < all.length; i++) {
    const line = all[i] ?? within;
    const raw = text.slice(line.from, line.to);
    const grid = open === null ? table(text, all, i, marks) : null;
    if (grid) {
      list.push(grid);
      i += grid.rows.length + 1;
      continue;
    }
    if (raw.trim() === "") {
      open = null;
      continue;
    }
    const head = heading.exec(raw);
    const item = bullet.exec(raw) ?? numbered.exec(raw);
    const cited = quote.exec(raw);
    const last = list.at(-1);
    if (head) {
      list.push({ type: "heading", children: inline(text, { from: line.from + head[0].length, to: line.to }, marks) });
      open = null;
    } else if (item) {
      const children = inline(text, { from: line.from + item[0].length, to: line.to }, marks);
      const ordered = !bullet.test(raw);
      if (last?.type === "list" && last.ordered === ordered && open === null) last.items.push(children);
      else list.push({ type: "list", ordered, items: [children] });
      open = null;
    } else {
      const type = cited ? "quote" : "paragraph";
      const children = inline(text, { from: line.from + (cited?.[0].length ?? 0), to: line.to }, marks);
      // Lines that follow each other are one paragraph.
      if (open === type && last && (last.type === "paragraph" || last.type === "quote")) last.children.push(plain(" "), ...children);
      else list.push({ type, children });
      open = type;
    }
  }
  return list;
}

const mostRows = 200;
const mostColumns = 20;
const ruled = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

// A table begins with its names and a rule below them, and goes on for as long as
// its lines have bars.
function table(text: string, all: Span[], at: number, marks: Marks): Extract<Block, { type: "table" }> | null {
  const barred = (line: Span | undefined): line is Span => line !== undefined && text.slice(line.from, line.to).includes("|");
  const [first, rule] = [all[at], all[at + 1]];
  if (!barred(first) || !barred(rule) || !ruled.test(text.slice(rule.from, rule.to))) return null;
  const row = (line: Span): Inline[][] => columns(text, line).map((part) => inline(text, part, marks));
  const head = row(first);
  const rows: Inline[][][] = [];
  for (let n = at + 2, line = all[n]; barred(line) && rows.length < mostRows; line = all[++n]) rows.push(row(line).slice(0, head.length));
  return { type: "table", head, rows, numeric: columns(text, rule).map((part) => /^-+:$/.test(text.slice(part.from, part.to))) };
}

// The parts of a line between its bars, without the space around them.
function columns(text: string, { from, to }: Span): Span[] {
  const parts = text.slice(from, to).split("|");
  let at = from;
  const list = parts.map((part) => {
    const start = at + part.length - part.trimStart().length;
    at += part.length + 1;
    return { from: start, to: start + part.trim().length };
  });
  const outside = (part: string | undefined) => part?.trim() === "";
  return list.slice(outside(parts[0]) ? 1 : 0, outside(parts.at(-1)) ? -1 : undefined).slice(0, mostColumns);
}

function lines(text: string, { from, to }: Span): Span[] {
  const list: Span[] = [];
  for (let at = from; at < to; ) {
    const end = text.indexOf("\n", at);
    const stop = end < 0 || end >= to ? to : end;
    list.push({ from: at, to: stop });
    at = stop + 1;
  }
  return list;
}

// Marks of emphasis count where they hug a word, so that 3 * 4 and snake_case
// stay as they are.
const marked = /`([^`\n]+)`|\*\*(?=\S)([^\n]*?\S)\*\*|(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]*?\S)\3(?![\p{L}\p{N}*_])|\[([^\]\n]{1,300})\]\((https?:\/\/[^\s()]{1,2000})\)/gu;

const deepest = 4;

function inline(text: string, { from, to }: Span, marks: Marks, depth = 0): Inline[] {
  const list: Inline[] = [];
  const part = text.slice(from, to);
  let at = 0;
  if (depth < deepest) {
    for (const found of part.matchAll(marked)) {
      const [whole, code, strong, , em, label, href] = found;
      if (label !== undefined && !marks.links) continue;
      list.push(...leaves(text, { from: from + at, to: from + found.index }, marks));
      const inner = (length: number, skip: number): Inline[] => {
        const start = from + found.index + skip;
        return inline(text, { from: start, to: start + length }, marks, depth + 1);
      };
      if (code !== undefined) list.push({ type: "code", text: code });
      else if (strong !== undefined) list.push({ type: "strong", children: inner(strong.length, 2) });
      else if (em !== undefined) list.push({ type: "em", children: inner(em.length, 1) });
      else if (label !== undefined && href !== undefined) list.push({ type: "link", href, children: inner(label.length, 1) });
      at = found.index + whole.length;
    }
  }
  list.push(...leaves(text, { from: from + at, to }, marks));
  return list;
}

const plain = (text: string): Inline => ({ type: "text", text, ref: null, doubt: false, sentence: -1 });

// Cuts a stretch of text wherever a claim, a doubt or a sentence begins or ends.
function leaves(text: string, { from, to }: Span, marks: Marks): Inline[] {
  const cuts = [from, to];
  for (const span of [...marks.claims, ...marks.doubts, ...marks.sentences]) {
    for (const at of [span.from, span.to]) if (at > from && at < to) cuts.push(at);
  }
  for (const { at } of marks.cites) if (at > from && at < to) cuts.push(at);
  cuts.sort((a, b) => a - b);
  // A number stands behind its words, also where they end in bold.
  const due = (at: number): Inline[] => {
    const here = marks.cites.filter((cite) => cite.at === at);
    marks.cites = marks.cites.filter((cite) => cite.at !== at);
    return here.map(({ number }) => ({ type: "cite", number }));
  };
  const list = due(from);
  for (let i = 1; i < cuts.length; i++) {
    const piece = { from: cuts[i - 1] ?? from, to: cuts[i] ?? to };
    if (piece.from === piece.to) continue;
    const holds = (span: Span) => span.from <= piece.from && piece.to <= span.to;
    list.push({
      type: "text",
      text: text.slice(piece.from, piece.to),
      ref: marks.claims.find(holds)?.ref ?? null,
      doubt: marks.doubts.some(holds),
      sentence: marks.sentences.findIndex(holds),
    }, ...due(piece.to));
  }
  return list;
}
