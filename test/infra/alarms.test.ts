import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { queuesOf } from '../../infra/stage/queues.ts';
import type { SecurityEvent } from '#shared/base/vocabulary/security-events.ts';
import { metricsOf } from '../support/alarms/log-metrics.ts';
import { ofType, type StackTemplate, STAGE, synthesise, systemOf } from './synthesis.ts';

interface Dimension {
  Name: string;
  Value: unknown;
}

interface AlarmProperties {
  AlarmName: string;
  AlarmDescription: string;
  Namespace: string;
  MetricName?: string;
  Dimensions?: Dimension[];
  /** Of a metric that has a label, in place of its name and dimensions. */
  Metrics?: {
    Id?: string;
    Expression?: string;
    MetricStat?: { Metric: { Namespace: string; MetricName: string; Dimensions?: Dimension[] } };
  }[];
  Period: number;
  Threshold: number;
  EvaluationPeriods: number;
  /** The number of these in which the metric must be above the threshold; absent: all. */
  DatapointsToAlarm?: number;
  ComparisonOperator: string;
  TreatMissingData: string;
}

const guide = (page: string): string => readFileSync(join(import.meta.dirname, '../../docs/operations', page), 'utf8');

let system: System;
let templates: StackTemplate[];
let alarms: Map<string, AlarmProperties>;

beforeAll(async () => {
  system = await systemOf();
  templates = synthesise(system);
  const named = ofType(templates, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as AlarmProperties);
  alarms = new Map(named.map(alarm => [alarm.AlarmName.replace(`${STAGE.name}-`, ''), alarm]));
});

const alarm = (name: string): AlarmProperties => {
  const found = alarms.get(name);
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
};

/** The values that alarms watch in this dimension. */
const watchedBy = (dimension: string): unknown[] =>
  [...alarms.values()]
    .flatMap(({ Dimensions = [], Metrics = [] }) => [
      ...Dimensions,
      ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? []),
    ])
    .filter(({ Name }) => Name === dimension)
    .map(({ Value }) => Value);

/** Whether an alarm rings at the values of its last periods, as CloudWatch evaluates it; undefined: no value in the period. */
function rings(
  { ComparisonOperator, Threshold, TreatMissingData, EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods }: AlarmProperties,
  values: (number | undefined)[],
): boolean {
  expect(ComparisonOperator).toBe('GreaterThanThreshold');
  const breaching = values.filter(value => (value === undefined ? TreatMissingData === 'breaching' : value > Threshold));
  return breaching.length >= DatapointsToAlarm;
}

/** Metrics that cannot be larger, in their units; counts have no end. A quota or timeout ends the others. */
const LARGEST: Record<string, number> = {
  // API Gateway gives up on an integration after 30 seconds.
  Latency: 30_000,
  // Records stay in the stream for 24 hours, messages in these queues for 4 days.
  IteratorAge: 24 * 3600 * 1000,
  ApproximateAgeOfOldestMessage: 4 * 24 * 3600,
  // Of an expression: per cent.
  [`${STAGE.name}-authority-calls-failed`]: 100,
  [`${STAGE.name}-invoices-rejected`]: 100,
  [`${STAGE.name}-answers-issues`]: 100,
  Send: 100,
  'Reputation.BounceRate': 1,
  'Reputation.ComplaintRate': 1,
  // Deliveries of a document to the authority are tried for ten hours.
  [`${STAGE.name}-submission-age`]: 10 * 3600,
};

function largest(alarm: AlarmProperties): number {
  const metric = alarm.MetricName ?? alarm.Metrics?.find(({ MetricStat }) => MetricStat)?.MetricStat?.Metric.MetricName ?? '';
  expect([alarm.AlarmName, metric]).not.toEqual([alarm.AlarmName, '']);
  return LARGEST[metric] ?? 10_000;
}

