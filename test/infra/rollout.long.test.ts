import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FUNCTION_GROUPS, inGroups } from '../../infra/stage/function-groups.ts';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { LIVE, PRINTER } from '../../infra/stage/names.ts';
import type { Code } from '../../infra/stacks/functions.ts';
import { DEPTH } from '../support/effort.ts';
import {
  list,
  ofType,
  type Resource,
  type StackTemplate,
  STAGE,
  synthesise,
  synthesiseAnew,
  systemOf,
  temporaryFolders,
  text,
} from './synthesis.ts';

const temporaryFolder = temporaryFolders();

/** A new version of the code: callers call an alias, which moves to it gradually where the stage says so. */

let system: System;
let gradual: StackTemplate[];
let entries: string[];

beforeAll(async () => {
  system = await systemOf();
  gradual = synthesise(system);
  entries = [...system.catalogue.endpoints, ...system.catalogue.background].map(({ name }) => name);
});

/** A stage that has neither. */
const atOnce = (): StackTemplate[] => synthesise(system, { ...STAGE, gradualRollout: false, reserveConcurrency: false });

const named = (templates: StackTemplate[], type: string): [stack: StackTemplate, id: string, resource: Resource][] =>
  templates.flatMap(stack =>
    Object.entries(stack.resources).flatMap(([id, one]): [StackTemplate, string, Resource][] =>
      one.Type === type ? [[stack, id, one]] : [],
    ),
  );

/** The logical ids of all versions. */
const versions = (templates: StackTemplate[]): string[] => named(templates, 'AWS::Lambda::Version').map(([, id]) => id);

/** A folder with other content than that of any function or layer. */
function changed(): string {
  const folder = temporaryFolder('changed');
  writeFileSync(join(folder, 'index.mjs'), 'export const handler = () => 1;');
  return folder;
}

const withCode = (name: string, change: (code: Code) => Code): System => ({
  ...system,
  codeOf: entry => (entry.name === name ? change(system.codeOf(entry)) : system.codeOf(entry)),
});

function withMemory(name: string, memory: number): System {
  const endpoints = system.catalogue.endpoints.map(entry =>
    entry.name === name
      ? {
          ...entry,
          handler: Object.assign(() => Promise.resolve({}), { definition: { ...entry.handler.definition, memory } }),
        }
      : entry,
  );
  return { ...system, catalogue: { ...system.catalogue, endpoints } };
}

/** An alarm on an expression. */
interface Alarm {
  Metrics: {
    Id: string;
    Expression?: string;
    MetricStat?: { Metric: { MetricName: string; Namespace: string }; Period: number; Stat: string };
  }[];
  Threshold: number;
  EvaluationPeriods: number;
  ComparisonOperator: string;
  TreatMissingData: string;
}

const functionStacks = (): StackTemplate[] => gradual.filter(({ stack }) => stack.includes('-functions-'));

/** The metric that the alarm of a stack's rollout reads under an id. */
function watchedAs(id: string, resources: Record<string, Resource>): { MetricName: string; Namespace: string } {
  const { Metrics } = resources['RolloutAlarm']?.Properties as unknown as Alarm;
  const [metric] = Metrics.flatMap(({ Id, MetricStat }) => (Id === id && MetricStat ? [MetricStat.Metric] : []));
  if (!metric) throw new Error(`The alarm reads no ${id}.`);
  return metric;
}

interface UpdatePolicy {
  UpdatePolicy?: { CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: string }; DeploymentGroupName: { Ref: string } } };
}

describe('the stacks of functions', () => {
  it('every area is in one group, and a new area must be assigned to one', () => {
    const areas = new Set([...system.catalogue.endpoints, ...system.catalogue.background].map(({ area }) => area));
    expect(Object.values(FUNCTION_GROUPS).flat().toSorted()).toEqual([...areas].toSorted());
    expect(() => inGroups([{ area: 'new-area' }])).toThrow(
      /functions\/new-area must be in one group of infra\/stage\/function-groups.ts/,
    );
  });

  it('a stage has twelve stacks, none of which exports anything', () => {
    expect(gradual.map(({ stack }) => stack.replace(`${STAGE.name}-`, '')).toSorted()).toEqual([
      ...['api', 'data', ...Object.keys(FUNCTION_GROUPS).map(group => `functions-${group}`)],
      ...['messaging', 'observability', 'recovery', 'workflows'],
    ]);
    expect(JSON.stringify(gradual)).not.toContain('Fn::ImportValue');
  });
});

