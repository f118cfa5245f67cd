// What the tests are given from outside, by cmd/plumb's Go test.

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run go test -run TestPage ./cmd/plumb`);
  return value;
}

/** The program. */
export const program = (): string => given("PLUMB_E2E_PROGRAM");

/** The folder of an unpacked Chromium. */
export const chromiumFolder = (): string => given("PLUMB_E2E_CHROMIUM");

/** The folder of the demo warehouse. */
export const demo = (): string => given("PLUMB_E2E_DEMO");

/** The cache of a program that has read the demo warehouse (support/cache.ts); without it, each program reads it again. */
export const demoCache = (): string | undefined => process.env.PLUMB_E2E_DEMO_CACHE;

/** A small SQLite file of products and sales. */
export const shop = (): string => given("PLUMB_E2E_SQLITE");

/** A PostgreSQL database: a login that only reads, and one that could write. */
export const postgres = (login: "reader" | "writer"): URL => new URL(given(`PLUMB_E2E_POSTGRES_${login.toUpperCase()}`));

/** The address of a scripted language model, by the name of its file in models/. */
export const model = (name: string): string => given(`PLUMB_E2E_MODEL_${name.toUpperCase()}`);

/** Where the gates of scripted models are shut and opened. */
export const gates = (): string => given("PLUMB_E2E_GATES");

/** The key that scripted models want. */
export const modelKey = (): string => given("PLUMB_E2E_MODEL_KEY");

/** Where screenshots go. */
export const shots = (): string => given("PLUMB_E2E_SHOTS");

/** The file that figures go to. */
export const figures = (): string => given("PLUMB_E2E_FIGURES");
