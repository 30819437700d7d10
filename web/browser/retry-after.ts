/** As HTTP servers write a date: "Sun, 06 Nov 1994 08:49:37 GMT". */
const httpDate = /^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Retry-After in seconds, also where it is a date, as a proxy in front of the service may send: by the
 * clock of the response, because a phone's may be wrong. Null where that cannot be said.
 */
export function retryAfterOf(headers: Pick<Headers, "get">): string | null {
  const text = headers.get("retry-after");
  if (text === null || !httpDate.test(text)) return text;
  const seconds = Math.ceil((Date.parse(text) - Date.parse(headers.get("date") ?? "")) / 1_000);
  return Number.isNaN(seconds) ? null : String(Math.max(0, seconds));
}
