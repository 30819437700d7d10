/** Interim responses, up to the ten that a request accepts, and the final head: 16 KB each. */
const mostBytes = 11 * 16_384;

/** The bytes of a response until its headers are complete, as they came. */
export class ResponseHead {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(bytes: Buffer): void {
    if (this.#size < mostBytes) this.#chunks.push(bytes);
    this.#size += bytes.length;
  }

  /** The final status, as soon as its line is complete, whatever follows. */
  get status(): number | undefined {
    const line = /^HTTP\/1\.[01][ \t]+([1-9]\d\d)(?!\d)[^\n]*\n/.exec(this.#final());
    const status = Number(line?.[1]);
    return status >= 200 || status === 101 ? status : undefined;
  }

  /** Whether nobody can doubt where the response ends. */
  get isStrict(): boolean {
    const head = strictHead.exec(this.#final())?.[0];
    if (head === undefined) return false;
    return [...head.matchAll(/^(?:content-length|transfer-encoding):/gim)].length <= 1;
  }

  /** What follows the interim responses. */
  #final(): string {
    let text = Buffer.concat(this.#chunks).toString("latin1");
    for (;;) {
      const interim =
        /^\s*(?:HTTP\/1\.[01][ \t]+1(?!01)\d\d\D[\s\S]*?\n\r?\n)?/.exec(text)?.[0] ?? "";
      if (interim === "") return text;
      text = text.slice(interim.length);
    }
  }
}

/** RFC 9112: lines that end in CRLF, none folded, no space before a colon. */
const strictHead =
  /^HTTP\/1\.[01] \d{3}(?: [^\r\n]*)?\r\n(?:[!#$%&'*+.^`|~\w-]+:[^\r\n\0]*\r\n)*\r\n/;
