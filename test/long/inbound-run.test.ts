import { afterAll, expect, it } from 'vitest';
import { type Crash, seededRandom } from '../../infra/local/faults/faults.ts';
import { PAGE_SIZE } from '#shared/authority/taxauth/simulator/wire.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { ALL, places } from '../support/effort.ts';
import { call } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { type Download, isWasted, logDownloads } from '../support/taxauth/download-log.ts';
import { type Addressee, addressees, deliverNext, deviations } from '../support/taxauth/inbound-world.ts';
import { logLists } from '../support/taxauth/list-log.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import '../support/runner/little-work.ts';

/**
 * 10,000 messages of 200 companies (in `npm run test:long` 800 of 24), four of which have several pages of the authority's list. One archive in twenty is broken; the worker
 * dies at each of its first calls and at random ones, answers get lost, and the authority limits calls, fails and is down, on the local clock.
 */
const service = useOwnService();
const MESSAGES = Number(process.env['INBOUND_MESSAGES'] ?? (ALL ? 10_000 : 800));
/** With fewer for as many deaths, hardly any process gets beyond its first calls. */
const COMPANIES = Number(process.env['INBOUND_COMPANIES'] ?? (ALL ? 200 : 24));
/** Companies with a tenth of all messages each: more than 1,000, which is three pages of the list and six parts of a run. */
const BIG = 4;
/** Companies with a webhook: one in so many. */
const TOLD_EVERY = 20;
const WORKER = 'workers-inbound-sync';
/** Undisturbed runs after all has been processed once, in which every unreadable archive gets its three attempts. */
const RUNS_AFTER = 4;
/** Simultaneous downloads in one process: they are lost with it. */
const ALSO_LOST = 4;

const random = seededRandom(7);
const hooks: Receiver[] = [];
afterAll(() => Promise.all(hooks.map(one => one.stop())));

/** Delivers messages in turn to the companies, so that four of them get a tenth each. */
function deliverMany(companies: Addressee[], many: number): void {
  const [big, small] = [companies.slice(0, BIG), companies.slice(BIG)];
  for (let place = 0; place < many; place++) {
    const isBig = place % 10 < BIG || small.length === 0;
    const among = isBig ? big : small;
    deliverNext(service(), among[isBig ? (place % 10) % big.length : Math.floor(place * 0.6) % among.length]!);
  }
}

/** Deaths at the first calls of the worker, each in each way, and at random later ones. */
function crashes(): Crash[] {
  const every = places(24, 12).flatMap(at =>
    (['before', 'after', 'lostAnswer'] as const).map(when => ({ call: at, when, name: WORKER })),
  );
  const some = Array.from({ length: ALL ? 60 : 20 }, (_, place) => ({
    call: 25 + Math.floor(random() * (place % 4 < 2 ? 150 : 1200)),
    when: (['before', 'after'] as const)[place % 2]!,
    name: WORKER,
  }));
  return [...every, ...some];
}

const authority = (state: object): void => void service().runtime.engines.taxauth.configure(state);
const fault = (operation: string, kind: 'lostAnswer' | 'fail' | 'throttle', rate: number, seed: number): void =>
  void service().runtime.faults.add({ service: 'taxauth', operation, kind, rate, seed });

/** The faults in each turn of the clock; none in those that follow. */
const TROUBLES: [string, () => void][] = [
  ['deaths at every call', () => crashes().forEach(one => service().runtime.faults.crash(one))],
  [
    'lost answers',
    () => {
      fault('descarcare', 'lostAnswer', 0.02, 1);
      fault('listaMesajePaginatieFactura', 'lostAnswer', 0.02, 2);
    },
  ],
  ['limit of calls', () => authority({ mode: 'rateLimited', retryAfter: 300 })],
  [
    'single limits and failures',
    () => {
      authority({ mode: 'ok' });
      fault('descarcare', 'throttle', 0.01, 3);
      fault('descarcare', 'fail', 0.02, 4);
    },
  ],
  ['outage', () => authority({ mode: 'down' })],
  [
    'deaths, and a table that throttles',
    () => {
      authority({ mode: 'ok' });
      crashes().forEach(one => service().runtime.faults.crash(one));
      service().runtime.faults.add({ service: 'dynamodb', kind: 'throttle', rate: 0.005, seed: 5 });
    },
  ],
];

async function pass(duration: string): Promise<void> {
  await service().runtime.turn({ advance: duration }, () => service().idle(600_000));
}

/** Companies that have not yet processed all messages that were delivered to them. */
async function unfinished(companies: Addressee[]): Promise<number> {
  const states = await Promise.all(
    companies.map(async own => {
      const pages = await Promise.all(
        [`/efactura-messages?limit=1`, '/efactura-messages?limit=1&status=pending'].map(path =>
          call<{ total: number }>(service(), own, 'GET', path),
        ),
      );
      return pages[0]!.body.total === own.delivered.length && pages[1]!.body.total === 0;
    }),
  );
  return states.filter(isDone => !isDone).length;
}

