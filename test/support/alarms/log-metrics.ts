import { filtersOf } from '../../../infra/stacks/observability/log-filters.ts';

/** The metric values that the metric filters of a stage derive from log lines, as CloudWatch Logs does. */

type Line = Record<string, unknown>;

/** The text in a field of a line, which may be inside of others: `record.status`. */
const textIn = (line: Line, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Line | undefined)?.[name], line);

/** Conditions on fields joined by `||`, and by `&&` before that, with `*` for any end of a text: all that the filters of this service use. */
function takes(pattern: string, line: Line): boolean {
  const inner = /^\{ (.+) \}$/.exec(pattern)?.[1];
  if (inner === undefined) throw new Error(`No such pattern: ${pattern}`);
  const holds = (condition: string): boolean => {
    const [, field = '', isNot, wanted = ''] = /^\$\.([\w.]+) (!?)= "([^"]*)"$/.exec(condition) ?? [];
    if (!field) throw new Error(`No such condition: ${condition}`);
    const value = textIn(line, field);
    if (typeof value !== 'string') return false;
    if (isNot) return value !== wanted;
    return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
  };
  return inner.split(' || ').some(part =>
    part
      .replace(/^\((.+)\)$/, '$1')
      .split(' && ')
      .every(holds),
  );
}

/**
 * The values that lines give to metrics of our own, without the name of the stage: `{ incidents: [1] }`.
 *
 * @param area the area of `functions/` in whose log group the lines are
 */
export function metricsOf(area: string, lines: readonly Line[]): Record<string, number[]> {
  const values: Record<string, number[]> = {};
  for (const line of lines)
    for (const { metric, pattern, value } of filtersOf({ name: 'test' }, area)) {
      if (!takes(pattern, line)) continue;
      const read = value.startsWith('$.') ? line[value.slice(2)] : Number(value);
      if (typeof read === 'number') (values[metric.metricName.replace(/^test-/, '')] ??= []).push(read);
    }
  return values;
}
