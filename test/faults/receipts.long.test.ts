import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { paymentCalls } from '../api/payments/calls.ts';
import { receiptCalls } from '../api/receipts/calls.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** Receipts while processes die, run twice, or run at the same time: no number is lost or given twice, no payment is without its receipt. */

const service = useOwnService({ machines: [] });
const trader = useTrader({ service, lasting: true });
const { inForce, request } = trader;
const { series, send, cancel, list } = receiptCalls(trader);
const { list: payments } = paymentCalls(trader);

let seriesId = '';
beforeAll(async () => {
  ({ receipt: seriesId } = await series());
});

/** Repeats a request until it gets a response, as clients do. */
async function answered(ask: () => Promise<{ status: number }>, accepted: number[]): Promise<void> {
  let status = 0;
  for (let tries = 0; tries < 4 && !accepted.includes(status); tries++) {
    ({ status } = await ask());
    if (!accepted.includes(status)) expect(status).toBeGreaterThanOrEqual(500);
  }
  expect(accepted).toContain(status);
}

const bodyOf = (id: string, amount = 10) => ({ amount, documents: [{ id, amount }], idempotencyKey: randomUUID() });

/** All receipts: their numbers have no gap, each in force has its payment, and no payment is without one. */
async function whole(invoices: readonly string[]): Promise<void> {
  const found: Awaited<ReturnType<typeof list>>['data'] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const part = await list(`from=${today().slice(0, 4)}-01-01&kind=receipt&limit=100&page=${page}`);
    ({ pages } = part);
    found.push(...part.data);
  }
  const numbers = found.map(({ number }) => Number(number.slice(3))).toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  const { body } = await request<{ gaps: object[]; chainHolds: boolean; count: number }>(
    'GET',
    `/document-series/${seriesId}/audit`,
  );
  expect(body).toMatchObject({ gaps: [], chainHolds: true, count: found.length });
  const own = found.filter(one => one.documents.some(({ id }) => invoices.includes(id)) && one.status === 'issued');
  const paid = (await Promise.all(invoices.map(id => payments(id)))).flat();
  expect(paid.map(({ id }) => id).toSorted()).toEqual(
    own.flatMap(one => one.documents.map(({ paymentId }) => paymentId)).toSorted(),
  );
}

const many = async (count: number): Promise<string[]> => {
  const made: string[] = [];
  while (made.length < count) made.push((await inForce()).id);
  return made;
};

describe('a process dies at a call, and the request is repeated:', () => {
  it('a receipt is issued once, with its payment', async () => {
    const left = await many(40);
    const done: string[] = [];
    const calls = await interruptEveryCall(service(), {
      ...{ name: 'receipts-create', step: 2 },
      run: async () => {
        const id = left.pop()!;
        done.push(id);
        const body = bodyOf(id);
        await answered(() => send(body), [201]);
      },
      check: async () => {
        for (const id of done) expect(await payments(id)).toHaveLength(1);
        await whole(done);
      },
    });
    expect(calls).toBeGreaterThan(3);
  });

  it('a cancelled receipt loses its payment with its state', async () => {
    const left = await many(30);
    const done: string[] = [];
    await interruptEveryCall(service(), {
      ...{ name: 'receipts-cancel', step: 2 },
      run: async () => {
        const id = left.pop()!;
        done.push(id);
        const { body } = await send(bodyOf(id));
        // 409: it was cancelled, and the response was lost.
        await answered(() => cancel(body.id), [200, 409]);
      },
      check: async () => {
        for (const id of done) expect(await payments(id)).toEqual([]);
        await whole(done);
      },
    });
  });
});

it('a process dies at a call: a receipt over three documents with a rest is issued once, and cancelled whole', async () => {
  const { clientId } = trader.scope;
  const credit = async (): Promise<number> =>
    (await request<{ credit: { amount: number }[] }>('GET', `/clients/${clientId}`)).body.credit[0]?.amount ?? 0;
  const before = await credit();
  const calls: number[] = [];
  const done: { ids: string[]; receipt: string }[] = [];
  const issue = async (): Promise<void> => {
    const ids = await many(3);
    const documents = ids.map(id => ({ id, amount: 100 }));
    const body = { clientId, amount: 310, documents, idempotencyKey: randomUUID() };
    let receipt = '';
    await answered(async () => {
      const answer = await send(body);
      receipt = answer.body.id;
      return answer;
    }, [201]);
    done.push({ ids, receipt });
  };
  calls.push(
    await interruptEveryCall(service(), {
      ...{ name: 'receipts-create', step: 3, run: issue },
      check: async () => {
        const { ids } = done.at(-1)!;
        expect((await Promise.all(ids.map(id => payments(id)))).map(all => all.map(({ amount }) => amount))).toEqual([
          [100],
          [100],
          [100],
        ]);
        expect(await credit()).toBe(before + 10 * done.length);
      },
    }),
  );
  const count = done.length;
  calls.push(
    await interruptEveryCall(service(), {
      ...{ name: 'receipts-cancel', step: 3 },
      run: async () => {
        if (done.length === 0) await issue();
        const { receipt } = done.at(-1)!;
        await answered(() => cancel(receipt), [200, 409]);
        const { ids } = done.pop()!;
        expect((await Promise.all(ids.map(id => payments(id)))).flat()).toEqual([]);
      },
      check: async () => expect(await credit()).toBe(before + 10 * done.length),
    }),
  );
  console.log(`${count} receipts, calls: ${calls.join(', ')}`);
  for (const each of calls) expect(each).toBeGreaterThan(3);
});

describe('at the same time', () => {
  it('many receipts take different numbers, and pay no more than is owed', async () => {
    const [one, other] = [(await inForce()).id, (await inForce()).id];
    const answers = await Promise.all(Array.from({ length: 24 }, (_, place) => send(bodyOf(place % 2 === 0 ? one : other, 20))));
    // 121.00 take six receipts of 20.00 each.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(12).fill(201), ...Array(12).fill(422)]);
    await whole([one, other]);
  });

  it('two requests of one key issue one receipt, and two cancellations remove its payment once', async () => {
    const { id } = await inForce();
    const body = bodyOf(id);
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1);
    expect(await payments(id)).toHaveLength(1);
    const cancelled = await Promise.all([1, 2].map(() => cancel(answers[0]!.body.id)));
    expect(cancelled.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await payments(id)).toEqual([]);
    await whole([id]);
  });
});
