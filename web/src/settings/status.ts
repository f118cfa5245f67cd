import type { Overview } from "../api/types";

/** What answers, in a few words: Plumb itself, or a model. */
export function brainName(overview: Overview): string {
  return overview.brain.model ? overview.brain.model.replace(/^[^/]*\//, "") : "Plumb (no AI model)";
}

const policies = new Map([
  ["builtin-first", "If the built-in parser is sure, it answers for free; otherwise the model does."],
  ["model-only", "The model answers every question."],
  ["builtin-only", "The built-in parser answers every question."],
]);

/** What the policy means, as far as it is known here. */
export const policyWords = (policy: string): string => policies.get(policy) ?? policy;

/** A model that is set up, or could be used. */
export interface Model {
  name: string;
  use: string;
  problem: string;
}

/** The models in what `plumb models --json` says; what is not as expected is left out. */
export function modelsOf(report: unknown): Model[] {
  const lines = fields(report).models;
  if (!Array.isArray(lines)) return [];
  return lines.map(fields).flatMap(({ name, use, problem }) =>
    typeof name === "string" ? [{ name, use: text(use), problem: text(fields(problem).message) }] : []);
}

const fields = (value: unknown): Record<string, unknown> => (typeof value === "object" && value !== null ? { ...value } : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What models have cost this month: an amount, nothing, or what is known of it. */
export function costWords({ calls, cost_usd, unpriced }: Overview["usage"]): string {
  if (calls === 0) return "Nothing: no model was called.";
  const amount = cost_usd === 0 && unpriced === calls ? "Unknown" : cost_usd > 0 && cost_usd < 0.01 ? "Under $0.01" : `$${cost_usd.toFixed(2)}`;
  const open = unpriced > 0 && unpriced < calls ? `, and ${unpriced} without a known price` : unpriced === calls && cost_usd === 0 ? ": the configuration has no price for this model" : "";
  return `${amount} for ${calls.toLocaleString("en-US")} ${calls === 1 ? "call" : "calls"}${open}`;
}
