import { type Line, valuesIn } from '../../../infra/game-day/lines.ts';
import { filtersOf } from '../../../infra/stacks/observability/log-filters.ts';

/**
 * The values that lines give to metrics of our own by the metric filters of a stage, without the name of the stage: `{ incidents: [1] }`.
 *
 * @param area the area of `functions/` in whose log group the lines are
 */
export function metricsOf(area: string, lines: readonly Line[]): Record<string, number[]> {
  const values: Record<string, number[]> = {};
  for (const line of lines)
    for (const { metricName, value } of valuesIn(filtersOf({ name: 'test' }, area), line))
      (values[metricName.replace(/^test-/, '')] ??= []).push(value);
  return values;
}
