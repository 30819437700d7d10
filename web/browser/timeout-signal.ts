/**
 * As AbortSignal.timeout, which Chrome has only since version 103; it is aborted with `other`, too, as by
 * AbortSignal.any, which Chrome has since 116.
 */
export function timeoutSignal(ms: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  setTimeout(abort, ms);
  if (other?.aborted) abort();
  other?.addEventListener("abort", abort, { once: true });
  return controller.signal;
}
