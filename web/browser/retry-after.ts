/** As HTTP servers write a date: "Sun, 06 Nov 1994 08:49:37 GMT". */
const httpDate = /^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The seconds to wait by a Retry-After header: seconds, or a date, as proxies and networks in front of
 * the service may send. Null where it says nothing that can be used.
 */
export function retryAfterSeconds(header: string | null, nowMs = Date.now()): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  if (!httpDate.test(text)) return null;
  const seconds = Math.ceil((Date.parse(text) - nowMs) / 1_000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