describe('the alias of every function', () => {
  it('names its one version', () => {
    const aliases = named(gradual, 'AWS::Lambda::Alias');
    expect(aliases).toHaveLength(entries.length);
    for (const [{ resources }, , { Properties }] of aliases) {
      expect(Properties['Name']).toBe(LIVE);
      const [version = ''] = (Properties['FunctionVersion'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
      expect(resources[version]).toMatchObject({
        Type: 'AWS::Lambda::Version',
        Properties: { FunctionName: Properties['FunctionName'] },
      });
    }
  });

  it.runIf(DEPTH)('stays the same while nothing of the function changes', () => {
    expect(versions(synthesiseAnew(system))).toEqual(versions(gradual));
  });

  it.runIf(DEPTH).each<[change: string, of: string, next: () => StackTemplate[]]>([
    ['code', 'InvoicesIssue', () => synthesise(withCode('invoices-issue', code => ({ ...code, asset: changed() })))],
    // The function refers to its layer by a logical id, which does not change.
    ['layer', 'TasksPrintPage', () => synthesise(withCode(PRINTER, code => ({ ...code, layer: changed() })))],
    ['memory', 'InvoicesIssue', () => synthesise(withMemory('invoices-issue', 3008))],
  ])('moves to another version when the %s of its function changes, and no other alias moves', (_, of, next) => {
    const before = versions(gradual);
    const after = versions(next());
    expect(after).toHaveLength(before.length);
    const made = after.filter(id => !before.includes(id));
    expect(made.map(id => id.replace(/Version[0-9a-f]{12}$/, ''))).toEqual([of]);
  });

  it.runIf(DEPTH)('moves to another version when a setting of the stage changes, as every function reads the settings', () => {
    const after = versions(synthesise(system, { ...STAGE, settings: { ...STAGE.settings, TOKEN_KEY_DAYS: '91' } }));
    expect(after.filter(id => versions(gradual).includes(id))).toEqual([]);
  });

  it('is the target of API Gateway, queues, the stream, schedules, state machines and other functions', () => {
    const called = [
      ...ofType(gradual, 'AWS::StepFunctions::StateMachine').flatMap(({ Properties }) =>
        Object.values(Properties['DefinitionSubstitutions'] as object).map(text),
      ),
      ...ofType(gradual, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
        const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
        return Object.entries(Variables).flatMap(([key, value]) => (key.endsWith('_FUNCTION') ? [text(value)] : []));
      }),
    ];
    expect(called.length).toBeGreaterThan(5);
    expect(called.filter(name => !name.endsWith(`:${LIVE}`))).toEqual([]);

    const triggers = [
      ...named(gradual, 'AWS::Lambda::EventSourceMapping').map(([stack, , { Properties }]) => [
        stack,
        Properties['FunctionName'],
      ]),
      ...named(gradual, 'AWS::Scheduler::Schedule').map(([stack, , { Properties }]) => [
        stack,
        (Properties['Target'] as { Arn: unknown }).Arn,
      ]),
    ] as [StackTemplate, { Ref: string }][];
    expect(triggers.length).toBeGreaterThan(20);
    for (const [{ resources }, { Ref }] of triggers) expect(resources[Ref]?.Type).toBe('AWS::Lambda::Alias');
  });

  it('is the only thing that may be invoked: no policy allows the latest code or an old version', () => {
    const invoked = ofType(gradual, 'AWS::IAM::Role')
      .flatMap(({ Properties }) => (Properties['Policies'] ?? []) as { PolicyDocument: { Statement: Statement[] } }[])
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => list(Action).includes('lambda:InvokeFunction'))
      .flatMap(({ Resource }) => list(Resource));
    const isAlias = (resource: unknown): boolean =>
      gradual.some(({ resources }) => resources[(resource as { Ref?: string }).Ref ?? '']?.Type === 'AWS::Lambda::Alias');
    const others = invoked.filter(resource => !isAlias(resource) && !text(resource).endsWith(`:${LIVE}`)).map(text);
    expect(others).toEqual([expect.stringMatching(/:function:test-openapi$/)]);
  });
});

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

