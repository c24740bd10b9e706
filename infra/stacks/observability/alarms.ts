import { Duration, type Stack } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { BackgroundEntry } from '../../catalogue.ts';
import { DEAD_LETTERS } from '#shared/platform/aws/queues.ts';
import type { IndexName } from '#shared/platform/store/table.ts';
import * as names from '../../stage/names.ts';
import type { QueueSettings } from '../../stage/queues.ts';
import type { StageSettings } from '../../stage/stages.ts';
import type { StateMachineFile } from '../../stage/state-machines.ts';
import { authorityAlarms } from './authority-alarms.ts';
import { canaryAlarms } from './canary-alarm.ts';
import { lateWorkAlarms, submissionAlarms } from './late-work.ts';
import { objectiveAlarms } from './slos.ts';
import { api, machine, metric, ofFunction, PERIOD_MINUTES, queue, table, type Watched } from './metrics.ts';

/** What each alarm watches. */

/** What a stage has that alarms watch. */
interface Watchable {
  apiId: string;
  queues: readonly Pick<QueueSettings, 'name'>[];
  streams: readonly BackgroundEntry[];
  machines: readonly StateMachineFile[];
}

/** All alarms of a stage, by topic: each is a widget of the dashboard, which takes up to 100. */
export function watched(
  stack: Stack,
  stage: StageSettings,
  { apiId, queues, streams, machines }: Watchable,
): Record<string, Watched[]> {
  return {
    Incidents: incidentAlarms(stage),
    API: [...apiAlarms(stage, apiId), ...refusalAlarms(stage), refusedLoginsAlarm(stage)],
    'E-invoicing': [...submissionAlarms(stage), ...authorityAlarms(stage), machinesAlarm(stack, stage, machines)],
    Objectives: objectiveAlarms(stage),
    Schedules: [schedulesAlarm(stage), ...lateWorkAlarms(stage), ...canaryAlarms(stage)],
    'Table, functions and mails': [...tableAlarms(stage), ...functionAlarms(), ...reputationAlarms()],
    Queues: [
      deadLetterAlarm(stage, DEAD_LETTERS),
      ...streams.map(({ name }) => lostRecordsAlarm(stage, names.streamDeadLetters(name))),
      delayAlarm(stage, queues),
      ...streams.map(({ name }) => iteratorAlarm(stage, name)),
    ],
  };
}

/** Answers with 5xx that are failures of the service: what a sandbox company asked the simulator of the tax authority for is none. */
const failedRequests = (stage: StageSettings, apiId: string): MathExpression => {
  const { namespace, metricName } = names.expectedFailuresMetric(stage);
  return new MathExpression({
    expression: 'failed - FILL(expected, 0)',
    usingMetrics: { failed: api(apiId, '5xx', 'Sum'), expected: metric(namespace, metricName, {}, 'Sum') },
    label: '5xx without those that are no failure',
    period: Duration.minutes(PERIOD_MINUTES),
  });
};

