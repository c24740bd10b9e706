import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, it, vi } from 'vitest';
import { now } from '#shared/base/kernel/clock.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { RETRY_SECONDS } from '#shared/app/webhooks/deliveries/retries.ts';
import type { DeliveryItem, WebhookDelivery } from '#shared/app/webhooks/deliveries/store.ts';
import { ALL } from '../support/effort.ts';
import { useOwnService } from '../support/service.ts';
import { type Company, type Hook, useWebhooks } from '../support/webhooks/company.ts';
import { EMITTED, emit, nameOf } from '../support/webhooks/emit.ts';
import type { Receiver, ReceiverAnswer } from '../support/webhooks/receiver.ts';

/**
 * 10,000 events (in `npm run test:long` 600) to 20 receivers, over the days of the retry schedule, on the local clock. Six receivers fail
 * for a time that each has of its own, or for ever; one is gone. They get fewer events than the others, since each attempt costs as much as a delivery.
 *
 * Time-outs take their 10 seconds: only the first dozen requests to one receiver are left without an answer.
 */
const service = useOwnService();
const { company, receiver, subscribe, request, isActive } = useWebhooks(service);

const EVENTS = Number(process.env['WEBHOOK_EVENTS'] ?? (ALL ? 10_000 : 600));
/** Hours in which events occur. */
const WAVES = 8;
const HOUR = 3_600_000;

/** The response of a receiver, `hours` after the beginning and by the number of the request. */
type Behaviour = (hours: number, place: number) => ReceiverAnswer | Promise<ReceiverAnswer>;

const OK: ReceiverAnswer = { status: 204 };
const MIXED: ReceiverAnswer[] = [
  { status: 500 },
  'drop',
  { status: 302, headers: { location: 'https://receiver.example/' } },
  { status: 429 },
];
const mixed = (place: number): ReceiverAnswer => MIXED[place % MIXED.length] ?? 'drop';
const RETRY_AFTER = 3_600;

const FAILING: Record<string, Behaviour> = {
  'server errors for 20 hours': hours => (hours < 20 ? { status: 500 } : OK),
  'closes the connection for 6 hours': hours => (hours < 6 ? 'drop' : OK),
  'redirects for 3 hours': hours => (hours < 3 ? { status: 302, headers: { location: 'https://receiver.example/' } } : OK),
  'asks for an hour of patience, for 5 hours': hours =>
    hours < 5 ? { status: 503, headers: { 'retry-after': String(RETRY_AFTER) } } : OK,
  'times out for a dozen requests, then fails for an hour': (hours, place) =>
    place < 12 ? new Promise<ReceiverAnswer>(() => undefined) : hours < 1 ? { status: 502 } : OK,
  'all kinds of failures for ever': (_, place) => mixed(place),
};
const GONE = 'is gone (410)';
const FOR_EVER = 'all kinds of failures for ever';
const QUICK = 13;

interface Run extends Hook {
  kind: string;
  names: string[];
  /** When each request came, by the clock of the service. */
  arrivals: number[];
}

async function begin(): Promise<Run[]> {
  const start = now().getTime();
  const behaviours: [string, Behaviour][] = [
    ...Object.entries(FAILING),
    [GONE, () => ({ status: 410 })],
    ...Array.from({ length: QUICK }, (_, place): [string, Behaviour] => [`quick ${place + 1}`, () => OK]),
  ];
  const runs: Run[] = [];
  let own: Company | undefined;
  for (const [kind, behaviour] of behaviours) {
    // The last two share a company: each event goes to both.
    if (!own || kind !== `quick ${QUICK}`) own = await company();
    const to: Receiver = await receiver();
    const run: Run = { own, to, kind, names: [], arrivals: [], ...(await subscribe(own, to, [EMITTED])) };
    to.answer = place => {
      const at = now().getTime();
      run.arrivals[place] = at;
      return behaviour((at - start) / HOUR, place);
    };
    runs.push(run);
  }
  return runs;
}

/** The next events of all companies. */
async function emitWave(runs: Run[], wave: number): Promise<void> {
  const companies = [...new Set(runs.map(({ own }) => own.company))];
  const few = Object.keys(FAILING).length + 1;
  const ofFailing = Math.max(1, Math.round(EVENTS / 100 / WAVES));
  const ofQuick = Math.ceil((EVENTS / WAVES - few * ofFailing) / (companies.length - few));
  for (const [place, id] of companies.entries()) {
    const names = Array.from({ length: place < few ? ofFailing : ofQuick }, (_, event) => `${wave}-${event}`);
    await emit(id, names);
    for (const run of runs) if (run.own.company === id) run.names.push(...names);
  }
}

