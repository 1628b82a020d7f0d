// Preferences kept in this browser. None of them is sent to the server.

type Theme = "system" | "light" | "dark";
type Motion = "system" | "on" | "off";
/** How fast others' turns are told. */
export type Speed = "slow" | "normal" | "fast" | "instant";

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
  /** Dice, cards and "your turn" can be heard. */
  hasSound = $state(read("sound") === "on");
  /** Several answers that belong together are given one by one. */
  isOneByOne = $state(read("steps") === "single");
  private chosenSpeed = $state((read("speed") as Speed | null) ?? null);
  private dark = matchMedia("(prefers-color-scheme: dark)");
  private still = matchMedia("(prefers-reduced-motion: reduce)");
  private systemDark = $state(this.dark.matches);
  private systemStill = $state(this.still.matches);

  readonly isDark = $derived(this.theme === "dark" || (this.theme === "system" && this.systemDark));
  readonly isQuiet = $derived(this.motion === "off" || (this.motion === "system" && this.systemStill));

  // Whoever wants no animation is told the result at once, unless they choose a speed.
  readonly speed = $derived<Speed>(this.chosenSpeed ?? (this.isQuiet ? "instant" : "normal"));

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

  setSpeed(speed: Speed): void {
    this.chosenSpeed = speed;
    write("speed", speed);
  }

  setNotices(on: boolean): void {
    this.notices = on;
    write("notices", on ? "on" : "off");
  }

  setSound(on: boolean): void {
    this.hasSound = on;
    write("sound", on ? "on" : "off");
  }

  setOneByOne(on: boolean): void {
    this.isOneByOne = on;
    write("steps", on ? "single" : "together");
  }

  private apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.isDark ? "dark" : "light";
    if (this.isQuiet) root.dataset.quiet = "";
    else delete root.dataset.quiet;
  }
}

export const settings = new Settings();

/** What has been shown once and need not be shown again, by name: for example the offer of a lesson. */
export const seenOnce = {
  has: (name: string): boolean => read(`seen.${name}`) !== null,
  add: (name: string): void => write(`seen.${name}`, "1"),
};