/** One metric from several, of which each may have no value while nothing happens: CloudWatch lets an alarm read ten. */
const together = (by: 'MAX' | 'SUM', metrics: readonly Metric[], label: string): MathExpression =>
  new MathExpression({
    expression: `${by}([${metrics.map((_, place) => `FILL(m${place}, 0)`).join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics.map((one, place) => [`m${place}`, one])),
    label,
    period: Duration.minutes(PERIOD_MINUTES),
  });

/** The failures of every endpoint are in both of the first two (docs/adr/0027-alarms-of-endpoints.md). */
const apiAlarms = (stage: StageSettings, apiId: string): Watched[] => [
  {
    id: 'api-5xx',
    says: 'Requests fail with 5xx: look for "request failed" in the log groups of the areas.',
    metric: failedRequests(stage, apiId),
    urgent: true,
    above: 5,
  },
  {
    id: 'failed-answers',
    says: 'Requests failed in three of the last 24 hours, perhaps all of an endpoint that is rarely called. Look at the access log by route (docs/operations/requests.md, Failed requests).',
    metric: answersMetric(stage, 'failed').with({ period: Duration.hours(1) }),
    above: 0,
    periods: 24,
    inPeriods: 3,
  },
  {
    id: 'api-slow',
    says: 'One call in a hundred takes over 5 seconds: look at the durations of the functions.',
    metric: api(apiId, 'Latency', 'p99'),
    above: 5_000,
    periods: 3,
  },
];

/** Requests that are refused: their number says what no single one shows. */
const refusalAlarms = (stage: StageSettings): Watched[] => [
  {
    id: 'answers-refused',
    says: 'Over 1,000 requests within 5 minutes had no valid credential (401), or were above a limit of this service or API Gateway (429): somebody tries credentials, a client repeats an expired one or does not wait, valid ones are rejected after a change of keys, or a limit is too low. Look at the access log by status, address and route (docs/operations/requests.md, Refused requests).',
    metric: answersMetric(stage, 'refused'),
    above: 1_000,
  },
];

export const answersMetric = (stage: StageSettings, counted: names.CountedAnswers): Metric => {
  const { namespace, metricName } = names.answersMetric(stage, counted);
  return metric(namespace, metricName, {}, 'Sum');
};

/** The index whose partition keys hold work of all companies. */
const SHARED_INDEX: IndexName = 'due';

/**
 * Throttling of the table, and of writes to the index `due`, which throttle the table's: the metric of the table does not include them. A
 * partition key of the other indexes has items of one company or organization, and each write to it is also one of more units to the company's
 * partition of the table (test/long/ledger.txt: 1 or 2 units to each key beside 10 to 26), which therefore throttles first. Throttled reads of an index
 * show as slow requests and 5xx, which have alarms of their own.
 */
const tableAlarms = (stage: StageSettings): Watched[] => [
  {
    id: 'table-throttled',
    says: `The table throttles reads or writes, or the index ${SHARED_INDEX} does: one partition key gets more requests than a partition can serve, or the account has reached its limit. The dashboard, or CloudWatch, shows which. Throttled writes of the index throttle those of the table, and schedules find their work late.`,
    metric: together(
      'SUM',
      [
        ...['Read', 'Write'].map(what => table(stage, `${what}ThrottleEvents`)),
        table(stage, 'WriteThrottleEvents', { GlobalSecondaryIndexName: SHARED_INDEX }),
      ],
      'Throttled reads and writes',
    ),
    urgent: true,
    above: 50,
  },
];

const deadLetterAlarm = (stage: StageSettings, of: string): Watched => ({
  id: of,
  says: `Messages failed all their tries: npm run redrive -- --stage ${stage.name} says of which queues. Find out why in the consumers' logs, then move them back: npm run redrive -- <queue> --stage ${stage.name} (docs/operations).`,
  metric: queue(stage, of, 'ApproximateNumberOfMessagesVisible'),
  above: 0,
});

/** For the dead letters of a stream's consumer, which contain no records and cannot be moved back. */
const lostRecordsAlarm = (stage: StageSettings, of: string): Watched => ({
  ...deadLetterAlarm(stage, of),
  says: `Changes of the table were given up, after retries for half a day. Find out why in the consumer's log. The sweep dispatches their outbox items again; those that it has parked meanwhile are dispatched by npm run redrive -- outbox --stage ${stage.name}. Then purge this queue (docs/operations).`,
});

const delayAlarm = (stage: StageSettings, queues: Watchable['queues']): Watched => ({
  id: 'queues-delayed',
  says: 'Messages of a queue wait for over 15 minutes: its consumer fails or does not keep up. The graph of the alarm has a line for each queue.',
  metric: together(
    'MAX',
    queues.map(({ name }) => queue(stage, name, 'ApproximateAgeOfOldestMessage')),
    'Seconds that the oldest message of any queue has waited',
  ),
  urgent: true,
  above: 15 * 60,
  periods: 2,
});

const iteratorAlarm = (stage: StageSettings, of: string): Watched => ({
  id: `${of}-behind`,
  says: 'Committed changes are not published: the consumer of the table stream is over 5 minutes behind. The stream retains records for 24 hours; the sweep dispatches the outbox items of lost ones.',
  metric: ofFunction(stage, of, 'IteratorAge', 'Maximum'),
  urgent: true,
  above: 5 * 60_000,
  periods: 2,
});