const recordsOf = async ({ own, uuid }: Run): Promise<WebhookDelivery[]> =>
  (await queryItems<DeliveryItem>({ partition: `C#${own.company}`, beginsWith: `WHDLV#${uuid}#` })).map(({ data }) => data);

/** Attempts of each message, the first one first. */
function byMessage(records: WebhookDelivery[]): Map<string, WebhookDelivery[]> {
  const found = new Map<string, WebhookDelivery[]>();
  for (const one of records.toSorted((a, b) => a.attempt - b.attempt))
    found.set(one.messageId, [...(found.get(one.messageId) ?? []), one]);
  return found;
}

/** Violations of the schedule in the attempts of one message. */
function outsideSchedule(attempts: WebhookDelivery[]): string[] {
  return attempts.flatMap((one, place) => {
    const before = attempts[place - 1];
    if (one.attempt !== place + 1) return [`attempt ${one.attempt} in the place of ${place + 1}`];
    if (!before) return [];
    const seconds = (Date.parse(one.dueAt) - Date.parse(before.answer?.deliveredAt ?? '')) / 1000;
    const planned = RETRY_SECONDS[place - 1] ?? NaN;
    const asked = before.answer?.responseCode === 503 && before.answer.responseHeaders?.['retry-after'] ? RETRY_AFTER : 0;
    const [least, most] = asked > planned ? [asked, asked] : [0.9 * planned, Math.max(asked, 1.1 * planned)];
    // A record is written a moment after the response from which its delay counts.
    const isPlanned = seconds >= least && seconds <= most + 2;
    const isEarly = one.answer !== null && one.answer.deliveredAt < one.dueAt;
    return [
      ...(isPlanned ? [] : [`attempt ${one.attempt} ${seconds} s after the failure, not ${planned} s`]),
      ...(isEarly ? [`attempt ${one.attempt} made ${one.answer?.deliveredAt}, before ${one.dueAt}`] : []),
    ];
  });
}

/** The signatures that a request lacks. */
function badSignatures({ secret, to }: Run): string[] {
  const library = new StandardWebhook(secret.replace('whsec_', ''));
  return to.requests.flatMap(({ raw, headers, body }) => {
    const bad: string[] = [];
    // The library reads the machine's clock.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1000);
    try {
      library.verify(raw, headers as Record<string, string>);
    } catch {
      bad.push(`${body.id}: not accepted by standardwebhooks`);
    } finally {
      clock.mockRestore();
    }
    const plain = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
    return headers['x-webhook-signature'] === plain ? bad : [...bad, `${body.id}: HMAC`];
  });
}

const hoursSince = (instant: number): number => (now().getTime() - instant) / HOUR;

/**
 * * Lets attempts that found no free slot of their webhook have their next attempt, which is at most five minutes later. In real time
 * they would have it; a turn of the clock by hours gives them one.
 */
async function passSlots(): Promise<void> {
  const waiting = () =>
    service()
      .runtime.engines.sqs.depths()
      .some(({ name, delayed }) => name === 'webhooks' && delayed > 0);
  for (let pass = 0; pass < 30 && waiting(); pass++) await service().advance('PT5M');
}

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;

