import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiBody, integrationOf } from '../../infra/api/api-body.ts';
import type { BackgroundEntry, EndpointEntry } from '../../infra/catalogue.ts';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import * as names from '../../infra/stage/names.ts';
import { readStages, type StageSettings } from '../../infra/stage/stages.ts';
import { substitutionName } from '../../infra/stage/state-machines.ts';
import { DEAD_LETTERS } from '#shared/platform/aws/queues.ts';
import type { Grant } from '#shared/platform/lambda/grants.ts';
import { LONG } from '../support/effort.ts';
import { type Resource, type StackTemplate, synthesise, systemOf, text } from './synthesis.ts';

/** The alarms that ring when a function fails, found in the templates as they are deployed (docs/adr/0027-alarms-of-endpoints.md). */

interface Dimension {
  Name: string;
  Value: unknown;
}

interface Alarm {
  name: string;
  metric: string;
  namespace: string;
  /** Their values: names, and the logical ids of what a parameter of the Parameter Store refers to. */
  dimensions: Record<string, string>;
}

type Named = [stack: StackTemplate, id: string, properties: Record<string, unknown>];

const named = (templates: readonly StackTemplate[], type: string): Named[] =>
  templates.flatMap(stack =>
    Object.entries(stack.resources).flatMap(([id, { Type, Properties }]): Named[] =>
      Type === type ? [[stack, id, Properties]] : [],
    ),
  );

const refOf = (value: unknown): string | undefined => (value as { Ref?: string } | undefined)?.Ref;
const attributeOf = (value: unknown): string | undefined =>
  (value as { 'Fn::GetAtt'?: string[] } | undefined)?.['Fn::GetAtt']?.[0];

