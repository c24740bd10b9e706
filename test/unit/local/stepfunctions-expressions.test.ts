import { afterEach, describe, expect, it } from 'vitest';
import { evaluate } from '../../../infra/local/engines/stepfunctions/expressions.ts';
import type { Json, JsonObject } from '../../../infra/local/engines/stepfunctions/definition.ts';
import { machine, openEngine, task } from './engine.ts';

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

const instant = Date.parse('2026-11-21T08:30:00Z');
const value = (template: Json, input: Json = {}, variables: JsonObject = {}): Promise<Json> =>
  evaluate(template, { states: { input, context: {} }, variables, instant }, 'Output');

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
    ["{% $parse('{') %}", 'threw an error during evaluation.'],
    ['{% ($f := function($n){ 1 + $f($n + 1) }; $f(1)) %}', 'threw an error during evaluation.'],
  ])('%s is States.QueryEvaluationError: %s', async (template, words) => {
    const failure = await value({ deep: [template] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errorName: 'States.QueryEvaluationError' });
    expect((failure as Error).message).toContain(words);
    expect((failure as Error).message).toContain("specified for the field 'Output/deep[0]'");
  });

  it('a failed expression is the same each time: nothing of one evaluation stays for the next', async () => {
    const deep = '{% ($f := function($n){ $n > 40 ? $error("deep") : $f($n + 1) }; $f(0)) %}';
    for (let run = 0; run < 50; run += 1) await expect(value(deep)).rejects.toThrow(/D3137: deep/);
  });
});

describe('functions of Step Functions', () => {
  it.each<[string, Json]>([
    ['$parse(\'{"a":[1,2]}\')', { a: [1, 2] }],
    ["$hash('abc', 'SHA-256')", 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ["$hash('abc', 'MD5')", '900150983cd24fb0d6963f7d28e17f72'],
    ['$range(0, 10, 5)', [0, 5, 10]],
    ['$range(3, 1, -1)', [3, 2, 1]],
    ['$range(1, 0, 1)', []],
    ['$partition([1,2,3,4,5], 2)', [[1, 2], [3, 4], [5]]],
    ['$random(7) = $random(7)', true],
    ['$random() < 1', true],
    ['$length($uuid())', 36],
    ['$uuid() = $uuid()', false],
    ['$now()', '2026-11-21T08:30:00.000Z'],
    ["$now('[Y0001]-[M01]-[D01] [H01]', '+0200')", '2026-11-21 10'],
    ['$millis()', instant],
  ])('%s', async (source, expected) => {
    expect(await value(`{% ${source} %}`)).toEqual(expected);
  });

  it.each([
    '$hash(1, "MD5")',
    '$hash("a", "CRC")',
    '$range(0, 5, 0)',
    '$range(0, 5000, 1)',
    '$partition([1], 0)',
    '$random("x")',
  ])('%s is refused', async source => {
    await expect(value(`{% ${source} %}`)).rejects.toMatchObject({ errorName: 'States.QueryEvaluationError' });
  });
});

describe('variables and $states', () => {
  it('all expressions of a state see the values at its entry: Assign swaps, Output is not affected', async () => {
    const definition = machine({
      First: { Type: 'Pass', Assign: { x: 3, a: 6 }, Next: 'Swap' },
      Swap: { Type: 'Pass', Assign: { x: '{% $a %}', nextX: '{% $x %}' }, Output: '{% $x %}', Next: 'Show' },
      Show: { Type: 'Pass', Output: { before: '{% $states.input %}', x: '{% $x %}', nextX: '{% $nextX %}' }, End: true },
    });
    const engine = await engineOf({ m: definition });
    expect((await engine.run('m')).output).toEqual({ before: 3, x: 6, nextX: 3 });
  });

  it('inner scopes read the outer ones and keep their own, which end with them', async () => {
    const inner = {
      StartAt: 'Mine',
      States: {
        Mine: { Type: 'Pass', Assign: { mine: '{% $states.input * $factor %}' }, Next: 'Tell' },
        Tell: { Type: 'Pass', Output: '{% $mine %}', End: true },
      },
    };
    const definition = machine({
      Set: { Type: 'Pass', Assign: { factor: 10 }, Next: 'Each' },
      Each: { Type: 'Map', ItemProcessor: inner, Assign: { all: '{% $states.result %}' }, Next: 'Show' },
      Show: { Type: 'Pass', Output: '{% $all %}', End: true },
    });
    const engine = await engineOf({ m: definition });
    expect((await engine.run('m', [1, 2, 3])).output).toEqual([10, 20, 30]);
  });

  it('the context tells execution, machine and state, also inside a map', async () => {
    const inner = { StartAt: 'In', States: { In: { Type: 'Pass', Output: '{% $states.context %}', End: true } } };
    const engine = await engineOf({ m: machine({ Each: { Type: 'Map', ItemProcessor: inner, End: true } }) });
    engine.clock.set('2026-11-21T08:30:00Z');
    const arn = await engine.start('m', ['a', 'b'], 'invoice-1');
    await engine.idle();
    const { output } = await engine.describe(arn);
    expect((output as unknown[])[1]).toMatchObject({
      Execution: { Id: arn, Name: 'invoice-1', Input: ['a', 'b'], StartTime: '2026-11-21T08:30:00.000Z' },
      StateMachine: { Id: 'arn:aws:states:local:000000000000:stateMachine:m', Name: 'm' },
      State: { Name: 'In', EnteredTime: '2026-11-21T08:30:00.000Z', RetryCount: 0 },
      Map: { Item: { Index: 1, Value: 'b' } },
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
