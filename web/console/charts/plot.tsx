import "uplot/dist/uPlot.min.css";
import { Box } from "@mantine/core";
import { useEffect, useRef } from "react";
import uPlot from "uplot";

interface PlotProps {
  /** Another object makes another plot. */
  options: Omit<uPlot.Options, "width">;
  data: uPlot.AlignedData;
}

/** A plot as wide as what it stands in. Its numbers are elsewhere for those who cannot see it. */
export function Plot({ options, data }: PlotProps) {
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
  return <Box ref={place} className="plot" mih={options.height} aria-hidden="true" />;
}
