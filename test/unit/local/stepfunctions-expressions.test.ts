import { afterEach, describe, expect, it } from 'vitest';
import { evaluate } from '../../../infra/local/engines/stepfunctions/expressions.ts';
import type { Json, JsonObject } from '../../../infra/local/engines/stepfunctions/definition.ts';
import { machine, openEngine, step, task } from './engine.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
const open: Engine[] = [];

async function engineOf(...given: Parameters<typeof openEngine>): Promise<Engine> {
  const engine = await openEngine(...given);
  open.push(engine);
  return engine;
}

afterEach(async () => {
  for (const engine of open.splice(0)) await engine.stop();
});

const value = (template: Json, input: Json = {}, variables: JsonObject = {}): Promise<Json> =>
  evaluate(template, { states: { input, context: {} }, variables }, 'Output');

describe('templates', () => {
  it('expressions anywhere in nested objects and arrays are replaced, the rest stays', async () => {
    const template = { a: [{ b: '{% $states.input.n + 1 %}' }, 'plain', 3, null, ['{% $x %}']], '{% key %}': true };
    expect(await value(template, { n: 1 }, { x: { deep: [1] } })).toEqual({
      a: [{ b: 2 }, 'plain', 3, null, [{ deep: [1] }]],
      '{% key %}': true,
    });
  });

  it('data that looks like an expression is never evaluated', async () => {
    expect(await value('{% $states.input.text %}', { text: "{% $error('no') %}" })).toBe("{% $error('no') %}");
  });

  it('JSONata sequences come out as plain JSON', async () => {
    const output = await value('{% $states.input.lines[amount > 1].amount %}', {
      lines: [{ amount: 1 }, { amount: 2 }, { amount: 3 }],
    });
    expect(output).toStrictEqual([2, 3]);
  });

  it.each([
    ['{% $states.input.missing %}', 'returned nothing (undefined)'],
    ['{% function($x){$x} %}', 'returned nothing (undefined)'],
    ["{% 1 + 'x' %}", 'threw an error during evaluation. T2002'],
    ["{% $error('my words') %}", 'threw an error during evaluation. D3137: my words'],
    ['{% ($f := function($n){ 1 + $f($n + 1) }; $f(1)) %}', 'threw an error during evaluation.'],
  ])('%s is States.QueryEvaluationError: %s', async (template, words) => {
    const failure = await value({ deep: [template] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errorName: 'States.QueryEvaluationError' });
    expect((failure as Error).message).toContain(words);
    expect((failure as Error).message).toContain("specified for the field 'Output/deep[0]'");
  });

  it('a failed expression fails the same way each time: evaluations share no state', async () => {
    const deep = '{% ($f := function($n){ $n > 40 ? $error("deep") : $f($n + 1) }; $f(0)) %}';
    for (let run = 0; run < 50; run += 1) await expect(value(deep)).rejects.toThrow(/D3137: deep/);
  });
});

describe('variables and $states', () => {
  it('all expressions of a state see the values at its entry: Assign swaps, Output is not affected', async () => {
    const definition = machine({
      First: step({ Assign: { x: 3, a: 6 }, Next: 'Swap' }),
      Swap: step({ Assign: { x: '{% $a %}', nextX: '{% $x %}' }, Output: '{% $x %}', Next: 'Show' }),
      Show: step({ Output: { before: '{% $states.input %}', x: '{% $x %}', nextX: '{% $nextX %}' } }),
    });
    const engine = await engineOf({ m: definition });
    expect((await engine.run('m')).output).toEqual({ before: 3, x: 6, nextX: 3 });
  });

  it('the context has execution, machine and state', async () => {
    const engine = await engineOf({ m: machine({ Tell: step({ Output: '{% $states.context %}' }) }) });
    engine.clock.set('2026-11-21T08:30:00Z');
    const arn = await engine.start('m', ['a', 'b'], 'invoice-1');
    await engine.idle();
    const { output } = await engine.describe(arn);
    expect(output).toMatchObject({
      Execution: { Id: arn, Name: 'invoice-1', Input: ['a', 'b'], StartTime: '2026-11-21T08:30:00.000Z' },
      StateMachine: { Id: 'arn:aws:states:local:000000000000:stateMachine:m', Name: 'm' },
      State: { Name: 'Tell', EnteredTime: '2026-11-21T08:30:00.000Z', RetryCount: 0 },
    });
  });

  it('the cause of a failed expression names state, field and expression, as on AWS', async () => {
    const definition = machine({
      Push: task('Push', { Arguments: { FunctionName: '${Push}', Payload: { to: '{% $states.input.to %}' } } }),
    });
    const engine = await engineOf({ m: definition }, { Push: () => 1 });
    const { error, cause } = await engine.run('m');
    expect(error).toBe('States.QueryEvaluationError');
    expect(cause).toBe(
      "An error occurred while executing the state 'Push' (entered at the event id #2). The JSONata expression " +
        "'$states.input.to' specified for the field 'Arguments/Payload/to' returned nothing (undefined).",
    );
  });
});
