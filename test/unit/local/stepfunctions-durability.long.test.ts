import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openClock } from '../../../infra/local/clock.ts';
import { freshDir, machine, NamedError, openEngine, step, task } from './engine.ts';
import { DEPTH, sized } from '../../support/effort.ts';

/** A bit of everything: tasks in a row, a wait, a loop over the input, variables, an error that is caught. */
const work = (name: string, more: object = {}) =>
  task('Work', { Arguments: { FunctionName: '${Work}', Payload: { at: name, of: '{% $states.input %}' } }, ...more });

const rich = machine({
  Begin: work('Begin', { Output: 0, Assign: { first: '{% $states.result.Payload.at %}' }, Next: 'Pause' }),
  Pause: { Type: 'Wait', Seconds: 60, Next: 'Each' },
  Each: work('Each', { Output: '{% $states.result.Payload.of + 1 %}', Next: 'IsOneLeft' }),
  IsOneLeft: { Type: 'Choice', Choices: [{ Condition: '{% $states.input < 4 %}', Next: 'Pause' }], Default: 'Spoil' },
  Spoil: work('Spoil', {
    Output: '{% $states.result.Payload.missing %}',
    Catch: [{ ErrorEquals: ['States.ALL'], Output: 'caught', Assign: { why: '{% $states.errorOutput.Error %}' }, Next: 'Again' }],
    Next: 'Again',
  }),
  Again: work('Again', { Output: '{% $states.input %}', Next: 'Finish' }),
  Finish: work('Finish', { Output: { first: '{% $first %}', why: '{% $why %}', of: '{% $states.result.Payload.of %}' } }),
});
const RESULT = { first: 'Begin', why: 'States.QueryEvaluationError', of: 'caught' };
const CALLS = 8;

const EXECUTIONS = sized(20, 200);

type Engine = Awaited<ReturnType<typeof openEngine>>;

async function toTheEnd(engine: Engine, arn: string) {
  for (let turn = 0; turn < 10; turn += 1) {
    await engine.idle();
    const ended = await engine.describe(arn);
    if (ended.status !== 'RUNNING') return ended;
    engine.clock.advance('PT1H');
  }
  throw new Error(`${arn} does not end.`);
}

it.each(Array.from({ length: CALLS }, (_, index) => index + 1))(
  'an engine that dies at call %i is continued by the next one on its folder',
  async deathAt => {
    const seen: unknown[] = [];
    const mortal = (payload: unknown) => {
      seen.push(payload);
      // After the death no function responds any more.
      return seen.length >= deathAt ? new Promise(() => undefined) : payload;
    };
    const first = await openEngine({ m: rich }, { Work: mortal });
    const arn = await first.start('m', [1, 2, 3]);
    while (seen.length < deathAt) {
      await setImmediate();
      if (first.engine.busy() === 0) first.clock.advance('PT1H');
    }
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    first.clock.close();
    const unanswered = seen.length - deathAt + 1;

    const second = await openEngine({ m: rich }, { Work: (payload: unknown) => payload }, { dataDir: first.dataDir });
    expect(await toTheEnd(second, arn)).toMatchObject({ status: 'SUCCEEDED', output: RESULT });
    // Calls with a stored result are not repeated; the others are.
    expect(seen.length - unanswered + second.calls.length).toBe(CALLS);
    expect([...first.errors, ...second.errors]).toEqual([]);
    await second.stop();
    await first.stop();
  },
);

// Each life is a process of its own.
describe.runIf(DEPTH)(
  'an execution survives kill -9 again and again, and ends as if nothing had happened',
  { timeout: 60_000 },
  () => {
    const life = async (dataDir: string, dieAt: number, when: string): Promise<string> => {
      const program = [join(import.meta.dirname, 'engine-process.ts'), dataDir, join(dataDir, 'm.asl.json'), String(dieAt), when];
      try {
        return (await promisify(execFile)(process.execPath, program)).stdout;
      } catch (error) {
        expect(error).toMatchObject({ signal: 'SIGKILL' });
        return '';
      }
    };

    it.each<[string, (life: number) => [dieAt: number, when: string]]>([
      // The second call comes after the answer to the first is stored: every life gets further.
      ['around the second call of each life', n => [2, n % 2 === 0 ? 'before' : 'after']],
      ['at whatever each life does at that moment', n => [Math.round(4 * 1.5 ** n), 'turn']],
    ])('%s', async (_, death) => {
      const dataDir = freshDir();
      writeFileSync(join(dataDir, 'm.asl.json'), JSON.stringify(rich));
      let deaths = 0;
      let printed = '';
      while (printed === '') {
        printed = await life(dataDir, ...death(deaths));
        if (printed === '') deaths += 1;
        expect(deaths).toBeLessThan(20);
      }
      const ended = JSON.parse(printed) as { type: string; output: string };
      expect({ ...ended, output: JSON.parse(ended.output) as unknown }).toEqual({ type: 'ExecutionSucceeded', output: RESULT });
      expect(deaths).toBeGreaterThanOrEqual(2);
      const calls = readFileSync(join(dataDir, 'calls.log'), 'utf8').trim().split('\n');
      expect(new Set(calls).size).toBe(CALLS);
      // No life can lose more than the answer to the call in flight.
      expect(calls.length).toBeLessThanOrEqual(CALLS + deaths);
    });
  },
);

