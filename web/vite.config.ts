import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const plumb = process.env.PLUMB_URL ?? "http://127.0.0.1:7586";

// The address of a part that is loaded later: import address from "./part?address".
function addresses(): Plugin {
  const mark = "?address";
  let building = false;
  return {
    name: "addresses",
    enforce: "pre",
    configResolved: ({ command }) => { building = command === "build"; },
    async resolveId(id, importer) {
      if (!id.endsWith(mark)) return null;
      const part = await this.resolve(id.slice(0, -mark.length), importer);
      return part && `\0${part.id}${mark}`;
    },
    load(id) {
      if (!id.startsWith("\0") || !id.endsWith(mark)) return null;
      const part = id.slice(1, -mark.length);
      if (!building) return `export default ${JSON.stringify(part.slice(import.meta.dirname.length))}`;
      const emitted = this.emitFile({ type: "chunk", id: part, preserveSignature: "strict" });
      return `export default import.meta.ROLLUP_FILE_URL_${emitted}`;
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), addresses()],
  build: {
    outDir: "dist",
    target: "es2022",
    // The page's policy lets styles, scripts and fonts come from its own
    // address only, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // `npm run dev` shows the page with changes as they are made, and takes data
  // from a running `plumb start`.
  server: { proxy: { "/api": { target: plumb, changeOrigin: true, ws: true, headers: { Origin: plumb } } } },
});
