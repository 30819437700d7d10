import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed, which a drawing on a canvas does not notice by itself. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia("print");
    // At once: the browser prints what stands there when the listener returns.
    const set = (value: boolean) => flushSync(() => setPrinting(value));
    const [begin, end] = [() => set(true), () => set(false)];
    const change = () => set(media.matches);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    media.addEventListener("change", change);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      media.removeEventListener("change", change);
    };
  }, []);
  return isPrinting;
}
