import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStages, type StageSettings } from '../../infra/stage/stages.ts';
import { bundleCanary } from '../../infra/bundle/canary.ts';
import { ofType, partOfSystem, STAGE, type StackTemplate, synthesise, temporaryFolders, text } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

/** The canary of a stage: an option (docs/adr/0048-canary.md). */

const ON: StageSettings = { ...STAGE, canary: { everyMinutes: 60 } };

let off: StackTemplate[];
let on: StackTemplate[];
beforeAll(async () => {
  const system = await partOfSystem();
  [off, on] = [synthesise(system), synthesise(system, ON)];
});

const alarmsOf = (templates: StackTemplate[]) => ofType(templates, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const stackOf = (templates: StackTemplate[]) => templates.find(({ stack }) => stack === 'test-canary');
const inStack = (type: string) => ofType([stackOf(on)!], type).map(({ Properties }) => Properties);

describe('a stage without a canary', () => {
  it('has no resource of one', () => {
    expect(stackOf(off)).toBeUndefined();
    expect(JSON.stringify(off)).not.toMatch(/test-canary|\/canary|AWS::Lambda::Url/);
  });

  it('is what a stage with one is without its stack and its alarm', () => {
    const others = on.filter(({ stack }) => !/-(canary|observability)$/.test(stack));
    expect(others.map(({ stack, resources }) => [stack, resources])).toEqual(
      off.filter(({ stack }) => stack !== 'test-observability').map(({ stack, resources }) => [stack, resources]),
    );
    const names = (templates: StackTemplate[]) => alarmsOf(templates).map(({ AlarmName }) => String(AlarmName));
    expect(names(on).filter(name => !names(off).includes(name))).toEqual(['test-canary-failed']);
  });
});

describe('a stage with a canary', () => {
  it('has a function that a schedule runs and one at a public address, after the API', () => {
    const functions = inStack('AWS::Lambda::Function');
    expect(functions.map(({ FunctionName, Handler }) => [FunctionName, Handler])).toEqual([
      ['test-canary-run', 'canary.run'],
      ['test-canary-receive', 'canary.receive'],
    ]);
    // A flood of the public one must not take the account's concurrency from the API.
    expect(functions.map(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions)).toEqual([undefined, 2]);
    const [schedule] = inStack('AWS::Scheduler::Schedule');
    expect(schedule).toMatchObject({ State: 'ENABLED', ScheduleExpression: 'rate(60 minutes)' });
    expect(text((schedule?.['Target'] as { Arn: unknown }).Arn)).toContain('Run');
    const [url] = inStack('AWS::Lambda::Url');
    expect([url?.['AuthType'], text(url?.['TargetFunctionArn'])]).toEqual(['NONE', expect.stringContaining('Receive')]);
    // Lambda asks for both since October 2025.
    expect(inStack('AWS::Lambda::Permission')).toMatchObject([
      { Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE', Principal: '*' },
      { Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true, Principal: '*' },
    ]);
    for (const { FunctionName } of inStack('AWS::Lambda::Permission')) expect(text(FunctionName)).toContain('Receive');
    expect(stackOf(on)?.after).toContain('test-api');
  });

  it('may read its parameter and write its log, and has no secret in its environment', () => {
    const [own, schedule, ...more] = inStack('AWS::IAM::Role');
    expect(more).toEqual([]);
    const statements = (role?: Record<string, unknown>) =>
      (role?.['Policies'] as { PolicyDocument: { Statement: { Action: string[]; Resource: unknown[] }[] } }[]).flatMap(
        ({ PolicyDocument }) => PolicyDocument.Statement.map(({ Action, Resource }) => [Action, Resource.map(text)]),
      );
    expect(statements(own)).toEqual([
      [['logs:CreateLogStream', 'logs:PutLogEvents'], [expect.stringMatching(/:log-group:\/invoicing\/test\/canary:\*$/)]],
      [['ssm:GetParameter'], [expect.stringMatching(/:parameter\/invoicing\/test\/canary$/)]],
    ]);
    expect(statements(schedule)).toEqual([[['lambda:InvokeFunction'], [expect.stringContaining('Run')]]]);
    for (const { Environment } of inStack('AWS::Lambda::Function'))
      expect(Environment).toEqual({
        Variables: {
          API_URL: 'https://api.test.invoicing.example',
          CANARY_MINUTES: '60',
          CANARY_PARAMETER: '/invoicing/test/canary',
        },
      });
  });

  it('rings now when no run has passed in the time of one and a quarter of an hour, or there was none', () => {
    const alarm = alarmsOf(on).find(({ AlarmName }) => AlarmName === 'test-canary-failed');
    expect(alarm).toMatchObject({
      ...{
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Statistic: 'Minimum',
        Threshold: 0,
        Period: 75 * 60,
        EvaluationPeriods: 1,
      },
      ...{ ComparisonOperator: 'GreaterThanThreshold', TreatMissingData: 'breaching' },
      Dimensions: [{ Name: 'FunctionName', Value: 'test-canary-run' }],
    });
    const [topic] = Object.entries(on.find(({ stack }) => stack === 'test-observability')!.resources).find(
      ([, { Type, Properties }]) => Type === 'AWS::SNS::Topic' && Properties['TopicName'] === 'test-alarms',
    )!;
    expect(alarm?.['AlarmActions']).toEqual([{ Ref: topic }]);
    const guide = readFileSync(join(import.meta.dirname, '../../docs/operations/README.md'), 'utf8');
    expect(guide).toMatch(/^\| `canary-failed` \| \*\*now\*\*: .*canary\.md#what-it-found/m);
  });

  it.each([
    ['background', 'DISABLED'],
    ['all', 'DISABLED'],
  ] as const)('does not run while the stage is paused: %s', async (paused, state) => {
    const templates = synthesise(await partOfSystem(), { ...ON, paused });
    expect(ofType([stackOf(templates)!], 'AWS::Scheduler::Schedule')[0]?.Properties).toMatchObject({ State: state });
  });

  it('has alarms for the shortest and the longest time that CloudWatch takes', async () => {
    for (const everyMinutes of [45, 720]) {
      const [alarm] = alarmsOf(synthesise(await partOfSystem(), { ...STAGE, canary: { everyMinutes } })).filter(
        ({ AlarmName }) => AlarmName === 'test-canary-failed',
      );
      expect(alarm?.['Period']).toBe((everyMinutes + 15) * 60);
      expect(Number(alarm?.['Period'])).toBeLessThanOrEqual(86_400);
    }
  });
});

describe('the bundle of its functions', () => {
  it('loads as Lambda loads it, with both handlers', async () => {
    const folder = await bundleCanary(temporaryFolder('canary'));
    const loaded = (await import(join(folder, 'canary.mjs'))) as Record<string, unknown>;
    expect([typeof loaded['run'], typeof loaded['receive']]).toEqual(['function', 'function']);
  });
});

it('cdk.json has no stage with a canary: it is off by default', () => {
  const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8')) as {
    context: { stages: unknown };
  };
  expect(readStages(context.stages).filter(({ canary }) => canary)).toEqual([]);
});
