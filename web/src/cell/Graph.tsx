// The steps of a plan as a graph: a column for each wave, a line from each step to
// those that read its table.
import type { AnalysisPlan } from "../api/types";
import type { PlanStep } from "../store/book";
import { waves } from "./waves";

const wide = 30;
const high = 22;
const across = 64;
const down = 32;

export function Graph({ plan, states }: { plan: AnalysisPlan; states?: Map<number, PlanStep["state"]> | undefined }) {
  const columns = waves(plan.steps);
  const place = new Map(columns.flatMap((wave, x) => wave.map((step, y) => [step.output, { step, x: x * across, y: y * down }] as const)));
  const height = Math.max(...columns.map((wave) => wave.length)) * down - (down - high);
  const width = (columns.length - 1) * across + wide;
  return (
    <svg className="plan-graph" role="img" aria-label={`Graph of ${plan.steps.length} steps`} viewBox={`-1 -1 ${width + 2} ${height + 2}`} width={width + 2} height={height + 2}>
      {[...place.values()].flatMap(({ step, x, y }) => (step.inputs ?? []).flatMap((input) => {
        const from = place.get(input);
        return from ? [<path key={`${input}-${step.output}`} d={`M${from.x + wide} ${from.y + high / 2} C${from.x + wide + 16} ${from.y + high / 2} ${x - 16} ${y + high / 2} ${x} ${y + high / 2}`} />] : [];
      }))}
      {[...place.values()].map(({ step, x, y }) => (
        <g key={step.output} className={states?.get(step.number) ?? "done"}>
          <title>{step.goal}</title>
          <rect x={x} y={y} width={wide} height={high} rx={6} />
          <text x={x + wide / 2} y={y + high / 2 + 4}>{step.number}</text>
        </g>
      ))}
    </svg>
  );
}
