import { type BarChart, barChart } from "./bar-chart.ts";
import { comparisonTable, verdictOf } from "./comparison.ts";
import { type Figure, isMet } from "./figure.ts";
import type { Gain } from "./gain.ts";
import { partNames, parts } from "./parts.ts";
import type { Result } from "./result.ts";
import { figureRows, markdownTable, numberText, valueText } from "./table.ts";

/** The text of a generated file by its name, in docs/operators/performance. */
export type Pages = Map<string, string>;

export interface FigurePages {
  overview: string;
  pages: Pages;
}

/** The generated part of docs/operators/performance.md, and what stands in its folder. */
export function figurePages(results: Result[], gains: Gain[] = []): FigurePages {
  const known = partNames.flatMap((part) => results.find((one) => one.part === part) ?? []);
  const pages: Pages = new Map([["targets.svg", barChart(targetsChart(known))]]);
  for (const result of known) {
    const gain = gains.find(({ part }) => part === result.part);
    pages.set(`${result.part}.md`, partPage(result, gain));
    for (const { file, chart } of chartsOf(result)) pages.set(file, barChart(chart));
  }
  return { overview: overview(known, gains), pages };
}

function overview(results: Result[], gains: Gain[]): string {
  const rows = results.flatMap((result) =>
    figureRows(headlines(result.figures)).map((row) => ({ ...row, link: linkTo(result) })),
  );
  const ordered = [...rows.filter(({ missed }) => missed), ...rows.filter(({ missed }) => !missed)];
  const all = results.flatMap(({ figures }) => figures);
  const missed = all.filter((figure) => isMet(figure) === false).length;
  const targets = all.filter(({ target }) => target !== undefined).length;
  return [
    `${all.length} figures are measured; ${missed} of ${targets} targets are missed.`,
    markdownTable(
      ["Part", "What", "Measured", "Target"],
      ordered.map(({ link, name, value, target }) => [link, name, value, target]),
    ),
    image("performance/targets.svg", targetsChart(results).title),
    ...results.flatMap((result) =>
      chartsOf(result)
        .filter(({ figures }) => headlines(figures).length > 0)
        .map(({ file, chart }) => image(`performance/${file}`, chart.title)),
    ),
    markdownTable(
      ["Part", "Measured on", "Again", "Before and after"],
      results.map((result) => [
        linkTo(result),
        result.measuredOn,
        `\`npm run bench -- ${result.part}\``,
        gains
          .filter(({ part }) => part === result.part)
          .map(({ part, measuredOn }) => `[${measuredOn}](performance/${part}.md#before-and-after)`)
          .join(),
      ]),
    ),
  ].join("\n\n");
}

const headlines = (figures: Figure[]) => figures.filter(({ headline }) => headline);

const image = (file: string, title: string) => `![${title}](${file})`;

function linkTo({ part }: Result): string {
  return `[${parts[part].title}](performance/${part}.md)`;
}

function partPage(result: Result, gain?: Gain): string {
  const { part, measuredOn, machine, node, commit, figures } = result;
  const { title, about } = parts[part];
  const version = commit === undefined ? "" : `, commit ${commit}`;
  return `${[
    `<!-- Generated from bench/results/${part}.json: npm run docs -->`,
    `# ${title}`,
    about,
    `\`npm run bench -- ${part}\`, measured on ${measuredOn} with Node.js ${node} on ${machine}${version}.`,
    ...chartsOf(result).map(({ file, chart }) => image(file, chart.title)),
    markdownTable(
      ["What", "Measured", "Target"],
      figureRows(figures).map(({ name, measured, target }) => [name, measured, target]),
    ),
    ...(gain === undefined ? [] : beforeAndAfter(gain)),
    "All parts: [performance](../performance.md).",
  ].join("\n\n")}\n`;
}

/** What changed by more than its noise when the part was last compared with the code before a change. */
function beforeAndAfter({ part, measuredOn, machine, commit, commitBefore, figures }: Gain) {
  const changed = figures.filter((pair) => ["better", "worse"].includes(verdictOf(pair, true)));
  const version = (of?: string) => (of === undefined ? "" : ` (commit ${of})`);
  return [
    "## Before and after",
    `Before${version(commitBefore)} and after${version(commit)}, by turns: \`npm run bench -- ${part} --beside FOLDER\`,
measured on ${measuredOn} on ${machine}. Medians, with the least and the most of the rounds.`,
    comparisonTable(changed, { sameMachine: true, aligned: false }),
    `${figures.length - changed.length} other figures differ by no more than their noise, or are not judged.`,
  ];
}

function chartsOf({ part, figures }: Result) {
  const charted = figures.filter(({ chart }) => chart !== undefined);
  return [...Map.groupBy(charted, ({ chart = "" }) => chart)].map(([title, group], index) => {
    const bound = group.find(({ target }) => target !== undefined);
    const text = (figure: Figure) => `target ${valueText({ ...figure, ...figure.target })}`;
    const chart: BarChart = {
      title,
      bars: group.map((figure) => ({
        label: shortened(figure.name, group),
        value: figure.value,
        text: bound && !figure.target ? `${valueText(figure)}, no target` : valueText(figure),
        missed: isMet(figure) === false,
      })),
      ...(bound?.target && { bound: { value: bound.target.value, text: text(bound) } }),
    };
    return { file: `${part}-${index + 1}.svg`, chart, figures: group };
  });
}

/** A name without what all names of a chart begin or end with: its title says it. */
function shortened(name: string, group: Figure[]): string {
  const words = name.split(": ");
  const all = group.map((figure) => figure.name);
  if (all.every((one) => one.startsWith(`${words[0]}: `))) words.shift();
  if (all.every((one) => one.endsWith(`: ${words.at(-1)}`)) && words.length > 1) words.pop();
  return words.join(": ");
}

/** How much of its target each headline takes, where that is a share: misses are beyond the line. */
function targetsChart(results: Result[]): BarChart {
  const bars = results
    .flatMap(({ figures }) => headlines(figures))
    .flatMap((figure) => {
      const share = shareOfTarget(figure);
      if (share === undefined) return [];
      const text = `${numberText(Math.round(share * 100))} % (${valueText(figure)})`;
      return [{ label: figure.name, value: share, text, missed: isMet(figure) === false }];
    })
    .toSorted((a, b) => b.value - a.value);
  return {
    title: "How much of its target a figure takes",
    bars,
    bound: { value: 1, text: "target" },
  };
}

function shareOfTarget({ value, target }: Figure): number | undefined {
  if (target === undefined || target.is === "=") return undefined;
  const share = target.is === "≤" ? value / target.value : target.value / value;
  return Number.isFinite(share) ? share : undefined;
}