/**
 * Runs of schedules that failed, of all schedules together. Lambda runs a schedule that fails again after one and three minutes
 * (asynchronous invocation): one that fails at every run has failed three times within five minutes, however rarely it is due. Single
 * failures are tolerated, since the next run finds the same work.
 */
const schedulesAlarm = (stage: StageSettings): Watched => {
  const { namespace, metricName } = names.scheduleFailuresMetric(stage);
  return {
    id: 'schedules-failing',
    says: 'Schedules fail repeatedly: their work is not done. Look in the log of the schedules for lines of the level ERROR and platform.report: their log stream names the function (docs/operations).',
    metric: metric(namespace, metricName, {}, 'Sum').with({ period: Duration.minutes(15) }),
    urgent: true,
    above: 2,
  };
};

/** All functions of the account share one limit of concurrent executions (1,000; 10 in new accounts). */
const functionAlarms = (): Watched[] => [
  {
    id: 'functions-throttled',
    says: 'Lambda throttles functions: the account has reached its limit of concurrent executions. Callers get 503, queues wait. Request a higher limit (Service Quotas), or find the function that runs so often.',
    metric: metric('AWS/Lambda', 'Throttles', {}, 'Sum'),
    urgent: true,
    above: 10,
  },
];

/** What each line says, and what to do then, is in docs/operations. */
const incidentAlarms = (stage: StageSettings): Watched[] => [
  {
    id: 'incidents',
    says: 'Work, mails or submissions were given up, or a company has not been synchronized for 30 days. One query lists what, and a table says what to do (docs/operations/failed-work.md, Incidents).',
    metric: incidentsMetric(stage, 'incidents'),
    above: 0,
  },
  {
    id: 'security-incidents',
    says: 'A stolen token may have been used, or somebody has rewritten items of the table: keep everything as it is. One query says which (docs/operations/failed-work.md, Incidents).',
    metric: incidentsMetric(stage, 'security-incidents'),
    urgent: true,
    above: 0,
  },
];

export const incidentsMetric = (stage: StageSettings, group: names.IncidentGroup): Metric => {
  const { namespace, metricName } = names.incidentsMetric(stage, group);
  return metric(namespace, metricName, {}, 'Sum');
};

const machinesAlarm = (stack: Stack, stage: StageSettings, machines: readonly StateMachineFile[]): Watched => ({
  id: 'executions-failed',
  says: 'Executions of a state machine failed: the state of their documents does not change any more. Look at the executions in Step Functions.',
  metric: together(
    'SUM',
    machines.map(({ name }) => machine(stack, stage, name, 'ExecutionsFailed')),
    'Executions that failed',
  ),
  above: 0,
});

const refusedLoginsAlarm = (stage: StageSettings): Watched => ({
  id: 'logins-refused',
  says: 'Over 500 logins were refused within 5 minutes: somebody tries passwords. Limits hold them back; see in the log whose accounts, and from where (docs/operations/security.md, Security events).',
  metric: refusedLoginsMetric(stage),
  above: 500,
});

export const refusedLoginsMetric = (stage: StageSettings): Metric => {
  const { namespace, metricName } = names.refusedLoginsMetric(stage);
  return metric(namespace, metricName, {}, 'Sum');
};

/** SES reviews accounts at these rates, and stops their mails a little above (SES developer guide, "Sender reputation"). */
const reputationAlarms = (): Watched[] => [
  {
    id: 'ses-bounces',
    says: 'Over 5 % of the mails bounce: SES puts such accounts under review, and stops all mails at 10 %. See which companies mail to addresses that do not exist (docs/operations/mail.md, Mails that bounce).',
    metric: metric('AWS/SES', 'Reputation.BounceRate', {}, 'Maximum'),
    above: 0.05,
  },
  {
    id: 'ses-complaints',
    says: 'Over 0.1 % of the mails are reported as spam: SES puts such accounts under review, and stops all mails at 0.5 %. See which companies are complained about (docs/operations/mail.md, Mails that bounce).',
    metric: metric('AWS/SES', 'Reputation.ComplaintRate', {}, 'Maximum'),
    above: 0.001,
  },
];
