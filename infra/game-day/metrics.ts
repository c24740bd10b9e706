import { runInNewContext } from 'node:vm';
import { MathExpression, Metric, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from '../stacks/observability/metrics.ts';

/** Metrics and alarms of a stage, evaluated as CloudWatch does. */

interface Sample {
  /** Milliseconds since the epoch. */
  at: number;
  value: number;
}

/** What tells a metric from others: one of the CDK, or one of our own. */
export interface MetricName {
  namespace: string;
  metricName: string;
  dimensions?: Record<string, unknown> | undefined;
}

const keyOf = ({ namespace, metricName, dimensions = {} }: MetricName): string =>
  JSON.stringify([namespace, metricName, Object.entries(dimensions).toSorted()]);

/** The functions of metric math that alarms of this service use, on the values of one period. */
const MATH = {
  FILL: (value: number | undefined, filled: number): number => value ?? filled,
  IF: (holds: boolean, then: number, otherwise: number): number => (holds ? then : otherwise),
  SUM: (values: number[]): number => values.reduce((sum, value) => sum + value, 0),
  MAX: (values: number[]): number => Math.max(...values),
};

const STATISTICS: Record<string, (values: number[]) => number> = {
  Sum: MATH.SUM,
  Maximum: MATH.MAX,
  p99: values => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1]!,
};

export class Metrics {
  readonly #samples = new Map<string, Sample[]>();
  /** When the system was looked at, in milliseconds since the epoch. */
  readonly #looks: number[] = [];

  put(at: number, metric: MetricName, value: number): void {
    const key = keyOf(metric);
    const samples = this.#samples.get(key) ?? [];
    samples.push({ at, value });
    this.#samples.set(key, samples);
  }

  /** Says that everything until now is measured. */
  looked(at: number): void {
    this.#looks.push(at);
  }

  /**
   * The end of the first period after which an alarm rings, in milliseconds since the epoch; undefined when it stays quiet. A clock
   * that is set forward by hours leaves out the periods between.
   */
  ringsAt({ metric, above, periods = 1, inPeriods = periods, missing }: Watched, from: number): number | undefined {
    const millis = periodOf(metric) * 1000;
    // An alarm on what must always be measured asks when the system was looked at, each other when there are values.
    const times = missing === TreatMissingData.BREACHING ? this.#looks : this.#timesOf(metric);
    const places = [...new Set(times.filter(at => at >= from).map(at => Math.floor(at / millis)))].toSorted((a, b) => a - b);
    const breaching = places.map(place => {
      const value = this.#valueOf(metric, place * millis, (place + 1) * millis);
      return value === undefined ? missing === TreatMissingData.BREACHING : value > above;
    });
    const rung = places.findIndex(
      (_, end) => breaching.slice(Math.max(0, end - periods + 1), end + 1).filter(Boolean).length >= inPeriods,
    );
    return rung < 0 ? undefined : (places[rung]! + 1) * millis;
  }

  #timesOf(metric: IMetric): number[] {
    if (metric instanceof MathExpression) return Object.values(metric.usingMetrics).flatMap(one => this.#timesOf(one));
    return (this.#samples.get(keyOf(metric as Metric)) ?? []).map(({ at }) => at);
  }

  #valueOf(metric: IMetric, from: number, to: number): number | undefined {
    if (metric instanceof MathExpression) {
      const used = Object.entries(metric.usingMetrics).map(([id, one]) => [id, this.#valueOf(one, from, to)] as const);
      if (used.every(([, value]) => value === undefined)) return undefined;
      const value: unknown = runInNewContext(metric.expression, { ...MATH, ...Object.fromEntries(used) });
      return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
    }
    if (!(metric instanceof Metric)) throw new Error('An alarm watches a metric of an unknown kind.');
    const samples = this.#samples.get(keyOf(metric)) ?? [];
    const values = samples.filter(({ at }) => at >= from && at < to).map(({ value }) => value);
    const statistic = STATISTICS[metric.statistic];
    if (!statistic) throw new Error(`An alarm reads the statistic ${metric.statistic}.`);
    return values.length === 0 ? undefined : statistic(values);
  }
}

/** Seconds of a metric's period. */
function periodOf(metric: IMetric): number {
  if (metric instanceof MathExpression || metric instanceof Metric) return metric.period.toSeconds();
  throw new Error('An alarm watches a metric of an unknown kind.');
}
