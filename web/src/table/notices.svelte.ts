// Browser notifications: switched on by a click, and shown only while the page is not in view.

import { settings } from "../lib/settings.svelte";

const REFUSED = "This browser does not allow notifications from this page. You can allow them in its settings for this site; they need https.";

class Notices {
  private permission = $state<NotificationPermission>("Notification" in window ? Notification.permission : "denied");

  readonly isOn = $derived(settings.notices && this.permission === "granted");
  /** Whether to offer them: they are off, and not blocked for good. */
  readonly canAsk = $derived(!this.isOn && this.permission !== "denied");

  /** Call only from a click. Returns a sentence that says why they cannot be shown, or an empty text. */
  async turnOn(): Promise<string> {
    if (this.permission === "default") this.permission = await Notification.requestPermission();
    settings.setNotices(this.permission === "granted");
    return this.permission === "denied" ? REFUSED : "";
  }

  turnOff(): void {
    settings.setNotices(false);
  }

  /** Show a notification, unless the page is in view. */
  tell(title: string, body: string, tag: string): void {
    if (!this.isOn || (!document.hidden && document.hasFocus())) return;
    try {
      const notice = new Notification(title, { body, tag, icon: "/icon.svg" });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones define Notification but cannot show one; the page's title still says it.
    }
  }
}

export const notices = new Notices();
