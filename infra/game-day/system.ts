import { today } from '#shared/base/kernel/clock.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { eventSourceOf } from '../stage/event-sources.ts';
import type { Catalogue } from '../catalogue.ts';
import { type Api, apiAt, type ApiAnswer } from '../local/api-client.ts';
import { runDemo } from '../local/demo/demo.ts';
import { INVOICE } from '../local/demo/journey.ts';
import { asDemo, type DemoUser, requestsOf, running, sentBy } from '../local/drill/systems.ts';
import type { TableTransport } from '../local/engines/dynamodb/table-transport.ts';
import type { Runtime } from '../local/runtime.ts';
import type { StageAlarms } from './alarms.ts';
import { createWatch, type Watch } from './watch.ts';

/** A document that a game day has made, and what is to come of it. */
interface Made {
  id: string;
  number: string;
  /** It is to be at the authority. */
  submitted: boolean;
  /** How often it is to be sent there; once by default. */
  submissions?: number;
  /** The address that gets its mail. */
  mailedTo?: string;
}

/** What a system does with its documents by itself. */
export interface Work {
  /** Documents are submitted at once, as planned two hours later, or not. */
  submit?: 'now' | 'planned';
  mail?: true;
}

/** A local system with a company, whose alarms are watched. */
export interface System extends DemoUser {
  runtime: Runtime;
  api: Api;
  watch: Watch;
  dataDir: string;
  /** Sends a request of the demo's user as an integrator does: again with the same key while it is answered with 5xx, ten times at most. */
  insist(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** Sends it once, whatever the answer is. */
  once(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  /** Makes a draft. @returns its id */
  draft(): Promise<string>;
  /** Issues a draft. */
  issue(id: string): Promise<Made>;
  /** Issues this many invoices, and submits and mails them. */
  work(count: number, work?: Work): Promise<void>;
  made: Made[];
  /** Lets time pass by steps, after each of which the alarms are looked at: of five minutes by default. */
  pass(minutes: number, step?: number): Promise<void>;
  /** Waits for the work that is under way, and looks at the alarms. */
  settle(): Promise<void>;
}

/** Milliseconds for which a step waits for work that is under way, for work that fails again and again, and for functions to end. */
const PATIENCE = { working: 10_000, failing: 250, running: 60_000 };

/** Makes the data folder from which each system is started: a company that has issued an invoice, and has a webhook. */
export const prepare = (dataDir: string): Promise<void> =>
  running(
    dataDir,
    async runtime => {
      await runDemo({ runtime, dataDir, say: () => {} });
      await runtime.idle();
    },
    { keepBrowser: true },
  );

export interface SystemOptions {
  catalogue: Catalogue;
  alarms: StageAlarms;
  /** A copy of the folder that was prepared. */
  dataDir: string;
  aroundTable?: ((table: TableTransport, watch: Watch) => TableTransport) | undefined;
}

export async function onSystem<T>(
  { catalogue, alarms, dataDir, aroundTable }: SystemOptions,
  use: (system: System) => Promise<T>,
): Promise<T> {
  const watch = createWatch(catalogue, alarms);
  return running(
    dataDir,
    async runtime => {
      const system = await systemOf(runtime, dataDir, watch);
      await system.call('POST', '/api/v1/webhooks', {
        url: `${runtime.url}/_local/webhooks/game-day`,
        events: ['invoice.issued'],
      });
      await system.settle();
      return use(system);
    },
    {
      catalogue: watch.catalogue,
      keepBrowser: true,
      ...(aroundTable && { aroundTable: (table: TableTransport) => aroundTable(table, watch) }),
      // Records of the stream are tried for as long as on a stage.
      sourceOf: ({ handler }) => eventSourceOf(handler.definition),
      onError: message => {
        const consumer = /^(\S+) gave up on a change/.exec(message)?.[1];
        if (consumer) watch.lostRecord(consumer);
      },
    },
  );
}

async function systemOf(runtime: Runtime, dataDir: string, watch: Watch): Promise<System> {
  const api = apiAt(runtime.url);
  const user = await withKey(await asDemo(runtime, dataDir), api);
  const made: Made[] = [];
  const idle = async (): Promise<void> => {
    await runtime.idle(watch.failing || watch.broken.size > 0 ? PATIENCE.failing : PATIENCE.working);
    // On AWS a function ends before the lease of its work does. Time must not pass here while one runs on a busy machine.
    await runtime.drained(PATIENCE.running);
  };
  const settle = async (): Promise<void> => {
    await idle();
    await watch.look(runtime, dataDir);
  };
  let keys = 0;
  const send = (method: string, path: string, body: unknown, key: string): Promise<ApiAnswer> =>
    api(method, path, { ...user.scope, body, headers: { 'idempotency-key': key } });
  const once = (method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
    send(method, path, body, `game-day-${runtime.port}-${++keys}`);
  const insist = async (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
    const key = `game-day-${runtime.port}-${++keys}`;
    for (let tries = 1; ; tries++) {
      const answer = await send(method, path, body, key);
      if (answer.status < 500 || tries === 10) return answer;
    }
  };
  const did = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const { status, body: said } = await insist(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(said)}`);
    return said as Record<string, unknown>;
  };
  const draft = async (): Promise<string> => {
    const body = { ...INVOICE, issueDate: today(), dueDate: today(), clientId: user.clientId };
    const { invoice } = (await did('POST', '/api/v1/invoices', body)) as { invoice: { id: string } };
    return invoice.id;
  };
  const issue = async (id: string): Promise<Made> => {
    const { number } = (await did('POST', `/api/v1/invoices/${id}/issue`)) as { number: string };
    const one: Made = { id, number, submitted: false };
    made.push(one);
    return one;
  };
  return {
    ...user,
    ...{ runtime, api, watch, dataDir, made, once, insist, settle, draft, issue },
    async work(count, { submit, mail } = {}) {
      if (submit === 'planned') await did('PATCH', `/api/v1/companies/${user.companyId}`, { efacturaDelayHours: 2 });
      for (let done = 0; done < count; done++) {
        const one = await issue(await draft());
        one.submitted = submit !== undefined;
        if (submit === 'now') await did('POST', `/api/v1/invoices/${one.id}/submit`);
        if (!mail) continue;
        one.mailedTo = `client-${one.number}@game-day.example`.toLowerCase();
        await did('POST', `/api/v1/invoices/${one.id}/email`, { to: one.mailedTo });
      }
      if (submit === 'planned') await did('PATCH', `/api/v1/companies/${user.companyId}`, { efacturaDelayHours: null });
      await settle();
    },
    async pass(minutes, step = 5) {
      const forward = async (by: number): Promise<void> => {
        await runtime.turn({ advance: `PT${by}M` }, idle);
        await watch.look(runtime, dataDir);
      };
      for (let passed = 0; passed < minutes; passed += step) {
        watch.jumping = true;
        if (step > 5) await forward(step - 5);
        watch.jumping = false;
        await forward(5);
      }
    },
  };
}

/** The demo's user with an API key, since the access token ends within the hour. */
async function withKey(user: DemoUser, api: Api): Promise<DemoUser> {
  const { token } = (await user.call('POST', '/api/v1/api-tokens', { name: 'Game day', scopes: PERMISSIONS })) as {
    token: string;
  };
  return { ...user, ...requestsOf(api, { token, company: user.scope.company }) };
}

/** What is missing of the work of a system, and what was done twice: a sentence each. */
export interface Tally {
  lost: string[];
  twice: string[];
}

/** Compares what was to be done with what has left the system, and with the numbers and states of its documents. */
export async function tally({ runtime, made, get }: System): Promise<Tally> {
  const sent = await sentBy(runtime);
  const { data } = (await get('/invoices?limit=100')) as { data: { id: string; number: string; status: string }[] };
  const series = (await get('/document-series')) as { id: string }[];
  const audits = await Promise.all(series.map(({ id }) => get(`/document-series/${id}/audit`) as Promise<{ gaps: unknown[] }>));
  const webhooks = await webhooksOf(runtime);
  const times = (all: readonly string[], wanted: (one: string) => boolean): number => all.filter(wanted).length;
  const counted = made.flatMap(({ id, number, submitted, submissions = 1, mailedTo }) => [
    { what: `${number} at the authority`, count: submitted ? times(sent.uploads, one => one === number) / submissions : 1 },
    { what: `the verdict of ${number}`, count: submitted ? Number(data.find(one => one.id === id)?.status === 'validated') : 1 },
    { what: `the mail of ${number}`, count: mailedTo ? times(sent.mails, one => one.startsWith(`${mailedTo}:`)) : 1 },
    { what: `the webhook of ${number}`, count: webhooks.get(id)?.size ?? 0 },
  ]);
  return {
    lost: [
      ...counted.filter(({ count }) => count === 0).map(({ what }) => what),
      ...audits.flatMap(({ gaps }) => gaps).map(gap => `numbers: ${JSON.stringify(gap)}`),
    ],
    twice: counted.filter(({ count }) => count > 1).map(({ what }) => what),
  };
}

/** The ids of the webhook messages about each invoice: one that comes again under its id is one message (WHK-28). */
async function webhooksOf(runtime: Runtime): Promise<Map<string, Set<string>>> {
  const { body } = await apiAt(runtime.url)('GET', '/_local/webhooks');
  const { requests } = body as { requests: { messageId: string; body: string }[] };
  const ids = new Map<string, Set<string>>();
  for (const { messageId, body: text } of requests) {
    const about = (JSON.parse(text) as { data?: { invoiceUuid?: string } }).data?.invoiceUuid ?? '';
    ids.set(about, (ids.get(about) ?? new Set()).add(messageId));
  }
  return ids;
}