/** Lines that are counted as incidents, with the area that writes them. */
const INCIDENTS: [group: string, area: string, line: Record<string, string>][] = [
  ['incidents', 'schedules', { level: 'ERROR', message: 'Task parked after 5 attempts' }],
  ['incidents', 'schedules', { level: 'ERROR', message: 'Item parked after 5 dispatches' }],
  ['incidents', 'workers', { level: 'ERROR', message: 'Change given up: its route fails' }],
  ['incidents', 'workers', { level: 'ERROR', message: 'Mail failed' }],
  ['incidents', 'workers', { level: 'WARN', message: 'Mail service suspended' }],
  ['incidents', 'workers', { level: 'WARN', message: 'Mail waits' }],
  ['incidents', 'workers', { level: 'WARN', message: 'Synchronization is stale' }],
  ['incidents', 'workers', { level: 'ERROR', message: 'Planned submission given up' }],
  ['security-incidents', 'workers', { level: 'WARN', message: 'Anchor contradicted' }],
  ['security-incidents', 'document-series', { level: 'WARN', message: 'Anchor contradicted' }],
  ...['document-series', 'workers'].map((area): (typeof INCIDENTS)[number] => [
    'security-incidents',
    area,
    { level: 'ERROR', message: 'Audit problem' },
  ]),
  ...['exports', 'invoices', 'workers'].map((area): (typeof INCIDENTS)[number] => [
    'incidents',
    area,
    { level: 'ERROR', message: 'Item damaged' },
  ]),
  ['security-incidents', 'auth', { message: 'security', event: 'session.refresh_token_reused', outcome: 'refused' }],
];

