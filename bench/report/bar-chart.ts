export interface Bar {
  label: string;
  value: number;
  /** As it is shown. */
  text: string;
  missed?: boolean;
}

export interface BarChart {
  title: string;
  bars: Bar[];
  /** A dashed line with its name. */
  bound?: { value: number; text: string };
}

const width = 680;
const margin = 24;
/** What the numbers at the ends of the bars need. */
const textWidth = 220;
/** As many characters as fit; a longer label is whole in the description. */
const longestLabel = 96;
const rowHeight = 42;
const headHeight = 72;

const style = `
  .card { fill: #ffffff; stroke: #d9dee5 }
  text { font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums; fill: #55606e;
    paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
  .title { font-size: 16px; font-weight: 600; fill: #1b2430 }
  .value { font-weight: 600; fill: #1b2430 }
  .bar { fill: #2f6fde }
  .missed { fill: #b4512a }
  .bound { stroke: #55606e; stroke-dasharray: 4 4 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #161b22; stroke: #30363d }
    text { fill: #9aa5b1; stroke: #161b22 }
    .title, .value { fill: #e8edf2 }
    .bar { fill: #5b93f5 }
    .missed { fill: #e08a5f }
    .bound { stroke: #9aa5b1 }
  }
`.replaceAll(/\s+/g, " ");

/** An SVG of horizontal bars, with the same numbers as text for those who cannot see it. */
export function barChart({ title, bars, bound }: BarChart): string {
  const most = Math.max(...bars.map(({ value }) => value), bound?.value ?? 0) || 1;
  const scale = (value: number) => (value / most) * (width - 2 * margin - textWidth);
  const height = headHeight + bars.length * rowHeight + 8;
  const rows = bars.map((bar, index) => {
    const y = headHeight + index * rowHeight;
    const length = Math.max(2, scale(bar.value)).toFixed(1);
    return `
  <text x="${margin}" y="${y}">${escaped(shortened(bar.label))}</text>
  <rect class="bar${bar.missed ? " missed" : ""}" x="${margin}" y="${y + 7}" width="${length}" height="14" rx="3"/>
  <text class="value" x="${(margin + Number(length) + 8).toFixed(1)}" y="${y + 19}">${escaped(shownValue(bar))}</text>`;
  });
  const x = (margin + scale(bound?.value ?? 0)).toFixed(1);
  const line =
    bound === undefined
      ? ""
      : `
  <line class="bound" x1="${x}" x2="${x}" y1="${headHeight - 16}" y2="${height - 12}"/>
  <text x="${x}" y="${headHeight - 22}" text-anchor="middle">${escaped(bound.text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">${escaped(title)}</title>
  <desc id="description">${escaped(described({ title, bars, ...(bound && { bound }) }))}</desc>
  <style>${style}</style>
  <rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12"/>
  <text class="title" x="${margin}" y="30">${escaped(title)}</text>${line}${rows.join("")}
</svg>
`;
}

function shortened(label: string): string {
  return label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 1)}…`;
}

const shownValue = ({ text, missed }: Bar) => (missed ? `${text}, missed` : text);

function described({ bars, bound }: BarChart): string {
  const values = bars.map((bar) => `${bar.label}: ${shownValue(bar)}`).join("; ");
  return `${values}.${bound === undefined ? "" : ` Dashed line: ${bound.text}.`}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
