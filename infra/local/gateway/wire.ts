import { instrumentClients } from '#shared/platform/aws/client.ts';
import { CALLER_HEADER } from '../engines/kms/index.ts';
import { beginCall, currentInvocation, never, type Outgoing, type WireCall } from '../invocation.ts';
import { InjectedAnswer } from '../faults/fault-errors.ts';
import type { Faults } from '../faults/faults.ts';
import type { FunctionPolicies } from '../policy/policy.ts';
import { unitsOfFailedWrite } from '../engines/dynamodb/failed-writes.ts';
import { sendBy, type TableTransport, type TransportStack } from '../engines/dynamodb/table-transport.ts';
import { TRANSPORT_PATH } from '../taxauth/paths.ts';

/**
 * Hooks for all outgoing calls, after the SDK's retry middleware: calls are counted, and faults injected. A process has one set of hooks,
 * since AWS clients and `fetch` are global; the running runtime sets them.
 */
export interface WireHooks {
  faults: Faults;
  /** Called when something may have been written to the table. */
  onTableWrite: () => void;
  /** Calls of `fetch` to URLs that begin with this belong to the tax authority. */
  taxauthUrl: string;
  /** … and to URLs that begin with this to the national bank. */
  exchangeRatesUrl?: string;
  /** Refuses what the policy of the calling function does not allow. */
  policies?: FunctionPolicies;
  /** Sends the calls to the table. */
  table: TableTransport;
}

let hooks: WireHooks | undefined;
let instrumented = false;

/** Sets the hooks for the calls of this process. */
export function watchWire(watch: WireHooks): void {
  hooks = watch;
  if (instrumented) return;
  instrumented = true;
  instrumentClients(client => {
    addMiddleware(client.middlewareStack as Stack);
    const { config } = client as { config?: { serviceId?: string } };
    if (config?.serviceId === 'DynamoDB') sendBy(client.middlewareStack as TransportStack, () => hooks?.table);
  });
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const called = fetchedService(url);
    if (!called) return send(input, init);
    return onWire({ ...called, input: {} }, () => send(input, init)).catch((error: unknown) => {
      if (error instanceof InjectedAnswer) return error.response;
      throw error;
    });
  };
}

/** The service and operation of a `fetch` call; undefined if it is none of the watched services. */
function fetchedService({ href, pathname }: URL): Pick<Outgoing, 'service' | 'operation'> | undefined {
  if (!hooks) return undefined;
  if (href.startsWith(hooks.taxauthUrl)) return { service: 'taxauth', operation: taxauthOperation(pathname) };
  const { exchangeRatesUrl } = hooks;
  if (exchangeRatesUrl === undefined || !href.startsWith(exchangeRatesUrl)) return undefined;
  return { service: 'exchange-rates', operation: pathname.split('/').at(-1) ?? '' };
}

/** The last part of the path; for transport declarations, whose paths end with parameters, the first part below the service's root. */
const taxauthOperation = (path: string): string =>
  (path.startsWith(`${TRANSPORT_PATH}/`) ? path.slice(TRANSPORT_PATH.length + 1).split('/')[0] : path.split('/').at(-1)) ?? '';

/** Removes the hooks. */
export function unwatchWire(): void {
  hooks = undefined;
}

async function onWire<T>(outgoing: Outgoing, send: () => Promise<T>, measure?: (call: WireCall, answer: T) => void): Promise<T> {
  if (!hooks) return send();
  const invocation = currentInvocation();
  if (invocation?.dead.aborted) return never();
  const { faults, onTableWrite, policies } = hooks;
  const call = invocation && beginCall(invocation, outgoing);
  const injected = faults.onCall(outgoing, invocation);
  try {
    if (invocation) policies?.check(invocation.name, outgoing);
    await injected.before();
    const answer = await send();
    if (call) {
      call.done = true;
      measure?.(call, answer);
    }
    await injected.after();
    return invocation?.dead.aborted ? await never() : answer;
  } catch (error) {
    // A write whose response was lost has been measured.
    if (call && !call.done && outgoing.service === 'dynamodb') call.writeUnits = unitsOfFailedWrite(outgoing, error);
    throw invocation && policies ? policies.errorFor(invocation.name, outgoing, error) : error;
  } finally {
    if (call) call.answered = true;
    if (outgoing.service === 'dynamodb' && WRITES.has(outgoing.operation)) onTableWrite();
  }
}

const SERVICES: Record<string, string> = {
  DynamoDBClient: 'dynamodb',
  S3Client: 's3',
  SQSClient: 'sqs',
  SESv2Client: 'ses',
  KMSClient: 'kms',
  SSMClient: 'ssm',
  LambdaClient: 'lambda',
  SFNClient: 'stepfunctions',
};

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);

/** The parts of the SDK's middleware stack that are used here. */
interface Stack {
  add(middleware: Middleware, options: { step: 'initialize' | 'build'; name: string; override: boolean }): void;
  addRelativeTo(
    middleware: Middleware,
    options: { relation: 'after'; toMiddleware: 'retryMiddleware'; name: string; override: boolean },
  ): void;
}
interface Context {
  clientName?: string;
  commandName?: string;
}
interface Args {
  input: Record<string, unknown>;
  /** From the step `build` on. */
  request?: { headers: Record<string, string> };
}
interface Result {
  output: Record<string, unknown>;
}
type Middleware = (next: (args: Args) => Promise<Result>, context: Context) => (args: Args) => Promise<Result>;

function addMiddleware(stack: Stack): void {
  stack.add(
    (next, context) => args => {
      const { service, operation } = called(context);
      const metered = service === 'dynamodb' && (READS.has(operation) || WRITES.has(operation));
      return next(metered ? { ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } } : args);
    },
    { step: 'initialize', name: 'localCapacity', override: true },
  );
  // Tells the local KMS the calling function, whose IAM statements it checks (engines/kms/policy.ts).
  stack.add(
    (next, context) => args => {
      const name = currentInvocation()?.name;
      if (name !== undefined && args.request && called(context).service === 'kms') args.request.headers[CALLER_HEADER] = name;
      return next(args);
    },
    { step: 'build', name: 'localCaller', override: true },
  );
  stack.addRelativeTo(
    (next, context) => args => onWire({ ...called(context), input: args.input }, () => next(args), measureAnswer),
    { relation: 'after', toMiddleware: 'retryMiddleware', name: 'localWire', override: true },
  );
}

const called = ({ clientName = '', commandName = '' }: Context): { service: string; operation: string } => ({
  service: SERVICES[clientName] ?? clientName,
  operation: commandName.replace(/Command$/, ''),
});

function measureAnswer(call: WireCall, { output }: Result): void {
  // Signing a URL runs through the same middleware, but nothing is sent.
  if ('presigned' in output) call.service = 'presigner';
  const capacity = [output['ConsumedCapacity'] ?? []].flat() as { CapacityUnits?: number }[];
  const units = capacity.reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
  if (WRITES.has(call.operation)) call.writeUnits = units;
  else call.readUnits = units;
}
