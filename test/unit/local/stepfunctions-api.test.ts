import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  GetExecutionHistoryCommand,
  InvalidExecutionInput,
  InvalidName,
  InvalidToken,
  ListActivitiesCommand,
  ExecutionNotRedrivable,
  ListExecutionsCommand,
  RedriveExecutionCommand,
  StartExecutionCommand,
  StateMachineDoesNotExist,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executionArn, stateMachineArn } from '../../../infra/local/engines/stepfunctions/loader.ts';
import { machine, openEngine, step, task } from './engine.ts';

const stateMachine = stateMachineArn('m');
let engine: Awaited<ReturnType<typeof openEngine>>;

beforeEach(async () => {
  const waiting = machine({ Wait: { Type: 'Wait', Seconds: 60, Next: 'Work' }, Work: task('Work') });
  engine = await openEngine({ m: waiting, other: machine({ P: step() }) }, { Work: (input: unknown) => input });
});

afterEach(async () => {
  await engine.stop();
  expect(engine.errors).toEqual([]);
});

const finish = async (): Promise<void> => {
  await engine.idle();
  engine.clock.advance('PT1M');
  await engine.idle();
};

describe('StartExecution', () => {
  it('with the name and input of a running execution gives the same one', async () => {
    const first = await engine.start('m', { n: 1 }, 'invoice-1');
    expect(first).toBe(executionArn('m', 'invoice-1'));
    const twice = await Promise.all([engine.start('m', { n: 1 }, 'invoice-1'), engine.start('m', { n: 1 }, 'invoice-1')]);
    expect(twice).toEqual([first, first]);
    await finish();
    expect(engine.calls).toHaveLength(1);
  });

  it('twice at the same moment begins one execution', async () => {
    await Promise.all(Array.from({ length: 10 }, () => engine.start('m', {}, 'same')));
    await finish();
    expect(engine.calls).toHaveLength(1);
    await Promise.allSettled(Array.from({ length: 10 }, () => engine.start('other', {}, 'ends-at-once')));
    const listed = await engine.client.send(new ListExecutionsCommand({ stateMachineArn: stateMachineArn('other') }));
    expect(listed.executions).toHaveLength(1);
  });

  it('with another input, or after the end, is ExecutionAlreadyExists', async () => {
    await engine.start('m', { n: 1 }, 'invoice-1');
    await expect(engine.start('m', { n: 2 }, 'invoice-1')).rejects.toBeInstanceOf(ExecutionAlreadyExists);
    await finish();
    await expect(engine.start('m', { n: 1 }, 'invoice-1')).rejects.toBeInstanceOf(ExecutionAlreadyExists);
  });

  it('with the same name on another machine starts another execution; without a name each call starts one', async () => {
    const arns = [
      await engine.start('m', {}, 'a'),
      await engine.start('other', {}, 'a'),
      await engine.start('m'),
      await engine.start('m'),
    ];
    expect(new Set(arns).size).toBe(4);
  });

  it.each([
    ['a machine that is not there', { stateMachineArn: stateMachineArn('nobody') }, StateMachineDoesNotExist],
    ['a name with a space', { stateMachineArn: stateMachine, name: 'a b' }, InvalidName],
    ['a name over 80 characters', { stateMachineArn: stateMachine, name: 'x'.repeat(81) }, InvalidName],
    ['an input that is not JSON', { stateMachineArn: stateMachine, input: '{' }, InvalidExecutionInput],
    [
      'an input over 256 KiB',
      { stateMachineArn: stateMachine, input: JSON.stringify('x'.repeat(262_144)) },
      InvalidExecutionInput,
    ],
  ])('refuses %s', async (_, input, error) => {
    await expect(engine.client.send(new StartExecutionCommand(input))).rejects.toBeInstanceOf(error);
  });
});

