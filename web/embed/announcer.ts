/** Between two announcements to screen readers. */
export const announcementMs = 30_000;

/** Delays announcements that come too soon; a newer one replaces the one that waits. */
export class Announcer {
  readonly #say: (text: string) => void;
  #said = "";
  #waiting = "";
  #nextMs = 0;

  constructor(initial: string, say: (text: string) => void) {
    this.#said = initial;
    this.#say = say;
  }

  offer(text: string, nowMs: number): void {
    this.#waiting = text;
    this.tick(nowMs);
  }

  /** Call it every second or so: it makes the announcement whose time has come. */
  tick(nowMs: number): void {
    if (this.#waiting === "" || this.#waiting === this.#said || nowMs < this.#nextMs) return;
    this.#said = this.#waiting;
    this.#nextMs = nowMs + announcementMs;
    this.#say(this.#said);
  }
}
