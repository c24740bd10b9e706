import { afterEach, describe, expect, it } from 'vitest';
import { delayMillis, matches, recover } from '../../../infra/local/engines/stepfunctions/retry.ts';
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

describe('matching of ErrorEquals', () => {
  it.each([
    [['Busy'], 'Busy', true],
    [['Busy', 'Late'], 'Late', true],
    [['busy'], 'Busy', false],
    [['States.ALL'], 'Anything', true],
    [['States.ALL'], 'States.QueryEvaluationError', true],
    [['States.ALL'], 'States.DataLimitExceeded', false],
    [['States.ALL'], 'States.Runtime', false],
    [['States.DataLimitExceeded'], 'States.DataLimitExceeded', true],
    [['States.TaskFailed'], 'Anything', true],
  ])('%j for %s: %s', (errorEquals, name, expected) => {
    expect(matches(errorEquals, name)).toBe(expected);
  });
});

describe('delay of a retry', () => {
  it.each([
    [{}, [1, 2, 4]],
    [{ IntervalSeconds: 30, BackoffRate: 1.5 }, [30, 45, 67.5]],
    [{ IntervalSeconds: 30, BackoffRate: 2, MaxDelaySeconds: 100 }, [30, 60, 100, 100]],
    [{ IntervalSeconds: 5, BackoffRate: 1 }, [5, 5, 5]],
  ])('%j is %j seconds', (fields, seconds) => {
    const retrier = { ErrorEquals: ['E'], ...fields };
    expect(seconds.map((_, index) => delayMillis(retrier, index + 1) / 1000)).toEqual(seconds);
  });
});

it('only the first matching retrier counts; when its attempts are used up, the catchers are evaluated', () => {
  const state = {
    Retry: [
      { ErrorEquals: ['A'], MaxAttempts: 1 },
      { ErrorEquals: ['States.ALL'], MaxAttempts: 5 },
    ],
    Catch: [
      { ErrorEquals: ['B'], Next: 'X' },
      { ErrorEquals: ['States.ALL'], Next: 'Y' },
    ],
  };
  const decide = (name: string, attempts: number[]) => recover(state, name, attempts);
  expect(decide('A', [])).toMatchObject({ kind: 'retry', index: 0 });
  expect(decide('A', [1])).toMatchObject({ kind: 'catch', catcher: { Next: 'Y' } });
  expect(decide('B', [1, 4])).toMatchObject({ kind: 'retry', index: 1 });
  expect(decide('B', [1, 5])).toMatchObject({ kind: 'catch', catcher: { Next: 'X' } });
  expect(recover({}, 'A', [])).toEqual({ kind: 'fail' });
});

