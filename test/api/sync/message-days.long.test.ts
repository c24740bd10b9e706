import { expect, it } from 'vitest';
import { localDay } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { useOwnService } from '../../support/service.ts';
import { useReceivers } from '../../support/taxauth/companies.ts';
import { deliver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';

const service = useOwnService();
const { receiver, messages } = useReceivers(service, 21_000_000);

it('from and to of messages are days in Romania: one of 23:00 UTC is of the next day', async () => {
  const scope = await receiver();
  const today = new Date(service().runtime.clock.now()).toISOString().slice(0, 10);
  const [utc, local] = [addDays(today, 1), addDays(today, 2)];
  await service().api('POST', '/_local/clock', { body: { set: `${utc}T23:00:00Z` } });
  await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, number: 'F-1' }));
  await synchronize(service(), scope);
  const [message] = (await messages(scope)) as unknown as { receivedAt: string }[];
  expect(localDay(message!.receivedAt)).toBe(local);
  for (const [query, count] of [
    [`&from=${local}&to=${local}`, 1],
    [`&from=${utc}&to=${utc}`, 0],
    [`&to=${utc}`, 0],
    [`&from=${addDays(local, 1)}`, 0],
  ] as const)
    expect(await messages(scope, query), query).toHaveLength(count);
});