it(`${EVENTS} events to 20 receivers: none lost, none outside of the schedule, all signed, no gaps`, async () => {
  const startedAt = performance.now();
  const begun = now().getTime();
  const runs = await begin();
  expect(runs).toHaveLength(20);
  for (let wave = 0; wave < WAVES; wave++) {
    await emitWave(runs, wave);
    await service().idle();
    for (const step of ['PT6S', 'PT30S', 'PT2M', 'PT4M', 'PT10M', 'PT20M', 'PT23M']) await service().advance(step);
  }
  // Until the tenth attempts have ended: in steps that are shorter than the delays of the attempts.
  while (hoursSince(begun) < 100) {
    await service().advance(hoursSince(begun) < 20 ? 'PT1H' : 'PT3H');
    await passSlots();
  }

  const lost: string[] = [];
  const outside: string[] = [];
  const unsigned: string[] = [];
  const outcomes: Record<string, number> = {};
  const late: number[] = [];
  let attempts = 0;
  let exhausted = 0;
  const sequences = new Map<string, Set<number>>();
  for (const run of runs) {
    const records = await recordsOf(run);
    const messages = byMessage(records);
    const ids = new Map<string, Set<string>>();
    for (const { body } of run.to.requests) {
      ids.set(nameOf(body), (ids.get(nameOf(body)) ?? new Set()).add(body.id));
      sequences.set(run.own.company, (sequences.get(run.own.company) ?? new Set()).add(body.sequence));
    }
    lost.push(...[...ids].filter(([, one]) => one.size !== 1).map(([name]) => `${run.kind}: ${name} came under several ids`));
    if (messages.size !== run.names.length && run.kind !== GONE)
      lost.push(`${run.kind}: ${messages.size} messages of ${run.names.length}`);
    for (const [id, all] of messages) {
      const last = all.at(-1);
      const isExhausted = last?.status === 'failed' && last.attempt === 10 && last.nextRetryAt === null;
      const isOver = last?.status === 'success' || isExhausted || (run.kind === GONE && last?.status === 'failed');
      if (!isOver) lost.push(`${run.kind}: ${id} after attempt ${last?.attempt} (${last?.status})`);
      if (isExhausted) exhausted++;
      outside.push(...outsideSchedule(all).map(what => `${run.kind}: ${what}`));
    }
    unsigned.push(...badSignatures(run));
    attempts += run.to.requests.length;
    for (const { answer, request: sent, dueAt } of records) {
      const outcome =
        sent === null
          ? 'not sent: switched off'
          : answer?.responseCode === 0
            ? (answer.errorMessage ?? '')
            : String(answer?.responseCode);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (answer && sent) late.push((Date.parse(answer.deliveredAt) - Date.parse(dueAt)) / 1000);
    }
  }
  const gaps: string[] = [];
  for (const [id, numbers] of sequences) {
    const { kind, names } = runs.find(({ own }) => own.company === id)!;
    // The receiver that is gone does not get all of them.
    if (kind !== GONE && (numbers.size !== names.length || Math.max(...numbers) !== names.length)) gaps.push(kind);
  }
  const states = await Promise.all(runs.map(async ({ own, uuid, kind }) => [kind, await isActive(own, uuid)] as const));
  const events = [...new Map(runs.map(({ own, names }) => [own.company, names.length])).values()].reduce((a, b) => a + b);
  console.log(
    [
      `${events} events in ${new Set(runs.map(({ own }) => own.company)).size} companies to ${runs.length} receivers, ${attempts} requests, ${exhausted} messages exhausted`,
      `attempts by outcome: ${JSON.stringify(outcomes)}`,
      `made after they were due, on the clock: p50 ${percentile(late, 0.5)} s, p99 ${percentile(late, 0.99)} s, most ${percentile(late, 1)} s`,
      `lost ${lost.length}, outside the schedule ${outside.length}, wrong signatures ${unsigned.length}, companies with gaps ${gaps.length}`,
      `switched off: ${states
        .filter(([, isOn]) => !isOn)
        .map(([kind]) => kind)
        .join(', ')}`,
      `took ${Math.round((performance.now() - startedAt) / 1000)} s`,
    ].join('\n'),
  );
  expect(lost).toEqual([]);
  expect(outside).toEqual([]);
  expect(unsigned).toEqual([]);
  expect(gaps).toEqual([]);
  expect(events).toBeGreaterThanOrEqual(EVENTS);
  expect(exhausted).toBe(runs.find(({ kind }) => kind === FOR_EVER)?.names.length);
  // No receiver is switched off before 120 hours without a success, except one that returns 410: at once, whatever was being sent.
  expect(states.filter(([, isOn]) => !isOn)).toEqual([[GONE, false]]);
  expect(runs.find(({ kind }) => kind === GONE)?.to.requests.length).toBeLessThanOrEqual(10);

  const hopeless = runs.find(({ kind }) => kind === FOR_EVER)!;
  await service().advance('PT30H');
  await emit(hopeless.own.company, ['after 120 hours']);
  await service().idle();
  expect(await isActive(hopeless.own, hopeless.uuid)).toBe(false);
  const page = await request<{ total: number }>(hopeless.own, 'GET', `/${hopeless.uuid}/deliveries?status=success`);
  expect(page.body.total).toBe(0);
}, 1_800_000);