describe('Retry on the clock', () => {
  const polling = machine({
    Poll: task('Poll', {
      Arguments: { FunctionName: '${Poll}', Payload: '{% $states.context.State.RetryCount %}' },
      Retry: [{ ErrorEquals: ['StillProcessing'], IntervalSeconds: 30, BackoffRate: 2, MaxAttempts: 3, MaxDelaySeconds: 90 }],
      Catch: [{ ErrorEquals: ['StillProcessing'], Next: 'GaveUp', Output: '{% $states.errorOutput %}' }],
      Next: 'Done',
    }),
    Done: step(),
    GaveUp: step(),
  });

  const pollsUntil = (successAt: number) => {
    let polls = 0;
    return () => {
      polls += 1;
      if (polls < successAt) throw new NamedError('StillProcessing', `poll ${polls}`);
      return `done at poll ${polls}`;
    };
  };

  it('waits for the interval, then longer, up to the maximum; RetryCount is available to the task', async () => {
    const engine = await engineOf({ m: polling }, { Poll: pollsUntil(4) });
    const arn = await engine.start('m');
    await engine.idle();
    for (const [wait, polls] of [
      ['PT29.999S', 1],
      ['PT0.001S', 2],
      ['PT59.999S', 2],
      ['PT0.001S', 3],
      ['PT89.999S', 3],
      ['PT0.001S', 4],
    ] as const) {
      engine.clock.advance(wait);
      await engine.idle();
      expect(engine.calls).toHaveLength(polls);
    }
    expect(engine.calls.map(call => call.payload)).toEqual([0, 1, 2, 3]);
    expect(await engine.describe(arn)).toMatchObject({ status: 'SUCCEEDED', output: 'done at poll 4' });
  });

  it('after MaxAttempts the error goes to Catch, with Error and Cause', async () => {
    const engine = await engineOf({ m: polling }, { Poll: pollsUntil(99) });
    const arn = await engine.start('m');
    for (let turn = 0; turn < 4; turn += 1) {
      await engine.idle();
      engine.clock.advance('PT2M');
    }
    await engine.idle();
    const { output } = await engine.describe(arn);
    expect(engine.calls).toHaveLength(4);
    expect(output).toMatchObject({ Error: 'StillProcessing' });
    expect(JSON.parse((output as { Cause: string }).Cause)).toEqual({ errorType: 'StillProcessing', errorMessage: 'poll 4' });
  });

  it('a new visit of the state has all its attempts again', async () => {
    let calls = 0;
    const everyOther = () => {
      calls += 1;
      if (calls % 2 === 1) throw new NamedError('Busy');
      return calls;
    };
    const retry = { Retry: [{ ErrorEquals: ['Busy'], MaxAttempts: 1, IntervalSeconds: 1 }] };
    const definition = machine({
      Again: task('Again', { ...retry, Next: 'More' }),
      More: { Type: 'Choice', Choices: [{ Condition: '{% $states.input < 6 %}', Next: 'Again' }], Default: 'End' },
      End: { Type: 'Succeed' },
    });
    const engine = await engineOf({ m: definition }, { Again: everyOther });
    const arn = await engine.start('m');
    for (let turn = 0; turn < 3; turn += 1) {
      await engine.idle();
      engine.clock.advance('PT1S');
    }
    await engine.idle();
    expect(await engine.describe(arn)).toMatchObject({ status: 'SUCCEEDED', output: 6 });
  });

  it('MaxAttempts 0 never retries', async () => {
    const definition = machine({ Poll: task('Poll', { Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 0 }] }) });
    const engine = await engineOf({ m: definition }, { Poll: pollsUntil(9) });
    expect(await engine.run('m')).toMatchObject({ status: 'FAILED', error: 'StillProcessing' });
    expect(engine.calls).toHaveLength(1);
  });
});

describe('Catch', () => {
  const failing = {
    Bad: () => {
      throw new NamedError('Bad', 'so bad');
    },
  };

  it('without Output passes the error on; Assign keeps variables', async () => {
    const definition = machine({
      Bad: task('Bad', {
        Catch: [
          {
            ErrorEquals: ['States.TaskFailed'],
            Next: 'Then',
            Assign: { why: '{% $states.errorOutput.Cause %}' },
          },
        ],
        Next: 'Then',
      }),
      Then: step({ Output: { why: '{% $why %}', error: '{% $states.input.Error %}' } }),
    });
    const engine = await engineOf({ m: definition }, failing);
    expect((await engine.run('m')).output).toEqual({ why: expect.stringContaining('so bad'), error: 'Bad' });
  });

  it('an error in its own expressions fails the execution', async () => {
    const definition = machine({
      Bad: task('Bad', { Catch: [{ ErrorEquals: ['Bad'], Next: 'Then', Output: '{% $states.input.nothing %}' }], Next: 'Then' }),
      Then: step(),
    });
    const engine = await engineOf({ m: definition }, failing);
    expect(await engine.run('m')).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });

  it('an error of the Output after a successful task is caught too', async () => {
    const definition = machine({
      Good: task('Good', {
        Output: '{% $states.result.Payload.missing %}',
        Catch: [{ ErrorEquals: ['States.QueryEvaluationError'], Next: 'Then', Output: "{% 'caught' %}" }],
        Next: 'Then',
      }),
      Then: step(),
    });
    const engine = await engineOf({ m: definition }, { Good: () => ({}) });
    expect(await engine.run('m')).toMatchObject({ status: 'SUCCEEDED', output: 'caught' });
  });
});
