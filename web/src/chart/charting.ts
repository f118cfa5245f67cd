// The chart library, loaded when the first chart comes into view.
import { lazy } from "../ui/lazy";
import address from "./draw?address";

type Draw = typeof import("./draw");

export const charting = lazy<Draw>(() => import("./draw"), (mark) => import(/* @vite-ignore */ address + mark) as Promise<Draw>);
