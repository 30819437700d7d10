/** An HTTP request as it came; `head` ends with the empty line. */
export interface WireRequest {
  head: string;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  /** Head and body. */
  bytes: Buffer;
}

interface Head {
  text: string;
  headers: ReadonlyMap<string, string>;
  bodyBytes: number;
}

const maxHeadBytes = 16 * 1024;
// The largest request of DynamoDB, a batch of writes, has up to 16 MB.
const maxBodyBytes = 20 * 1024 * 1024;

/** A request that must not be passed on: where it ends, or who sent it, others may read differently. */
export class UnreadableRequest extends Error {}

/** Puts together the requests of one connection from what it receives. */
export class RequestReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #head: Head | undefined;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The next whole request, if it is there; throws an UnreadableRequest. */
  next(): WireRequest | undefined {
    this.#head ??= this.#readHead();
    if (this.#head === undefined) return undefined;
    const { text: head, headers, bodyBytes } = this.#head;
    const length = head.length + bodyBytes;
    if (this.#size < length) return undefined;
    const received = this.#joined();
    this.#head = undefined;
    this.#chunks = received.length > length ? [received.subarray(length)] : [];
    this.#size -= length;
    const body = received.subarray(head.length, length);
    return { head, headers, body, bytes: received.subarray(0, length) };
  }

  #readHead(): Head | undefined {
    const received = this.#joined();
    const end = received.subarray(0, maxHeadBytes).indexOf("\r\n\r\n");
    if (end >= 0) return parseHead(received.toString("latin1", 0, end + 4));
    if (this.#size < maxHeadBytes) return undefined;
    throw new UnreadableRequest(`The request's head has more than ${maxHeadBytes} bytes.`);
  }

  /** Everything received as one; joined while the head comes, and once when the body is there. */
  #joined(): Buffer {
    const joined = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = joined ? [joined] : [];
    return joined ?? Buffer.alloc(0);
  }
}

function parseHead(text: string): Head {
  const [, ...lines] = text.slice(0, -4).split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined || headers.has(name.toLowerCase())) {
      throw new UnreadableRequest("A header is malformed or comes twice.");
    }
    headers.set(name.toLowerCase(), value);
  }
  const declared = headers.get("content-length") ?? "0";
  if (headers.has("transfer-encoding") || !/^\d+$/.test(declared)) {
    throw new UnreadableRequest("The request has no Content-Length.");
  }
  const bodyBytes = Number(declared);
  if (bodyBytes > maxBodyBytes) {
    throw new UnreadableRequest(`The request has more than ${maxBodyBytes} bytes.`);
  }
  return { text, headers, bodyBytes };
}
