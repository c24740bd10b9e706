import type { LogFilter } from '../stacks/observability/log-filters.ts';

/** What metric filters read from log lines, as CloudWatch Logs does. */

export type Line = Record<string, unknown>;

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

/** The values that a log line gives to metrics. */
export const valuesIn = (filters: readonly LogFilter[], line: Line): (LogFilter['metric'] & { value: number })[] =>
  filters.flatMap(({ metric, pattern, value }) => {
    if (!takes(pattern, line)) return [];
    const read = value.startsWith('$.') ? line[value.slice(2)] : Number(value);
    return typeof read === 'number' ? [{ ...metric, value: read }] : [];
  });
