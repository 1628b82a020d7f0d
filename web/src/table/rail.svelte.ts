// Which tab of the side panel is open, and how high the panel stands on a narrow screen.

export type Tab = "question" | "log" | "chat" | "notes" | "seats";

export class RailState {
  tab = $state<Tab>("log");
  /** On a phone the question is one of the tabs, which opens when a question arrives. */
  phoneTab = $state<Tab>("question");
  sheet = $state<"half" | "tall" | "low">("half");
  private readonly narrowly = matchMedia("(max-width: 640px)");
  isNarrow = $state(this.narrowly.matches);
  private readonly isReplay: () => boolean;

  // A replay asks nothing: show its log instead.
  readonly panel = $derived.by(() => {
    if (!this.isNarrow) return this.tab;
    return this.isReplay() && this.phoneTab === "question" ? "log" : this.phoneTab;
  });

  constructor(isReplay: () => boolean) {
    this.isReplay = isReplay;
  }

  get hasQuestion(): boolean {
    return this.isNarrow && !this.isReplay();
  }

  turnTo(to: Tab): void {
    if (to !== "question") this.tab = to;
    this.phoneTab = to;
  }

  /** Follow the width of the window; returns what ends it. */
  watch(): () => void {
    const changed = () => (this.isNarrow = this.narrowly.matches);
    this.narrowly.addEventListener("change", changed);
    return () => this.narrowly.removeEventListener("change", changed);
  }

  resize(): void {
    this.sheet = this.sheet === "half" ? "tall" : this.sheet === "tall" ? "low" : "half";
  }
}
