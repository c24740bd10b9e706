import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCompany } from '#shared/platform/access/records.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { call } from '../../support/invoices.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { useTrader } from '../../support/trader.ts';
import { useOwnService } from '../../support/service.ts';

/** Events wait to be published where there is a webhook, and cost nothing more where there is none. */

const { service, scope, draft } = useTrader({ service: useOwnService(), lasting: true });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const request = <T = unknown>(method: string, path: string, body?: object) => call<T>(service(), scope, method, path, body);

/** Whether the first event of a new invoice waits to be published, while the stream does not bring it. */
async function waits(): Promise<boolean> {
  service().runtime.faults.loseRecord('event');
  const { id } = await draft();
  await service().idle();
  const events = { partition: companyPartition(scope.company), beginsWith: `INV#${id}#E#` };
  const [event] = await queryItems<Item>(events);
  return event?.duePk !== undefined;
}

describe('an event of a company', () => {
  it('waits to be published while the company has a webhook, on or off', async () => {
    expect(await waits()).toBe(false);
    const { uuid } = (await request<{ uuid: string }>('POST', '/webhooks', { url: receiver.url, events: ['*'] })).body;
    expect(await waits()).toBe(true);
    await request('PATCH', `/webhooks/${uuid}`, { isActive: false });
    expect(await waits()).toBe(true);
    await request('DELETE', `/webhooks/${uuid}`);
    expect(await waits()).toBe(false);
  });

  it('is still in the stream, and the company can be changed and does not show it', async () => {
    const { uuid } = (await request<{ uuid: string }>('POST', '/webhooks', { url: receiver.url, events: ['invoice.created'] }))
      .body;
    const before = receiver.requests.length;
    await draft();
    await service().idle();
    expect(receiver.requests.length - before).toBe(1);
    const changed = await request<object>('PATCH', `/companies/${scope.company}`, { city: 'Iași' });
    expect(changed.status).toBe(200);
    expect(changed.body).not.toHaveProperty('hasWebhooks');
    expect(await readCompany(scope.company)).toMatchObject({ city: 'Iași', hasWebhooks: true });
    await request('DELETE', `/webhooks/${uuid}`);
    expect(await readCompany(scope.company)).toMatchObject({ city: 'Iași', hasWebhooks: false });
  });
});
