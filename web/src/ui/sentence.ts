// Messages of the server start in lower case and have no full stop.
// Here they become sentences. A name at the start is not capitalised: Docs.md is
// another file than docs.md.

import { straight } from "./straight";

// Pronouns, articles and the like, which are not names.
const pointing = "write|it|this|that|these|those|there|they|the|a|an|its|what|which|who|nothing|something|nobody|none|no|one|each|every|both|others|another|some|all|any";

// Verbs that follow a name.
const said = "is|are|was|were|has|have|had|holds|can|cannot|could|does|do|did|may|must|would|will|wants|took|takes|sent|said|says|names|makes|leads|keeps|needs|numbers|shares|refers|refused|answers|broke|gave|called|defines|begins|expects|reads|comes|belongs|contains|gives|declined|exceeded|returned|redirects|matches";

const name = new RegExp([
  "[^\\s]*[^\\sa-z,;:'’-][^\\s]*", // other signs than words have: docs.md, order_total, exports/2025
  "plumb", // the command
  `(?!(?:${pointing})\\b)[a-z-]+ (?:${said})`, // orders holds
  `(?!(?:${pointing})\\b)(?:[\\w-]+ ){1,3}[\\w-]+\\.[a-z]\\w{1,6} (?:${said})`, // sales of march.csv is
  `(?!(?:${pointing})\\b)(?:\\S+ ){1,12}of \\S+\\.[a-z]\\w{1,6} (?:is|are|stays)`, // a, b of march.csv are
].map((way) => `^(?:${way})(?=\\s|$)`).join("|"));

/** A text as the start of a line. */
export const begun = (given: string): string => {
  const text = straight(given);
  return name.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
};

// An ordinary word: names have other signs, or capitals inside.
const ordinary = /^\p{Ll}[\p{Ll}'’-]*(?=[,;:.?!]*(?:\s|$))/u;

/** What someone wrote, as a heading begins: what was asked is no message of the server. */
export const headed = (given: string): string => {
  const text = straight(given);
  return ordinary.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
};

/** A message as a sentence. */
export function sentence(text: string): string {
  const whole = begun(text.trim());
  return whole === "" || /[.!?…]$/.test(whole) ? whole : whole + ".";
}
