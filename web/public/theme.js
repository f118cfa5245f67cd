// Runs before the first paint, so that the page never flashes in the other
// theme.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem("plumb.theme");
  } catch {
    // Without storage the system's theme is used.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
