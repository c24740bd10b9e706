import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantIn, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { recurring, recurringIn } from '../../support/recurring/templates.ts';
import { useOwnService } from '../../support/service.ts';
import { deliver, supplierInvoice } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { deletingCalls } from './deleted-rests-calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { ask, deletedFor } = deletingCalls(service);

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

describe('background work of a deleted company stops and continues when it is restored', () => {
  it('scheduled mails', async () => {
    const own = await trader.newTrader({ lasting: true });
    const to = 'rests@client.example';
    const { id: clientId } = await service().newClient(own.scope, { cui: null, type: 'individual', name: 'Ana', email: to });
    const { id } = await own.inForce({ clientId });
    const schedule = { companyId: own.scope.company, documentId: id, at: instantIn(3600) };
    await transact([scheduleEmail(KINDS.invoice, schedule)]);
    await deletedFor(own, 'PT2H');
    expect(await service().mailbox(to)).toEqual([]);
    await service().advance('PT6H');
    expect(await service().mailbox(to)).toHaveLength(1);
  });

  it('webhooks: pending deliveries are not attempted again', async () => {
    const own = await trader.newTrader({ lasting: true });
    const { uuid } = await ask<{ uuid: string }>(own, 'POST', '/webhooks', { url: receiver.url, events: ['client.created'] });
    receiver.answer = 500;
    await service().newClient(own.scope, { cui: null, name: 'Ana' });
    await service().idle();
    const sent = receiver.requests.length;
    expect(sent).toBeGreaterThan(0);
    receiver.answer = 200;
    await deletedFor(own, 'PT3H');
    expect(receiver.requests).toHaveLength(sent);
    const { data } = await ask<{ data: { uuid: string }[] }>(own, 'GET', `/webhooks/${uuid}/deliveries`);
    const last = await ask(own, 'GET', `/webhooks/${uuid}/deliveries/${data[0]?.uuid}`);
    expect(last).toMatchObject({ status: 'failed', errorMessage: 'The company was deleted.' });
  });

  it('recurring invoices', async () => {
    const own = await trader.newTrader({ lasting: true });
    const template = await recurring(service(), await recurringIn(service(), own.scope), {
      nextIssuanceDate: addDays(today(), 1),
      frequencyDay: Number(addDays(today(), 1).slice(8)),
    });
    const count = async () => (await ask<{ total: number }>(own, 'GET', '/invoices')).total;
    await deletedFor(own, 'P1DT6H');
    expect(await count(), template.id).toBe(0);
    // A long turn of the local clock runs a schedule once, at its end: shortly after midnight, the next run is the day after.
    await service().advance('P2D');
    expect(await count()).toBe(1);
  });

  it('synchronizations: messages that arrive meanwhile are not stored', async () => {
    const own = await trader.newTrader({ lasting: true, connected: true });
    const path = `/companies/${own.scope.company}`;
    const { cif } = await ask<{ cif: string }>(own, 'GET', path);
    await ask(own, 'POST', `${path}/toggle-sync`);
    await service().advance('PT1H');
    await deliver(service(), { ...own.scope, cif }, supplierInvoice({ buyer: cif, number: 'F-1' }));
    await deletedFor(own, 'P1DT1H');
    const total = async () => (await ask<{ total: number }>(own, 'GET', '/efactura-messages')).total;
    expect(await total()).toBe(0);
    // It is switched off after the restore.
    await ask(own, 'POST', `${path}/toggle-sync`);
    await service().advance('PT25H');
    expect(await total()).toBe(1);
  });
});

describe('a company whose connection to the authority was removed', () => {
  it('is skipped by the schedule of synchronizations', async () => {
    const own = await trader.newTrader({ connected: true });
    const { company, token } = own.scope;
    await ask(own, 'POST', `/companies/${company}/toggle-sync`);
    // The index of companies has the setting by now.
    await service().idle();
    const due = () => getItem(companyKey(company, 'SYNCDUE'));
    expect(await due()).toBeDefined();
    const [saved] = (await service().api('GET', '/api/v1/taxauth/tokens', { token })).body as { id: string }[];
    expect((await service().api('DELETE', `/api/v1/taxauth/tokens/${saved?.id}`, { token })).status).toBe(204);
    await service().advance('PT25H');
    expect(await due()).toBeUndefined();
  });
});
