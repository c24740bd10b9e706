import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { stateMachineArn } from '../../../infra/local/engines/stepfunctions/loader.ts';
import { machine, NamedError, openEngine, task } from './engine.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
const open: Engine[] = [];

async function engineOf(...given: Parameters<typeof openEngine>): Promise<Engine> {
  const engine = await openEngine(...given);
  open.push(engine);
  return engine;
}

afterEach(async () => {
  const engines = open.splice(0);
  for (const engine of engines) await engine.stop();
  expect(engines.flatMap(engine => engine.errors)).toEqual([]);
});

/** Runs one machine once. */
async function outcome(definition: object, input: unknown = {}, functions: Parameters<typeof openEngine>[1] = {}) {
  const engine = await engineOf({ m: definition }, functions);
  return engine.run('m', input);
}

describe('Task', () => {
  it('hands the function its payload and gives back what Step Functions does: Payload and StatusCode', async () => {
    const engine = await engineOf(
      { m: machine({ Ask: { ...task('Ask'), Output: '{% $states.result %}' } }) },
      { Ask: (payload: { n: number }) => ({ twice: payload.n * 2 }) },
    );
    const { status, output } = await engine.run('m', { n: 21 });
    expect(status).toBe('SUCCEEDED');
    expect(output).toEqual({ ExecutedVersion: '$LATEST', Payload: { twice: 42 }, StatusCode: 200 });
    expect(engine.calls).toEqual([{ name: 'Ask', payload: { n: 21 } }]);
  });

  it('without Output passes its whole result on, and a function that returns nothing gives a null payload', async () => {
    const { Output: _, ...plain } = task('Ask') as { Output: string };
    const { output } = await outcome(machine({ Ask: plain }), {}, { Ask: () => undefined });
    expect(output).toEqual({ ExecutedVersion: '$LATEST', Payload: null, StatusCode: 200 });
  });

  it("a thrown error's name is the error, its cause the JSON of Lambda", async () => {
    const throwing = () => {
      throw new NamedError('TaxIdUnknown', 'no such company');
    };
    const { status, error, cause, output } = await outcome(machine({ Ask: task('Ask') }), {}, { Ask: throwing });
    expect({ status, error, output }).toEqual({ status: 'FAILED', error: 'TaxIdUnknown', output: undefined });
    expect(JSON.parse(cause ?? '')).toEqual({ errorMessage: 'no such company', errorType: 'TaxIdUnknown' });
  });

  it('a result over 256 KiB is States.DataLimitExceeded, which States.ALL does not catch', async () => {
    const caught = { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }], Next: 'Caught' };
    const definition = machine({ Ask: task('Ask', caught), Caught: { Type: 'Pass', End: true } });
    const { status, error } = await outcome(definition, {}, { Ask: () => 'x'.repeat(300_000) });
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  it('TimeoutSeconds by the clock is States.Timeout, and the late answer is not heard', async () => {
    const late = Promise.withResolvers<string>();
    const definition = machine({
      Ask: task('Ask', {
        TimeoutSeconds: '{% $states.input.limit %}',
        Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'Late' }],
        Next: 'Late',
      }),
      Late: { Type: 'Pass', Output: '{% $states.input.Error %}', End: true },
    });
    const engine = await engineOf({ m: definition }, { Ask: () => late.promise });
    const arn = await engine.start('m', { limit: 30 });
    while (engine.calls.length === 0) await Promise.resolve();
    engine.clock.advance('PT29S');
    expect((await engine.describe(arn)).status).toBe('RUNNING');
    engine.clock.advance('PT1S');
    await engine.idle();
    late.resolve('too late');
    expect(await engine.describe(arn)).toMatchObject({ status: 'SUCCEEDED', output: 'States.Timeout' });
  });
});

describe('Pass, Succeed, Fail', () => {
  it('Pass without Output passes its input on', async () => {
    expect((await outcome(machine({ P: { Type: 'Pass', End: true } }), { a: [1, null, 'x'] })).output).toEqual({
      a: [1, null, 'x'],
    });
  });

  it('Succeed ends the execution with its Output', async () => {
    const definition = machine({ S: { Type: 'Succeed', Output: { said: '{% $states.input.word %}' } } });
    expect(await outcome(definition, { word: 'yes' })).toMatchObject({ status: 'SUCCEEDED', output: { said: 'yes' } });
  });

  it('Fail ends it with Error and Cause, which may be expressions', async () => {
    const definition = machine({ F: { Type: 'Fail', Error: 'Rejected', Cause: "{% 'because ' & $states.input.why %}" } });
    expect(await outcome(definition, { why: 'of BR-01' })).toMatchObject({
      status: 'FAILED',
      error: 'Rejected',
      cause: 'because of BR-01',
    });
    expect(await outcome(machine({ F: { Type: 'Fail' } }))).toMatchObject({
      status: 'FAILED',
      error: undefined,
      cause: undefined,
    });
  });
});

