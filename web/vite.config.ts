import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const plumb = process.env.PLUMB_URL ?? "http://127.0.0.1:7586";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "dist",
    target: "es2022",
    // The page's policy lets styles, scripts and fonts come from its own
    // address only, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
  // `npm run dev` shows the page with changes as they are made, and takes data
  // from a running `plumb start`.
  server: { proxy: { "/api": { target: plumb, changeOrigin: true, ws: true, headers: { Origin: plumb } } } },
});
