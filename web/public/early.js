// Before the first paint: the theme and whether things move, so that nothing flashes.
(function () {
  var root = document.documentElement;
  var theme = null;
  var motion = null;
  try {
    theme = localStorage.getItem("sandtable.theme");
    motion = localStorage.getItem("sandtable.motion");
  } catch (e) {
    // a browser that keeps nothing: the system's choice stands
  }
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  var quiet = motion === "off" || (motion !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (quiet) root.dataset.quiet = "";
})();
