// Where a quote stands in a text, whatever the space between its words.

const special = /[\\^$.*+?()[\]{}|]/g;
const longest = 2000; // letters of a quote that is looked for

/**
 * The text before a quote, the quote as it stands there, and the text behind it; the quote is "" where it is not there.
 * The quote of a row of a table has the header of the table before it, which may stand further up.
 */
export function quoted(text: string, quote: string): [string, string, string] {
  const [before, found, behind] = find(text, quote);
  const row = quote.slice(quote.lastIndexOf("\n") + 1);
  return found === "" && row !== quote ? find(text, row) : [before, found, behind];
}

function find(text: string, quote: string): [string, string, string] {
  const words = quote.trim().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0 || quote.length > longest) return [text, "", ""];
  const found = new RegExp(words.map((word) => word.replace(special, "\\$&")).join("\\s+")).exec(text);
  if (!found) return [text, "", ""];
  return [text.slice(0, found.index), found[0], text.slice(found.index + found[0].length)];
}
