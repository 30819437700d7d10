type Unit = "Count" | "Milliseconds";

/** CloudWatch takes at most this many values of a metric from one line. */
const mostValues = 100;

/** Metrics that are written together, as one line in CloudWatch's embedded metric format. */
export class Metrics {
  readonly #metrics = new Map<string, { unit: Unit; values: number[] }>();

  add(name: string, unit: Unit, value: number): void {
    const metric = this.#metrics.get(name);
    if (metric === undefined) this.#metrics.set(name, { unit, values: [value] });
    else if (metric.values.push(value) === mostValues) this.write();
  }

  /** Writes what was added since the last time, if anything; the service is always a dimension. */
  write(dimensions: Record<string, string> = {}): void {
    if (this.#metrics.size === 0) return;
    const { SERVICE_NAME: service = "", METRICS_NAMESPACE: Namespace } = process.env;
    const named = { service, ...dimensions };
    const Metrics = Array.from(this.#metrics, ([Name, { unit }]) => ({ Name, Unit: unit }));
    const line: Record<string, unknown> = {
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [{ Namespace, Dimensions: [Object.keys(named)], Metrics }],
      },
      ...named,
    };
    for (const [name, { values }] of this.#metrics) {
      line[name] = values.length === 1 ? values[0] : values;
    }
    this.#metrics.clear();
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}
