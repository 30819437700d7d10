/** Three or six hexadecimal digits, with or without the # that a URL has to encode. */
export function colorOf(text: string | null): string | undefined {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text ?? "")?.[1];
  if (digits === undefined) return undefined;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`.toLowerCase();
}
