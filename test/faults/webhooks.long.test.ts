import { describe, expect, it } from 'vitest';
import type { BackgroundEntry } from '../../infra/catalogue.ts';
import { ProcessDied } from '../../infra/local/invocation.ts';
import { instantIn, now } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { payloadOf } from '#shared/app/webhooks/deliveries/sign.ts';
import { createDelivery, createMessage, newDelivery } from '#shared/app/webhooks/deliveries/store.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { catalogueWithout, useOwnService } from '../support/service.ts';
import { type Hook, useWebhooks } from '../support/webhooks/company.ts';
import { EMITTED, emit, nameOf } from '../support/webhooks/emit.ts';

/** When the function that posts dies next, once. */
let death: 'before' | 'after' | undefined;

/** It calls no service of AWS, so no call can be interrupted. */
function mortal(entry: BackgroundEntry): BackgroundEntry {
  if (entry.name !== 'tasks-post-webhook') return entry;
  const run: BackgroundEntry['handler'] = Object.assign(
    async (...[event, context]: Parameters<BackgroundEntry['handler']>): Promise<unknown> => {
      const dies = death;
      death = undefined;
      if (dies === 'before') throw new ProcessDied('post-webhook died before it posted.');
      const answer = await entry.handler(event, context);
      if (dies === 'after') throw new ProcessDied('post-webhook died after it posted.');
      return answer;
    },
    { definition: entry.handler.definition },
  );
  return { ...entry, handler: run };
}

const all = await catalogueWithout();
const service = useOwnService({ catalogue: { ...all, background: all.background.map(mortal) } });
const { hook, deliveries, request, isActive } = useWebhooks(service);

/** The queue redelivers unfinished messages, and failed ones are sent again. */
async function redelivered(): Promise<void> {
  // The last one for deliveries that had to wait for others to the same receiver: the queue delays them.
  for (const wait of ['PT4M', 'PT4M', 'PT10M', 'PT12M']) await service().advance(wait);
}

/** Each message arrived, under one id, with numbers without gaps; and each attempt is in the list and in its count. */
async function expectDelivered({ own, to, uuid }: Hook, names: readonly string[], what: string): Promise<void> {
  const ids = new Map<string, Set<string>>();
  for (const { body } of to.requests) ids.set(nameOf(body), (ids.get(nameOf(body)) ?? new Set()).add(body.id));
  expect([...ids.keys()].toSorted(), what).toEqual(names.toSorted());
  for (const [name, one] of ids) expect(one.size, `${what}: ids of ${name}`).toBe(1);
  const numbers = new Set(to.requests.map(({ body }) => body.sequence));
  expect(
    [...numbers].toSorted((a, b) => a - b),
    what,
  ).toEqual(names.map((_, place) => place + 1));
  const { data, total } = await deliveries(own, uuid, '?limit=100');
  expect(data, what).toHaveLength(total);
  expect(
    data.filter(({ status }) => status === 'success'),
    what,
  ).toHaveLength(names.length);
}

/** Two events to a webhook of a company of its own, so that runs do not affect each other. */
async function twoEvents(runs: Map<string, Hook>, what: string, answer?: Hook['to']['answer']): Promise<void> {
  const hooked = await hook([EMITTED], { client: false });
  if (answer !== undefined) hooked.to.answer = answer;
  runs.set(what, hooked);
  await emit(hooked.own.company, ['one', 'two']);
  await service().idle();
}

