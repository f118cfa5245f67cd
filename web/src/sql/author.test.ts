import { expect, test } from "vitest";
import { authorOf } from "./author";

const by = (generated_by: string, more = {}) => ({ query: "SELECT 1", generated_by, edited_by_user: false, ...more });

test.each([
  ["the built-in brain's", by("builtin"), "SELECT 1\n", "Written by Plumb"],
  ["a model's", by("anthropic/claude"), "SELECT 1", "Written by anthropic/claude"],
  ["nobody's", by(""), "SELECT 1", ""],
  ["the person's", by("you", { edited_by_user: true, user_sql_override: "SELECT 1" }), "SELECT 1", "Written by hand"],
  ["one that the person changed and that ran", by("builtin", { edited_by_user: true, user_sql_override: "SELECT 2" }), "SELECT 2", "Edited by hand"],
  ["one that the person changed and that failed", by("builtin"), "SELECT nope", "Edited by hand"],
])("%s statement says who wrote it", (_, sql, text, author) => expect(authorOf(sql, text)).toBe(author));
