import { afterEach, describe, expect, it } from 'vitest';
import { machine, NamedError, openEngine, step, task } from './engine.ts';

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
  it('passes its payload to the function and returns what Step Functions does: Payload and StatusCode', async () => {
    const engine = await engineOf(
      { m: machine({ Ask: { ...task('Ask'), Output: '{% $states.result %}' } }) },
      { Ask: (payload: { n: number }) => ({ twice: payload.n * 2 }) },
    );
    const { status, output } = await engine.run('m', { n: 21 });
    expect(status).toBe('SUCCEEDED');
    expect(output).toEqual({ ExecutedVersion: '$LATEST', Payload: { twice: 42 }, StatusCode: 200 });
    expect(engine.calls).toEqual([{ name: 'Ask', payload: { n: 21 } }]);
  });

  it('without Output passes on the whole result, and a function that returns nothing gives a null payload', async () => {
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
    const definition = machine({ Ask: task('Ask', caught), Caught: step() });
    const { status, error } = await outcome(definition, {}, { Ask: () => 'x'.repeat(300_000) });
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });
});

describe('Succeed', () => {
  it('without Output passes its input on', async () => {
    const input = { a: [1, null, 'x'] };
    expect((await outcome(machine({ S: { Type: 'Succeed' } }), input)).output).toEqual(input);
  });

  it('ends the execution with its Output', async () => {
    const definition = machine({ S: { Type: 'Succeed', Output: { said: '{% $states.input.word %}' } } });
    expect(await outcome(definition, { word: 'yes' })).toMatchObject({ status: 'SUCCEEDED', output: { said: 'yes' } });
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
    Big: step({ Output: { to: 'Big', size: '{% $size %}' } }),
    Zero: step(),
    Other: step({ Output: "{% 'other' %}" }),
  });

  it.each([
    [11, { to: 'Big', size: 'big' }],
    [0, { was: 0 }],
    [10, 'other'],
  ])('n = %j takes the first rule that holds', async (n, expected) => {
    expect((await outcome(choices, { n })).output).toEqual(expected);
  });

  it('a condition that is not a boolean is States.QueryEvaluationError', async () => {
    const definition = machine({
      Which: { Type: 'Choice', Choices: [{ Condition: '{% $states.input.n %}', Next: 'P' }], Default: 'P' },
      P: step(),
    });
    expect((await outcome(definition, { n: 1 })).cause).toContain("Expected 'boolean', but was 'number'");
  });
});

describe('Wait', () => {
  it.each([
    ['Seconds', 90, 'PT90S'],
    ['Seconds', '{% $states.input.seconds %}', 'PT2M'],
    ['Timestamp', '2030-01-02T00:00:00Z', 'P1D'],
    ['Timestamp', '{% $fromMillis($toMillis($states.context.State.EnteredTime) + 60000) %}', 'PT1M'],
  ])('%s %s waits for the clock without using the processor', async (field, value, duration) => {
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

  it('does not end a moment earlier', async () => {
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

  it('an invalid timestamp is States.QueryEvaluationError', async () => {
    const definition = machine({ W: { Type: 'Wait', Timestamp: '{% $states.input.when %}', End: true } });
    expect(await outcome(definition, { when: 'soon' })).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

it('an endless loop ends at 25,000 events, as on AWS', async () => {
  const definition = machine({
    A: step({ Next: 'B' }),
    B: { Type: 'Choice', Choices: [{ Condition: '{% true %}', Next: 'A' }], Default: 'C' },
    C: { Type: 'Succeed' },
  });
  const { status, error, cause } = await outcome(definition);
  expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.Runtime' });
  expect(cause).toContain('25000');
});
