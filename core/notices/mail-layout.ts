import { directionOf, type Language } from "../languages.ts";
import { Markup, markup } from "../markup.ts";
import type { NoticeRow, NoticeTable, NoticeText } from "./notice-parts.ts";
import { noNumber } from "./report-text.ts";

export interface MailFrame {
  subject: string;
  /** Small, below everything. */
  closing: string[];
  /** Below that: where the reader chooses what to get. */
  links: { says: string; url: string }[];
  language: Language;
  /** What the links do. */
  show: string;
}

export function textOf(parts: NoticeText[], closing: string[]): string {
  const told = parts.map(({ title, lines, table, url }) => {
    const rows = (table?.rows ?? []).map((row) => rowText(row, table?.heads ?? []));
    return [title, ...(rows.length > 0 ? ["", ...rows] : []), ...lines, url].join("\n");
  });
  return `${[...told, closing.join("\n")].join("\n\n")}\n`;
}

function rowText({ name, aside, cells }: NoticeRow, heads: string[]): string {
  const numbers = cells.flatMap(({ value, note }, index) => {
    const shown = note === undefined ? value : `${value} (${note})`;
    return value === noNumber ? [] : [`${heads[index]}: ${shown}`];
  });
  return `${aside === undefined ? name : `${name} (${aside})`}\n${numbers.join(" · ")}\n`;
}

/**
 * One column, with styles on the elements: Gmail leaves out the style element for accounts that it fetches
 * from elsewhere, and Outlook for Windows lays out as Word does, by tables, and knows no `start` and `end`.
 * The classes are for the dark, where a mail client knows it; others turn colors around by themselves.
 */
function stylesOf(direction: "ltr" | "rtl") {
  const [start, end] = direction === "ltr" ? ["left", "right"] : ["right", "left"];
  const [ink, quiet, edge] = ["color: #0b0f14", "color: #4f5a67", "1px solid #d6dde6"];
  const fonts =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif";
  const column = "width: 100%; table-layout: fixed; background-color: #ffffff";
  const part = "padding: 24px 16px 28px";
  const action = "color: #1552c8; font-weight: 600";
  const small = `margin: 0 0 4px; font-size: 13px; ${quiet}`;
  return {
    ...{ body: `margin: 0; padding: 0; background-color: #ffffff; ${ink}`, outer: column },
    inner: `${column}; max-width: 600px; ${ink}; font: 16px/1.5 ${fonts}; text-align: ${start}; overflow-wrap: break-word`,
    ...{ part, next: `${part}; border-top: ${edge}`, action: "margin: 16px 0 0", link: action },
    title: "margin: 0 0 8px; font-size: 20px; line-height: 1.3; font-weight: 700",
    ...{ line: "margin: 0 0 4px", small },
    button: `${action}; display: inline-block; padding: 9px 18px; border-radius: 8px; background-color: #1552c8; color: #ffffff; text-decoration: none`,
    quietLink: quiet,
    closing: `padding: 16px; border-top: ${edge}`,
    table: "width: 100%; margin: 12px 0 8px; font-variant-numeric: tabular-nums",
    head: `padding: 4px 0 4px 6px; font-size: 12px; font-weight: 400; line-height: 1.3; ${quiet}; text-align: ${end}; vertical-align: bottom`,
    name: `padding: 10px 0 0; border-top: ${edge}; font-size: 15px; font-weight: 600; line-height: 1.3; text-align: ${start}; overflow-wrap: anywhere`,
    aside: `font-size: 13px; font-weight: 400; ${quiet}`,
    cell: `padding: 2px 0 10px 6px; font-size: 14px; line-height: 1.4; text-align: ${end}; vertical-align: top; white-space: nowrap`,
    note: `font-size: 12px; line-height: 1.3; ${quiet}; white-space: normal`,
  };
}

type Styles = ReturnType<typeof stylesOf>;

const dark = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media screen and (prefers-color-scheme: dark) {
.paper { background-color: #0d1117 !important; color: #f4f6f8 !important }
.quiet { color: #aeb8c4 !important } .link { color: #7eb0ff !important } .edge { border-color: #3a4554 !important }
.fill { background-color: #2a66dd !important } }
@media print { .table tbody { break-inside: avoid } .action { display: none } }`;

export function htmlOf(
  parts: NoticeText[],
  { subject, closing, links, language, show }: MailFrame,
): string {
  const direction = directionOf(language);
  const styles = stylesOf(direction);
  const cells = parts.map((part, index) => {
    const style = index === 0 ? styles.part : styles.next;
    const isOnly = parts.length === 1;
    return markup`<tr><td class="edge" style="${style}">${partOf(part, styles, { show, isOnly })}</td></tr>`;
  });
  const small = closing.map((line) => markup`<p class="quiet" style="${styles.small}">${line}</p>`);
  const last = links.map(
    ({ says, url }) =>
      markup`<p class="quiet" style="${styles.small}"><a class="quiet" style="${styles.quietLink}" href="${url}">${says}</a></p>`,
  );
  return markup`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${new Markup(dark)}</style>
</head>
<body class="paper" dir="${direction}" style="${styles.body}">
<table role="presentation" class="paper" dir="${direction}" ${plain} style="${styles.outer}"><tr><td align="center">
<table role="presentation" class="paper" ${plain} style="${styles.inner}">
${all(cells)}
<tr><td class="edge" style="${styles.closing}">${all([...small, ...last])}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.html;
}

const plain = new Markup('width="100%" cellpadding="0" cellspacing="0" border="0"');

function partOf(
  { title, lines, table, url }: NoticeText,
  styles: Styles,
  { show, isOnly }: { show: string; isOnly: boolean },
): Markup {
  const hasRows = table !== undefined && table.rows.length > 0;
  const [lineClass, lineStyle] = hasRows ? ["quiet", styles.small] : ["", styles.line];
  // Of several links, none is the one to press.
  const [linkClass, linkStyle] = isOnly ? ["fill", styles.button] : ["link", styles.link];
  const told = lines.map(
    (line) => markup`<p class="${lineClass}" style="${lineStyle}">${line}</p>`,
  );
  return all([
    markup`<h1 style="${styles.title}">${title}</h1>`,
    ...(hasRows ? [tableOf(table, styles)] : []),
    ...told,
    markup`<p class="action" style="${styles.action}"><a class="${linkClass}" style="${linkStyle}" href="${url}">${show}</a></p>`,
  ]);
}

function tableOf({ heads, rows }: NoticeTable, styles: Styles): Markup {
  const head = heads.map(
    (text) => markup`<th scope="col" class="quiet" style="${styles.head}">${text}</th>`,
  );
  const body = rows.map(({ name, aside, cells }) => {
    const beside = markup` <span class="quiet" style="${styles.aside}">${aside ?? ""}</span>`;
    return markup`<tbody>
<tr><th scope="rowgroup" colspan="${heads.length}" class="edge" style="${styles.name}">${name}${aside ? beside : ""}</th></tr>
<tr>${all(cells.map((cell) => cellOf(cell, styles)))}</tr>
</tbody>`;
  });
  return markup`<table class="table" ${plain} style="${styles.table}">
<thead><tr>${all(head)}</tr></thead>
${all(body)}
</table>`;
}

function cellOf({ value, note = "" }: NoticeRow["cells"][number], styles: Styles): Markup {
  const below = markup`<br><span class="quiet" style="${styles.note}">${note}</span>`;
  return markup`<td style="${styles.cell}">${value}${note === "" ? "" : below}</td>`;
}

function all(parts: Markup[]): Markup {
  return new Markup(parts.map(({ html }) => html).join("\n"));
}
