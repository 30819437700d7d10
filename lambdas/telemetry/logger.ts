type Level = "INFO" | "WARN" | "ERROR";

/** Lambda's levels, in their order. */
const levels = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"];

/**
 * Writes one line of JSON for a message: level, time, name of the service, and the fields. An error
 * among the fields is written with its name, message, stack, cause and own properties.
 */
export const logger = {
  info: (message: string, fields?: object) => write("INFO", message, fields),
  warn: (message: string, fields?: object) => write("WARN", message, fields),
  error: (message: string, fields?: object) => write("ERROR", message, fields),
};

// Not by the console: where a function's log format is JSON, Lambda wraps what the console writes.
function write(level: Level, message: string, fields: object = {}): void {
  const { AWS_LAMBDA_LOG_LEVEL: lowest = "INFO", SERVICE_NAME: service } = process.env;
  if (levels.indexOf(level) < levels.indexOf(lowest)) return;
  const own = { level, message, timestamp: new Date().toISOString(), service };
  const output = level === "INFO" ? process.stdout : process.stderr;
  // The line's own fields come first, and count.
  output.write(`${jsonOf({ ...own, ...fields, ...own })}\n`);
}

function jsonOf(line: object): string {
  try {
    return JSON.stringify(line, (_, value: unknown) => replaced(value));
  } catch {
    // An error may hold something that holds the error.
    return JSON.stringify(withoutCircles(line, []));
  }
}

function replaced(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { ...value, name, message, stack, cause };
}

/** `around` has the objects that hold the value. */
function withoutCircles(value: unknown, around: unknown[]): unknown {
  if (typeof value !== "object" || value === null) return replaced(value);
  if (around.includes(value)) return "[circular]";
  const fields = Object.entries(replaced(value) as object);
  const written = fields.map(([name, field]) => [name, withoutCircles(field, [...around, value])]);
  return Object.fromEntries(written);
}
