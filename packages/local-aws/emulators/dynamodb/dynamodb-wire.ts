/** An HTTP request as it came; `head` ends with the empty line. */
export interface WireRequest {
  head: string;
  body: Buffer;
  /** Head and body. */
  bytes: Buffer;
  length: number;
}

/** The first request in what a connection has received. Clients of AWS always say its length. */
export function readRequest(received: Buffer): WireRequest | "incomplete" | "unreadable" {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return "incomplete";
  const bodyStart = headEnd + 4;
  const head = received.toString("latin1", 0, bodyStart);
  const declared = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (declared === undefined && /^transfer-encoding:/im.test(head)) return "unreadable";
  const length = bodyStart + Number(declared ?? 0);
  if (received.length < length) return "incomplete";
  const body = received.subarray(bodyStart, length);
  return { head, body, bytes: received.subarray(0, length), length };
}
