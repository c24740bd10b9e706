import { describe, expect, it } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyKey, companyPartition } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { discardDeliveries, removedWebhook } from '#shared/app/webhooks/deliveries/discard.ts';
import { removedKey } from '#shared/app/webhooks/deliveries/store.ts';
import { useTable } from '../../support/table.ts';

useTable();
const company = companyScope(newId());

/** Deliveries, counts of two days and the health of a webhook. */
async function recorded(webhookId: string, deliveries: number): Promise<void> {
  const key = (sk: string) => companyKey(company, sk);
  await transact([
    ...['2026-03-01', '2026-03-02'].map(date => put({ ...key(`WHCOUNT#${webhookId}#${date}`), kind: 'counter' })),
    put({ ...key(`WHHEALTH#${webhookId}`), kind: 'webhook-health' }),
  ]);
  const items = Array.from({ length: deliveries }, () =>
    put({ ...key(`WHDLV#${webhookId}#${newId()}`), kind: 'webhook-delivery' }),
  );
  for (let first = 0; first < items.length; first += 100) await transact(items.slice(first, first + 100));
}

const left = async (webhookId: string): Promise<number> => {
  const partition = companyPartition(company);
  const found = ['WHDLV', 'WHCOUNT', 'WHHEALTH'].map(kind => queryItems({ partition, beginsWith: `${kind}#${webhookId}` }));
  return (await Promise.all(found)).flat().length;
};

describe('The deliveries of a removed webhook', () => {
  it('are deleted with their counts and its health, and again a minute later; those of others stay', async () => {
    const [webhookId, other] = [newId(), newId()];
    await Promise.all([recorded(webhookId, 101), recorded(other, 1)]);
    const removed = removedWebhook.parse({ companyId: company, webhookId });
    const again = { task: { ...removed, isSecond: true }, delaySeconds: 60 };
    expect(await discardDeliveries(removed)).toEqual(again);
    expect(await left(webhookId)).toBe(0);
    await recorded(webhookId, 1);
    expect(await discardDeliveries(removedWebhook.parse(again.task))).toBeUndefined();
    expect([await left(webhookId), await left(other)]).toEqual([0, 4]);
  });

  it('are taken out of the index of what waits to be dispatched', async () => {
    const removed = { companyId: company, webhookId: newId(), isSecond: false };
    const key = removedKey(removed);
    await transact([put({ ...key, kind: 'removed-webhook', ...awaitsDispatch(removed.webhookId) })]);
    await discardDeliveries(removed);
    expect(await getItem(key)).not.toHaveProperty('duePk');
  });
});
