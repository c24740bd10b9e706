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

describe('the alarm on refused requests', () => {
  const alarmOf = (name: string): Record<string, unknown> =>
    ofType(templates, 'AWS::CloudWatch::Alarm').find(({ Properties }) => Properties['AlarmName'] === `${STAGE.name}-${name}`)
      ?.Properties ?? {};

  it('more than 1,000 responses 401 or 429 within five minutes raise an alarm, counted in the access log of the API', () => {
    const metric = `${STAGE.name}-answers-refused`;
    expect(alarmOf('answers-refused')).toMatchObject({
      ...{ Namespace: 'Invoicing', MetricName: metric, Statistic: 'Sum', Period: 300, EvaluationPeriods: 1, Threshold: 1_000 },
      ComparisonOperator: 'GreaterThanThreshold',
    });
    const [filter, ...others] = ofType(templates, 'AWS::Logs::MetricFilter').filter(({ Properties }) =>
      text(Properties['MetricTransformations']).includes(`"${metric}"`),
    );
    expect(others).toEqual([]);
    const { FilterPattern, LogGroupName } = filter?.Properties ?? {};
    expect(FilterPattern).toBe('{ $.status = "401" || $.status = "429" }');
    // The log group that the API writes to; the field is a text in it, as the pattern expects.
    const api = templates.find(({ resources }) => Object.values(resources).includes(filter!));
    const { Ref } = LogGroupName as { Ref: string };
    expect(api?.resources[Ref]?.Properties['LogGroupName']).toBe(`/aws/vendedlogs/apis/${STAGE.name}-invoicing`);
    const [stage] = ofType([api!], 'AWS::ApiGatewayV2::Stage');
    const { Format } = stage?.Properties['AccessLogSettings'] as { Format: string };
    expect(JSON.parse(Format)).toMatchObject({ status: '$context.status' });
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
