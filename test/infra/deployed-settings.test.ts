import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEAD_LETTERS } from '#shared/platform/aws/queues.ts';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { eventSourceOf } from '../../infra/stage/event-sources.ts';
import { permissionsOf } from '../../infra/grants/grants.ts';
import { startSqs } from '../../infra/local/engines/sqs/index.ts';
import { LOCAL_STAGE } from '../../infra/local/policy/stage.ts';
import { queuesOf } from '../../infra/stage/queues.ts';
import { checkProperties, eventSourceIn, isOn, minutesIn, queuesIn } from '../long/deployed/settings.ts';
import { clientConfig, dataFolder, turnableClock } from '../unit/local/engines-support.ts';
import { synthesise, systemOf } from './synthesis.ts';

/** What the run of the deployed form (test/long/deployed) takes from templates: the settings of queues, event sources and schedules. */

const local = (name: string): string => name.replace(/^test-/, '');
const resource = (type: string, id: string, properties: Record<string, unknown>) => ({ stack: 'stack', id, type, properties });
const queue = (id: string, properties: object) =>
  resource('AWS::SQS::Queue', id, { QueueName: `test-${id.toLowerCase()}`, ...properties });
const redriven = (maxReceiveCount: number) => ({
  RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount },
});

/** A statement as a template has it: strings with pseudo parameters are filled in by CloudFormation. */
const filledLater = (statement: object): object =>
  JSON.parse(JSON.stringify(statement), (_, value: unknown) =>
    typeof value === 'string' && value.includes('${AWS::') ? { 'Fn::Sub': value } : value,
  ) as object;

describe('settings of a small template', () => {
  it('a queue has the settings of the template, else the defaults of SQS', () => {
    const given = { VisibilityTimeout: 42, DelaySeconds: 7, MessageRetentionPeriod: 90, ...redriven(2) };
    expect(queuesIn([queue('Work', given), queue('Dead', {}), resource('AWS::SNS::Topic', 'Topic', {})], local)).toEqual([
      { name: 'work', visibilityTimeoutSeconds: 42, delaySeconds: 7, retentionSeconds: 90, maxReceiveCount: 2, dlq: 'dead' },
      { name: 'dead', visibilityTimeoutSeconds: 30, delaySeconds: 0, retentionSeconds: 345_600, maxReceiveCount: 1, dlq: null },
    ]);
  });

  it('an event source mapping has the settings of the template', () => {
    expect(
      eventSourceIn({
        BatchSize: 3,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 4 },
        FilterCriteria: { Filters: [{ Pattern: '{}' }] },
        MaximumRetryAttempts: 5,
        MaximumRecordAgeInSeconds: 60,
        BisectBatchOnFunctionError: true,
      }),
    ).toEqual({
      ...{ batchSize: 3, reportsItemFailures: true, maximumConcurrency: 4, filters: ['{}'] },
      ...{ maximumRetryAttempts: 5, maximumRecordAgeInSeconds: 60, bisectsOnError: true },
    });
    expect(eventSourceIn({ BatchSize: 1, MaximumRetryAttempts: -1 })).toEqual({
      batchSize: 1,
      reportsItemFailures: false,
      bisectsOnError: false,
    });
  });

  it('a schedule has its rate, and is refused with a window', () => {
    const OFF = { Mode: 'OFF' };
    expect(minutesIn({ ScheduleExpression: 'rate(1 minute)', FlexibleTimeWindow: OFF })).toBe(1);
    expect(minutesIn({ ScheduleExpression: 'rate(15 minutes)', FlexibleTimeWindow: OFF })).toBe(15);
    expect(() => minutesIn({ ScheduleExpression: 'cron(0 6 * * ? *)', FlexibleTimeWindow: OFF })).toThrow('no rate in minutes');
    expect(() => minutesIn({ ScheduleExpression: 'rate(5 minutes)', FlexibleTimeWindow: { Mode: 'FLEXIBLE' } })).toThrow(
      'window',
    );
  });

  it('event sources that a paused stage has turned off deliver nothing', () => {
    expect([{}, { Enabled: true }, { State: 'ENABLED' }].map(isOn)).toEqual([true, true, true]);
    expect([{ Enabled: false }, { State: 'DISABLED' }].map(isOn)).toEqual([false, false]);
  });

  it.each([
    ['AWS::SQS::Queue', { FifoQueue: true }, 'FifoQueue'],
    ['AWS::Lambda::EventSourceMapping', { MaximumBatchingWindowInSeconds: 5 }, 'MaximumBatchingWindowInSeconds'],
    ['AWS::Scheduler::Schedule', { EndDate: '2030-01-01', Target: {} }, 'EndDate'],
    ['AWS::Scheduler::Schedule', { Target: { Input: '{}' } }, 'Input'],
    ['AWS::Lambda::Function', { EphemeralStorage: { Size: 1024 } }, 'EphemeralStorage'],
    ['AWS::Lambda::EventInvokeConfig', {}, 'EventInvokeConfig'],
  ])('a setting of %s that the run would ignore is an error: %j', (type, properties, named) => {
    expect(() => checkProperties([resource(type, 'One', properties)])).toThrow(named);
  });
});

