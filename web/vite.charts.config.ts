// Builds the script that exported notebooks dress their charts with, as a global
// named plumbCharts.
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: "../internal/chart/assets",
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "src/chart/exported.ts", name: "plumbCharts", formats: ["iife"], fileName: () => "page-charts.js" },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
