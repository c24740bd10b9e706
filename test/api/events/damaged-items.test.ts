import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { scheduledKey, scheduleEmail } from '#shared/output/mail/documents/schedule.ts';
import { eventsPartition } from '#shared/output/webhooks/event-index.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Key } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Invoice } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { damage } from '../../support/stored/damage.ts';
import { deliver, listedBy, newReceiver, received, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';
import { useWebhooks } from '../../support/webhooks/company.ts';
import { EMITTED, emit, nameOf } from '../../support/webhooks/emit.ts';
import type { ReceivedMessage } from '../../support/webhooks/receiver.ts';
import { call } from '../../support/invoices.ts';

/** Somebody has changed an item outside of the service. What goes through many items leaves it out, and does the rest. */

const service = useOwnService();
const { newTrader } = useTrader({ service });
const { hook, request } = useWebhooks(service);

/** How often an item of a company was logged as damaged. */
const reported = (company: string): number =>
  readFileSync(join(service().dataDir, 'service.log'), 'utf8')
    .split('\n')
    .filter(line => line.includes('"Item damaged"') && line.includes(company)).length;

const keysOf = (company: string, beginsWith: string): Promise<Key[]> =>
  queryItems<Key>({ partition: companyPartition(companyScope(company)), beginsWith }, { damaged: 'stored' });

describe('A message to webhooks that cannot be read', () => {
  it('is left out of a replay and of the list of events, and stops no removal', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    const from = service().runtime.clock.state().now;
    for (const name of ['one', 'two', 'three']) {
      await emit(own.company, [name]);
      await service().idle();
    }
    const names = () => to.requests.map(({ body }) => nameOf(body));
    expect(names()).toEqual(['one', 'two', 'three']);
    const [, second] = await keysOf(own.company, 'WHMSG#');
    await damage(second!, 'data');

    const until = new Date(Date.parse(from) + 3_600_000).toISOString();
    expect((await request(own, 'POST', `/${uuid}/replay`, { from, to: until })).status).toBe(202);
    await service().idle();
    expect(names().slice(3).toSorted()).toEqual(['one', 'three']);
    expect(reported(own.company)).toBeGreaterThan(0);

    // The list has it from the item of the change, without its number.
    const events = async () => {
      const { status, body } = await call<{ data: ReceivedMessage[] }>(
        service(),
        own,
        'GET',
        `/events?types=${EMITTED}&order=asc`,
      );
      return [status, ...body.data.map(nameOf)];
    };
    expect(await events()).toEqual([200, 'one', 'two', 'three']);
    const indexed = await queryItems<Key & { row: { types?: string[] } }>(
      { partition: eventsPartition(companyScope(own.company)) },
      { index: 'gsi1' },
    );
    const changes = indexed.filter(({ row }) => row.types?.includes(EMITTED));
    await damage(changes[1]!, 'webhooks');
    expect(await events()).toEqual([200, 'one', 'three']);

    const [delivery] = await keysOf(own.company, `WHDLV#${uuid}#`);
    await damage(delivery!, 'data');
    expect((await request(own, 'DELETE', `/${uuid}`)).status).toBeLessThan(300);
    await service().idle();
    expect(await keysOf(own.company, `WHDLV#${uuid}#`)).toEqual([]);
  });
});

describe('A document that cannot be read', () => {
  it('keeps its scheduled mail; those of other documents are sent', async () => {
    const { scope, ...own } = await newTrader();
    const { id: clientId } = await service().newClient(scope, { email: `${newId()}@clients.example` });
    const documents = [await own.issued({ clientId }), await own.issued({ clientId }), await own.issued({ clientId })];
    const company = companyScope(scope.company);
    for (const { id: documentId } of documents)
      await transact([scheduleEmail(KINDS.invoice, { companyId: company, documentId, at: instantIn(-60) })]);
    const [unreadable, unscheduled, sound] = documents as [Invoice, Invoice, Invoice];
    await damage(documentKey(KINDS.invoice, company, unreadable.id), 'data');
    // Of this one, the schedule itself cannot be read.
    await damage(scheduledKey(KINDS.invoice, company, unscheduled.id), 'row');
    await service().api('POST', '/_local/schedules/scheduled-emails/run');
    await service().idle();
    const subjects = (await service().mailbox()).map(({ subject }) => subject).join();
    expect(subjects).toContain(sound.number);
    expect(reported(scope.company)).toBeGreaterThan(1);
    const left = await Promise.all(documents.map(({ id }) => keysOf(scope.company, scheduledKey(KINDS.invoice, company, id).sk)));
    expect(left.map(items => items.length)).toEqual([1, 1, 0]);
  });

  it('stops no documents of the authority that come after one that belongs to it', async () => {
    const scope = await newReceiver(service());
    const delivered = (overrides: object) => deliver(service(), scope, supplierInvoice({ buyer: scope.cif, ...overrides }));
    const numbers = async () => (await listedBy(service(), scope)).map(({ number }) => number).toSorted();
    const id = await received(scope, { number: 'FIRST-1' });
    await damage(documentKey(KINDS.invoice, companyScope(scope.company), id), 'data');
    await delivered({ root: 'CreditNote', number: 'NOTE-1', net: '200.00', vat: '42.00', names: { number: 'FIRST-1' } });
    await delivered({ number: 'AFTER-1' });
    await synchronize(service(), scope);
    expect(await numbers()).toEqual(expect.arrayContaining(['AFTER-1', 'FIRST-1']));
  });
});
