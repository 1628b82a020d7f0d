// Notices of the browser: allowed by a click, shown only to somebody who looks elsewhere.

import { settings } from "../lib/settings.svelte";

const REFUSED = "This browser lets the page show no notices. Its settings for this site can change that; without https it never does.";

class Notices {
  private permission = $state<NotificationPermission>("Notification" in window ? Notification.permission : "denied");

  readonly isOn = $derived(settings.notices && this.permission === "granted");
  /** Whether it is worth offering them: off, and not refused for good. */
  readonly canAsk = $derived(!this.isOn && this.permission !== "denied");

  /** Only ever called by a click. Says in a sentence why not, or nothing. */
  async turnOn(): Promise<string> {
    if (this.permission === "default") this.permission = await Notification.requestPermission();
    settings.setNotices(this.permission === "granted");
    return this.permission === "denied" ? REFUSED : "";
  }

  turnOff(): void {
    settings.setNotices(false);
  }

  /** Say something to somebody who does not look at this page. */
  tell(title: string, body: string, tag: string): void {
    if (!this.isOn || (!document.hidden && document.hasFocus())) return;
    try {
      const notice = new Notification(title, { body, tag, icon: "/icon.svg" });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones have the word and not the thing; the page's title still says it.
    }
  }
}

export const notices = new Notices();
