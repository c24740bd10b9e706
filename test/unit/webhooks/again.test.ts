import { describe, expect, it } from 'vitest';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { type CompanyId, companyKey, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { commitPlainly, put, transact } from '#shared/platform/store/transact.ts';
import { askForReplay, replay, type ReplayTask, retryDelivery } from '#shared/app/webhooks/deliveries/again.ts';
import { createMessage, type DeliveryItem, newDelivery } from '#shared/app/webhooks/deliveries/store.ts';
import { useTable } from '../../support/table.ts';
import { newEndpoint, setEndpoints, storedCompany } from '../../support/webhooks/stored-company.ts';

const table = useTable();
const endpoint = newEndpoint({ events: ['invoice.paid'] });

const attemptsOf = async (company: CompanyId) =>
  (await queryItems<DeliveryItem>({ partition: companyPartition(company), beginsWith: 'WHDLV#' })).map(({ data }) => data);

/** Stores messages; their ids, oldest first. */
async function messages(company: CompanyId, count: number, type = 'invoice.paid'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const fields = { type, createdAt: instant(), sequence: 1, payload: '{}' };
  await transact(ids.map(id => createMessage(company, { ...fields, id })));
  return ids;
}

const off = { ...endpoint, isActive: false };
const OFF = { status: 409, code: 'conflict', details: { reason: 'webhook_inactive' } };

describe('A delivery that is repeated by hand', () => {
  const made = (company: CompanyId) =>
    newDelivery({
      ...{ id: newId(), companyId: company, webhookId: endpoint.id, messageId: newId() },
      ...{ eventType: 'invoice.paid', attempt: 7, dueAt: '2026-03-01T10:00:00.000Z' },
    });

  it('is the first attempt of the same message again, due now', async () => {
    const company = await storedCompany([endpoint]);
    const before = made(company);
    expect(await retryDelivery(company, endpoint, before, commitPlainly)).toEqual({ status: 'queued' });
    const [again, ...more] = await attemptsOf(company);
    expect(more).toEqual([]);
    expect(again).toEqual({ ...before, id: again?.id, attempt: 1, dueAt: instant() });
    expect(again?.id).not.toBe(before.id);
  });

  it('is refused for a webhook that is off, and for a test', async () => {
    const company = companyScope(newId());
    expect(() => retryDelivery(company, off, made(company), commitPlainly)).toThrow(expect.objectContaining(OFF));
    const test = { ...made(company), isTest: true as const };
    expect(() => retryDelivery(company, endpoint, test, commitPlainly)).toThrow(
      expect.objectContaining({ ...OFF, details: { reason: 'webhook_test' } }),
    );
  });
});

describe('A request for a replay', () => {
  const period = { from: '2026-03-01T10:00:00Z', to: '2026-03-01T12:00:00+02:00' };

  it('is an item that waits to be dispatched, with all ids of the period', async () => {
    const company = await storedCompany([endpoint]);
    expect(await askForReplay(company, endpoint, period, commitPlainly)).toEqual({ status: 'queued' });
    const [item, ...more] = await queryItems<Item & { data: ReplayTask }>({
      ...{ partition: companyPartition(company), beginsWith: 'WHREPLAY#' },
    });
    expect(more).toEqual([]);
    const { data, ...marks } = item!;
    // Both ends of the period are the same instant.
    expect(data).toEqual({
      ...{ companyId: company, webhookId: endpoint.id, replayId: marks.sk.split('#')[1] },
      after: '019ca8d7-2d00-0000-0000-000000000000',
      to: '019ca8d7-2d00-ffff-ffff-ffffffffffff',
    });
    expect(marks).toMatchObject({ kind: 'webhook-replay', dueAt: new Date(table.clock.now() + 900_000).toISOString() });
    expect(marks.expiresAt).toBe(table.clock.now() / 1000 + 30 * 86_400);
  });

  it('is refused for a webhook that is off', () => {
    expect(() => askForReplay(companyScope(newId()), off, period, commitPlainly)).toThrow(expect.objectContaining(OFF));
  });
});

describe('A replay', () => {
  const ALL = { after: '00000000-0000-0000-0000-000000000000', to: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const taskOf = (company: CompanyId): ReplayTask => ({ companyId: company, webhookId: endpoint.id, replayId: newId(), ...ALL });

  it('makes a first attempt, due now, of each message of the period that the webhook is subscribed to', async () => {
    const company = await storedCompany([newEndpoint(), endpoint]);
    const [before, first, ...rest] = await messages(company, 4);
    await messages(company, 1, 'invoice.issued');
    const [last] = await messages(company, 1);
    await messages(company, 1);
    const task = { ...taskOf(company), after: before!, to: last! };
    expect(await replay(task)).toBeUndefined();
    const attempts = await attemptsOf(company);
    expect(attempts.map(({ messageId }) => messageId).toSorted()).toEqual([first, ...rest, last]);
    for (const one of attempts)
      expect(one).toMatchObject({
        ...{ companyId: company, webhookId: endpoint.id, eventType: 'invoice.paid', attempt: 1, status: 'pending' },
        dueAt: instant(),
      });
  });

  it('takes 25 messages at once, and returns the rest', async () => {
    const company = await storedCompany([endpoint]);
    const ids = await messages(company, 26);
    const task = taskOf(company);
    const rest = await replay(task);
    expect(rest).toEqual({ ...task, after: ids[24] });
    expect(await attemptsOf(company)).toHaveLength(25);
    expect(await replay(rest!)).toBeUndefined();
    expect((await attemptsOf(company)).map(({ messageId }) => messageId).toSorted()).toEqual(ids);
  });

  it('of 25 messages ends with a run that finds none; repeated, it makes no second attempt', async () => {
    const company = await storedCompany([endpoint]);
    await messages(company, 25);
    const task = taskOf(company);
    const rest = await replay(task);
    expect(await replay(rest!)).toBeUndefined();
    await replay(task);
    expect(await attemptsOf(company)).toHaveLength(25);
    await replay({ ...task, replayId: newId() });
    expect(await attemptsOf(company)).toHaveLength(50);
  });

  it('fails when an attempt cannot be stored', async () => {
    const company = await storedCompany([endpoint]);
    await messages(company, 1);
    table.beforeNext('PutItem', () => Promise.reject(new Error('The table is not there.')));
    await expect(replay(taskOf(company))).rejects.toThrow('The table is not there.');
  });

  it('is taken out of the index of what waits to be dispatched', async () => {
    const company = await storedCompany([endpoint]);
    const task = taskOf(company);
    const key = companyKey(company, `WHREPLAY#${task.replayId}`);
    await transact([put({ ...key, kind: 'webhook-replay', duePk: 'OUTBOX#0', dueAt: instant() })]);
    await replay(task);
    expect(await getItem(key)).not.toHaveProperty('duePk');
  });

  it('makes nothing for a webhook that is off, or gone', async () => {
    const company = await storedCompany([off]);
    await messages(company, 1);
    expect(await replay(taskOf(company))).toBeUndefined();
    await setEndpoints(company, []);
    expect(await replay(taskOf(company))).toBeUndefined();
    expect(await attemptsOf(company)).toEqual([]);
  });
});
