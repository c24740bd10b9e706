import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMachine } from '../../../infra/local/engines/stepfunctions/loader.ts';
import { machine, step, task } from './engine.ts';

const load = (definition: object | string, substitutions: Record<string, string> = { Ask: 'ask-function' }) =>
  loadMachine('m', typeof definition === 'string' ? definition : JSON.stringify(definition), substitutions);

const pass = step();
const withPass = (fields: object) => machine({ P: step(fields) });
const withTask = (fields: object) => machine({ T: task('Ask', fields) });
const choice = (rule: object, more: object = {}) =>
  machine({ C: { Type: 'Choice', Choices: [{ Condition: '{% true %}', Next: 'P', ...rule }], Default: 'P', ...more }, P: pass });

it('every state is loaded, and substitutions are made', () => {
  const loaded = load(machine({ T: task('Ask', { Next: 'P' }), P: pass }));
  expect([...loaded.states.keys()]).toEqual(['T', 'P']);
  expect(loaded.states.get('T')).toMatchObject({ Arguments: { FunctionName: 'ask-function' } });
  expect(loaded.arn).toBe('arn:aws:states:local:000000000000:stateMachine:m');
});

it('a substituted value is text in JSON, whatever characters it has', () => {
  const loaded = load(withTask({}), { Ask: 'a"b\\c' });
  expect(loaded.states.get('T')).toMatchObject({ Arguments: { FunctionName: 'a"b\\c' } });
});

describe('is rejected, with what to change', () => {
  it.each<[string, object | string, RegExp]>([
    ['text that is not JSON', '{', /It is not JSON/],
    ['JSONPath', { ...withPass({}), QueryLanguage: 'JSONPath' }, /QueryLanguage: must be "JSONata"/],
    [
      'no query language, which means JSONPath',
      { ...withPass({}), QueryLanguage: undefined },
      /QueryLanguage: must be "JSONata"/,
    ],
    ['an unknown field of the machine', { ...withPass({}), Region: 'x' }, /Unrecognized key: "Region"/],
    ...['Activity', 'Pass', 'Fail', 'Parallel', 'Map'].map((Type): [string, object, RegExp] => [
      `the state type ${Type}`,
      machine({ P: { Type } }),
      /States\.P\.Type: is none of Task, Wait, Choice, Succeed\./,
    ]),
    ['a JSONPath field', withPass({ ResultPath: '$.x' }), /States\.P: Unrecognized key: "ResultPath"/],
    [
      'an unknown field of a retrier',
      withTask({ Retry: [{ ErrorEquals: ['E'], Interval: 3 }] }),
      /Retry\.0: Unrecognized key: "Interval"/,
    ],
    ['an unknown field of a catcher', withTask({ Catch: [{ ErrorEquals: ['E'], Next: 'T', ResultPath: '$' }] }), /"ResultPath"/],
    ['a heartbeat, which the engine does not watch', withTask({ HeartbeatSeconds: 5 }), /"HeartbeatSeconds"/],
    ['a timeout of a task', withTask({ TimeoutSeconds: 5 }), /"TimeoutSeconds"/],
    ['a timeout of the machine', { ...withPass({}), TimeoutSeconds: 5 }, /"TimeoutSeconds"/],
    ['jitter', withTask({ Retry: [{ ErrorEquals: ['E'], JitterStrategy: 'FULL' }] }), /"JitterStrategy"/],
    [
      'another resource',
      withTask({ Resource: 'arn:aws:states:::sqs:sendMessage' }),
      /runs "arn:aws:states:::lambda:invoke" only/,
    ],
    ['another argument', withTask({ Arguments: { FunctionName: 'x', Qualifier: '1' } }), /"Qualifier"/],
    ['neither Next nor End', machine({ P: { Type: 'Wait', Seconds: 1 } }), /exactly one of Next and End/],
    ['both Next and End', withPass({ Next: 'P', End: true }), /exactly one of Next and End/],
    [
      'both Seconds and Timestamp',
      machine({ W: { Type: 'Wait', Seconds: 1, Timestamp: '2030-01-01T00:00:00Z', End: true } }),
      /exactly one of Seconds and Timestamp/,
    ],
    ['StartAt of no state', { ...withPass({}), StartAt: 'X' }, /StartAt: no state "X"/],
    ['Next of no state', machine({ P: step({ Next: 'X' }), Q: pass }), /leads to "X"/],
    ['a Default of no state', choice({}, { Default: 'X' }), /leads to "X"/],
    ['no Default', choice({}, { Default: undefined }), /States\.C\.Default/],
    ['a catcher to no state', withTask({ Catch: [{ ErrorEquals: ['E'], Next: 'X' }] }), /leads to "X"/],
    [
      'States.ALL among others',
      withTask({ Retry: [{ ErrorEquals: ['States.ALL', 'E'] }] }),
      /States\.ALL must stand alone and last/,
    ],
    [
      'States.ALL before others',
      withTask({ Retry: [{ ErrorEquals: ['States.ALL'] }, { ErrorEquals: ['E'] }] }),
      /alone and last/,
    ],
    [
      'an error that is never raised',
      withTask({ Retry: [{ ErrorEquals: ['States.Permissions'] }] }),
      /never raises "States\.Permissions"/,
    ],
    [
      'MaxDelaySeconds below the interval',
      withTask({ Retry: [{ ErrorEquals: ['E'], IntervalSeconds: 9, MaxDelaySeconds: 9 }] }),
      /must exceed/,
    ],
    ['Assign of a whole choice', choice({}, { Assign: { b: 1 } }), /Unrecognized key: "Assign"/],
    ['a condition that is no expression', choice({ Condition: 'true' }), /must be a JSONata expression/],
    ['a syntax error', withPass({ Output: '{% $states.input.( %}' }), /States\.P\.Output: is not JSONata/],
    ['a bare name', withPass({ Output: '{% invoice.number %}' }), /"invoice" stands on nothing/],
    ['a bare name in a condition', choice({ Condition: "{% status = 'sent' %}" }), /"status" stands on nothing/],
    ['$ at the top', withPass({ Output: '{% $.invoice %}' }), /write \$states\.input/],
    ['$$', withPass({ Output: '{% $states.input.lines[$$.x = 1] %}' }), /\$\$ has no meaning/],
    ['$eval', withPass({ Output: "{% $eval('1') %}" }), /\$eval does not exist/],
    ['an unknown function', withPass({ Output: '{% $upper($states.input) %}' }), /\$upper is neither/],
    ['the time, which is the one of the machine', withPass({ Output: '{% $now() %}' }), /\$now is neither/],
    ['a function of Step Functions alone', withPass({ Output: '{% $parse($states.input) %}' }), /\$parse is neither/],
    [
      'a variable that is never assigned',
      withPass({ Output: { deep: ['{% $invoiceId %}'] } }),
      /Output\.deep\[0\]: \$invoiceId is neither/,
    ],
    [
      '$states.result before there is one',
      withTask({ Arguments: { FunctionName: 'x', Payload: '{% $states.result %}' } }),
      /\$states\.result does not exist here; input, context do/,
    ],
    ['$states.result in a Wait', withPass({ Output: '{% $states.result %}' }), /\$states\.result does not exist here/],
    [
      '$states.errorOutput outside Catch',
      withTask({ Output: '{% $states.errorOutput %}' }),
      /\$states\.errorOutput does not exist here/,
    ],
    ['an unknown member of $states', withPass({ Output: '{% $states.inputs %}' }), /\$states\.inputs does not exist/],
    ['assigning $states', withPass({ Assign: { states: 1 } }), /"states" cannot name a variable/],
    ['assigning part of a variable', withPass({ Assign: { 'x.y': 1 } }), /"x\.y" cannot name a variable/],
    ['assigning a function', withPass({ Assign: { count: 1 } }), /"count" cannot name a variable/],
  ])('%s', (_, definition, words) => {
    expect(() => load(definition)).toThrow(words);
  });

  it('a missing substitution, each by its name', () => {
    const states = { A: task('Ask', { Next: 'B' }), B: task('Tell') };
    expect(() => load(machine(states), {})).toThrow(/\$\{Ask\}[\s\S]*\$\{Tell\}/);
  });

  it('a name that is not valid in an ARN', () => {
    expect(() => loadMachine('a:b', '{}', {})).toThrow(/Its name/);
  });
});

