const longestLine = 80;

/**
 * Help with its paragraphs wrapped for 80 columns. Indented lines stay as they are: commander has
 * wrapped its own, and an example must stay as it can be pasted.
 */
export function formatHelp(text: string): string {
  const lines: string[] = [];
  let open = false;
  for (const line of text.split("\n")) {
    const paragraph = /^\S/.test(line);
    const last = lines.at(-1);
    if (open && paragraph && last !== undefined) lines.splice(-1, 1, ...wrapped(`${last} ${line}`));
    else lines.push(...(paragraph ? wrapped(line) : [line]));
    open = paragraph && !line.endsWith(":");
  }
  return lines.join("\n");
}

function wrapped(paragraph: string): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= longestLine) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
