/** Screen readers are told of changes at most this often. */
export const announcementMs = 30_000;

/** Holds back announcements that come too soon; the latest replaces the one that waits. */
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

  /** To be called now and then, so that what waits is said when its time has come. */
  tick(nowMs: number): void {
    if (this.#waiting === "" || this.#waiting === this.#said || nowMs < this.#nextMs) return;
    this.#said = this.#waiting;
    this.#nextMs = nowMs + announcementMs;
    this.#say(this.#said);
  }
}
