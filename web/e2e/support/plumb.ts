// The real program, in a home and a folder of its own.
import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdtemp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demo, demoCache, model, modelKey, program } from "./given";

export interface Plumb {
  url: string;
  port: number;
  /** The folder that it runs in, and its home. */
  folder: string;
  home: string;
  /** Everything that it has written to its standard streams. */
  said: () => string;
  /** Ends it; its folder stays. */
  end: () => Promise<void>;
  stop: () => Promise<void>;
  /** Ends it as a power cut would, and starts it again at the same address. */
  crash: () => Promise<void>;
}

interface Setting {
  /** What can be asked: the demo warehouse, a database file, or nothing yet. */
  data?: "demo" | "none" | { file: string };
  /** The scripted language model that answers everything, by its file in models/. */
  model?: string;
  /** Files to put into the folder, by name. */
  files?: Record<string, string>;
}

export async function startPlumb({ data = "demo", model: scripted, files = {} }: Setting = {}): Promise<Plumb> {
  const folder = await mkdtemp(join(tmpdir(), "plumb-e2e-"));
  const home = join(folder, "home");
  await mkdir(join(home, ".plumb"), { recursive: true });
  if (data === "demo") {
    await symlink(demo(), join(folder, "warehouse"));
    const known = demoCache();
    if (known) await cp(known, join(home, ".plumb", "cache"), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const db = typeof data === "object" ? ["--db", data.file] : [];
  const start = (port: number) => spawn(program(), ["start", "--addr", `127.0.0.1:${port}`, ...db], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      PLUMB_HOME: join(home, ".plumb"),
      LANG: "C.UTF-8",
      GORACE: process.env.GORACE,
      PLUMB_PATIENCE: process.env.PLUMB_PATIENCE,
      OLLAMA_HOST: "127.0.0.1:1", // where nobody listens
      ...(scripted && {
        ANTHROPIC_BASE_URL: model(scripted),
        ANTHROPIC_API_KEY: modelKey(),
        PLUMB_MODELS_DEFAULT: "anthropic/claude-sonnet-4-5",
        PLUMB_MODELS_POLICY: "model-only",
      }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let child = start(0);
  const { url, said } = await addressOf(child);
  const port = Number(new URL(url).port);
  return {
    url, folder, home, said, port,
    crash: async () => {
      await ended(child, "SIGKILL");
      child = start(port);
      await addressOf(child);
    },
    end: () => ended(child),
    stop: async () => {
      await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// The program says where it can be reached.
function addressOf(child: ChildProcess): Promise<{ url: string; said: () => string }> {
  let text = "";
  return new Promise((resolve, reject) => {
    const hear = (data: Buffer) => {
      text += data.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve({ url: found[0], said: () => text });
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`plumb start ended with ${code}: ${text}`)));
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}

/** What the program has written into its home, for looking for what must not be there. */
export const configOf = (plumb: Plumb): Promise<string> => readFile(join(plumb.home, ".plumb", "config.yaml"), "utf8");
