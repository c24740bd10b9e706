import { CfnMetricFilter, type CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stage/stages.ts';
import { filtersOf, type LogFilter } from './log-filters.ts';
import { logicalId } from '../template.ts';

/** Metric filters of log groups. */

/**
 * Counts log lines, and reads numbers from them, for the alarms of a stage (log-filters.ts).
 *
 * @param area the area of `functions/` whose functions write to the log group
 */
export function countLogLines(scope: Construct, stage: StageSettings, area: string, logs: CfnLogGroup): void {
  for (const filter of filtersOf(stage, area)) addFilter(scope, `${area}-${filter.metric.metricName}`, logs, filter);
}

export function addFilter(scope: Construct, id: string, logs: CfnLogGroup, { metric, pattern, value }: LogFilter): void {
  const { namespace: metricNamespace, metricName } = metric;
  new CfnMetricFilter(scope, `${logicalId(id)}Count`, {
    logGroupName: logs.ref,
    filterPattern: pattern,
    metricTransformations: [{ metricNamespace, metricName, metricValue: value }],
  });
}
