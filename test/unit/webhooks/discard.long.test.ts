import { expect, it } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyKey, companyPartition } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { discardDeliveries } from '#shared/app/webhooks/deliveries/discard.ts';
import { deliveryPrefix } from '#shared/app/webhooks/deliveries/store.ts';
import { useTable } from '../../support/table.ts';

useTable();

it('5,000 deliveries of a removed webhook are deleted at once; more are left to the next message', async () => {
  const [company, webhookId] = [companyScope(newId()), newId()];
  const item = () =>
    put({ ...companyKey(company, `${deliveryPrefix(webhookId)}${newId()}`), kind: 'webhook-delivery', data: { id: '' } });
  for (let transaction = 0; transaction < 51; transaction++) await transact(Array.from({ length: 100 }, item));
  const removed = { companyId: company, webhookId, isSecond: false };
  expect(await discardDeliveries(removed)).toEqual({ task: removed, delaySeconds: 0 });
  const left = await queryItems({ partition: companyPartition(company), beginsWith: deliveryPrefix(webhookId) });
  expect(left).toHaveLength(100);
  expect(await discardDeliveries(removed)).toMatchObject({ task: { isSecond: true } });
});
