// What is written into the ask bar: a question that leans on the answer before
// it, one that stands by itself, or SQL. The ask bar shows what it takes it for.

const opening = new RegExp(`^(?:${[
  "and", "but", "or", "so", "only", "just", "now", "then", "also", "instead", "again", "what about", "how about", "what if", "same", "the same", "why",
  "by", "per", "for", "in", "of", "without", "with", "excluding", "except", "including", "where", "since", "before", "after", "between", "from", "as",
  "break", "split", "group", "sort", "order by", "rank", "limit", "filter", "exclude", "include", "remove", "drop", "add", "leave out", "narrow", "zoom",
  "compare(?:d)? (?:to|with)", "make it", "show (?:it|them|that|this|those|these|only|just|as)", "top \\d+", "the (?:top|bottom|first|last) \\d+",
].join("|")})\\b`, "i");

// Words that point back, but not in "this year" or "that week".
const pointing = /\b(?:it|its|them|their|they|those|these|(?:this|that)(?!\s+(?:day|week|month|quarter|year|morning|decade)))\b/i;

// Beginnings like those above, of questions that say all there is to say: top 10
// customers by revenue; in 2024, how many orders were there; where do customers live.
const whole = new RegExp(`^(?:${[
  "(?:the )?(?:top|bottom|first|last) \\d+ (?!(?:by|per|in|of|for|from|only|please|with|on|at)\\b)[\\w' ]+? by \\w",
  "(?:in|for|of|since|before|after|between|from|per|by|with|without) .*\\b(?:how (?:many|much|often|long)|which|what (?:is|was|are|were)|who) (?:\\w+ )+\\w",
  "where (?:do|does|did|are|is|were|was) .*\\w",
].join("|")})`, "i");

// Another chart of the same rows, and nothing else: pie chart please.
const redrawing = /^(?:(?:now|please|an?|the|show|draw|plot|make|use|as|stacked|grouped|horizontal|vertical) )*(?:bars?|lines?|pie|area|donut|columns?|histogram|heat ?map|scatter)(?: ?(?:charts?|graph|plot|diagram))?(?: (?:instead|please|now))*[.?!]*$/i;

// Something to do with the answer before: export as csv, are you sure?
const doing = /^(?:(?:please|can you|could you|can i|now) )*(?:(?:export|download|save)(?: (?:as|to|in|the (?:table|rows|results?|data|answer))\b|[.?!]*$)|(?:csv|xlsx|excel|json|parquet|markdown)(?: please)?[.?!]*$|(?:re-?run|run again|redo|repeat|summari[sz]e|sum up|recap|double[- ]check|are you sure)\b)/i;

const longest = 12; // words; more can stand by themselves

export function soundsLikeFollowUp(text: string): boolean {
  const words = text.trim();
  if (words === "" || words.split(/\s+/).length > longest) return false;
  return redrawing.test(words) || doing.test(words) || pointing.test(words) || opening.test(words) && !whole.test(words);
}

// A question is not in capitals, unless all of it is.
const shouted = /^\s*(?:SELECT|VALUES|DESCRIBE|FROM)\b/;
const signs = /[a-z\d*(),=;'"]/;

/** Whether the text is a statement: it begins as one and has signs that words do not. */
export function looksLikeSQL(text: string): boolean {
  if (shouted.test(text) && signs.test(text)) return true;
  return /^\s*select\b[\s\S]*[*(),=]/i.test(text) && /\bfrom\b/i.test(text) || /^\s*with\s+(?:recursive\s+)?[\w"]+\s*(?:\([^)]*\)\s*)?as\s*\(/i.test(text);
}
