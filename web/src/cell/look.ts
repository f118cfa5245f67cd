// What a model looks at while it explores, in plain words.
import type { Look } from "../store/book";

/** A table's name as people say it: the usual schemas go without saying. */
export const shortName = (table: string): string => table.replace(/^(main|public)\./, "");

type Input = Partial<Record<"table" | "column" | "words" | "sql", unknown>>;

const words: Record<string, (input: (name: keyof Input) => string) => string> = {
  list_schemas: () => "the schemas",
  list_tables: () => "the tables",
  search_tables: (said) => `tables about “${said("words")}”`,
  describe_table: (said) => `the columns of ${said("table")}`,
  get_table_relationships: (said) => `what ${said("table")} is related to`,
  sample_data: (said) => `some rows of ${said("table")}`,
  get_sample_values: (said) => `values of ${said("column")} in ${said("table")}`,
  execute_query: () => "what a query finds",
  create_chart: () => "a chart",
};

const longest = 60;

/** What was looked at, as the end of a sentence: "the columns of sales". */
export function lookedAt({ tool, input }: Pick<Look, "tool" | "input">): string {
  const given = inputOf(input);
  const said = (name: keyof Input) => {
    const value = given[name];
    return typeof value === "string" && value !== "" ? shortName(value).slice(0, longest) : "…";
  };
  return words[tool]?.(said) ?? tool.replaceAll("_", " ");
}

function inputOf(text: string): Input {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {}; // it was cut
  }
}

/** The statement of a look that is a query. */
export function queryOf({ tool, input }: Pick<Look, "tool" | "input">): string {
  const { sql } = inputOf(input);
  return tool === "execute_query" && typeof sql === "string" ? sql : "";
}