describe('every alarm can ring', () => {
  it('a schedule that fails at every run raises an alarm, however rarely it runs; a single failure does not', () => {
    const report = (status: string) => ({ type: 'platform.report', record: { requestId: 'one', status } });
    const failed = ['error', 'timeout', 'failure'].map(report);
    const [done, other] = [report('success'), { type: 'platform.runtimeDone', record: { status: 'error' } }];
    const { 'schedules-failed': values = [] } = metricsOf('schedules', [...failed, done, other]);
    const watched = alarm('schedules-failing');
    expect(watched).toMatchObject({ Period: 900, EvaluationPeriods: 1, Statistic: 'Sum', TreatMissingData: 'notBreaching' });
    // A run and the two repetitions that Lambda makes of it, within four minutes: nothing in the templates changes their number.
    expect(values).toEqual([1, 1, 1]);
    expect(ofType(templates, 'AWS::Lambda::EventInvokeConfig')).toEqual([]);
    expect([rings(watched, [values.length]), rings(watched, [1])]).toEqual([true, false]);
  });

  it('every alarm rings when its metric stays above the threshold for the required periods, and not at zero', () => {
    const all = ofType(templates, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as AlarmProperties);
    for (const one of all) {
      const [most, none] = [largest(one), 0].map(value => Array.from({ length: one.EvaluationPeriods }, () => value));
      expect([one.AlarmName, rings(one, most!), rings(one, none!)]).toEqual([one.AlarmName, true, false]);
      // A period without values: only alarms on what must always be measured ring then.
      const nothing = none!.map(() => undefined);
      expect([one.AlarmName, rings(one, nothing)]).toEqual([one.AlarmName, one.AlarmName.endsWith('-late-work')]);
    }
  });

  it('an endpoint that always fails but is rarely called raises an alarm once it has failed in three of 24 hours', () => {
    const hours = (failures: number) =>
      Array.from({ length: 24 }, (_, hour) => (hour % 8 === 0 && hour / 8 < failures ? 1 : undefined));
    expect(alarm('failed-answers')).toMatchObject({ Period: 3600 });
    expect([2, 3].map(failures => rings(alarm('failed-answers'), hours(failures)))).toEqual([false, true]);
  });

  it('alarms on events that must never happen ring at the first event', () => {
    const never = [...alarms.keys()].filter(name => /dead-letters$|-failed$|incidents$/.test(name));
    expect(never.length).toBeGreaterThan(4);
    for (const name of never) expect([name, alarm(name).Threshold, alarm(name).EvaluationPeriods]).toEqual([name, 0, 1]);
  });

  it('every function that an alarm watches exists under its deployed name', () => {
    const functions = ofType(templates, 'AWS::Lambda::Function').map(({ Properties }) => Properties['FunctionName']);
    const watched = watchedBy('FunctionName');
    expect(watched.length).toBeGreaterThan(0);
    expect(watched.filter(name => !functions.includes(name))).toEqual([]);
  });

  it('every queue that an alarm watches exists', () => {
    const queues = ofType(templates, 'AWS::SQS::Queue').map(({ Properties }) => Properties['QueueName']);
    const watched = watchedBy('QueueName');
    expect(watched.length).toBeGreaterThan(10);
    expect(watched.filter(name => !queues.includes(name))).toEqual([]);
  });

  it('throttles of the table and of writes to the index that all companies share raise an alarm: the metric of the table does not count those of indexes', () => {
    const { Metrics = [] } = alarm('table-throttled');
    const watched = Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
    const TableName = { Name: 'TableName', Value: `${STAGE.name}-invoicing` };
    expect(watched.map(({ MetricName, Dimensions = [] }) => [MetricName, Dimensions])).toEqual([
      ['ReadThrottleEvents', [TableName]],
      ['WriteThrottleEvents', [TableName]],
      ['WriteThrottleEvents', [{ Name: 'GlobalSecondaryIndexName', Value: 'due' }, TableName]],
    ]);
  });

  it('failures that are expected, such as those that a sandbox company has asked for, are not counted as failed requests', () => {
    const failed = (level: string) => ({ level, message: 'request failed' });
    expect(metricsOf('invoices', [failed('WARN'), failed('ERROR')])).toEqual({ 'failures-expected': [1] });
    expect(alarm('api-5xx').Metrics?.[0]).toMatchObject({ Expression: 'failed - FILL(expected, 0)' });
  });

  it('an alarm reads ten metrics at most, the limit of CloudWatch', () => {
    const read = [...alarms].map(([name, { Metrics = [] }]) => [name, Metrics.filter(({ MetricStat }) => MetricStat).length]);
    expect(read.filter(([, count]) => Number(count) > 10)).toEqual([]);
    expect(alarm('queues-delayed').Metrics?.length).toBe(queuesOf(system.catalogue.background).length + 1);
  });

  it('functions that Lambda refuses to run raise an alarm', () => {
    expect(alarm('functions-throttled')).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Throttles' });
    expect(alarm('functions-throttled').Dimensions ?? []).toEqual([]);
  });

  it.each(INCIDENTS)('%s: one line in the log of %s raises the alarm: %o', (group, area, line) => {
    expect(metricsOf(area, [line])).toMatchObject({ [group]: [1] });
    expect(alarm(group)).toMatchObject({ MetricName: `${STAGE.name}-${group}`, Threshold: 0, Period: 300, EvaluationPeriods: 1 });
  });

  it('an item that cannot be read raises it in the log of every area: lists are read in most, and leave it out', () => {
    const areas = new Set([...system.catalogue.endpoints, ...system.catalogue.background].map(({ area }) => area));
    expect(areas.size).toBeGreaterThan(30);
    for (const area of areas)
      expect([area, metricsOf(area, [{ level: 'ERROR', message: 'Item damaged' }])]).toEqual([area, { incidents: [1] }]);
  });

  it.each([
    ['workers', { level: 'WARN', message: 'Planned submission given up' }],
    ['workers', { level: 'WARN', message: 'Planned submission postponed' }],
    ['schedules', { level: 'WARN', message: 'Item dispatched again' }],
    ['auth', { message: 'security', event: 'session.refreshed', outcome: 'done' }],
  ])('no alarm rings for a line in the log of %s that says something else: %o', (area, line) => {
    expect(metricsOf(area, [line])).toEqual({});
  });

  it('what points to an intruder rings while mails fail: the groups have no line in common', () => {
    const [mail, anchor] = [{ message: 'Mail failed' }, { message: 'Anchor contradicted' }];
    expect(metricsOf('workers', [mail, mail, anchor])).toEqual({
      ...{ incidents: [1, 1], 'security-incidents': [1] },
      'mails-failed': [1, 1],
    });
  });

  it('over 500 refused logins in five minutes raise an alarm', () => {
    const line = (event: SecurityEvent, outcome: string) => ({ message: 'security', event, outcome });
    const refused = [line('login', 'refused'), line('login.second_factor', 'refused')];
    expect(metricsOf('auth', [...refused, line('login', 'done'), line('access', 'refused')])).toEqual({
      'logins-refused': [1, 1],
    });
    expect(alarm('logins-refused')).toMatchObject({ Threshold: 500, Period: 300, EvaluationPeriods: 1, Statistic: 'Sum' });
  });

  it('every metric of our own that an alarm watches is written by a filter of a log group', () => {
    const written = ofType(templates, 'AWS::Logs::MetricFilter').flatMap(({ Properties }) =>
      (Properties['MetricTransformations'] as { MetricNamespace: string; MetricName: string }[]).map(
        ({ MetricName }) => MetricName,
      ),
    );
    const watched = [...alarms.values()]
      .flatMap(({ Namespace, MetricName, Metrics = [] }) => [
        { Namespace, MetricName },
        ...Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])),
      ])
      .filter(({ Namespace }) => Namespace === 'Invoicing')
      .map(({ MetricName = '' }) => MetricName);
    expect(watched.length).toBeGreaterThan(12);
    expect(watched.filter(name => !written.includes(name))).toEqual([]);
  });

  it('work of any kind that is half an hour late raises an alarm; so does a stage whose schedules do not run', () => {
    expect(alarm('late-work')).toMatchObject({
      ...{ MetricName: `${STAGE.name}-late-work`, Statistic: 'Maximum', Threshold: 1800, EvaluationPeriods: 3 },
    });
    expect(alarm('late-submissions')).toMatchObject({ Statistic: 'Maximum', Threshold: 6 * 3600, EvaluationPeriods: 1 });
    expect([...alarms].filter(([, one]) => one.TreatMissingData === 'breaching').map(([name]) => name)).toEqual(['late-work']);
  });

  it.each([
    ['authority-unavailable', 900, 'failed', 'authority-calls-failed', 'calls', 'authority-calls-made'],
    ['submissions-rejected', 3600, 'rejected', 'invoices-rejected', 'validated', 'invoices-validated'],
  ])('%s: more than half within %i seconds', (name, seconds, id, part, other, rest) => {
    const { Metrics = [], Threshold, EvaluationPeriods } = alarm(name);
    expect([Threshold, EvaluationPeriods]).toEqual([50, 1]);
    expect(Metrics).toMatchObject([
      { Expression: expect.stringContaining(`100 * ${id} / `) as string },
      { Id: id, MetricStat: { Metric: { MetricName: `${STAGE.name}-${part}` }, Period: seconds, Stat: 'Sum' } },
      { Id: other, MetricStat: { Metric: { MetricName: `${STAGE.name}-${rest}` }, Period: seconds, Stat: 'Sum' } },
    ]);
  });

  it('the share of an expression is 0 while failures are few, and counts hours in which all documents were rejected', () => {
    const share = (name: string, values: Record<string, number | undefined>): number => {
      const expression = alarm(name).Metrics?.[0]?.Expression ?? '';
      // The functions of CloudWatch's metric math that these expressions use.
      const code = expression
        .replace(/FILL\((\w+), (\d+)\)/g, '($1 ?? $2)')
        .replace(/^IF\((.+), (\d+)\)$/, (_, inner: string, otherwise: string) => inner.replace(', ', ' ? ') + ' : ' + otherwise);
      return Number(new Function(...Object.keys(values), `return ${code}`)(...Object.values(values)));
    };
    expect(share('authority-unavailable', { failed: 2, calls: 2 })).toBe(0);
    expect(share('authority-unavailable', { failed: 3, calls: 4 })).toBe(75);
    expect(share('authority-unavailable', { failed: 30, calls: 100 })).toBe(30);
    expect(share('submissions-rejected', { rejected: 4, validated: undefined })).toBe(0);
    expect(share('submissions-rejected', { rejected: 5, validated: undefined })).toBe(100);
    expect(share('submissions-rejected', { rejected: 10, validated: 90 })).toBe(10);
  });

  it.each([
    ['slo-issue', { all: 100, failed: 1 }, { all: 100, failed: 2 }],
    ['slo-issue', { all: 9, failed: 9 }, { all: 10, failed: 1 }],
    ['slo-mails', { all: 100, failed: 7 }, { all: 90, failed: 8 }],
    ['slo-mails', { all: 100, failed: undefined }, { all: undefined, failed: 10 }],
    ['slo-mails', { all: 2, failed: 3 }, { all: 3, failed: 200 }],
  ])('%s rings when an hour uses up 2 %% of the error budget of 30 days: not at %j, at %j', (name, within, beyond) => {
    const code = (alarm(name).Metrics?.[0]?.Expression ?? '')
      .replaceAll(/FILL\((\w+), 0\)/g, '($1 ?? 0)')
      .replaceAll(/(issues|mails)Failed/g, 'failed')
      .replaceAll(/\b(issues|sent)\b/g, 'all')
      .replace(/^IF\((.+?), (.+), 0\)$/, '$1 ? $2 : 0');
    const share = ({ all, failed }: { all?: number | undefined; failed?: number | undefined }) =>
      Number(new Function('all', 'failed', `return ${code}`)(all, failed));
    expect([share(within) > alarm(name).Threshold, share(beyond) > alarm(name).Threshold]).toEqual([false, true]);
    // The page of the objectives says what the alarm is set to.
    expect(guide('slo.md')).toContain(`| \`${name}\` |`);
  });

  it('bounces and complaints raise an alarm where SES begins to review an account', () => {
    for (const [name, MetricName, Threshold] of [
      ['ses-bounces', 'Reputation.BounceRate', 0.05],
      ['ses-complaints', 'Reputation.ComplaintRate', 0.001],
    ] as const)
      expect(alarm(name)).toMatchObject({ Namespace: 'AWS/SES', MetricName, Threshold });
  });

  it('the alarm on dead letters of the stream says what can be done: they cannot be moved back', () => {
    const streams = system.catalogue.background.filter(({ handler }) => handler.definition.kind === 'stream');
    expect(streams.length).toBeGreaterThan(0);
    for (const { name } of streams) {
      const { AlarmDescription } = alarm(`${name}-dead-letters`);
      expect(AlarmDescription).toContain('npm run redrive -- outbox');
      expect(AlarmDescription).not.toContain('<queue>');
    }
  });
});

