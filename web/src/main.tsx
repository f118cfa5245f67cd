import "@fontsource-variable/inter/opsz.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./style/tokens.css";
import "./style/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import "./style/print.css";
import { watchPrinting } from "./app/print";
import { watchTheme } from "./app/theme";

history.scrollRestoration = "manual"; // a notebook is not there yet when the browser would restore its place
watchTheme();
watchPrinting();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
