// The look of charts, as the program draws them elsewhere too: see the package
// chart of the program.
import type { Config } from "vega-lite";

const font = '"Inter Variable", Inter, system-ui, sans-serif';

const palettes = {
  light: {
    ink: "#1a1a1a", title: "#444444", label: "#666666", line: "#949494", grid: "#e8e8e8", paper: "#ffffff", low: "#e6ebf5", high: "#2c4373",
    category: ["#3b5998", "#c67a3c", "#5a9e6f", "#8b6caf", "#c75a5a", "#4a9cc2", "#b5851f", "#7d7d7d"],
  },
  dark: {
    ink: "#f0f0f0", title: "#d0d2d6", label: "#b0b3ba", line: "#6b6f78", grid: "#33363d", paper: "#17181c", low: "#2a3142", high: "#a9c0f0",
    category: ["#8aa4dc", "#e0995c", "#7cc492", "#b69ad8", "#e58585", "#6cbbe0", "#e3bd62", "#a6a6a6"],
  },
};

export function chartTheme(theme: "light" | "dark"): Config {
  const { ink, title, label, line, grid, paper, low, high, category } = palettes[theme];
  const words = { labelFont: font, labelFontSize: 11, labelColor: label, titleFont: font, titleFontSize: 12, titleFontWeight: 400, titleColor: title } as const;
  return {
    background: "transparent",
    font,
    padding: { left: 0, right: 4, top: 8, bottom: 4 },
    mark: { color: category[0] ?? ink },
    // The name of the measure stands over the chart, where it is read first.
    title: { font, fontSize: 12, fontWeight: 400, color: title, subtitleFont: font, subtitleColor: label, subtitleFontSize: 12, anchor: "start", offset: 12 },
    axis: { ...words, gridColor: grid, gridDash: [2, 4], domainColor: line, tickColor: line, labelPadding: 6, titlePadding: 10 },
    axisBand: { grid: false, ticks: false },
    axisPoint: { grid: false },
    axisTemporal: { grid: false, labelOverlap: "parity", labelSeparation: 12 },
    axisQuantitative: { tickCount: 6, domain: false, ticks: false },
    legend: { ...words, symbolType: "circle", orient: "top", direction: "horizontal", titleOrient: "left", titlePadding: 8, symbolSize: 64, columnPadding: 16, rowPadding: 4, offset: 12 },
    header: { labelFont: font, labelColor: label, titleFont: font, titleColor: title },
    text: { font, color: title, fontSize: 12 },
    range: { category, heatmap: [low, high], ramp: [low, high] },
    bar: { cornerRadiusEnd: 2 },
    line: { strokeWidth: 2.5, strokeCap: "round", strokeJoin: "round" },
    area: { fillOpacity: 0.85 },
    arc: { stroke: paper, strokeWidth: 1 },
    point: { size: 60, filled: true, opacity: 0.75 },
    scale: { barBandPaddingInner: 0.4, rectBandPaddingInner: 0.03 },
    view: { strokeWidth: 0 },
  };
}
