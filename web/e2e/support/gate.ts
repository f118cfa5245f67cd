// Answers of scripted models that wait until the test has seen what it wants to
// see: a machine that is slow or busy takes its time.
import { expect } from "vitest";
import { gates } from "./given";

async function tell(model: string, what: "shut" | "open"): Promise<void> {
  const { ok } = await fetch(`${gates()}/${model}/${what}`, { method: "PUT" });
  expect(ok, `the gate of ${model}`).toBe(true);
}

/** Lets a model begin to answer, and no more. */
export const shut = (model: string): Promise<void> => tell(model, "shut");

/** Lets a model go on. */
export const open = (model: string): Promise<void> => tell(model, "open");
