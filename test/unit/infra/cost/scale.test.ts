import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edgeRequestsSheet, idleEdge, idleEdgeSheet } from '../../../../infra/cost/edge.ts';
import { idleSheet, idleStage } from '../../../../infra/cost/idle.ts';
import { PRICES } from '../../../../infra/cost/prices.ts';
import { QUOTAS, reached, scaleStep } from '../../../../infra/cost/scale.ts';
import { total } from '../../../../infra/cost/sheet.ts';
import { NOTHING } from '../../../../infra/cost/usage.ts';
import { INDEXES } from '#shared/platform/store/table.ts';
import { report } from '../../../../infra/cost/cost.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/operations/deploying.md');

/** About the counts of `npm run cost`. */
const EACH = {
  ...NOTHING,
  mails: 1,
  authorityCalls: 4,
  writeUnits: 198,
  seconds: 1.5,
  requests: 6,
  executions: 1,
  transitions: 10,
};

describe('a step of the scale model', () => {
  it('takes a twelfth of the month for the busiest day, and a sixth of that for its busiest hour', () => {
    const { perSecond, loads } = scaleStep(12 * 6 * 3600, EACH, QUOTAS);
    expect(perSecond).toBeCloseTo(1, 10);
    const used = (limit: RegExp) => loads.find(load => limit.test(load.limit))?.used;
    expect(used(/mails a second/)).toBeCloseTo(1, 10);
    expect(used(/mails a day/)).toBeCloseTo(6 * 3600, 6);
    expect(used(/authority a minute/)).toBeCloseTo(240, 8);
    expect(used(/functions at once/)).toBeCloseTo(1.5, 10);
    expect(used(/never this busy/)).toBeCloseTo(198, 8);
  });

  it('names the nearest limit first, and none that is not reached', () => {
    const small = scaleStep(1_000, EACH, QUOTAS);
    expect(reached(small)).toEqual([]);
    const shares = small.loads.map(({ used, allowed }) => used / allowed);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  });

  const LIMITS_BY_SIZE: [number, string[]][] = [
    ...[1, 1_000, 10_000, 100_000].map((invoices): [number, string[]] => [invoices, []]),
    [1_000_000, ['SES: mails a day']],
    [
      10_000_000,
      [
        'SES: mails a day',
        'calls of the authority a minute, all companies together',
        'SES: mails a second',
        'DynamoDB: write units a second of a table that was never this busy',
      ],
    ],
  ];
  it.each(LIMITS_BY_SIZE)('%i invoices a month reach these limits, in this order: %j', (invoices, limits) => {
    const step = scaleStep(invoices, EACH, QUOTAS);
    expect(reached(step).map(({ limit }) => limit)).toEqual(limits);
    // Also where nothing is reached, the same limit is the nearest.
    expect(step.loads[0]?.limit).toBe('SES: mails a day');
  });

  it('the page for operators has the figures of the reached limits, and the indexes that it warms exist', () => {
    const [, section = ''] = readFileSync(PAGE, 'utf8').split(/^## Before a launch$/m);
    const figures = [1_000_000, 10_000_000].flatMap(invoices =>
      reached(scaleStep(invoices, EACH, QUOTAS))
        .filter(({ limit }) => !limit.includes('of one company'))
        .map(({ used, allowed }) => [used.toLocaleString('en', { maximumSignificantDigits: 2 }), allowed.toLocaleString('en')]),
    );
    expect(figures.length).toBe(5);
    for (const [used, allowed] of figures) expect(section).toMatch(new RegExp(`${used} [a-z ]+ of ${allowed}`));
    const warmed = [...section.matchAll(/"IndexName":"(\w+)"/g)].map(([, name]) => name ?? '');
    expect(warmed.length).toBeGreaterThan(0);
    expect(warmed.filter(name => !(name in INDEXES))).toEqual([]);
  });

  it('a limit that is raised in the table is reached later', () => {
    const first = reached(scaleStep(1_000_000, EACH, QUOTAS));
    expect(first.map(({ limit }) => limit)).toContain('SES: mails a day');
    expect(reached(scaleStep(1_000_000, EACH, { ...QUOTAS, sesMailsPerDay: 1_000_000 })).map(({ limit }) => limit)).not.toContain(
      'SES: mails a day',
    );
    for (const { remedy } of first) expect(remedy.length).toBeGreaterThan(20);
  });
});

describe('a stage without users', () => {
  const template = [
    ...['AWS::KMS::Key', 'AWS::KMS::Key', 'AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::Route53::RecordSet'].map(
      Type => ({ Type }),
    ),
    // An expression of two metrics.
    {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { Metrics: [{ Expression: 'a / b' }, { MetricStat: {} }, { MetricStat: {} }] },
    },
    { Type: 'AWS::Logs::MetricFilter', Properties: { MetricTransformations: [{ MetricValue: '$.lateSeconds' }] } },
    // Written only when something happens.
    { Type: 'AWS::Logs::MetricFilter', Properties: { MetricTransformations: [{ MetricValue: '1' }] } },
    { Type: 'AWS::Lambda::EventSourceMapping', Properties: { ScalingConfig: { MaximumConcurrency: 2 } } },
    // Of a stream: its polls are free.
    { Type: 'AWS::Lambda::EventSourceMapping', Properties: { StartingPosition: 'TRIM_HORIZON' } },
  ];

  it('pays for keys, alarms, the dashboard, polls of queues and the zone', () => {
    const stage = idleStage(template, []);
    expect(stage).toEqual({ kmsKeys: 2, alarms: 3, dashboards: 1, metrics: 1, polledQueues: 1, hostedZones: 1, schedules: [] });
    expect(total(idleSheet(stage, PRICES))).toBeCloseTo(2 + 0.3 + 3 + 0.3 + 0.5 + 0.2592, 4);
  });

  it('pays for the runs of its schedules, the more often the more', () => {
    const every = (everyMinutes: number) =>
      total(idleSheet({ ...idleStage([], []), schedules: [{ name: 'sweep', everyMinutes, memoryMb: 1024 }] }, PRICES));
    expect(every(1)).toBeCloseTo(60 * every(60), 10);
    expect(every(1)).toBeGreaterThan(0.05);
  });
});

describe('an edge', () => {
  it('pays for its web ACL, each rule and the secret, and for each request three times', () => {
    const header = { HeaderValue: '{{resolve:secretsmanager:invoicing/cost/edge/000000000000:SecretString}}' };
    const edge = idleEdge([
      { Type: 'AWS::WAFv2::WebACL', Properties: { Rules: [{}, {}, {}, {}] } },
      {
        Type: 'AWS::CloudFront::Distribution',
        Properties: { DistributionConfig: { Origins: [{ OriginCustomHeaders: [header] }] } },
      },
      { Type: 'AWS::Logs::LogGroup' },
    ]);
    expect(edge).toEqual({ webAcls: 1, rules: 4, secrets: 1 });
    expect(total(idleEdgeSheet(edge, PRICES))).toBeCloseTo(5 + 4 + 0.4, 10);
    expect(total(edgeRequestsSheet(2_000_000, PRICES))).toBeCloseTo(2 * (1.2 + 0.1 + 0.6), 10);
    expect(total(idleEdgeSheet(idleEdge([]), PRICES))).toBe(0);
  });
});

describe('the report', () => {
  it('has for each size the cost of a month and the first limit', () => {
    const lines = report(EACH, idleStage([], []), idleEdge([]), [{ service: 'Runs', amount: '720', dollars: 0.5 }]);
    expect(lines.filter(line => /^[\d,]+: \$/.test(line)).map(line => line.split(':')[0])).toEqual([
      '1',
      '1,000',
      '10,000',
      '100,000',
      '1,000,000',
      '10,000,000',
    ]);
    expect(lines.filter(line => line.startsWith('  first:'))).toHaveLength(2);
    expect(lines.at(-1)).toContain('Modelled');
  });
});
