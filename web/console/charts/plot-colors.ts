import { useComputedColorScheme } from "@mantine/core";
import { usePrinting } from "./use-printing.ts";

/** Colors of a plot, for the light or the dark look. On paper it is light. */
export interface PlotColors {
  text: string;
  grid: string;
  level: string;
  levelFill: string;
  ups: string;
  downs: string;
  threshold: string;
  late: string;
  adjusted: string;
  /** Behind the plot. */
  ground: string;
}

const plotColors: Record<"light" | "dark", PlotColors> = {
  light: {
    ...{ text: "#3d4753", grid: "#d6dde6", level: "#1552c8", levelFill: "#1552c81f" },
    ...{ ups: "#1b7f4f", downs: "#b3500f", threshold: "#c22a2a", late: "#7a3db8" },
    ...{ adjusted: "#3d4753", ground: "#ffffff" },
  },
  dark: {
    ...{ text: "#c3ccd6", grid: "#303a48", level: "#7eb0ff", levelFill: "#7eb0ff26" },
    ...{ ups: "#4fc28a", downs: "#f0955a", threshold: "#ff8080", late: "#c79bff" },
    ...{ adjusted: "#c3ccd6", ground: "#171d26" },
  },
};

/** The colors of what the page is shown on now. */
export function usePlotColors(): PlotColors {
  const scheme = useComputedColorScheme("light");
  return plotColors[usePrinting() ? "light" : scheme];
}