describe('is accepted', () => {
  it.each<[string, object]>([
    [
      '$ and bare names inside a path, a filter and a transform',
      withPass({ Output: '{% $states.input.lines[$.n > 1 and price > 0].{ "p": price } ~> |$|{"q": p}| %}' }),
    ],
    [
      'names that an expression binds itself',
      withPass({ Output: '{% ($f := function($x, $y){ $x + $y }; $total := $f(1, 2); $states.input.a@$b.{ "c": $b }) %}' }),
    ],
    [
      'variables that only a catcher or a rule assigns',
      machine({
        T: task('Ask', {
          Catch: [{ ErrorEquals: ['States.ALL'], Next: 'P', Assign: { why: '{% $states.errorOutput.Cause %}' } }],
          Next: 'P',
        }),
        P: step({ Output: '{% $exists($why) ? $why : null %}' }),
      }),
    ],
    ['comments', machine({ T: task('Ask', { Comment: 'c' }) }, { Comment: 'c' })],
  ])('%s', (_, definition) => {
    expect(() => load(definition)).not.toThrow();
  });
});

describe('the state machines of the service', () => {
  const folder = join(import.meta.dirname, '../../../statemachines');
  const files = readdirSync(folder).filter(file => file.endsWith('.asl.json'));

  it.each(files)('%s is accepted by the engine', file => {
    const text = readFileSync(join(folder, file), 'utf8');
    const names = [...text.matchAll(/\$\{(\w+)\}/g)].map(match => match[1] ?? '');
    expect(() => load(text, Object.fromEntries(names.map(name => [name, name])))).not.toThrow();
  });
});
