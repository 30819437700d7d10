import { Markup, markup } from "../../core/markup.ts";

interface Step {
  from: string;
  to: string;
  label: string;
}

/**
 * A diagram in Mermaid as a list that everybody can read: the steps of a sequence in their order, and of
 * other diagrams what follows each node.
 */
export function flowList(mermaid: string): Markup {
  const names = new Map<string, string>();
  const separator = mermaid.startsWith("flowchart") ? /$/ : /: (.*)/;
  const steps = mermaid.split("\n").flatMap((line) => {
    const [chain = "", label = ""] = line.trim().split(separator);
    return readAlias(line.trim(), names) ? [] : readChain(chain, label, names);
  });
  const named = steps
    // A diagram's end is no node.
    .filter(({ to }) => to !== "[*]")
    .map(({ from, to, label }) => ({ from: nameOf(from), to: nameOf(to), label }));
  if (mermaid.startsWith("sequenceDiagram")) {
    const items = named.map(
      ({ from, to, label }) => markup`<li><b>${from}</b>${arrow}<b>${to}</b> ${label}</li>`,
    );
    return markup`<ol class="flow">${joined(items)}</ol>`;
  }
  const groups = [...Map.groupBy(named, ({ from }) => from)].map(([from, next]) => {
    const items = next.map(
      ({ to, label }) =>
        markup`<li>${label === "" ? "" : markup`${label} `}${arrow}<b>${to}</b></li>`,
    );
    return markup`<li><b>${from}</b><ul>${joined(items)}</ul></li>`;
  });
  return markup`<ul class="flow">${joined(groups)}</ul>`;

  function nameOf(id: string): string {
    return id === "[*]" ? "start" : (names.get(id) ?? id);
  }
}

const arrow = new Markup('<span class="arrow" aria-label="to" role="img">→</span>');
const joined = (parts: Markup[]) => new Markup(parts.map(({ html }) => html).join(""));

/** Whether a line only names a node. */
function readAlias(line: string, names: Map<string, string>): boolean {
  const state = /^state "(.+)" as (\w+)$/.exec(line);
  const participant = /^participant (\w+) as (.+)$/.exec(line);
  const [, name, id] = state ?? [line, participant?.[2], participant?.[1]];
  if (name !== undefined && id !== undefined) names.set(id, name);
  return name !== undefined;
}

/** The steps of `a["A"] -->|label| b & c --> d`, where each label may also stand after the line. */
function readChain(chain: string, after: string, names: Map<string, string>): Step[] {
  const parts = chain.split(/\s*(?:-->>|->>|-\.->|-->)\s*(?:\|([^|]*)\|\s*)?/);
  if (parts.length === 1) nodes(chain, names);
  const steps: Step[] = [];
  for (let index = 0; index + 2 < parts.length; index += 2) {
    const label = (parts[index + 1] ?? after).replace(/^"|"$/g, "");
    const targets = nodes(parts[index + 2], names);
    for (const from of nodes(parts[index], names)) {
      steps.push(...targets.map((to) => ({ from, to, label })));
    }
  }
  return steps;
}

/** The ids of nodes such as `a & b["Its name"]`. */
function nodes(text = "", names: Map<string, string>): string[] {
  return text.split(/ & /).map((node) => {
    const [, id = node, name] = /^(\w+)[([{]+"?(.+?)"?[)\]}]+$/.exec(node) ?? [];
    if (name !== undefined) names.set(id, name.replace(/,?<br\/?>/g, ", "));
    return id;
  });
}
