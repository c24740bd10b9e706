import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Catalogue } from '../catalogue.ts';
import { FUNCTION_GROUPS } from '../stage/function-groups.ts';
import * as names from '../stage/names.ts';
import { queuesOf } from '../stage/queues.ts';
import { readStages, type StageSettings } from '../stage/stages.ts';
import { stateMachineFiles } from '../stage/state-machines.ts';
import { watched } from '../stacks/observability/alarms.ts';
import { accessLogFilters, filtersOf, type LogFilter } from '../stacks/observability/log-filters.ts';
import { machine, type Watched } from '../stacks/observability/metrics.ts';
import { ROLLOUT_ALARM } from '../stacks/rollout.ts';

/** The alarms and the metric filters of the stage `prod`, as its stacks define them. */
export interface StageAlarms {
  stage: StageSettings;
  alarms: Watched[];
  /** The filters of the log group of an area of `functions/`. */
  filtersOf: (area: string) => LogFilter[];
  accessLog: LogFilter[];
  /** The metric of failed executions, by state machine. */
  failedExecutions: Record<string, Metric>;
}

/** The API's id in the dimensions of its metrics. */
export const API_ID = 'api';

/** The settings of the stage `prod` in cdk.json. */
function prod(): StageSettings {
  const file = join(import.meta.dirname, '../../cdk.json');
  const { context } = JSON.parse(readFileSync(file, 'utf8')) as { context: { stages: unknown } };
  const stage = readStages(context.stages).find(({ name }) => name === 'prod');
  if (!stage) throw new Error('cdk.json has no stage prod.');
  return stage;
}

export async function alarmsOf({ background }: Catalogue): Promise<StageAlarms> {
  const [stage, machines, stack] = [prod(), await stateMachineFiles(), new Stack(new App())];
  const streams = background.filter(({ handler }) => handler.definition.kind === 'stream');
  const topics = watched(stack, stage, { apiId: API_ID, queues: queuesOf(background), streams, machines });
  const groupOf = (area: string): string =>
    Object.keys(FUNCTION_GROUPS).find(group => FUNCTION_GROUPS[group]?.includes(area)) ?? '';
  return {
    stage,
    alarms: [...Object.values(topics).flat(), ...Object.keys(FUNCTION_GROUPS).map(group => rolloutAlarm(stage, group))],
    filtersOf: area => [
      ...filtersOf(stage, area),
      { metric: names.errorMetric(stage, groupOf(area)), pattern: ROLLOUT_ALARM.lines.errors, value: '1' },
      { metric: names.callMetric(stage, groupOf(area)), pattern: ROLLOUT_ALARM.lines.calls, value: '1' },
    ],
    accessLog: accessLogFilters(stage),
    failedExecutions: Object.fromEntries(machines.map(({ name }) => [name, machine(stack, stage, name, 'ExecutionsFailed')])),
  };
}

function rolloutAlarm(stage: StageSettings, group: string): Watched {
  const period = Duration.seconds(ROLLOUT_ALARM.seconds);
  const counted = (metric: { namespace: string; metricName: string }): Metric =>
    new Metric({ ...metric, statistic: 'Sum', period });
  return {
    id: `rollout-${group}`,
    says: 'Functions of this stack fail.',
    metric: new MathExpression({
      expression: ROLLOUT_ALARM.excess,
      usingMetrics: { errors: counted(names.errorMetric(stage, group)), calls: counted(names.callMetric(stage, group)) },
      period,
    }),
    urgent: true,
    above: ROLLOUT_ALARM.above,
  };
}