describe('ListExecutions', () => {
  it('gives those of one machine, newest first, with their status and times, page by page', async () => {
    engine.clock.set('2026-11-21T08:00:00Z');
    for (const name of ['a', 'b', 'c']) await engine.start('m', {}, name);
    await finish();
    for (const name of ['d', 'e']) await engine.start('m', {}, name);
    await engine.start('other', {}, 'x');
    const list = async (more: object = {}) =>
      engine.client.send(new ListExecutionsCommand({ stateMachineArn: stateMachine, ...more }));
    const names = async (more: object = {}) => (await list(more)).executions?.map(execution => execution.name);
    expect(await names()).toEqual(['e', 'd', 'c', 'b', 'a']);
    const { executions = [] } = await list();
    expect(executions.map(execution => execution.status)).toEqual(['RUNNING', 'RUNNING', ...Array<string>(3).fill('SUCCEEDED')]);
    expect(executions.at(-1)).toMatchObject({
      executionArn: executionArn('m', 'a'),
      stateMachineArn: stateMachine,
      startDate: new Date('2026-11-21T08:00:00Z'),
      stopDate: new Date('2026-11-21T08:01:00Z'),
    });
    const { nextToken } = await list({ maxResults: 2 });
    expect(await names({ maxResults: 2, nextToken })).toEqual(['c', 'b']);
    expect((await list({ maxResults: 5 })).nextToken).toBeUndefined();
    await expect(list({ statusFilter: 'FAILED' })).rejects.toThrow('statusFilter');
    await expect(list({ nextToken: 'nonsense' })).rejects.toBeInstanceOf(InvalidToken);
  });
});

describe('GetExecutionHistory', () => {
  it('returns the events in order, each linked to the one before', async () => {
    const arn = await engine.start('m', { n: 1 });
    await finish();
    const events = await engine.history(arn);
    expect(events.map(event => event.type)).toEqual([
      'ExecutionStarted',
      'WaitStateEntered',
      'WaitStateExited',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
    expect(events.map(event => event.previousEventId)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(events[3]?.stateEnteredEventDetails).toMatchObject({ name: 'Work', input: '{"n":1}' });
    expect(events[4]?.taskScheduledEventDetails).toMatchObject({ resourceType: 'lambda', resource: 'invoke' });
    expect(events[7]?.executionSucceededEventDetails).toMatchObject({ output: '{"n":1}' });
  });

  it('returns pages, also in reverse', async () => {
    const arn = await engine.start('m');
    await finish();
    const page = (more: object) =>
      engine.client.send(new GetExecutionHistoryCommand({ executionArn: arn, reverseOrder: true, ...more }));
    const first = await page({ maxResults: 3 });
    expect(first.events?.map(event => event.id)).toEqual([8, 7, 6]);
    expect((await page({ maxResults: 3, nextToken: first.nextToken })).events?.map(event => event.id)).toEqual([5, 4, 3]);
  });

  it('of none is ExecutionDoesNotExist', async () => {
    await expect(engine.history(executionArn('m', 'nobody'))).rejects.toBeInstanceOf(ExecutionDoesNotExist);
  });
});

it('an operation that the engine does not have is rejected by name', async () => {
  await expect(engine.client.send(new ListActivitiesCommand({}))).rejects.toThrow(
    /does not know the operation 'AWSStepFunctions\.ListActivities'/,
  );
});

it('a body that is not JSON or too long is rejected', async () => {
  const post = (body: string) =>
    fetch(engine.engine.endpoint, { method: 'POST', headers: { 'x-amz-target': 'AWSStepFunctions.StartExecution' }, body });
  expect(await (await post('{')).json()).toMatchObject({ __type: 'SerializationException' });
  expect(await (await post(JSON.stringify('x'.repeat(3_000_000)))).json()).toMatchObject({ __type: 'RequestTooLargeException' });
  expect(await (await post('{}')).json()).toMatchObject({
    __type: 'ValidationException',
    message: expect.stringContaining('stateMachineArn'),
  });
});

describe('RedriveExecution', () => {
  it('continues a failed execution at the state that failed, and refuses one that has not failed', async () => {
    await engine.stop();
    let works = false;
    const Work = (input: unknown): unknown => {
      if (!works) throw new Error('This version does not work.');
      return input;
    };
    engine = await openEngine({ m: machine({ Work: task('Work') }) }, { Work });
    const executionArn = await engine.start('m', { n: 1 }, 'invoice-1');
    await engine.idle();
    const redrive = () => engine.client.send(new RedriveExecutionCommand({ executionArn }));
    works = true;
    await redrive();
    await engine.idle();
    const history = await engine.client.send(new GetExecutionHistoryCommand({ executionArn }));
    expect(history.events?.map(({ type }) => type).filter(type => type?.startsWith('Execution'))).toEqual([
      'ExecutionStarted',
      'ExecutionFailed',
      'ExecutionRedriven',
      'ExecutionSucceeded',
    ]);
    await expect(redrive()).rejects.toBeInstanceOf(ExecutionNotRedrivable);
  });
});
