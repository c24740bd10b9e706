import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { closeBrowser } from '#shared/output/pdf/browser.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { type BackgroundEntry, type Catalogue, loadCatalogue } from '../catalogue.ts';
import { type ApiBody, apiBody } from '../api/api-body.ts';
import { otherRoutes, otherRoutesEnvironment } from '../api/routes.ts';
import { webOrigins } from '../stage/cors.ts';
import type { EventSource } from '../stage/event-sources.ts';
import { type StateMachineFile, stateMachineFiles } from '../stage/state-machines.ts';
import { type LocalClock, openClock } from './clock.ts';
import { createAsynchronousRuns } from './events/asynchronous.ts';
import { createControl } from './control/control.ts';
import { documentFunction } from './gateway/document-function.ts';
import { type Engines, startEngines } from './engines.ts';
import { awsOf, engineUrls, type LocalSettings, localEnvironment, setEnvironment, TABLE } from './environment.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { startGateway } from './gateway/gateway.ts';
import { type LocalIdp, openIdp } from './external/idp.ts';
import { untilIdle } from './events/idle.ts';
import { localUri } from './gateway/imported-api.ts';
import { ProcessDied, unlessCrashed } from './invocation.ts';
import { createInvoker, type Runnable, throughJson } from './invoke.ts';
import { lockFolder } from './lock.ts';
import { Opened } from './opened.ts';
import type { QueueDefinition } from './engines/sqs/index.ts';
import { FIRST_LIMITS, type SendingLimits } from './engines/ses/limits.ts';
import { createMeter, type Meter } from './recorders/meter.ts';
import { functionPolicies } from './policy/policy.ts';
import { actionRecorder } from './recorders/action-recorder.ts';
import { startQueuePollers } from './events/queues.ts';
import { type Schedules, startSchedules } from './events/schedules.ts';
import { preparedRules } from './external/schematron.ts';
import { forgetCounts } from './control/forget-counts.ts';
import { setPlan } from './control/set-plan.ts';
import { type TurnClock, turnOf } from './control/turn.ts';
import { statusRecorder } from './recorders/status-recorder.ts';
import { startStreams } from './events/streams.ts';
import { whoReadsLate } from './faults/strictness.ts';
import { openTableTransport, type TableTransport } from './engines/dynamodb/table-transport.ts';
import { createWebhookReceiver } from './external/webhook-receiver.ts';
import { unwatchWire, watchWire } from './gateway/wire.ts';

export interface RuntimeOptions extends LocalSettings {
  /** 0: any free port. */
  port: number;
  dataDir: string;
  /** Whether functions crash at their timeouts, in real time; true by default. */
  timeLimits?: boolean;
  /** Sending limits of SES; by default those of a new account if engines are strict, else none. */
  mailLimits?: SendingLimits | false;
  /** Functions may make any call of AWS, whatever their policies say; for tests with functions of their own. */
  anyCall?: boolean;
  /** The way from the functions to the table with something around it, such as a record of each call. */
  aroundTable?: (table: TableTransport) => TableTransport;
  /** Keeps the browser for PDFs open for the next runtime of this process. */
  keepBrowser?: boolean;
  /** The functions; by default all of `functions/`. */
  catalogue?: Catalogue;
  /** The routes; by default those of a stage with this catalogue. */
  api?: ApiBody;
  /** The function for `/openapi.json` and the default route; by default made from the catalogue. */
  documentFunction?: Runnable;
  /** The state machines: by default those of `statemachines/`, if the catalogue has tasks at all. */
  machines?: readonly StateMachineFile[];
  /** The queues with their dead-letter queues; by default those of a stage with this catalogue. */
  queues?: readonly QueueDefinition[];
  /** The event source mappings of functions; by default from their definitions, with local limits. */
  sourceOf?: (entry: BackgroundEntry) => EventSource | undefined;
  /** Called when an engine has ended unexpectedly, after which the system cannot continue. */
  onFatal?: (error: Error) => void;
  /** Called for errors of functions and deliveries that no caller sees; prints them by default. */
  onError?: (message: string, error: unknown) => void;
}

