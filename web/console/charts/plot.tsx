import "uplot/dist/uPlot.min.css";
import { useEffect, useMemo, useRef } from "react";
import uPlot from "uplot";
import { usePrinting } from "./use-printing.ts";

interface PlotProps {
  /** Another object makes another plot. */
  options: Omit<uPlot.Options, "width">;
  data: uPlot.AlignedData;
}

/** A plot as wide as what it stands in. Its numbers are elsewhere for those who cannot see it. */
export function Plot({ options, data }: PlotProps) {
  // Made anew on paper: the browser prints before an observer would hear of another width.
  const isPrinting = usePrinting();
  const printed = useMemo(() => (isPrinting ? onPaper(options) : options), [options, isPrinting]);
  return (
    <SizedPlot
      key={String(isPrinting)}
      {...{ options: printed, data }}
      width={isPrinting ? paperWidth : "auto"}
    />
  );
}

/** A month is one page, and labels of axes are no larger than the text around them. */
function onPaper(options: PlotProps["options"]): PlotProps["options"] {
  const font = "10px system-ui, sans-serif";
  return { ...options, height: 180, axes: (options.axes ?? []).map((axis) => ({ ...axis, font })) };
}

/** What is left of A4 or Letter between the margins. */
const paperWidth = "17.5cm";

function SizedPlot({ options, data, width }: PlotProps & { width: string }) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const newest = useRef(data);
  newest.current = data;

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const made = new uPlot({ ...options, width: element.clientWidth }, newest.current, element);
    plot.current = made;
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== made.width) {
        made.setSize({ width: element.clientWidth, height: options.height });
      }
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
    };
  }, [options]);

  useEffect(() => plot.current?.setData(data), [data]);

  // Of its height before it is drawn: what is below does not move.
  const size = { inlineSize: width, minBlockSize: options.height };
  return <div ref={place} className="plot" style={size} aria-hidden="true" />;
}
