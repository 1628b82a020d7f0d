import { mount } from "svelte";
import "./lib/theme.css";
import App from "./App.svelte";

// The parts of a page that are loaded later are gone once the server has been upgraded: load the new page, and not again and again.
const RELOADED = "sandtable.reloaded";
const LONG_AGO = 60_000;
window.addEventListener("vite:preloadError", () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < LONG_AGO) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
});

mount(App, { target: document.getElementById("app")! });
