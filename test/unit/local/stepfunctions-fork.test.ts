import { afterEach, describe, expect, it } from 'vitest';
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

describe('Parallel', () => {
  const branch = (name: string, state: object) => ({ StartAt: name, States: { [name]: state } });

  it('gives the outputs of its branches in their order, whichever ends first', async () => {
    const definition = machine({
      Both: {
        Type: 'Parallel',
        Arguments: { n: '{% $states.input.n + 1 %}' },
        Branches: [
          branch('Slow', { Type: 'Wait', Seconds: 10, Output: '{% $states.input.n * 100 %}', End: true }),
          branch('Quick', { Type: 'Pass', Output: '{% $states.input.n %}', End: true }),
        ],
        End: true,
      },
    });
    const engine = await engineOf({ m: definition });
    const arn = await engine.start('m', { n: 1 });
    await engine.idle();
    engine.clock.advance('PT10S');
    await engine.idle();
    expect((await engine.describe(arn)).output).toEqual([200, 2]);
  });

  it('a branch that fails fails the state, with its error, and ends the other branches', async () => {
    const definition = machine({
      Both: {
        Type: 'Parallel',
        Branches: [
          branch('Bad', task('Bad')),
          { StartAt: 'Long', States: { Long: { Type: 'Wait', Seconds: 60, Next: 'After' }, After: task('After') } },
        ],
        Catch: [{ ErrorEquals: ['Broken'], Output: '{% $states.errorOutput.Error %}', Next: 'Caught' }],
        Next: 'Caught',
      },
      Caught: { Type: 'Pass', End: true },
    });
    const throwing = () => {
      throw new NamedError('Broken');
    };
    const engine = await engineOf({ m: definition }, { Bad: throwing, After: () => 'never' });
    expect(await engine.run('m')).toMatchObject({ status: 'SUCCEEDED', output: 'Broken' });
    engine.clock.advance('PT1H');
    await engine.idle();
    expect(engine.calls.map(call => call.name)).toEqual(['Bad']);
  });

  it('Retry runs all branches again', async () => {
    let left = 1;
    const flaky = () => {
      if (left-- > 0) throw new NamedError('Broken');
      return 'ok';
    };
    const definition = machine({
      Both: {
        Type: 'Parallel',
        Branches: [branch('Flaky', task('Flaky')), branch('Fine', task('Fine'))],
        Retry: [{ ErrorEquals: ['Broken'], IntervalSeconds: 5 }],
        End: true,
      },
    });
    const engine = await engineOf({ m: definition }, { Flaky: flaky, Fine: () => 'fine' });
    const arn = await engine.start('m');
    await engine.idle();
    engine.clock.advance('PT5S');
    await engine.idle();
    expect((await engine.describe(arn)).output).toEqual(['ok', 'fine']);
    expect(engine.calls.filter(call => call.name === 'Fine')).toHaveLength(2);
  });
});

describe('Map', () => {
  const each = (more: object) => ({
    Each: {
      Type: 'Map',
      ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, StartAt: 'One', States: { One: task('One') } },
      ...more,
    },
  });

  it('runs its processor for each item and gives the outputs in the order of the items', async () => {
    const definition = machine(
      each({
        Items: '{% $states.input.lines %}',
        ItemSelector: {
          at: '{% $states.context.Map.Item.Index %}',
          value: '{% $states.context.Map.Item.Value %}',
          of: '{% $states.input.of %}',
        },
        End: true,
      }),
    );
    const one = (item: { at: number; value: string; of: string }) => `${item.at}:${item.value} of ${item.of}`;
    const { output } = await outcome(definition, { lines: ['a', 'b', 'c'], of: 'x' }, { One: one });
    expect(output).toEqual(['0:a of x', '1:b of x', '2:c of x']);
  });

  it('MaxConcurrency bounds what runs at once; no items give an empty array', async () => {
    const pending: PromiseWithResolvers<string>[] = [];
    const hold = () => {
      const gate = Promise.withResolvers<string>();
      pending.push(gate);
      return gate.promise;
    };
    const engine = await engineOf({ m: machine(each({ MaxConcurrency: 2, End: true })) }, { One: hold });
    const arn = await engine.start('m', [1, 2, 3, 4, 5]);
    const seen: number[] = [];
    for (let done = 0; done < 5; done += 1) {
      while (pending.length < Math.min(done + 2, 5)) await new Promise(resolve => setImmediate(resolve));
      seen.push(pending.length - done);
      pending[done]?.resolve(`r${done}`);
    }
    await engine.idle();
    expect(Math.max(...seen)).toBe(2);
    expect((await engine.describe(arn)).output).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    expect(await engine.run('m', [])).toMatchObject({ status: 'SUCCEEDED', output: [] });
  });

  it('one failed item fails the map', async () => {
    const odd = (n: number) => {
      if (n === 2) throw new NamedError('Two');
      return n;
    };
    const definition = machine(each({ End: true }));
    expect(await outcome(definition, [1, 2, 3], { One: odd })).toMatchObject({ status: 'FAILED', error: 'Two' });
  });

  it('items that are no array are States.QueryEvaluationError; text in the input that looks like an expression stays text', async () => {
    const definition = machine(each({ End: true }));
    const echo = { One: (item: unknown) => item };
    expect(await outcome(definition, { a: 1 }, echo)).toMatchObject({ error: 'States.QueryEvaluationError' });
    expect((await outcome(definition, ["{% $error('run me') %}"], echo)).output).toEqual(["{% $error('run me') %}"]);
  });
});
