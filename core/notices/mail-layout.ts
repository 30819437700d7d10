import { directionOf, type Language } from "../languages.ts";
import { Markup, markup } from "../markup.ts";

/** What a mail says of one thing. */
export interface MailPart {
  title: string;
  lines: string[];
  table?: MailTable;
  url: string;
  /** What the link does. */
  show: string;
}

/** Numbers in columns. Each row's name stands above its numbers: a phone has no room beside them. */
export interface MailTable {
  heads: string[];
  rows: MailRow[];
}

export interface MailRow {
  name: string;
  /** Beside the name, quietly. */
  aside?: string;
  /** One for each head; with what stands below the number. */
  cells: { value: string; note?: string }[];
}

export interface MailFrame {
  subject: string;
  /** Small, below everything. */
  closing: string[];
  language: Language;
}

/** Where there is no number. */
export const noNumber = "–";

export function textOf(parts: MailPart[], closing: string[]): string {
  const told = parts.map(({ title, lines, table, url }) => {
    const rows = (table?.rows ?? []).map((row) => rowText(row, table?.heads ?? []));
    return [title, ...(rows.length > 0 ? ["", ...rows] : []), ...lines, url].join("\n");
  });
  return `${[...told, closing.join("\n")].join("\n\n")}\n`;
}

function rowText({ name, aside, cells }: MailRow, heads: string[]): string {
  const numbers = cells.flatMap(({ value, note }, index) => {
    const shown = note === undefined ? value : `${value} (${note})`;
    return value === noNumber ? [] : [`${heads[index]}: ${shown}`];
  });
  return `${aside === undefined ? name : `${name} (${aside})`}\n${numbers.join(" · ")}\n`;
}

/**
 * One column, with styles on the elements: Gmail leaves out a style element of accounts that it fetches from
 * elsewhere, and Outlook for Windows lays out as Word does, by tables. The classes are for the dark, where a
 * mail client knows it; others turn colors around by themselves, which these stand.
 */
const styles = {
  body: "margin: 0; padding: 0; background-color: #ffffff; color: #0b0f14",
  outer: "width: 100%; background-color: #ffffff",
  inner: `width: 100%; max-width: 600px; text-align: start; color: #0b0f14; font-family: system-ui,
 -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif; font-size: 16px;
 line-height: 1.5; overflow-wrap: anywhere; word-break: break-word`.replaceAll("\n", ""),
  part: "padding: 24px 16px 28px",
  next: "padding: 24px 16px 28px; border-top: 1px solid #d6dde6",
  title: "margin: 0 0 8px; font-size: 20px; line-height: 1.3; font-weight: 700",
  line: "margin: 0 0 4px",
  action: "margin: 20px 0 0",
  link: `display: inline-block; padding: 9px 18px; border: 1px solid #1552c8; border-radius: 8px;
 background-color: #1552c8; color: #ffffff; font-weight: 600; text-decoration: none`.replaceAll(
    "\n",
    "",
  ),
  closing: "padding: 16px; border-top: 1px solid #d6dde6; font-size: 13px; color: #4f5a67",
  small: "margin: 0 0 4px",
  table:
    "width: 100%; border-collapse: collapse; margin: 12px 0 16px; font-variant-numeric: tabular-nums",
  head: `padding: 4px 0 4px 6px; font-size: 12px; line-height: 1.3; font-weight: 400; text-align: end;
 vertical-align: bottom; color: #4f5a67`.replaceAll("\n", ""),
  name: `padding: 10px 0 0; border-top: 1px solid #d6dde6; font-size: 15px; line-height: 1.3;
 font-weight: 600; text-align: start`.replaceAll("\n", ""),
  aside: "font-weight: 400; font-size: 13px; color: #4f5a67",
  cell: `width: 20%; padding: 2px 0 10px 6px; font-size: 15px; line-height: 1.4; text-align: end;
 vertical-align: top`.replaceAll("\n", ""),
  note: "font-size: 12px; line-height: 1.3; color: #4f5a67",
};

const dark = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media screen and (prefers-color-scheme: dark) {
.paper { background-color: #0d1117 !important; color: #f4f6f8 !important }
.quiet { color: #aeb8c4 !important } .edge { border-color: #3a4554 !important }
.fill { background-color: #2a66dd !important; border-color: #2a66dd !important } }
@media print { .table tbody { break-inside: avoid } .action { display: none } }`;

export function htmlOf(parts: MailPart[], { subject, closing, language }: MailFrame): string {
  const cells = parts.map(
    (part, index) =>
      markup`<tr><td class="edge" style="${index === 0 ? styles.part : styles.next}">${partOf(part)}</td></tr>`,
  );
  const small = closing.map((line) => markup`<p style="${styles.small}">${line}</p>`);
  const direction = directionOf(language);
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
<table role="presentation" class="paper" dir="${direction}" style="${styles.outer}" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<table role="presentation" class="paper" width="600" style="${styles.inner}" cellpadding="0" cellspacing="0" border="0">
${all(cells)}
<tr><td class="edge quiet" style="${styles.closing}">${all(small)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.html;
}

function partOf({ title, lines, table, url, show }: MailPart): Markup {
  return all([
    markup`<h2 style="${styles.title}">${title}</h2>`,
    ...(table === undefined || table.rows.length === 0 ? [] : [tableOf(table)]),
    ...lines.map((line) => markup`<p style="${styles.line}">${line}</p>`),
    markup`<p class="action" style="${styles.action}"><a class="fill" style="${styles.link}" href="${url}">${show}</a></p>`,
  ]);
}

function tableOf({ heads, rows }: MailTable): Markup {
  const head = heads.map(
    (text) => markup`<th scope="col" class="quiet" style="${styles.head}">${text}</th>`,
  );
  const body = rows.map(
    ({ name, aside, cells }) => markup`<tbody>
<tr><th scope="rowgroup" colspan="${heads.length}" class="edge" style="${styles.name}">${name}${quietly(aside)}</th></tr>
<tr>${all(cells.map(cellOf))}</tr>
</tbody>`,
  );
  return markup`<table class="table" style="${styles.table}" cellpadding="0" cellspacing="0" border="0">
<thead><tr>${all(head)}</tr></thead>
${all(body)}
</table>`;
}

function quietly(aside: string | undefined): Markup {
  if (aside === undefined) return markup``;
  return markup` <span class="quiet" style="${styles.aside}">${aside}</span>`;
}

function cellOf({ value, note }: MailRow["cells"][number]): Markup {
  const below =
    note === undefined ? "" : markup`<br><span class="quiet" style="${styles.note}">${note}</span>`;
  return markup`<td style="${styles.cell}">${value}${below}</td>`;
}

function all(parts: Markup[]): Markup {
  return new Markup(parts.map(({ html }) => html).join("\n"));
}
