import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import type { FunctionBundle } from '../../../infra/bundle/functions.ts';
import { type BackgroundEntry, type Catalogue, type EndpointEntry, loadCatalogue } from '../../../infra/catalogue.ts';
import { DOCUMENT_FUNCTION } from '../../../infra/api/api-body.ts';
import { readStages } from '../../../infra/stage/stages.ts';
import { type Service, startService } from '../../support/service.ts';
import { assemble, type Assembly } from './assembly.ts';
import { type Instances, startInstances } from './instances.ts';
import { type Deployed, type DeployedFunction, readDeployed } from './template.ts';

export interface DeployedService {
  service: Service;
  deployed: Deployed;
  instances: Instances;
  /** Allows webhooks to this machine, where the receiver of a test is; no stage does. Functions are restarted. */
  allowLoopback(): Promise<void>;
  bundles: readonly FunctionBundle[];
  stop(): Promise<void>;
}

const [STAGE] = readStages({
  long: {
    region: 'eu-central-1',
    apiUrl: 'https://api.long.invoicing.example',
    appUrl: 'https://app.long.invoicing.example',
    mailFrom: 'Invoicing <no-reply@long.invoicing.example>',
    taxauthUrl: 'https://taxauth.example/test/rest',
    taxauthTransportUrl: 'https://taxauth.example/test/transport',
    logRetentionDays: 7,
  },
});

/**
 * The service as it would be deployed, on the local engines: the assets' code in instances of their own, with the variables, time
 * limits and memory of the template; its routes, queues, event source mappings, schedules and state machines.
 *
 * @param change changes the resources of the templates before they are read
 */
export async function startDeployed(change: (resources: Assembly['resources']) => void = () => {}): Promise<DeployedService> {
  if (!STAGE) throw new Error('There is no stage.');
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-deployed-'));
  const catalogue = await loadCatalogue();
  const assembly = await assemble(STAGE, catalogue, folder);
  change(assembly.resources);
  const deployed = readDeployed(STAGE.name, assembly);
  let log = (text: string): void => void process.stderr.write(text);
  const more: Record<string, string> = {};
  const instances = startInstances(
    one => ({ ...environmentOf(one, deployed), ...more }),
    text => log(text),
  );
  const dataDir = join(folder, 'data');
  log = text => appendFileSync(join(dataDir, 'service.log'), text);

  const of = (name: string): DeployedFunction => {
    const found = deployed.functions.get(name);
    if (!found) throw new Error(`The template has no function ${name}.`);
    return found;
  };
  const service = await startService({
    dataDir,
    timeLimits: true,
    strict: true,
    catalogue: asDeployed(catalogue, deployed, (name, event, context) => instances.run(of(name), event, context)),
    machines: deployed.machines,
    queues: deployed.queues,
    api: deployed.api,
    documentFunction: {
      name: DOCUMENT_FUNCTION,
      handler: Object.assign((event: never, context: Context) => instances.run(of(DOCUMENT_FUNCTION), event, context), {
        definition: { timeoutSeconds: of(DOCUMENT_FUNCTION).timeoutSeconds },
      }),
    },
    sourceOf: ({ name }) => deployed.sources.get(name),
  });
  return {
    ...{ service, deployed, instances, bundles: assembly.bundles },
    async allowLoopback() {
      more['WEBHOOKS_ALLOW_LOOPBACK'] = '1';
      await instances.stop();
    },
    async stop() {
      await service.stop();
      await instances.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Run = (name: string, event: unknown, context: Context) => Promise<unknown>;

/** The catalogue with the settings of the template, and functions that run as they are deployed. */
function asDeployed({ endpoints, background }: Catalogue, { functions, sources, schedules }: Deployed, run: Run): Catalogue {
  const handlerOf = <D extends object>(name: string, definition: D) => {
    const { timeoutSeconds, memory } = functions.get(name) ?? { timeoutSeconds: 0, memory: 0 };
    const handler = (event: unknown, context: Context): Promise<unknown> => run(name, event, context);
    return Object.assign(handler, { definition: { ...definition, timeoutSeconds, memory } });
  };
  const fed = background.flatMap((entry): BackgroundEntry[] => {
    const { definition } = entry.handler;
    const source = sources.get(entry.name);
    const everyMinutes = schedules.get(entry.name);
    // Functions that nothing on a stage invokes are not invoked here.
    if (definition.kind === 'worker') return source?.queue ? [changed(entry, { queue: source.queue })] : [];
    if (definition.kind === 'stream') return source && !source.queue ? [changed(entry, {})] : [];
    if (definition.kind === 'schedule') return everyMinutes ? [changed(entry, { everyMinutes })] : [];
    return [changed(entry, {})];
  });
  function changed(entry: BackgroundEntry, more: object): BackgroundEntry {
    return { ...entry, handler: handlerOf(entry.name, { ...entry.handler.definition, ...more }) as BackgroundEntry['handler'] };
  }
  return {
    endpoints: endpoints.map((entry): EndpointEntry => {
      return { ...entry, handler: handlerOf(entry.name, entry.handler.definition) as unknown as EndpointEntry['handler'] };
    }),
    background: fed,
  };
}

/** Variables that name a resource of the stage: the template must have it; they get the names of the local engines here. */
const OF_RESOURCES = /^(?!API_URL|APP_URL|TAXAUTH_URL|TAXAUTH_TRANSPORT_URL).*_(URL|NAME|BUCKET|FUNCTION|MACHINE|KEY|SET)$/;
/** Addresses, and a pattern of names, that differ between a stage and one machine. */
const ADDRESSES = [
  'API_URL',
  'APP_URL',
  'TAXAUTH_URL',
  'TAXAUTH_TRANSPORT_URL',
  'MAIL_FROM',
  'PASSKEY_RP_ID',
  'PASSKEY_ORIGINS',
  'WORKER_FUNCTIONS',
];
/** Variables that Lambda sets for every function, and those of the machine. */
const OF_THE_PLATFORM =
  /^(AWS_(REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|EC2_METADATA_DISABLED|ENDPOINT_URL_\w+)|PATH|HOME|TMPDIR|CHROMIUM_PATH)$/;

/** Only the variables that the template sets; where they name resources and addresses, with the local ones' names. */
function environmentOf({ name, variables }: DeployedFunction, { names }: Deployed): Record<string, string> {
  const platform = Object.entries(process.env).filter(([key]) => OF_THE_PLATFORM.test(key));
  const set = Object.entries(variables).map(([key, value]) => {
    const isResource = OF_RESOURCES.test(key);
    const isAlias = value.startsWith('alias/') || /^[^:]+:live$/.test(value);
    const resource = isAlias ? value : (value.split(/[/:]/).at(-1) ?? '');
    if (isResource && !names.has(resource)) throw new Error(`${key} of ${name} names ${value}, which no template has.`);
    return [key, isResource || ADDRESSES.includes(key) ? process.env[key] : value] as const;
  });
  return Object.fromEntries([...platform, ...set].filter((one): one is [string, string] => one[1] !== undefined));
}
