// Draws charts. This file brings the whole chart library, so it is loaded when
// the first chart comes into view.
import embed, { type VisualizationSpec } from "vega-embed";
import { expressionInterpreter } from "vega-interpreter";
import type { Spec } from "../api/types";
import { pointsOf, type Point } from "./points";
import { chartTheme } from "./theme";

export interface Drawing {
  points: Point[];
  stop: () => void;
}

const errorsOnly = 1; // what Vega calls warnings is of no use to a reader

const refuse = () => Promise.reject(new Error("loading external data is not allowed"));
const closed = { options: {}, load: refuse, sanitize: refuse, http: refuse, file: refuse };

export async function draw(into: HTMLElement, spec: Spec, theme: "light" | "dark"): Promise<Drawing> {
  const drawn = await embed(into, spec as unknown as VisualizationSpec, {
    mode: "vega-lite",
    actions: false,
    defaultStyle: false,
    renderer: "svg",
    // The page allows no code but its own: expressions are interpreted.
    ast: true,
    expr: expressionInterpreter,
    config: chartTheme(theme),
    hover: false,
    tooltip: false,
    logLevel: errorsOnly,
    loader: closed,
  });
  return { points: pointsOf(drawn.view, spec), stop: () => drawn.finalize() };
}
