import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { clockOffset } from '#shared/base/kernel/clock.ts';
import { type Catalogue, loadCatalogue } from '../../infra/catalogue.ts';
import { type Api, apiAt, expecting } from '../../infra/local/api-client.ts';
import type { MailboxMessage } from '../../infra/local/engines/ses/index.ts';
import { FIRST_LIMITS } from '../../infra/local/engines/ses/limits.ts';
import { ProcessDied } from '../../infra/local/invocation.ts';
import { CLIENT, COMPANY } from '../../infra/local/demo/journey.ts';
import { type Runtime, type RuntimeOptions, startRuntime } from '../../infra/local/runtime.ts';
import { strictness } from '../../infra/local/faults/strictness.ts';
import { changeAccount, userIdOf } from './accounts.ts';
import type { Client } from './contract.ts';
import { LONG } from './effort.ts';
import { validateIssued, watchIssued } from './einvoice/issued-documents.ts';
import { newDataFolder } from './runner/data-folder.ts';
import { requireSilentLog, watchSecrets } from './runner/secrets.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The whole system in the test's own process. */
export interface Service {
  runtime: Runtime;
  url: string;
  dataDir: string;
  api: Api;
  newUser(overrides?: Partial<User>): Promise<User>;
  /** A new company of the user's organization. */
  newCompany(user: User, overrides?: Record<string, unknown>): Promise<Scope>;
  newClient(scope: Scope, overrides?: Record<string, unknown>): Promise<Client>;
  /** Waits until the system is idle. @throws when that takes longer than `timeoutMs` */
  idle(timeoutMs?: number): Promise<void>;
  /** Sets the clock forward and waits until the system is idle. Only for `useOwnService`. */
  advance(duration: string): Promise<void>;
  mailbox(to?: string): Promise<MailboxMessage[]>;
  /** Stops the system and starts it again on the same data, as after a deployment or a crash. */
  restart(): Promise<void>;
  /**
   * Checks all requests to this service since the last check.
   * @throws Error for undeclared responses, secrets in the log, XML that the authority would reject, or calls beyond its limits
   */
  check(): Promise<void>;
  /** Stops the system, then checks. */
  stop(): Promise<void>;
}

export interface User {
  token: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  organizationName: string;
}

/** The credential and company of a request. */
export interface Scope {
  token: string;
  company: CompanyId;
}

export type ServiceOptions = Partial<Omit<RuntimeOptions, 'port'>> & {
  /** For tests of the check itself: undeclared responses are not a failure. */
  allowUndeclared?: boolean;
  /**
   * Whether the schedule of exchange rates runs. Not by default: a quarter of an hour after its start, documents of a service that many
   * files share would no longer be without a rate.
   */
  exchangeRates?: boolean;
};

/** Milliseconds, somewhat less than a test has on a machine that is three times as slow as usual. The long run has work for minutes. */
const IDLE_TIMEOUT = LONG ? 540_000 : 100_000;

/** Prints errors that no caller sees, except crashes, which tests inject. */
function printed(message: string, error: unknown): void {
  if (!(error instanceof ProcessDied)) console.error(`${message}:`, error);
}

/** With `LOCAL_STRICT=all` (`npm run test:strict`): everything that AWS may do to the service. What tests read by GET, they read after a second. */
function asStrictAsPossible(): Partial<RuntimeOptions> {
  if (process.env['LOCAL_STRICT'] !== 'all') return {};
  return { ...strictness('all'), lateReads: 'notOfGets', mailLimits: FIRST_LIMITS };
}

/** One server of others may have the tables of many systems (`npm run test:reference`): each has those of a key id of its own. */
function useOwnTable(dataDir: string): void {
  if (process.env['DYNAMODB_ENDPOINT'] !== undefined) process.env['DYNAMODB_KEY_ID'] = `local${sha256(dataDir).slice(0, 12)}`;
}

/** The catalogue without some of its functions. */
export async function catalogueWithout(...names: string[]): Promise<Catalogue> {
  const all = await loadCatalogue();
  return { ...all, background: all.background.filter(({ name }) => !names.includes(name)) };
}

