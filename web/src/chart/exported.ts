// What the page knows of charts, for notebooks that are exported as a web page:
// both draw the same specifications in the same look.
import type { Chart, Result, Spec } from "../api/types";
import { barsOf, bind, fitted } from "./bind";

export { pointsOf } from "./points";
export { chartTheme } from "./theme";

/** The specification of a chart as it is drawn, with its rows, in a column that is so wide. */
export const drawnIn = (room: number, chart: Chart, result: Result): Spec => fitted(bind(chart.spec ?? {}, result), room, barsOf({ chart }));
