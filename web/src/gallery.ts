// For looking at boards while developing them: gallery.html?game=red-dust&moment=middle&theme=dark
import { mount } from "svelte";
import "./lib/theme.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("app")! });