/**
 * Starts the system, its engines as strict as AWS; rate limits of requests and mails, and time limits of functions, which a busy machine
 * would exceed, are off unless asked for.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  // Environment, clock and `fetch` are global, so a process has one system at a time.
  await endShared();
  return start(options);
}

async function start(options: ServiceOptions): Promise<Service> {
  const dataDir = options.dataDir ?? newDataFolder();
  const settings: RuntimeOptions = {
    rateLimits: false,
    timeLimits: false,
    mailLimits: false,
    strict: true,
    ...asStrictAsPossible(),
    webhooksAllowLoopback: true,
    keepBrowser: true,
    onError: printed,
    ...(!options.exchangeRates && { catalogue: await catalogueWithout('schedules-exchange-rates') }),
    ...options,
    port: 0,
    dataDir,
  };
  useOwnTable(dataDir);
  watchIssued();
  let runtime = await startRuntime(settings);
  const secrets = watchSecrets();
  const api = secrets.watching((method, path, request) => apiAt(runtime.url)(method, path, request));
  /** What has already been checked: number of violations, and bytes of the log. */
  const checked = { violations: 0, log: 0 };

  const idle = async (timeoutMs = IDLE_TIMEOUT): Promise<void> => {
    if (!(await runtime.idle(timeoutMs))) throw new Error(`The system was not quiet within ${timeoutMs} ms.`);
  };
  const requireDeclared = (): void => {
    const violations = runtime.violations.slice(checked.violations);
    checked.violations = runtime.violations.length;
    if (options.allowUndeclared !== true && violations.length > 0)
      throw new Error(`Answers were not as their endpoints declare them:\n${violations.join('\n')}`);
  };
  const requireWithinLimits = (): void => {
    const breaches = runtime.engines.taxauth.limits.breaches();
    if (breaches.length > 0) throw new Error(`The tax authority was called beyond its limits:\n${breaches.join('\n')}`);
  };
  const check = async (): Promise<void> => {
    checked.log = requireSilentLog(secrets, join(dataDir, 'service.log'), checked.log);
    requireDeclared();
    requireWithinLimits();
    await validateIssued();
  };
  return {
    get runtime() {
      return runtime;
    },
    get url() {
      return runtime.url;
    },
    dataDir,
    api,
    async newUser(overrides = {}) {
      const person = {
        email: `user-${randomUUID()}@test.example`,
        password: 'Correct-Horse-9-Battery',
        firstName: 'Ana',
        lastName: 'Popescu',
        organizationName: 'Test organization',
        ...overrides,
      };
      const { token: _, ...body } = person as User;
      // The mailed link and the login would take more than half of the time (test/api/auth/confirm-email.test.ts proves them).
      const { token } = await expecting<{ token: string }>(201, 'Registration', api('POST', '/api/auth/register', { body }));
      await idle();
      await changeAccount(userIdOf(token), { emailConfirmed: true });
      return { ...body, token };
    },
    async newCompany({ token }, overrides = {}) {
      const body = { ...COMPANY, ...overrides };
      const { id } = await expecting<{ id: CompanyId }>(
        201,
        'Creating a company',
        api('POST', '/api/v1/companies', { token, body }),
      );
      return { token, company: id };
    },
    async newClient(scope, overrides = {}) {
      const body = { ...CLIENT, ...overrides };
      const { client } = await expecting<{ client: Client }>(
        [200, 201],
        'Creating a client',
        api('POST', '/api/v1/clients', { ...scope, body }),
      );
      return client;
    },
    idle,
    async advance(duration) {
      await runtime.turn({ advance: duration }, () => idle());
    },
    mailbox: async to => secrets.noteMails(await runtime.engines.ses.messages({ to })),
    async restart() {
      const { port } = runtime;
      await runtime.stop();
      requireDeclared();
      requireWithinLimits();
      runtime = await startRuntime({ ...settings, port });
      checked.violations = 0;
    },
    check,
    async stop() {
      await runtime.stop();
      try {
        await check();
      } finally {
        if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** The service that the files of a worker share. */
let shared: Service | undefined;

/** Operations that need `useOwnService`, since they would change time or settings for other test files. */
const OWN = (): Promise<never> =>
  Promise.reject(new Error('The service is shared with other files: ask for one of your own by useOwnService().'));

async function endShared(): Promise<void> {
  const ending = shared;
  shared = undefined;
  await ending?.stop();
}

/** Vitest ends a worker by a signal, which leaves no time for a clean stop. */
function abandonShared(): void {
  const pid = shared?.runtime.engines.dynamodb.pid;
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  if (shared) rmSync(shared.dataDir, { recursive: true, force: true });
  shared = undefined;
}
function endBySignal(): void {
  abandonShared();
  process.kill(process.pid, 'SIGKILL');
}

let watchingEnd = false;

async function sharedService(): Promise<Service> {
  if (shared) return shared;
  if (!watchingEnd) process.once('exit', abandonShared).once('SIGTERM', endBySignal);
  watchingEnd = true;
  return (shared = await start({}));
}

/**
 * The whole system, for the tests of a file: starts with the first file of a worker that uses it and serves all that follow, each with
 * users and companies of its own. The clock may be stopped and faults be injected: both end with the file, when all must be quiet and
 * `Service.check` holds.
 */
export function useService(): () => Service {
  let service: Service | undefined;
  let ahead = 0;
  beforeAll(async () => {
    service = await sharedService();
    ahead = clockOffset();
  });
  afterAll(async () => {
    if (!service) return;
    service.runtime.faults.clear();
    service.runtime.clock.freeze(false);
    service.runtime.clock.set(new Date(Date.now() + ahead).toISOString());
    await service.idle();
    await service.check();
  });
  return () => started(service && { ...service, advance: OWN, restart: OWN });
}

/** A system for one test file only, which may set the clock, restart it or needs options of its own. */
export function useOwnService(options: ServiceOptions = {}): () => Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService(options);
  });
  afterAll(() => service?.stop());
  return () => started(service);
}

function started(service: Service | undefined): Service {
  if (!service) throw new Error('The service has not started yet: call it inside a test.');
  return service;
}