describe('a process that dies at any call, or loses responses', () => {
  it('publishing events: each is numbered and delivered', async () => {
    const runs = new Map<string, Hook>();
    await interruptEveryCall(service(), {
      name: 'workers-publish-webhook-events',
      run: what => twoEvents(runs, what),
      async check() {
        await redelivered();
        for (const [what, hooked] of runs) await expectDelivered(hooked, ['one', 'two'], what);
      },
    });
  });

  it('delivering: each message arrives, and each attempt that was recorded stays', async () => {
    const runs = new Map<string, Hook>();
    const calls = await interruptEveryCall(service(), {
      name: 'workers-deliver-webhook',
      // The first attempt fails, the next ones succeed.
      run: what => twoEvents(runs, what, place => ({ status: place < 2 ? 500 : 200 })),
      async check() {
        await redelivered();
        for (const [what, hooked] of runs) {
          await expectDelivered(hooked, ['one', 'two'], what);
          const { data } = await deliveries(hooked.own, hooked.uuid, '?limit=100');
          // The attempts of a message are numbered from 1 without gaps: one success, and a failure for each number before it.
          for (const { attempt } of data.filter(({ status }) => status === 'success'))
            expect(data.filter(one => one.status === 'failed' && one.attempt < attempt).length, what).toBeGreaterThanOrEqual(
              attempt - 1,
            );
        }
      },
    });
    expect(calls).toBeGreaterThan(8);
  });

  it('delivering to a receiver that is gone (410): it is switched off, and the attempt is recorded', async () => {
    const runs = new Map<string, Hook>();
    await interruptEveryCall(service(), {
      name: 'workers-deliver-webhook',
      run: async what => {
        const hooked = await hook([EMITTED], { client: false });
        hooked.to.answer = 410;
        runs.set(what, hooked);
        await emit(hooked.own.company, ['one']);
        await service().idle();
      },
      async check() {
        await redelivered();
        for (const [what, { own, to, uuid }] of runs) {
          expect(await isActive(own, uuid), what).toBe(false);
          const { data } = await deliveries(own, uuid);
          expect(
            data.map(({ attempt, responseCode }) => [attempt, responseCode]),
            what,
          ).toEqual([[1, 410]]);
          expect(new Set(to.requests.map(({ body }) => body.id)).size, what).toBe(1);
        }
      },
    });
  });

  it('posting: a message that may have been posted is posted again under the same id', async () => {
    for (const when of ['before', 'after'] as const) {
      const hooked = await hook([EMITTED], { client: false });
      death = when;
      await emit(hooked.own.company, ['one']);
      await service().idle();
      expect(death, 'it died').toBeUndefined();
      await redelivered();
      await expectDelivered(hooked, ['one'], when);
      expect(hooked.to.requests).toHaveLength(when === 'before' ? 1 : 2);
    }
    console.log('tasks-post-webhook: no calls, 2 deaths, all survived');
  });

  it('replaying: each message arrives at least once more', async () => {
    const hooked = await hook([EMITTED], { client: false });
    const { own, to, uuid } = hooked;
    const names = ['one', 'two', 'three'];
    const from = now().toISOString();
    await emit(own.company, names);
    await service().idle();
    const period = { from, to: new Date(now().getTime() + 60_000).toISOString() };
    let replays = 0;
    await interruptEveryCall(service(), {
      name: 'workers-replay-webhook',
      run: async () => {
        replays++;
        expect((await request(own, 'POST', `/${uuid}/replay`, period)).status).toBe(202);
        await service().idle();
      },
      async check() {
        await redelivered();
        for (const name of names) {
          const arrived = to.requests.filter(({ body }) => nameOf(body) === name);
          expect(new Set(arrived.map(({ body }) => body.id)).size).toBe(1);
          expect(arrived.length, name).toBe(1 + replays);
        }
      },
    });
  });

  it('discarding: no record remains of a webhook that was deleted', async () => {
    const runs = new Map<string, Hook>();
    await interruptEveryCall(service(), {
      name: 'workers-discard-webhook-deliveries',
      run: async what => {
        await twoEvents(runs, what);
        const { own, uuid } = runs.get(what)!;
        expect((await request(own, 'DELETE', `/${uuid}`)).status).toBe(204);
        await service().idle();
      },
      async check() {
        await redelivered();
        for (const [what, { own, uuid }] of runs)
          for (const prefix of ['WHDLV', 'WHCOUNT', 'WHHEALTH'])
            expect(await queryItems({ partition: `C#${own.company}`, beginsWith: `${prefix}#${uuid}` }), what).toEqual([]);
      },
    });
  });

  it('queueing attempts that waited for long: each is made', async () => {
    const hooked = await hook([EMITTED], { client: false });
    const { own, to, uuid: webhookId } = hooked;
    const company = own.company;
    const ids: string[] = [];
    await interruptEveryCall(service(), {
      name: 'schedules-late-webhooks',
      run: async () => {
        const [id, dueAt] = [newId(), instantIn(20 * 60)];
        ids.push(id);
        const [createdAt, sequence] = [now().toISOString(), ids.length];
        const payload = payloadOf({ id, type: EMITTED, createdAt, company: own.company, sequence, data: { to: id } });
        const message = { id, type: EMITTED, createdAt, sequence, payload };
        const fields = { companyId: own.company, webhookId, messageId: id, eventType: EMITTED, attempt: 1, dueAt };
        const delivery = newDelivery({ ...fields, id });
        await transact([createMessage(company, message), createDelivery(company, delivery, now().getTime())]);
        await service().advance('PT21M');
      },
      async check() {
        await redelivered();
        expect(to.requests.map(({ body }) => body.id).toSorted()).toEqual(ids.toSorted());
      },
    });
  });
});