it('a wait and a retry that fall due while no engine runs are continued at the start', async () => {
  const definition = machine({
    Wait: { Type: 'Wait', Seconds: 600, Next: 'Work' },
    Work: task('Work', { Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 600 }] }),
  });
  const dataDir = freshDir();
  const busy = () => {
    throw new NamedError('Busy');
  };
  const functions = [busy, busy, () => 'done'];
  let arn = '';
  for (const work of functions) {
    const engine = await openEngine({ m: definition }, { Work: work }, { dataDir });
    if (arn === '') arn = await engine.start('m');
    await engine.idle();
    if (work === functions.at(-1)) expect(await engine.describe(arn)).toMatchObject({ status: 'SUCCEEDED', output: 'done' });
    else expect((await engine.describe(arn)).status).toBe('RUNNING');
    await engine.stop();
    const clock = openClock(dataDir);
    clock.advance('PT1H');
    clock.close();
  }
});

it('stop() leaves a task in flight to the next start, which runs it again with its attempts kept', async () => {
  const dataDir = freshDir();
  const definition = machine({
    Work: task('Work', {
      Arguments: { FunctionName: '${Work}', Payload: '{% $states.context.State.RetryCount %}' },
      Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 1, MaxAttempts: 1 }],
    }),
  });
  let failed = false;
  const once = () => {
    if (failed) return new Promise(() => undefined);
    failed = true;
    throw new NamedError('Busy');
  };
  const first = await openEngine({ m: definition }, { Work: once }, { dataDir });
  const arn = await first.start('m');
  await first.idle();
  first.clock.advance('PT1S');
  while (first.calls.length < 2) await setImmediate();
  expect(first.engine.busy()).toBe(1);
  await first.stop();
  const second = await openEngine({ m: definition }, { Work: busyAgain }, { dataDir });
  await second.idle();
  expect(second.calls.map(call => call.payload)).toEqual([1]);
  expect(await second.describe(arn)).toMatchObject({ status: 'FAILED', error: 'Busy' });
  await second.stop();
});

const busyAgain = () => {
  throw new NamedError('Busy');
};

it('running executions keep the definition they began with; new ones use the new definition', async () => {
  const dataDir = freshDir();
  const version = (word: string) =>
    machine({ Wait: { Type: 'Wait', Seconds: 60, Next: 'Say' }, Say: step({ Output: { word } }) });
  const first = await openEngine({ m: version('old') }, {}, { dataDir });
  const before = await first.start('m');
  await first.idle();
  await first.stop();
  const second = await openEngine({ m: version('new') }, {}, { dataDir });
  const after = await second.start('m');
  await second.idle();
  second.clock.advance('PT1M');
  await second.idle();
  expect((await second.describe(before)).output).toEqual({ word: 'old' });
  expect((await second.describe(after)).output).toEqual({ word: 'new' });
  await second.stop();
});

it(`${EXECUTIONS} executions of tasks, retries and waits end with the right result`, async () => {
  const definition = machine({
    Upload: task('Upload', { Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 10 }], Next: 'Pause' }),
    Pause: { Type: 'Wait', Seconds: 30, Next: 'Poll' },
    Poll: task('Poll', { Retry: [{ ErrorEquals: ['StillProcessing'], IntervalSeconds: 30, MaxAttempts: 5 }], Next: 'Which' }),
    Which: { Type: 'Choice', Choices: [{ Condition: '{% $states.input.n % 2 = 0 %}', Next: 'Even' }], Default: 'Odd' },
    Even: step({ Output: '{% "even" %}' }),
    Odd: step({ Output: '{% "odd" %}' }),
  });
  const seen = new Map<string, number>();
  const failing = (error: string, times: number) => (payload: { n: number }) => {
    const key = `${error} ${payload.n}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count <= times) throw new NamedError(error);
    return payload;
  };
  const engine = await openEngine({ m: definition }, { Upload: failing('Busy', 1), Poll: failing('StillProcessing', 3) });
  const arns = await Promise.all(Array.from({ length: EXECUTIONS }, (_, n) => engine.start('m', { n })));
  for (let turn = 0; turn < 8; turn += 1) {
    await engine.idle();
    engine.clock.advance('PT5M');
  }
  await engine.idle();
  const ends = await Promise.all(arns.map(arn => engine.describe(arn)));
  expect(ends.map(end => end.output)).toEqual(arns.map((_, n) => (n % 2 === 0 ? 'even' : 'odd')));
  expect(engine.calls).toHaveLength(EXECUTIONS * 6);
  expect(engine.errors).toEqual([]);
  await engine.stop();
});
