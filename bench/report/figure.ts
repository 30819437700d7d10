/** One measured line. A target is a ratio or a count, never a time: machines differ. */
export interface Figure {
  figure: string;
  measured: string;
  target?: { is: string; met: boolean };
}

/** A figure whose target is an upper bound on a ratio. */
export function ratioFigure(figure: string, ratio: number, bound: number, detail: string): Figure {
  const target = { is: `≤ ${bound} ×`, met: ratio <= bound };
  return { figure, measured: `${ratio.toFixed(2)} × (${detail})`, target };
}