describe('Choice', () => {
  const choices = machine({
    Which: {
      Type: 'Choice',
      Choices: [
        { Condition: '{% $states.input.n > 10 %}', Next: 'Big', Assign: { size: 'big' } },
        {
          Condition: "{% $states.input.n = 'x' or $states.input.n = 0 %}",
          Next: 'Zero',
          Output: { was: '{% $states.input.n %}' },
        },
      ],
      Default: 'Other',
    },
    Big: { Type: 'Pass', Output: { to: 'Big', size: '{% $size %}' }, End: true },
    Zero: { Type: 'Pass', End: true },
    Other: { Type: 'Pass', Output: "{% 'other' %}", End: true },
  });

  it.each([
    [11, { to: 'Big', size: 'big' }],
    [0, { was: 0 }],
    [10, 'other'],
  ])('n = %j takes the first rule that holds', async (n, expected) => {
    expect((await outcome(choices, { n })).output).toEqual(expected);
  });

  it('no rule and no Default is States.NoChoiceMatched', async () => {
    const definition = machine({
      Which: { Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'P' }] },
      P: { Type: 'Pass', End: true },
    });
    expect(await outcome(definition)).toMatchObject({ status: 'FAILED', error: 'States.NoChoiceMatched' });
  });

  it('a condition that is not a boolean is States.QueryEvaluationError', async () => {
    const definition = machine({
      Which: { Type: 'Choice', Choices: [{ Condition: '{% $states.input.n %}', Next: 'P' }] },
      P: { Type: 'Pass', End: true },
    });
    expect((await outcome(definition, { n: 1 })).cause).toContain("Expected 'boolean', but was 'number'");
  });

  it("the state's own Assign holds whichever rule matches", async () => {
    const definition = machine({
      Which: {
        Type: 'Choice',
        Assign: { seen: true },
        Choices: [{ Condition: '{% $states.input.go %}', Next: 'P' }],
        Default: 'P',
      },
      P: { Type: 'Pass', Output: '{% $seen %}', End: true },
    });
    expect((await outcome(definition, { go: true })).output).toBe(true);
    expect((await outcome(definition, { go: false })).output).toBe(true);
  });
});

describe('Wait', () => {
  it.each([
    ['Seconds', 90, 'PT90S'],
    ['Seconds', '{% $states.input.seconds %}', 'PT2M'],
    ['Timestamp', '2030-01-02T00:00:00Z', 'P1D'],
    ['Timestamp', '{% $fromMillis($toMillis($states.context.State.EnteredTime) + 60000) %}', 'PT1M'],
  ])('%s %s sleeps on the clock and keeps nothing busy', async (field, value, duration) => {
    const engine = await engineOf({ m: machine({ W: { Type: 'Wait', [field]: value, Output: "{% 'awake' %}", End: true } }) });
    engine.clock.set('2030-01-01T00:00:00Z');
    const arn = await engine.start('m', { seconds: 120 });
    await engine.idle();
    expect(engine.engine.busy()).toBe(0);
    engine.clock.advance(duration);
    expect(engine.engine.busy()).toBe(1);
    await engine.idle();
    expect(await engine.describe(arn)).toMatchObject({ status: 'SUCCEEDED', output: 'awake' });
  });

  it('a moment less is not enough', async () => {
    const engine = await engineOf({ m: machine({ W: { Type: 'Wait', Seconds: 60, End: true } }) });
    const arn = await engine.start('m');
    await engine.idle();
    engine.clock.advance('PT59.999S');
    await engine.idle();
    expect((await engine.describe(arn)).status).toBe('RUNNING');
  });

  it('an instant that has passed does not wait', async () => {
    const definition = machine({ W: { Type: 'Wait', Timestamp: '2001-01-01T00:00:00Z', End: true } });
    expect((await outcome(definition)).status).toBe('SUCCEEDED');
  });

  it('a timestamp that is none is States.QueryEvaluationError', async () => {
    const definition = machine({ W: { Type: 'Wait', Timestamp: '{% $states.input.when %}', End: true } });
    expect(await outcome(definition, { when: 'soon' })).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

it('an execution over its machine TimeoutSeconds ends TIMED_OUT', async () => {
  const engine = await engineOf({ m: machine({ W: { Type: 'Wait', Seconds: 3600, End: true } }, { TimeoutSeconds: 60 }) });
  const arn = await engine.start('m');
  await engine.idle();
  engine.clock.advance('PT1M');
  await engine.idle();
  expect(await engine.describe(arn)).toMatchObject({ status: 'TIMED_OUT', error: 'States.Timeout' });
});

it('an endless loop ends at 25,000 events, as on AWS', async () => {
  const definition = machine({
    A: { Type: 'Pass', Next: 'B' },
    B: { Type: 'Choice', Choices: [{ Condition: '{% true %}', Next: 'A' }], Default: 'C' },
    C: { Type: 'Succeed' },
  });
  const { status, error, cause } = await outcome(definition);
  expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.Runtime' });
  expect(cause).toContain('25000');
});

it('DescribeStateMachine shows the definition with its substitutions made', async () => {
  const engine = await engineOf({ m: machine({ Ask: task('Ask') }) }, { Ask: () => 1 });
  const shown = await engine.client.send(new DescribeStateMachineCommand({ stateMachineArn: stateMachineArn('m') }));
  expect(shown).toMatchObject({ name: 'm', status: 'ACTIVE', type: 'STANDARD' });
  expect(JSON.parse(shown.definition ?? '').States.Ask.Arguments.FunctionName).toBe('Ask');
});