describe('a stage with `gradualRollout`', () => {
  it('moves every alias by CodeDeploy: a tenth of the calls for five minutes, and back when the alarm of its stack rings', () => {
    for (const [{ stack, resources }, id, alias] of named(gradual, 'AWS::Lambda::Alias')) {
      const policy = (alias as UpdatePolicy).UpdatePolicy?.CodeDeployLambdaAliasUpdate;
      const group = resources[policy?.DeploymentGroupName.Ref ?? ''];
      expect(group, `${stack}/${id}`).toMatchObject({
        Type: 'AWS::CodeDeploy::DeploymentGroup',
        Properties: {
          ApplicationName: policy?.ApplicationName,
          DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
          AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) as string[] },
          AlarmConfiguration: { Enabled: true, Alarms: [{ Name: { Ref: 'RolloutAlarm' } }] },
        },
      });
      expect(resources['RolloutAlarm']?.Type).toBe('AWS::CloudWatch::Alarm');
    }
  });

  it('counts the calls and the errors in the log of every area of the stack in the metrics of its alarm', () => {
    for (const template of functionStacks()) {
      const { stack, resources } = template;
      const logs = Object.keys(resources).filter(id => resources[id]?.Type === 'AWS::Logs::LogGroup');
      for (const [id, pattern] of [
        ['errors', '$.level = "ERROR"'],
        ['calls', '{ $.type = "platform.report" }'],
      ] as const) {
        const { MetricName, Namespace } = watchedAs(id, resources);
        const filters = ofType([template], 'AWS::Logs::MetricFilter').filter(({ Properties }) => {
          const [metric] = Properties['MetricTransformations'] as { MetricName: string; MetricNamespace: string }[];
          return metric?.MetricName === MetricName && metric?.MetricNamespace === Namespace;
        });
        for (const { Properties } of filters) expect(Properties['FilterPattern']).toContain(pattern);
        const counted = filters.map(({ Properties }) => (Properties['LogGroupName'] as { Ref: string }).Ref);
        expect(counted.toSorted(), `${stack} ${id}`).toEqual(logs.toSorted());
      }
      expect(resources['RolloutAlarm']?.Properties['AlarmActions']).toHaveLength(1);
    }
  });

  it.runIf(DEPTH)('is optional: without it aliases move at once, and there is no resource of CodeDeploy', () => {
    expect(JSON.stringify(atOnce())).not.toMatch(/CodeDeploy/);
    expect(named(atOnce(), 'AWS::Lambda::Alias')).toHaveLength(entries.length);
  });
});

describe('the alarm of a rollout, in a model of traffic', () => {
  /** Of each call, in every version. */
  const BACKGROUND = 1 / 1_000;
  const CANARY = 0.1;
  /** Minutes in which the alarm sees a canary of five minutes: CloudWatch Logs counts lines up to a minute after they are written. */
  const SEEN = 4;

  /** Whether an alarm rings at the sums of its period, by the expression and the threshold of the template. */
  function rings(calls: number, errors: number): boolean {
    const [alarm] = functionStacks().map(({ resources }) => resources['RolloutAlarm']?.Properties ?? {});
    const { Metrics, Threshold, EvaluationPeriods, ComparisonOperator, TreatMissingData } = alarm as unknown as Alarm;
    const [expression] = Metrics.flatMap(({ Expression }) => Expression ?? []);
    const share = /^errors - FILL\(calls, 0\) \/ (\d+)$/.exec(expression ?? '')?.[1];
    expect([share !== undefined, EvaluationPeriods, ComparisonOperator]).toEqual([true, 1, 'GreaterThanThreshold']);
    // Without an error the metric, and so the expression, has no value.
    if (errors === 0) return TreatMissingData === 'breaching';
    return errors - calls / Number(share) > Threshold;
  }

  /** The probability that an alarm rings within a window with so many calls, some of which fail with a given probability. */
  function likelihood(calls: number, [some, probability]: [number, number]): number {
    let [none, ringing] = [(1 - probability) ** some, 0];
    for (let errors = 0; errors <= some; errors++) {
      if (rings(calls, errors)) ringing += none;
      none *= ((some - errors) / (errors + 1)) * (probability / (1 - probability));
    }
    return ringing;
  }

  it('evaluates the five minutes of the canary, again each minute', () => {
    for (const { resources } of functionStacks()) {
      const { Metrics } = resources['RolloutAlarm']?.Properties as unknown as Alarm;
      const periods = Metrics.flatMap(({ MetricStat }) => (MetricStat ? [[MetricStat.Period, MetricStat.Stat]] : []));
      expect(periods).toEqual([
        [300, 'Sum'],
        [300, 'Sum'],
      ]);
    }
  });

  it.each([
    [20, 0.95],
    [50, 0.999],
    [100, 0.9999],
  ])('a new version that always fails, at %s calls a minute, raises it with a probability above %s', (perMinute, atLeast) => {
    expect(likelihood(5 * perMinute, [SEEN * perMinute, CANARY])).toBeGreaterThan(atLeast);
  });

  it('at 20 calls a minute, two of which fail, it rings after two minutes', () => {
    expect([1, 2, 3].map(minutes => rings(100, 2 * minutes))).toEqual([false, true, true]);
  });

  it('at 1,000 calls a minute it rings after the first minute, and when a new version fails at one call in five after the third', () => {
    const background = 4_000 * BACKGROUND;
    expect(rings(5_000, background + 100)).toBe(true);
    expect([1, 2, 3].map(minutes => rings(5_000, background + 20 * minutes))).toEqual([false, false, true]);
  });

  it.each([1, 5, 20, 50, 100, 200, 1_000])(
    'one error in 1,000 calls, at %s calls a minute, raises it in less than one rollout in 10,000',
    perMinute => {
      expect(likelihood(5 * perMinute, [5 * perMinute, BACKGROUND])).toBeLessThan(1e-4);
    },
  );

  it('two errors never raise it, and a few calls a minute are too few for a rollback, as docs/operations/deploying.md says', () => {
    expect([1, 10, 100].map(calls => rings(calls, 2))).toEqual([false, false, false]);
    const shown = [1, 5, 10, 20].map(perMinute => Math.round(100 * likelihood(5 * perMinute, [SEEN * perMinute, CANARY])));
    const guide = readFileSync(join(import.meta.dirname, '../../docs/operations/deploying.md'), 'utf8');
    const [, row = ''] = /^ *\| A version that always fails is rolled back \| (.*) \|$/m.exec(guide) ?? [];
    expect(row.split(' | ')).toEqual(shown.map(share => `${share} %`));
  });
});

