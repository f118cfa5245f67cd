// The editor, loaded when the first statement is opened.
import { lazy } from "../ui/lazy";
import address from "./editor?address";

type Editing = typeof import("./editor");

export const editing = lazy<Editing>(() => import("./editor"), (mark) => import(/* @vite-ignore */ address + mark) as Promise<Editing>);
