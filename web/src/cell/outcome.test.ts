import { expect, test } from "vitest";
import type { Cell } from "../api/types";
import { diagnosticsOf, failureOf, leftOf, likely } from "./outcome";

test("an answer that is often wrong is not called likely", () => {
  expect([0.64, 0.65, 0.9, undefined].map(likely)).toEqual([false, true, true, true]);
});

test("what is not done is no failure, and what changed since is told", () => {
  const left = { severity: "warning", code: "PART_NOT_DONE", message: "not done: “export it”", hint: "ask it alone" } as const;
  const again = { severity: "info", code: "RUN_AGAIN", message: "run again: the data give the same" } as const;
  const cell = { id: "a", created_at: "", question: "?", context: { conversation_position: 0 }, metadata: { agent_steps: 0, retry_count: 0 }, diagnostics: [left, again] } satisfies Cell;
  expect(leftOf(cell)).toEqual([left]);
  expect(failureOf(cell).message).not.toContain("not done");
  expect(diagnosticsOf(cell)).toContain(again);
});
