import type { AnalysisPlan } from "../api/types";

type Step = AnalysisPlan["steps"][number];

/** The steps by when they can run: each wave reads only what those before it make. A plan that goes round in circles ends with what is left. */
export function waves(steps: Step[]): Step[][] {
  const made = new Set(steps.map((step) => step.output));
  const done = new Set<string>();
  const list: Step[][] = [];
  let left = steps;
  while (left.length > 0) {
    const ready = left.filter((step) => (step.inputs ?? []).every((input) => !made.has(input) || done.has(input)));
    const wave = ready.length > 0 ? ready : left;
    list.push(wave);
    wave.forEach((step) => done.add(step.output));
    left = left.filter((step) => !wave.includes(step));
  }
  return list;
}