describe('functions that are expensive to run', () => {
  const reserved = (templates: StackTemplate[]): Record<string, unknown> =>
    Object.fromEntries(
      ofType(templates, 'AWS::Lambda::Function').flatMap(({ Properties }) =>
        'ReservedConcurrentExecutions' in Properties
          ? [[String(Properties['FunctionName']).replace('test-', ''), Properties['ReservedConcurrentExecutions']]]
          : [],
      ),
    );

  it('are limited where the stage reserves concurrency, so that one tenant cannot take all of it', () => {
    expect(reserved(gradual)).toEqual({
      ...{ 'tasks-print-page': 100, 'workers-render-document': 100, 'workers-run-schematron': 20 },
      ...{ 'auth-login': 20, 'auth-mfa-verify': 20, 'auth-register': 20, 'auth-reset-password': 20 },
    });
  });

  it.runIf(DEPTH)('are not limited where it does not', () => {
    expect(reserved(atOnce())).toEqual({});
  });

  it('a queue may run no more of them than are reserved', () => {
    for (const { name, handler } of system.catalogue.background) {
      const { definition } = handler;
      if (definition.kind !== 'worker' || definition.reservedConcurrency === undefined) continue;
      expect(definition.maximumConcurrency ?? 10, name).toBeLessThanOrEqual(definition.reservedConcurrency);
    }
  });
});

describe('traces', () => {
  const traced = (templates: StackTemplate[]): boolean[] => [
    ...named(templates, 'AWS::Lambda::Function')
      .filter(([, , { Properties }]) => Properties['FunctionName'] !== 'test-openapi')
      .map(([, , { Properties }]) => (Properties['TracingConfig'] as { Mode?: string } | undefined)?.Mode === 'Active'),
    ...ofType(templates, 'AWS::StepFunctions::StateMachine').map(({ Properties }) => 'TracingConfiguration' in Properties),
  ];

  it.runIf(DEPTH)('are on for all functions and state machines, each of which may send them, or for none', () => {
    const tracing = synthesise(system, { ...STAGE, tracing: true });
    expect(traced(tracing).every(Boolean)).toBe(true);
    expect(JSON.stringify(tracing).match(/xray:PutTraceSegments/g)).toHaveLength(entries.length + system.machines.length);
    expect(traced(gradual).some(Boolean)).toBe(false);
    expect(JSON.stringify(gradual)).not.toContain('xray:');
  });
});

describe('the browser', () => {
  it('is in a layer of the printer only: a change of the code does not upload it again', () => {
    const withLayers = named(gradual, 'AWS::Lambda::Function').filter(([, , { Properties }]) => 'Layers' in Properties);
    expect(withLayers.map(([, , { Properties }]) => Properties['FunctionName'])).toEqual([`test-${PRINTER}`]);
    for (const [{ resources }, , { Properties }] of withLayers) {
      const [layer] = Properties['Layers'] as { Ref: string }[];
      expect(resources[layer?.Ref ?? '']?.Type).toBe('AWS::Lambda::LayerVersion');
      expect(Properties['Environment']).toMatchObject({ Variables: { CHROMIUM_FILES: '/opt/chromium' } });
    }
  });
});
