type Series = (number | undefined)[];
type Value = number | Series;

/**
 * Evaluates an expression of CloudWatch's metric math with numbers, ids, the four operations, >=,
 * IF(condition, series, series or number), FILL(series, number), which puts the number where the series has no value, FILL(series, REPEAT),
 * which repeats the value before, and DIFF(series), the difference to the value before
 * (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html). What an operation
 * makes of a missing value is not documented there; the result is taken to be missing, too, so that
 * no alarm relies on more.
 */
export function metricMath(expression: string, values: Record<string, Series>): Series {
  const tokens = expression.match(/[A-Za-z_]\w*|\d+(?:\.\d+)?|>=|[-+*/(),]/g) ?? [];
  if (tokens.join("") !== expression.replaceAll(" ", "")) throw new Error(`unread: ${expression}`);
  const result = comparison(tokens, values);
  if (tokens.length > 0) throw new Error(`unread: ${tokens.join(" ")} of ${expression}`);
  if (typeof result === "number") throw new Error(`not a series: ${expression}`);
  return result;
}

/** 1 where it holds, and 0 where it does not. */
function comparison(tokens: string[], values: Record<string, Series>): Value {
  const left = sum(tokens, values);
  if (tokens[0] !== ">=") return left;
  tokens.shift();
  return combined(left, sum(tokens, values), (a, b) => (a >= b ? 1 : 0));
}

function sum(tokens: string[], values: Record<string, Series>): Value {
  let left = product(tokens, values);
  while (tokens[0] === "+" || tokens[0] === "-") {
    const sign = tokens.shift() === "+" ? 1 : -1;
    left = combined(left, product(tokens, values), (a, b) => a + sign * b);
  }
  return left;
}

function product(tokens: string[], values: Record<string, Series>): Value {
  let left = operand(tokens, values);
  while (tokens[0] === "*" || tokens[0] === "/") {
    const divides = tokens.shift() === "/";
    left = combined(left, operand(tokens, values), (a, b) => (divides ? a / b : a * b));
  }
  return left;
}

function operand(tokens: string[], values: Record<string, Series>): Value {
  const token = tokens.shift() ?? "";
  if (token === "(") {
    const inner = comparison(tokens, values);
    expectNext(tokens, ")");
    return inner;
  }
  if (token === "IF") {
    expectNext(tokens, "(");
    const condition = comparison(tokens, values);
    expectNext(tokens, ",");
    const one = sum(tokens, values);
    expectNext(tokens, ",");
    const other = sum(tokens, values);
    expectNext(tokens, ")");
    if (typeof condition === "number") throw new Error("IF of what?");
    const at = (value: Value, index: number) => (typeof value === "number" ? value : value[index]);
    return condition.map((holds, index) =>
      holds === undefined ? undefined : at(holds === 0 ? other : one, index),
    );
  }
  if (token === "FILL") {
    expectNext(tokens, "(");
    const series = sum(tokens, values);
    expectNext(tokens, ",");
    if (typeof series === "number") throw new Error("FILL of what?");
    if (tokens[0] === "REPEAT") {
      tokens.shift();
      expectNext(tokens, ")");
      return repeated(series);
    }
    const filling = sum(tokens, values);
    expectNext(tokens, ")");
    if (typeof filling !== "number") throw new Error("FILL with what?");
    return series.map((value) => value ?? filling);
  }
  if (token === "DIFF") {
    expectNext(tokens, "(");
    const series = sum(tokens, values);
    expectNext(tokens, ")");
    if (typeof series === "number") throw new Error("DIFF of what?");
    return series.map((value, index) => {
      const before = series[index - 1];
      return value === undefined || before === undefined ? undefined : value - before;
    });
  }
  if (/^\d/.test(token)) return Number(token);
  const series = values[token];
  if (series === undefined) throw new Error(`no metric has the id ${token}`);
  return series;
}

/** What is missing before the first value stays missing. */
function repeated(series: Series): Series {
  let last: number | undefined;
  return series.map((value) => {
    last = value ?? last;
    return last;
  });
}

function combined(a: Value, b: Value, operation: (a: number, b: number) => number): Value {
  if (typeof a === "number" && typeof b === "number") return operation(a, b);
  const length = Math.max(
    typeof a === "number" ? 0 : a.length,
    typeof b === "number" ? 0 : b.length,
  );
  return Array.from({ length }, (_, index) => {
    const left = typeof a === "number" ? a : a[index];
    const right = typeof b === "number" ? b : b[index];
    return left === undefined || right === undefined ? undefined : operation(left, right);
  });
}

function expectNext(tokens: string[], wanted: string): void {
  const token = tokens.shift();
  if (token !== wanted) throw new Error(`${wanted} expected, not ${token}`);
}
