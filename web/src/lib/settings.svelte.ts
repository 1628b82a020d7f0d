// Preferences kept in this browser. None of them is sent to the server.

type Theme = "system" | "light" | "dark";
type Motion = "system" | "on" | "off";

function read(name: string): string | null {
  try {
    return localStorage.getItem(`sandtable.${name}`);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`sandtable.${name}`, value);
  } catch {
    // Storage is not available: the setting lasts until the page is closed.
  }
}

class Settings {
  theme = $state<Theme>((read("theme") as Theme | null) ?? "system");
  motion = $state<Motion>((read("motion") as Motion | null) ?? "system");
  notices = $state(read("notices") === "on");
  private dark = matchMedia("(prefers-color-scheme: dark)");
  private still = matchMedia("(prefers-reduced-motion: reduce)");
  private systemDark = $state(this.dark.matches);
  private systemStill = $state(this.still.matches);

  readonly isDark = $derived(this.theme === "dark" || (this.theme === "system" && this.systemDark));
  readonly isQuiet = $derived(this.motion === "off" || (this.motion === "system" && this.systemStill));

  constructor() {
    this.dark.addEventListener("change", (event) => {
      this.systemDark = event.matches;
      this.apply();
    });
    this.still.addEventListener("change", (event) => {
      this.systemStill = event.matches;
      this.apply();
    });
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    write("theme", theme);
    this.apply();
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    write("motion", motion);
    this.apply();
  }

  setNotices(on: boolean): void {
    this.notices = on;
    write("notices", on ? "on" : "off");
  }

  private apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.isDark ? "dark" : "light";
    if (this.isQuiet) root.dataset.quiet = "";
    else delete root.dataset.quiet;
  }
}

export const settings = new Settings();

/** What has been shown once and need not be shown again, by name: for example the guide of a game. */
export const seenOnce = {
  has: (name: string): boolean => read(`seen.${name}`) !== null,
  add: (name: string): void => write(`seen.${name}`, "1"),
};
