import type { BackgroundEntry } from '../catalogue.ts';
import { memoryMb } from '../stage/function-limits.ts';
import type { Prices } from './prices.ts';
import type { PriceLine } from './sheet.ts';

/** What a stage has that costs while nobody uses it. */
export interface IdleStage {
  kmsKeys: number;
  /** Metrics that alarms watch: CloudWatch charges for each, and an alarm on an expression reads several. */
  alarms: number;
  dashboards: number;
  /** Metrics that schedules write all the time; those that count events cost nothing while none happen. */
  metrics: number;
  /** Queues that a function is fed from: each is polled all the time. */
  polledQueues: number;
  hostedZones: number;
  schedules: readonly { name: string; everyMinutes: number; memoryMb: number }[];
}

/** Lambda polls a queue that is empty with five long polls of 20 seconds at a time (Lambda, "Using Lambda with Amazon SQS"). */
const POLLS_A_MONTH = (5 * 30 * 86_400) / 20;

/** A run of a schedule that finds nothing to do reads a few units and takes about so long. */
const EMPTY_RUN = { seconds: 0.1, readUnits: 4, writeUnits: 1 };

/** Reads a stage from its templates and its schedules. Pure. */
export function idleStage(
  resources: readonly { Type: string; Properties?: Record<string, unknown> }[],
  background: readonly BackgroundEntry[],
): IdleStage {
  const count = (type: string): number => resources.filter(({ Type }) => Type === type).length;
  const fed = resources.filter(
    ({ Type, Properties }) => Type === 'AWS::Lambda::EventSourceMapping' && Properties?.['ScalingConfig'],
  );
  const measured = resources.filter(
    ({ Type, Properties }) =>
      Type === 'AWS::Logs::MetricFilter' && JSON.stringify(Properties?.['MetricTransformations']).includes('"$.lateSeconds"'),
  );
  return {
    kmsKeys: count('AWS::KMS::Key'),
    alarms: resources.reduce((sum, resource) => sum + watchedMetrics(resource), 0),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    metrics: measured.length,
    polledQueues: fed.length,
    hostedZones: count('AWS::Route53::RecordSet') > 0 ? 1 : 0,
    schedules: background.flatMap(entry => {
      const { definition } = entry.handler;
      return definition.kind === 'schedule'
        ? [{ name: entry.name, everyMinutes: definition.everyMinutes, memoryMb: memoryMb(entry) }]
        : [];
    }),
  };
}

/** The metrics that a resource watches, if it is an alarm. */
function watchedMetrics({ Type, Properties }: { Type: string; Properties?: Record<string, unknown> }): number {
  if (Type !== 'AWS::CloudWatch::Alarm') return 0;
  const queries = (Properties?.['Metrics'] ?? []) as { MetricStat?: unknown }[];
  return Math.max(1, queries.filter(({ MetricStat }) => MetricStat !== undefined).length);
}

/** How often the schedules of a stage run in a month. Pure. */
export const scheduledRuns = ({ schedules }: Pick<IdleStage, 'schedules'>): number =>
  schedules.reduce((sum, { everyMinutes }) => sum + (30 * 1440) / everyMinutes, 0);

/** What a stage costs in a month in which nothing happens. Pure. */
export function idleSheet(stage: IdleStage, prices: Prices): PriceLine[] {
  const runs = scheduledRuns(stage);
  const gbSeconds = stage.schedules.reduce(
    (sum, { everyMinutes, memoryMb }) => sum + ((30 * 1440) / everyMinutes) * (memoryMb / 1024) * EMPTY_RUN.seconds,
    0,
  );
  const units =
    EMPTY_RUN.readUnits * prices.dynamodbReadUnitsPerMillion + EMPTY_RUN.writeUnits * prices.dynamodbWriteUnitsPerMillion;
  return [
    { service: 'KMS', amount: `${stage.kmsKeys} keys`, dollars: stage.kmsKeys * prices.kmsKeyMonth },
    { service: 'CloudWatch alarms', amount: `${stage.alarms} metrics watched`, dollars: stage.alarms * prices.alarmMonth },
    { service: 'CloudWatch dashboard', amount: `${stage.dashboards}`, dollars: stage.dashboards * prices.dashboardMonth },
    { service: 'CloudWatch metrics', amount: `${stage.metrics} of its own`, dollars: stage.metrics * prices.customMetricMonth },
    {
      service: 'SQS',
      amount: `polls of ${stage.polledQueues} empty queues`,
      dollars: (stage.polledQueues * POLLS_A_MONTH * prices.sqsRequestsPerMillion) / 1e6,
    },
    {
      service: 'Schedules',
      amount: `${Math.round(runs).toLocaleString('en')} runs`,
      dollars: (runs * (prices.lambdaRequestsPerMillion + units)) / 1e6 + gbSeconds * prices.lambdaGbSecondArm,
    },
    { service: 'Route 53', amount: `${stage.hostedZones} zone`, dollars: stage.hostedZones * prices.hostedZoneMonth },
  ];
}
