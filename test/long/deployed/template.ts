import type { ApiBody } from '../../../infra/api/api-body.ts';
import { DOCUMENT_FUNCTION, integrationsOf } from '../../../infra/api/api-body.ts';
import type { EventSource } from '../../../infra/stage/event-sources.ts';
import { localUri } from '../../../infra/local/gateway/imported-api.ts';
import type { StateMachineFile } from '../../../infra/stage/state-machines.ts';
import type { QueueDefinition } from '../../../infra/local/engines/sqs/index.ts';
import type { Assembly } from './assembly.ts';
import { checkProperties, eventSourceIn, isOn, minutesIn, queuesIn } from './settings.ts';

/** The functions of a synthesised stage and their triggers, in the names of the local runtime: without the stage's prefix. */
export interface Deployed {
  functions: Map<string, DeployedFunction>;
  queues: QueueDefinition[];
  /** How messages of a queue or of the table's stream reach a function, by the function's name; `queue` only for queues. */
  sources: Map<string, EventSource & { queue?: string }>;
  /** Minutes between the runs of a function. */
  schedules: Map<string, number>;
  machines: StateMachineFile[];
  api: ApiBody;
  /** Names and aliases of all resources. */
  names: Set<string>;
}

export interface DeployedFunction {
  name: string;
  /** Folder of its code. */
  asset: string;
  /** `invoices-issue.handler` */
  handler: string;
  variables: Record<string, string>;
  timeoutSeconds: number;
  memory: number;
}

type Properties = Record<string, unknown>;

const PSEUDO: Record<string, string> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': '000000000000',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** A value as CloudFormation would fill it in. @throws Error for a reference to a value that only AWS has */
function filledIn(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Sub': template } = value as { 'Fn::Sub'?: string };
  if (typeof template !== 'string') throw new Error(`${JSON.stringify(value)} is known on AWS only.`);
  return template.replace(/\$\{(AWS::\w+)\}/g, (whole, name: string) => PSEUDO[name] ?? whole);
}

/** Reads the parts of an assembly that the local runtime needs. @throws Error when a part differs from what is expected here */
export function readDeployed(stageName: string, { resources, assets }: Assembly): Deployed {
  const local = (name: string): string => {
    if (!name.startsWith(`${stageName}-`)) throw new Error(`${name} does not bear the stage's prefix.`);
    return name.slice(stageName.length + 1);
  };
  checkProperties(resources);
  const ofType = (type: string) => resources.filter(one => one.type === type);
  const lastPart = (arn: unknown): string => local(filledIn(arn).split(':').at(-1) ?? '');
  /** A function by the ARN of its alias: nothing may call a function by its bare name, which would be code without a rollout. */
  const aliased = (arn: unknown): string => {
    const name = /:function:([^:/]+):live$/.exec(filledIn(arn))?.[1];
    if (name === undefined || !aliases.has(`${name}:live`)) throw new Error(`${filledIn(arn)} is the alias of no function.`);
    return local(name);
  };

  const named = new Map(
    ofType('AWS::Lambda::Function').map(({ stack, id, properties }) => [
      `${stack}/${id}`,
      local(String(properties['FunctionName'])),
    ]),
  );
  const aliasOf = new Map(
    ofType('AWS::Lambda::Alias').map(({ stack, id, properties }) => {
      const name = named.get(`${stack}/${(properties['FunctionName'] as { Ref: string }).Ref}`) ?? '';
      return [`${stack}/${id}`, { name, alias: `${stageName}-${name}:${String(properties['Name'])}` }];
    }),
  );
  const aliases = new Set([...aliasOf.values()].map(({ alias }) => alias));
  /** The function behind a reference to its alias. */
  const behind = (stack: string, reference: unknown): string => {
    const found = aliasOf.get(`${stack}/${(reference as { Ref?: string }).Ref}`);
    if (!found) throw new Error(`${JSON.stringify(reference)} is no alias of ${stack}.`);
    return found.name;
  };

  const assetOf = (what: string, { S3Key }: { S3Key: string }): string => {
    const asset = assets.get(S3Key.replace(/\.zip$/, ''));
    if (asset === undefined) throw new Error(`The code of ${what} is no asset of the assembly.`);
    return asset;
  };
  const layerOf = (stack: string, id: string): string => {
    const layer = ofType('AWS::Lambda::LayerVersion').find(one => one.stack === stack && one.id === id);
    return assetOf(id, layer?.properties['Content'] as { S3Key: string });
  };

  const functions = ofType('AWS::Lambda::Function').map(({ stack, properties }): [string, DeployedFunction] => {
    const name = local(String(properties['FunctionName']));
    const asset = assetOf(name, properties['Code'] as { S3Key: string });
    const { Variables = {} } = (properties['Environment'] ?? {}) as { Variables?: Properties };
    const layers = ((properties['Layers'] ?? []) as { Ref: string }[]).map(({ Ref }) => layerOf(stack, Ref));
    const variables = Object.fromEntries(
      // Lambda unpacks layers under `/opt`.
      Object.entries(Variables).map(([key, value]) => [key, filledIn(value).replace(/^\/opt\//, `${layers[0] ?? '/opt'}/`)]),
    );
    const [handler, timeoutSeconds, memory] = [properties['Handler'], properties['Timeout'], properties['MemorySize']];
    return [
      name,
      { name, asset, handler: String(handler), variables, timeoutSeconds: Number(timeoutSeconds), memory: Number(memory) },
    ];
  });

  const switchedOn = (type: string) => ofType(type).filter(({ properties }) => isOn(properties));
  const sources = switchedOn('AWS::Lambda::EventSourceMapping').map(({ stack, properties }) => {
    const source: EventSource & { queue?: string } = {
      ...eventSourceIn(properties),
      ...(!('StartingPosition' in properties) && { queue: lastPart(properties['EventSourceArn']) }),
    };
    return [behind(stack, properties['FunctionName']), source] as const;
  });

  const schedules = switchedOn('AWS::Scheduler::Schedule').map(({ stack, properties }) => {
    return [behind(stack, (properties['Target'] as { Arn: unknown }).Arn), minutesIn(properties)] as const;
  });

  const machines = ofType('AWS::StepFunctions::StateMachine').map(({ properties }) => {
    const substitutions = (properties['DefinitionSubstitutions'] ?? {}) as Properties;
    return {
      name: local(String(properties['StateMachineName'])),
      definition: Object.entries(substitutions).reduce(
        (text, [name, arn]) => text.replaceAll(`\${${name}}`, aliased(arn)),
        String(properties['DefinitionString']),
      ),
    };
  });

  const [api, ...others] = ofType('AWS::ApiGatewayV2::Api');
  if (!api || others.length > 0) throw new Error('The stage has not one API.');
  const body = structuredClone(api.properties['Body']) as ApiBody;
  for (const integration of integrationsOf(body)) {
    const arn = /functions\/(.+)\/invocations$/.exec(filledIn(integration.uri))?.[1] ?? '';
    integration.uri = localUri(arn.endsWith(`:${stageName}-${DOCUMENT_FUNCTION}`) ? DOCUMENT_FUNCTION : aliased(arn));
  }

  const given = resources.flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([key, value]) => (/^(\w*Name)$/.test(key) ? [value] : [])),
  );
  const names = given
    .filter(value => typeof value === 'string' || (value as object)?.['Fn::Sub' as never] !== undefined)
    .map(filledIn);
  return {
    functions: new Map(functions),
    queues: queuesIn(resources, local),
    sources: new Map(sources),
    schedules: new Map(schedules),
    machines,
    api: body,
    names: new Set([...names, ...aliases]),
  };
}