describe('docs/operations', () => {
  const folder = join(import.meta.dirname, '../../docs/operations');
  const pages = new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')]));
  const guide = [...pages.values()].join('\n');

  /** The names in the first column of the table of alarms, as patterns: `<queue>` and `…` stand for any name. */
  const rows = (): RegExp[] =>
    [...guide.matchAll(/^\| (`[^|]+) \|/gm)]
      .flatMap(([, names = '']) => names.split(', '))
      .map(name => new RegExp(`^${name.replaceAll('`', '').replaceAll(/<[^>]+>/g, '[\\w-]+')}$`));

  it('says what to do after each alarm', () => {
    const all = [...ofType(templates, 'AWS::CloudWatch::Alarm')].map(({ Properties }) =>
      String(Properties['AlarmName']).replace(`${STAGE.name}-`, ''),
    );
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(name => !rows().some(row => row.test(name)))).toEqual([]);
    const table = guide.split('| Alarm |')[1]?.split('\n\n')[0] ?? '';
    const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
    const found = (name: string) => all.some(one => new RegExp(`^${name.replaceAll(/<[^>]+>/g, '[\\w-]+')}$`).test(one));
    // Those of switches that this stage does not have on.
    expect(named.filter(name => !found(name))).toEqual(expect.arrayContaining(['canary-failed']));
    expect(named.filter(name => !found(name) && !['rollout-<stack>', 'canary-failed'].includes(name))).toEqual([]);
    expect(rows().some(row => row.test('nobody-knows'))).toBe(false);
  });

  it('one query finds every line that is counted as an incident, over the log groups that have them', () => {
    const section = guide.split('\n## Incidents\n')[1]?.split('\n## ')[0] ?? '';
    const rows = section.split('\n').filter(line => line.startsWith('| `'));
    const [, messages = '', event = ''] = /filter message like \/(\S.+)\/ or event = "(.+)"/.exec(section) ?? [];
    for (const [, area, { message = '', event: logged }] of INCIDENTS) {
      expect([message, new RegExp(messages).test(message) || logged === event]).toEqual([message, true]);
      expect(section).toContain(`/${area}\``);
      // The row of the table that says what to do.
      expect(rows.join('\n')).toContain(`\`${logged ?? message.replace(/(parked|given up).*/, '$1')}\``);
    }
    expect(new RegExp(messages).test('invoice progress')).toBe(false);
  });

  it('has the section that an alarm names', () => {
    const named = [...alarms].flatMap(([name, { AlarmDescription }]) =>
      [...AlarmDescription.matchAll(/docs\/operations\/([a-z-]+\.md), ([^)]+)\)/g)].map(([, page = '', heading]) => ({
        ...{ name, page, heading },
      })),
    );
    expect(named.map(({ heading }) => heading)).toContain('Mails that bounce');
    expect(named.filter(({ page, heading }) => !pages.get(page)?.includes(`\n## ${heading}\n`))).toEqual([]);
  });

  it.each([
    ['Rotate keys and secrets', /TOKEN_KEY_DAYS/],
    ['Redrive', /npm run redrive/],
    // Numbers are raised before a function uses the restored table and before callers return.
    ['Restore', /"paused": "all"[^]+--numbers --apply[^]+\*\*Deploy the restored table[^]+"paused": "background"[^]+\*\*Resume/],
    ['Deploys that change what is stored', /<stage>\/Api' --exclusively/],
    ['Erase a person', /npm run person -- erase/],
    ['What it costs', /npm run cost/],
  ])('has a section "%s" with its command', (heading, command) => {
    expect(guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0]).toMatch(command);
  });
});