/** Unnecessary downloads. */
function unjustified(companies: Addressee[], log: Download[]): string[] {
  const byId = Map.groupBy(log, ({ id }) => id);
  // A part that a limit or a failed call ends has downloaded a few archives ahead: those that can be opened are kept.
  const hasFailed = ({ limited, invocation }: Download): boolean =>
    limited || invocation?.calls.some(({ done }) => !done) === true;
  const ended = new Set(log.filter(hasFailed).map(({ invocation }) => invocation));
  return companies.flatMap(({ delivered }) =>
    delivered.flatMap(({ messageId, number, broken }) => {
      const downloads = byId.get(messageId) ?? [];
      const isKept = broken?.isKept ?? true;
      const wasted = downloads.filter(one => isWasted(one) || (!isKept && ended.has(one.invocation))).length;
      // An archive that can be opened is downloaded once; one that cannot, in each of three runs.
      const allowed = isKept ? 1 : 3;
      const served = service().runtime.engines.taxauth.downloads().get(messageId) ?? 0;
      return served >= allowed && served <= downloads.length && downloads.length - wasted <= allowed
        ? []
        : [`${number}: served ${served} times, asked for ${downloads.length} times, ${wasted} of them in vain`];
    }),
  );
}

it(`${MESSAGES} messages of ${COMPANIES} companies: every document once, none lost, no archive downloaded unnecessarily`, async () => {
  const begun = performance.now();
  const clock = now().getTime();
  const companies = await addressees(service(), COMPANIES);
  for (const own of companies.filter((_, place) => place % TOLD_EVERY === 0)) {
    const hook = await startReceiver();
    hooks.push(hook);
    const made = await call(service(), own, 'POST', '/webhooks', {
      url: hook.url,
      events: ['invoice.created', 'sync.completed', 'sync.failed'],
    });
    expect(made.status).toBe(201);
  }
  deliverMany(companies, MESSAGES * 0.4);
  for (const own of companies)
    expect((await call(service(), own, 'POST', `/companies/${own.company}/toggle-sync`)).status).toBe(200);
  const log = logDownloads();
  const lists = logLists();
  const lines: string[] = [];
  const round = async (what: string): Promise<void> => {
    const [started, before] = [performance.now(), log.downloads.length];
    await pass('PT62M');
    lines.push(`${what}: ${log.downloads.length - before} downloads, ${Math.round((performance.now() - started) / 1000)} s`);
  };
  let calm = 0;
  try {
    for (const [place, [what, cause]] of TROUBLES.entries()) {
      cause();
      if (place === 1 || place === 5) deliverMany(companies, MESSAGES * 0.3);
      await round(what);
      service().runtime.faults.clear();
    }
    for (let finished = 0; finished < RUNS_AFTER && calm < 60; calm++) {
      await round('calm');
      if ((await unfinished(companies)) === 0) finished++;
    }
  } finally {
    lists.stop();
    log.stop();
  }

  const wrong: string[] = [];
  for (let first = 0; first < companies.length; first += 8)
    wrong.push(...(await Promise.all(companies.slice(first, first + 8).map(own => deviations(service(), own)))).flat());
  const needless = unjustified(companies, log.downloads);
  const delivered = companies.flatMap(own => own.delivered);
  const pages = Math.max(...lists.calls.map(({ page }) => page));
  const gaps = hooks.flatMap((hook, place) => {
    const own = companies[place * TOLD_EVERY]!;
    const stored = own.delivered.filter(({ broken }) => broken?.outcome !== 'failed').length;
    const sequences = new Set(hook.requests.map(({ body }) => body.sequence));
    const created = hook.requests.filter(({ body }) => body.type === 'invoice.created');
    const numbers = new Set(created.map(({ body }) => body.data['invoiceNumber']));
    const isWhole = Math.max(...sequences) === sequences.size && numbers.size === stored;
    return isWhole
      ? []
      : [`${own.cif}: ${numbers.size} documents of ${stored}, ${sequences.size} events, the last ${Math.max(...sequences)}`];
  });
  const dead = new Set(
    log.downloads.filter(({ invocation }) => invocation?.dead.aborted).map(({ invocation }) => invocation?.id),
  );
  // Archives that cannot be opened are downloaded in each of three runs anyway.
  const kept = new Set(delivered.filter(({ broken }) => broken?.isKept ?? true).map(({ messageId }) => messageId));
  const lastPlace = new Map(log.downloads.map(({ id }, place) => [id, place]));
  const lostWithProcess = [
    ...Map.groupBy(
      log.downloads.filter(({ arrived }) => arrived),
      ({ invocation }) => invocation,
    ),
  ]
    .filter(([invocation]) => invocation?.dead.aborted)
    .map(([, all]) => all.filter(one => kept.has(one.id) && (lastPlace.get(one.id) ?? 0) > log.downloads.indexOf(one)).length);
  console.log(
    [
      `${delivered.length} messages of ${companies.length} companies, ${delivered.filter(({ broken }) => broken).length} broken archives`,
      ...lines,
      `${log.downloads.length} downloads: ${log.downloads.filter(({ arrived }) => !arrived).length} without an answer, ${dead.size} processes died that had downloaded, most archives downloaded again after one ${Math.max(0, ...lostWithProcess)}`,
      `${lists.calls.length} list calls, of up to ${pages} pages`,
      `wrong ${wrong.length}, downloaded for nothing ${needless.length}, companies with gaps in their events ${gaps.length}`,
      ...gaps,
      `${Math.round((now().getTime() - clock) / 3_600_000)} hours on the clock, took ${Math.round((performance.now() - begun) / 1000)} s`,
    ].join('\n'),
  );
  expect(wrong).toEqual([]);
  expect(needless).toEqual([]);
  expect(gaps).toEqual([]);
  expect(delivered).toHaveLength(MESSAGES);
  expect(pages).toBe(Math.ceil(Math.max(...companies.map(own => own.delivered.length)) / PAGE_SIZE));
  expect(dead.size).toBeGreaterThan(0);
  expect(Math.max(0, ...lostWithProcess)).toBeLessThanOrEqual(ALSO_LOST);
}, 1_800_000);
