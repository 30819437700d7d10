import { Duplex } from "node:stream";

const lineEnd = "\n".charCodeAt(0);

/** Messages to and from a child process, each a line of JSON. */
export class JsonLines {
  onMessage: ((message: unknown) => void) | undefined;
  readonly #stream: Duplex | undefined;
  #chunks: Buffer[] = [];

  /** `stream` is a pipe of the child; there is none when the child could not be started. */
  constructor(stream: unknown) {
    this.#stream = stream instanceof Duplex ? stream : undefined;
    this.#stream?.on("data", (chunk: Buffer) => this.#read(chunk));
    // A child that died is reported by its end.
    this.#stream?.on("error", () => {});
  }

  send(message: object): void {
    this.#stream?.write(`${JSON.stringify(message)}\n`);
  }

  #read(chunk: Buffer): void {
    const end = chunk.indexOf(lineEnd);
    if (end < 0) return void this.#chunks.push(chunk);
    const line = Buffer.concat([...this.#chunks, chunk.subarray(0, end)]).toString();
    this.#chunks = [];
    this.onMessage?.(JSON.parse(line));
    this.#read(chunk.subarray(end + 1));
  }
}