/** The alarms that are received: enabled, with an action on a topic of their stack that has a subscriber. */
function ringing(templates: readonly StackTemplate[]): Alarm[] {
  const parameters = named(templates, 'AWS::SSM::Parameter').map(([, , properties]) => properties);
  const stored = ({ parameters: own }: StackTemplate, value: unknown): string => {
    if (typeof value === 'string') return value;
    const parameter = parameters.find(({ Name }) => Name === own[refOf(value) ?? '']?.Default);
    const parts = (value as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join']?.[1] ?? [value];
    return refOf(parameter?.['Value']) ?? parts.map(text).join('');
  };
  return named(templates, 'AWS::CloudWatch::Alarm')
    .filter(([stack, , { ActionsEnabled, AlarmActions = [] }]) => {
      const topics = (AlarmActions as unknown[]).map(refOf);
      const subscribed = named([stack], 'AWS::SNS::Subscription').map(([, , { TopicArn }]) => refOf(TopicArn));
      return ActionsEnabled !== false && topics.some(topic => topic !== undefined && subscribed.includes(topic));
    })
    .flatMap(([stack, , properties]) => {
      const queries = (properties['Metrics'] ?? []) as { MetricStat?: { Metric: Record<string, unknown> } }[];
      const read: Record<string, unknown>[] = queries.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
      if (read.length === 0) read.push(properties);
      // An alarm on an expression reads several metrics.
      return read.map(({ Namespace, MetricName, Dimensions = [] }) => ({
        ...{ name: String(properties['AlarmName']), metric: String(MetricName), namespace: String(Namespace) },
        dimensions: Object.fromEntries(
          (Dimensions as Dimension[]).map(({ Name, Value }) => [Name, stored(stack, Value)] as const),
        ),
      }));
    });
}

/** The parts of a stage's templates that the tests read, loaded once. */
interface Found {
  alarms: Alarm[];
  apis: Named[];
  apiStages: Named[];
  filters: Named[];
  machines: Named[];
  functions: Named[];
}

const find = (templates: readonly StackTemplate[]): Found => ({
  alarms: ringing(templates),
  apis: named(templates, 'AWS::ApiGatewayV2::Api'),
  apiStages: named(templates, 'AWS::ApiGatewayV2::Stage'),
  filters: named(templates, 'AWS::Logs::MetricFilter'),
  machines: named(templates, 'AWS::StepFunctions::StateMachine'),
  functions: named(templates, 'AWS::Lambda::Function'),
});

/** The alarms on failures of an endpoint: those of its API, and those of the access logs that all stages of the API write. */
function alarmsOfEndpoint(found: Found, stage: StageSettings, { name, handler }: EndpointEntry): string[] {
  const { method, path } = handler.definition;
  const target = `:function:${names.functionName(stage, name)}:${names.LIVE}/invocations`;
  const api = found.apis.find(([, , { Body }]) => {
    const operation = (Body as ApiBody).paths[path]?.[method.toLowerCase()];
    return operation !== undefined && text(integrationOf(Body as ApiBody, operation).uri).endsWith(target);
  });
  if (!api) return [];
  const [stack, apiId] = api;
  const ofApi = found.alarms.filter(
    ({ namespace, metric, dimensions }) =>
      namespace === 'AWS/ApiGateway' &&
      metric === '5xx' &&
      Object.keys(dimensions).join() === 'ApiId' &&
      dimensions['ApiId'] === apiId,
  );
  const logs = found.apiStages
    .filter(([of, , { ApiId }]) => of === stack && refOf(ApiId) === apiId)
    .map(([, , { AccessLogSettings }]) => attributeOf((AccessLogSettings as { DestinationArn?: unknown })?.DestinationArn));
  const counted = found.filters
    .filter(([of, , { FilterPattern }]) => of === stack && FilterPattern === '{ $.status = "5*" && $.status != "503" }')
    .filter(([, , { LogGroupName }]) => logs.length > 0 && logs.every(log => log === refOf(LogGroupName)))
    .flatMap(([, , { MetricTransformations }]) => MetricTransformations as { MetricNamespace: string; MetricName: string }[]);
  const ofLog = found.alarms.filter(({ namespace, metric }) =>
    counted.some(({ MetricNamespace, MetricName }) => namespace === MetricNamespace && metric === MetricName),
  );
  return [...ofApi, ...ofLog].map(alarm => alarm.name);
}

/** The alarms on runs that failed, by Lambda's own lines in the log group of a schedule's function. */
function alarmsOfSchedule(found: Found, stage: StageSettings, name: string): string[] {
  return found.functions
    .filter(([, , { FunctionName }]) => FunctionName === names.functionName(stage, name))
    .flatMap(([stack, , { LoggingConfig }]) =>
      found.filters
        .filter(
          ([of, , { LogGroupName }]) =>
            of === stack && refOf(LogGroupName) === refOf((LoggingConfig as { LogGroup: unknown }).LogGroup),
        )
        .filter(([, , { FilterPattern }]) => FilterPattern === '{ $.type = "platform.report" && $.record.status != "success" }'),
    )
    .flatMap(([, , { MetricTransformations }]) => MetricTransformations as { MetricName: string }[])
    .flatMap(({ MetricName }) => found.alarms.filter(({ metric }) => metric === MetricName).map(one => one.name));
}

/** Tasks that other functions call and wait for, by the word of `uses` that permits it. */
const CALLED: Partial<Record<string, Grant>> = {
  [names.RENDERER]: 'render:invoke',
  [names.PRINTER]: 'print:invoke',
  [names.SCHEMATRON]: 'schematron:invoke',
  [names.POST_WEBHOOK]: 'post-webhook:invoke',
};

let system: System;

/** The alarms on failures of a function without a route: of what runs it, or of the functions that call it. */
function alarmsOfBackground(found: Found, stage: StageSettings, entry: BackgroundEntry): string[] {
  const { name, handler } = entry;
  const { definition } = handler;
  const on = (metric: string, dimension: string, value: string): string[] =>
    found.alarms.filter(one => one.metric === metric && one.dimensions[dimension]?.endsWith(value)).map(one => one.name);
  const deadLetters = (queue: string): string[] =>
    on('ApproximateNumberOfMessagesVisible', 'QueueName', names.queueName(stage, queue));
  if (definition.kind === 'worker' || definition.kind === 'rare-worker') return deadLetters(DEAD_LETTERS);
  if (definition.kind === 'stream') return deadLetters(names.streamDeadLetters(name));
  if (definition.kind === 'schedule') return alarmsOfSchedule(found, stage, name);
  const word = CALLED[name];
  if (word) {
    const uses = ({ handler: { definition: caller } }: EndpointEntry | BackgroundEntry) => caller.uses?.includes(word);
    return [
      ...system.catalogue.endpoints.filter(uses).flatMap(caller => alarmsOfEndpoint(found, stage, caller)),
      ...system.catalogue.background.filter(uses).flatMap(caller => alarmsOfBackground(found, stage, caller)),
    ];
  }
  return found.machines
    .filter(([, , { DefinitionSubstitutions }]) => substitutionName(entry) in (DefinitionSubstitutions as object))
    .flatMap(([, , { StateMachineName }]) => on('ExecutionsFailed', 'StateMachineArn', String(StateMachineName)));
}

const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: { stages: unknown };
};
const stages = Object.fromEntries(readStages(context.stages).map(stage => [stage.name, stage]));
const stageOf = (name: string): StageSettings => stages[name]!;

/** The stages whose alarms are received by somebody; those of dev are on its dashboard only. */
const WATCHED = LONG ? ['staging', 'prod'] : ['prod'];

