import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { licences } from "./licences.ts";

// SANDTABLE_SERVER is the address of a running `sandtable serve`, for work on the client with hot reload.
const server = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), licences()],
  publicDir: "public",
  build: {
    outDir: process.env.SANDTABLE_STATIC ?? fileURLToPath(new URL("../src/sandtable/server/static", import.meta.url)),
    emptyOutDir: true,
    assetsDir: "assets",
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true },
      "/ws": { target: server, ws: true, changeOrigin: true },
      "/s/": { target: server, changeOrigin: true },
    },
  },
});
