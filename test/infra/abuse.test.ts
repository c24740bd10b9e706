import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStages } from '../../infra/stage/stages.ts';
import { ofType, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

/** The alarms that show callers that ask for too much. */

let templates: StackTemplate[];

beforeAll(async () => {
  templates = synthesise(await systemOf());
});

describe('alarms on refused requests and on the quota of concurrent executions', () => {
  const alarmOf = (name: string): Record<string, unknown> =>
    ofType(templates, 'AWS::CloudWatch::Alarm').find(({ Properties }) => Properties['AlarmName'] === `${STAGE.name}-${name}`)
      ?.Properties ?? {};

  it.each([401, 429])(
    'more than 1,000 responses %i within five minutes raise an alarm, counted in the access log of the API',
    status => {
      const metric = `${STAGE.name}-answers-${status}`;
      expect(alarmOf(`answers-${status}`)).toMatchObject({
        ...{ Namespace: 'Invoicing', MetricName: metric, Statistic: 'Sum', Period: 300, EvaluationPeriods: 1, Threshold: 1_000 },
        ComparisonOperator: 'GreaterThanThreshold',
      });
      const [filter, ...others] = ofType(templates, 'AWS::Logs::MetricFilter').filter(({ Properties }) =>
        text(Properties['MetricTransformations']).includes(`"${metric}"`),
      );
      expect(others).toEqual([]);
      const { FilterPattern, LogGroupName } = filter?.Properties ?? {};
      expect(FilterPattern).toBe(`{ $.status = "${status}" }`);
      // The log group that the API writes to; the field is a text in it, as the pattern expects.
      const api = templates.find(({ resources }) => Object.values(resources).includes(filter!));
      const { Ref } = LogGroupName as { Ref: string };
      expect(api?.resources[Ref]?.Properties['LogGroupName']).toBe(`/aws/vendedlogs/apis/${STAGE.name}-invoicing`);
      const [stage] = ofType([api!], 'AWS::ApiGatewayV2::Stage');
      const { Format } = stage?.Properties['AccessLogSettings'] as { Format: string };
      expect(JSON.parse(Format)).toMatchObject({ status: '$context.status' });
    },
  );

  it('the use of more than 80 % of the concurrent executions, whatever the quota of the account, raises an alarm', () => {
    const { Metrics, ...alarm } = alarmOf('functions-near-limit');
    expect(alarm).toMatchObject({ Threshold: 80, EvaluationPeriods: 1, ComparisonOperator: 'GreaterThanThreshold' });
    expect(Metrics).toEqual([
      expect.objectContaining({ Expression: '100 * claimed / SERVICE_QUOTA(used)' }),
      expect.objectContaining({ Id: 'claimed', ReturnData: false }),
      expect.objectContaining({ Id: 'used', ReturnData: false }),
    ]);
    const [, claimed, used] = (Metrics as { MetricStat: { Metric: { Namespace: string; Dimensions?: object[] } } }[]).map(
      one => one.MetricStat,
    );
    expect(claimed).toMatchObject({
      Metric: { Namespace: 'AWS/Lambda', MetricName: 'ClaimedAccountConcurrency' },
      Stat: 'Maximum',
    });
    expect(used?.Metric.Namespace).toBe('AWS/Usage');
    expect(used?.Metric.Dimensions).toContainEqual({ Name: 'Resource', Value: 'ConcurrentExecutions' });
  });
});

describe('the stages of cdk.json', () => {
  it('mail their alarms, except `dev`: docs/operations/README.md says why', () => {
    const root = join(import.meta.dirname, '..', '..');
    const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: { stages: unknown } };
    const silent = readStages(context.stages).filter(({ alarmEmail }) => alarmEmail === undefined);
    expect(silent.map(({ name }) => name)).toEqual(['dev']);
    expect(readFileSync(join(root, 'docs/operations/README.md'), 'utf8')).toContain('`dev` has no `alarmEmail` on purpose');
  });
});