let deployed: Record<string, StackTemplate[]>;
beforeAll(async () => {
  system = await systemOf();
  deployed = Object.fromEntries(WATCHED.map(name => [name, synthesise(system, stageOf(name))]));
});

/** The endpoints whose failures ring fewer than two alarms. */
const uncovered = (templates: readonly StackTemplate[], stage: StageSettings): string[] => {
  const found = find(templates);
  return system.catalogue.endpoints.filter(entry => alarmsOfEndpoint(found, stage, entry).length < 2).map(({ name }) => name);
};

describe.each(WATCHED)('%s', name => {
  it('failures of every endpoint ring the alarm of its API and that of its access log', () => {
    const [stage, found] = [stageOf(name), find(deployed[name] ?? [])];
    expect(system.catalogue.endpoints.length).toBeGreaterThan(200);
    for (const entry of system.catalogue.endpoints)
      expect([entry.name, alarmsOfEndpoint(found, stage, entry)]).toEqual([
        ...[entry.name, [`${name}-api-5xx`, `${name}-failed-answers`]],
      ]);
  });

  it('failures of every other function ring the alarm of its queue, stream, schedule, state machine or callers', () => {
    const [stage, found] = [stageOf(name), find(deployed[name] ?? [])];
    expect(system.catalogue.background.length).toBeGreaterThan(40);
    expect(
      system.catalogue.background.filter(entry => alarmsOfBackground(found, stage, entry).length === 0).map(one => one.name),
    ).toEqual([]);
  });
});

describe('failures without an alarm are found', () => {
  /** The templates of prod, with a change of the resources of one type. */
  const changed = (type: string, change: (properties: Record<string, unknown>) => object | undefined): StackTemplate[] =>
    (deployed['prod'] ?? []).map(stack => ({
      ...stack,
      resources: Object.fromEntries(
        Object.entries(stack.resources).flatMap(([id, one]): [string, Resource][] => {
          const properties = one.Type === type ? change(one.Properties) : one.Properties;
          return properties ? [[id, { ...one, Properties: properties as Record<string, unknown> }]] : [];
        }),
      ),
    }));
  const all = (): string[] => system.catalogue.endpoints.map(({ name }) => name);
  const moved = 'invoices-issue';

  /** The body of the API with the routes of one endpoint only, or of all others. */
  const routes = (body: unknown, ofMoved: boolean): object => {
    const { paths, ...rest } = body as ApiBody;
    const kept = Object.entries(paths).map(([path, methods]) => {
      const operations = Object.entries(methods).filter(([, { operationId }]) => (operationId === moved) === ofMoved);
      return [path, Object.fromEntries(operations)];
    });
    return { ...rest, paths: Object.fromEntries(kept) as ApiBody['paths'] };
  };

  it('an endpoint whose route is on another API, which no alarm watches', () => {
    const templates = changed('AWS::ApiGatewayV2::Api', properties => ({
      ...properties,
      Body: routes(properties['Body'], false),
    }));
    const stack = templates.find(({ resources }) => 'Api' in resources);
    const [, , { Body }] = named(deployed['prod'] ?? [], 'AWS::ApiGatewayV2::Api')[0]!;
    const [, , properties] = named(templates, 'AWS::ApiGatewayV2::Stage')[0]!;
    Object.assign(stack?.resources ?? {}, {
      OtherApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Body: routes(Body, true) } },
      OtherStage: {
        Type: 'AWS::ApiGatewayV2::Stage',
        Properties: { ...properties, ApiId: { Ref: 'OtherApi' }, AccessLogSettings: { DestinationArn: 'elsewhere' } },
      },
    });
    expect(uncovered(templates, stageOf('prod'))).toEqual([moved]);
  });

  it('a stage of the API that writes another access log', () => {
    const templates = changed('AWS::ApiGatewayV2::Stage', ({ AccessLogSettings: _, ...properties }) => properties);
    expect(uncovered(templates, stageOf('prod'))).toEqual(all());
  });

  it.each([
    ['without an action', ({ AlarmActions: _, ...properties }: Record<string, unknown>) => properties],
    ['whose actions are off', (properties: Record<string, unknown>) => ({ ...properties, ActionsEnabled: false })],
    ['that is missing', () => undefined],
  ])('an alarm %s', (_, change) => {
    const templates = changed('AWS::CloudWatch::Alarm', properties =>
      properties['AlarmName'] === 'prod-api-5xx' ? change(properties) : properties,
    );
    expect(uncovered(templates, stageOf('prod'))).toEqual(all());
  });

  it('alarms that nobody receives', () => {
    expect(
      uncovered(
        changed('AWS::SNS::Subscription', () => undefined),
        stageOf('prod'),
      ),
    ).toEqual(all());
  });
});