describe('a queue of the local engine', () => {
  const folder = dataFolder();
  const clock = turnableClock();

  it('delays messages, hides them, moves them to the dead letters and deletes them as the template says', async () => {
    const given = { VisibilityTimeout: 42, DelaySeconds: 7, MessageRetentionPeriod: 3600, ...redriven(2) };
    const queues = queuesIn([queue('Work', given), queue('Dead', { MessageRetentionPeriod: 7200 })], local);
    const engine = await startSqs({ dataDir: folder, queues });
    const client = new SQSClient({ ...clientConfig, endpoint: engine.endpoint });
    try {
      const QueueUrl = engine.queueUrl('work');
      const received = async (): Promise<number> =>
        (await client.send(new ReceiveMessageCommand({ QueueUrl }))).Messages?.length ?? 0;
      const receivedAfter = (seconds: number): Promise<number> => {
        clock.advance(seconds);
        return received();
      };
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'one' }));
      expect([await received(), await receivedAfter(8)]).toEqual([0, 1]);
      expect([await receivedAfter(30), await receivedAfter(13)]).toEqual([0, 1]);
      // The third receive finds that it has been received twice.
      expect(await receivedAfter(43)).toBe(0);
      const dead = (): number | undefined => engine.depths().find(({ name }) => name === 'dead')?.visible;
      expect(dead()).toBe(1);
      clock.advance(7200);
      expect(dead()).toBe(0);

      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'two', DelaySeconds: 0 }));
      expect(await receivedAfter(3601)).toBe(0);
      const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
      expect(Attributes).toMatchObject({ MessageRetentionPeriod: '3600', DelaySeconds: '7', ApproximateNumberOfMessages: '0' });
    } finally {
      client.destroy();
      await engine.stop();
    }
  });
});

describe('settings of a synthesised stage', () => {
  // The stage whose policies the local runtime enforces.
  const ofStage = (name: string): string => name.replace(/^local-/, '');
  let resources: ReturnType<typeof resource>[];
  beforeAll(async () => {
    resources = synthesise(await systemOf(), LOCAL_STAGE).flatMap(({ stack, resources: found }) =>
      Object.entries(found).map(([id, { Type, Properties = {} }]) => ({ stack, id, type: Type, properties: Properties })),
    );
  });

  it('each setting is read, or is known to have no counterpart in the local engines', () => {
    expect(() => checkProperties(resources)).not.toThrow();
  });

  it('the queues are those of the local runtime without a template, plus one for the dead letters of the stream', async () => {
    const { background } = await loadCatalogue();
    const read = queuesIn(resources, ofStage);
    const expected = queuesOf(background).map(settings => ({ ...settings, dlq: DEAD_LETTERS }));
    expect(read.filter(({ dlq }) => dlq !== null)).toEqual(
      expect.arrayContaining(expected.map(settings => expect.objectContaining(settings) as object)),
    );
    const streams = background.filter(({ handler }) => handler.definition.kind === 'stream');
    expect(read).toHaveLength(expected.length + 1 + streams.length);
  });

  it('the event sources are those of the local runtime without a template', async () => {
    const { background } = await loadCatalogue();
    const read = resources
      .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
      .map(one => eventSourceIn(one.properties));
    const expected = background.flatMap(({ handler }) => eventSourceOf(handler.definition) ?? []);
    expect(read).toHaveLength(expected.length);
    for (const { maximumRetryAttempts = -1, ...settings } of expected)
      expect(read).toContainEqual(
        expect.objectContaining({ ...settings, ...(maximumRetryAttempts >= 0 && { maximumRetryAttempts }) }),
      );
  });

  it('the role of each function has exactly the statements by which the local runtime decides about calls', async () => {
    const { endpoints, background } = await loadCatalogue();
    const roles = new Map(
      resources
        .filter(({ type }) => type === 'AWS::IAM::Role')
        .map(({ stack, id, properties }) => [`${stack}/${id}`, properties]),
    );
    // Other policies than those of the roles allow nothing.
    const others = resources.filter(({ type }) => /^AWS::IAM::\w*Policy$/.test(type));
    const effects = others.flatMap(({ properties }) =>
      (properties['PolicyDocument'] as { Statement: { Effect: string }[] }).Statement.map(({ Effect }) => Effect),
    );
    expect(new Set(effects)).toEqual(new Set(['Deny']));
    const denying = others.map(({ stack, id }) => `${stack}/${id}`);
    const statementsOf = ({ stack, properties }: (typeof resources)[number]): unknown[] => {
      const { 'Fn::GetAtt': role } = properties['Role'] as { 'Fn::GetAtt': [string, 'Arn'] };
      const { Policies, ManagedPolicyArns } = roles.get(`${stack}/${role[0]}`) as {
        Policies: { PolicyDocument: { Statement: unknown[] } }[];
        ManagedPolicyArns?: { Ref: string }[];
      };
      for (const { Ref } of ManagedPolicyArns ?? []) expect(denying).toContain(`${stack}/${Ref}`);
      return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    };
    const functions = new Map(
      resources
        .filter(({ type }) => type === 'AWS::Lambda::Function')
        .map(one => [ofStage(String(one.properties['FunctionName'])), one]),
    );
    for (const entry of [...endpoints, ...background]) {
      const found = functions.get(entry.name);
      expect(found && statementsOf(found), entry.name).toEqual(
        permissionsOf(entry, LOCAL_STAGE).statements.map(statement => ({ Effect: 'Allow', ...filledLater(statement) })),
      );
    }
  });
});
