// What kind of cell it is, and the words for it.
import type { Cell, Diagnostic, Other } from "../api/types";
import type { Work } from "../store/book";
import { lookedAt } from "./look";

export type Kind = "note" | "answered" | "unsure" | "declined" | "failed";

export function kindOf(cell: Cell): Kind {
  if (cell.note !== undefined && cell.question === "") return "note";
  if (cell.result) return "answered";
  switch (cell.reading?.outcome) {
    case "unsure":
      return "unsure";
    case "declined":
      return "declined";
    default:
      return cell.narrative ? "answered" : "failed";
  }
}

const runAgain = "RUN_AGAIN"; // what is different in an analysis that was run again
const notDone = "PART_NOT_DONE";

/** What to know of an answer, without what it is anyway. */
export function diagnosticsOf(cell: Cell): Diagnostic[] {
  return [...(cell.result?.diagnostics ?? []), ...(cell.diagnostics ?? [])].filter((found) => found.severity !== "info" || found.code === runAgain);
}

/** What the message wanted besides, and was not done because this part has no answer. */
export const leftOf = (cell: Cell): Diagnostic[] => (cell.diagnostics ?? []).filter((found) => found.code === notDone);

/** Why there is no answer. */
export function failureOf(cell: Cell): { message: string; hint: string } {
  const own = cell.diagnostics?.filter((found) => found.code !== notDone);
  const error = own?.find((found) => found.severity === "error") ?? own?.[0];
  if (error) return { message: error.message, hint: error.hint ?? "" };
  const last = cell.metadata.attempts?.at(-1);
  return { message: last?.reason ? `no statement could be run: ${last.reason}` : "no answer was found", hint: "" };
}

/** How a question ended that has no cell: in words, and what to do about it. */
export function endOf(work: Work): { stopped: boolean; reason: string; hint: string } {
  const found = work.diagnostics.findLast((diagnostic) => diagnostic.severity === "error");
  if (work.ended?.outcome === "canceled") return { stopped: true, reason: "Stopped before it finished", hint: "It was not saved, and disappears when this page reloads." };
  return { stopped: false, reason: work.ended?.reason || found?.message || "No answer", hint: found?.hint ?? "" };
}

const stages: Record<string, string> = {
  thinking: "Reading the question", executing: "Running the SQL", correcting: "Correcting the SQL", narrating: "Writing", rendering: "Drawing",
};

/** What is being done for a question, in one line. */
export function stageOf(work: Work): string {
  const last = work.steps.at(-1);
  if (work.stage === "thinking" && last?.state === "drafted") return "Checking the SQL";
  const look = work.looks.at(-1);
  if (look && !look.done) return `Looking at ${lookedAt(look)}`;
  if (work.waits) return "Waiting for your approval";
  if (work.ahead > 0) return `Waiting for ${work.ahead} ${work.ahead === 1 ? "question" : "questions"} to finish first`;
  if (work.stage === "executing" && work.plan.length > 0) return "Running the plan";
  return stages[work.stage] ?? "Waiting";
}

/** Which try at a statement it is; 0 while there has been one at most. */
export const attemptOf = (work: Work): number => (work.steps.length > 1 ? work.steps.length : 0);

/** What is right three times in four is called likely, as the brain does; a model may not say how sure it is. */
export const likely = (confidence: number | undefined): boolean => confidence === undefined || confidence >= 0.65;

const hardly = 0.01; // less likely readings are not offered
const mostOffers = 3;

/** Other readings that can be chosen, as far as anyone may mean them. */
export function offersOf(cell: Cell): Other[] {
  const others = (cell.reading?.others ?? []).slice(0, mostOffers);
  if (kindOf(cell) === "unsure") return others;
  const end = others.findIndex((other) => other.by !== "you" && (other.probability ?? 0) < hardly);
  return end < 0 ? others : others.slice(0, end);
}