/** The whole system on one machine, within this process. */
export interface Runtime {
  url: string;
  port: number;
  clock: LocalClock;
  engines: Engines;
  faults: Faults;
  meter: Meter;
  schedules: Schedules;
  idp: LocalIdp;
  catalogue: Catalogue;
  /** Responses that did not match the definitions of their endpoints. */
  violations: readonly string[];
  /** Waits until the system is idle (idle.ts). @returns false after `timeoutMs`, 10 seconds by default */
  idle(timeoutMs?: number): Promise<boolean>;
  /** Resolves when no function is running, at the latest after `millis`. */
  drained(millis: number): Promise<void>;
  turn: TurnClock;
  /** Stops everything, in the reverse order of the start. */
  stop(): Promise<void>;
}

/**
 * Starts the system on `dataDir`. It changes environment variables, the source of time and `fetch` of the process, so a process
 * can only run one at a time.
 * @throws Error when the folder or the port is in use, or an engine does not start; everything is stopped then
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const opened = new Opened();
  try {
    return await start(options, opened);
  } catch (error) {
    await opened.end();
    throw error;
  }
}

async function start(options: RuntimeOptions, opened: Opened): Promise<Runtime> {
  const dataDir = resolve(options.dataDir);
  opened.add(lockFolder(dataDir));
  const onError = options.onError ?? ((message, error) => console.error(`${message}:`, error));
  const logFile = join(dataDir, 'service.log');
  setLogSink(unlessCrashed(line => appendFileSync(logFile, `${line}\n`)));
  opened.add(() => setLogSink(unlessCrashed(line => void process.stdout.write(`${line}\n`))));

  const clock = openClock(dataDir, error => onError('A timer of the local clock failed', error));
  opened.add(() => clock.close());
  setTimeSource(() => clock.now());
  opened.add(() => setTimeSource(() => Date.now()));

  const [gateway, catalogue] = await Promise.all([startGateway(options.port), options.catalogue ?? loadCatalogue()]);
  opened.add(() => gateway.stop());

  const kindOf = (wanted: string): BackgroundEntry[] =>
    catalogue.background.filter(entry => entry.handler.definition.kind === wanted);
  if (!options.keepBrowser) opened.add(closeBrowser);
  const ready = Promise.withResolvers<void>();
  const invoker = createInvoker(options.timeLimits);
  const named = new Map(catalogue.background.map(entry => [entry.name, entry]));
  const invoke = (entry: BackgroundEntry, event: unknown): Promise<unknown> => invoker.invoke(entry, event);
  /** Invokes a function by name with JSON, like Lambda's API and Step Functions. */
  const invokeNamed = async (name: string, payload: unknown): Promise<unknown> => {
    const entry = named.get(name);
    if (!entry) throw new Error(`There is no function ${name}.`);
    // Executions of an earlier run continue before everything is started that their tasks need.
    await ready.promise;
    try {
      return throughJson(await invoke(entry, throughJson(payload)));
    } catch (error) {
      // The error name that Step Functions reports when the function's process has crashed.
      if (error instanceof ProcessDied) throw Object.assign(new Error(error.message), { name: 'Lambda.Unknown' });
      throw error;
    }
  };

  const origins = webOrigins({
    apiUrl: gateway.url,
    appUrl: options.appUrl,
    passkeys: { domain: 'localhost', origins: [`http://localhost:${gateway.port}`] },
  });
  const { strict = false, deliversTwice: twice = false } = options;
  const onFailure = (name: string, error: unknown): void => onError(`Function ${name} failed`, error);
  const runs = createAsynchronousRuns({ clock, twice, onFailure });
  opened.add(runs.stop);
  const onAction = actionRecorder();
  const engines = await startEngines({
    dataDir,
    strict,
    isLate: whoReadsLate(options.lateReads, catalogue),
    runs,
    mailLimits: (options.mailLimits ?? (strict && FIRST_LIMITS)) || undefined,
    clock,
    background: catalogue.background,
    queues: options.queues,
    functions: [...catalogue.endpoints, ...catalogue.background],
    onAction,
    origins,
    machines: options.machines ?? (kindOf('task').length > 0 ? await stateMachineFiles() : []),
    invoke: invokeNamed,
    has: name => named.has(name),
    onError,
    onFatal: options.onFatal ?? (error => onError('The local runtime lost an engine', error)),
  });
  opened.add(() => engines.stop());
  const catchUp = (): void => engines.lateReads?.catchUp();
  opened.add(clock.onTurn(catchUp));

  const idp = await openIdp(dataDir, gateway.url);
  const artifacts = options.artifacts ? { artifacts: await preparedRules(options.artifacts, dataDir) } : {};
  const variables = localEnvironment(engines.endpoints(gateway.url), { ...options, ...artifacts }, dataDir);
  const ofIdp = { IDP_ISSUER: idp.issuer, IDP_AUDIENCE: idp.audience, IDP_JWKS_URL: `${gateway.url}/_local/idp/jwks` };
  const routes = catalogue.endpoints.map(({ handler }) => handler.definition);
  const others = otherRoutesEnvironment([...new Set(routes.flatMap(otherRoutes(routes)))]);
  opened.add(setEnvironment({ ...variables, ...ofIdp, ...others }));
  forgetClients();
  opened.add(forgetClients);
  clearCaches();

  const faults = createFaults();
  const meter = createMeter();
  const table = openTableTransport(engines.dynamodb.endpoint, engines.strictTable);
  opened.add(table.close);
  const streams = await startStreams({
    dataDir,
    table,
    tableName: TABLE,
    entries: kindOf('stream'),
    sourceOf: options.sourceOf,
    twice,
    invoke,
    losesRecord: faults.takesRecord,
    onError,
  });
  opened.add(() => streams.stop());
  const { ses, sqs, taxauth, exchangeRates } = engines;
  watchWire({
    faults,
    onTableWrite: streams.readNow,
    taxauthUrl: taxauth.endpoint,
    exchangeRatesUrl: exchangeRates.endpoint,
    policies: functionPolicies(options.anyCall ? [] : [...catalogue.endpoints, ...catalogue.background], onAction),
    table: options.aroundTable?.(table) ?? table,
  });
  opened.add(unwatchWire);
  const queues = startQueuePollers({
    sqs: engines.sqs,
    entries: kindOf('worker'),
    sourceOf: options.sourceOf,
    twice,
    invoke,
    onError,
  });
  opened.add(() => queues.stop());
  const schedules = startSchedules({ dataDir, clock, entries: kindOf('schedule'), runs, beforeRun: catchUp, invoke });
  opened.add(() => schedules.stop());

  const idle = async (timeoutMs = 10_000): Promise<boolean> => {
    const isIdle = await untilIdle(
      {
        ...{ running: invoker.running, streamsDrained: streams.drained, queuesQuiet: queues.quiet },
        ...{ executions: engines.stepfunctions.busy, events: () => engines.ses.pending() + runs.running() },
      },
      timeoutMs,
    );
    if (isIdle) catchUp();
    return isIdle;
  };
  const turn = turnOf(clock, () => idle(), table);
  const violations: string[] = [];
  gateway.open({
    api: options.api ?? apiBody({ title: 'local', endpoints: catalogue.endpoints, origins, uriOf: localUri }),
    endpoints: catalogue.endpoints,
    documentFunction: options.documentFunction ?? documentFunction(catalogue, gateway.url),
    invoker,
    meter,
    control: createControl({
      appOrigin: options.appUrl && new URL(options.appUrl).origin,
      clock,
      ses,
      sqs,
      taxauth,
      meter,
      faults,
      schedules,
      idp,
      webhooks: createWebhookReceiver(),
      idle,
      turn,
      dataDir,
      catalogue,
      engines: engineUrls(variables),
      aws: awsOf(variables),
      forgetCounts,
      setPlan,
    }),
    onStatus: statusRecorder(),
    onViolation: violation => {
      violations.push(violation);
      console.error(violation);
    },
  });
  opened.add(() => invoker.drained(5_000));
  ready.resolve();
  const { url, port } = gateway;
  return {
    ...{ url, port, clock, engines, faults, meter, schedules },
    ...{ idp, catalogue, violations, idle, turn, drained: invoker.drained, stop: () => opened.end() },
  };
}
