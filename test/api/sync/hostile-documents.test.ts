import { describe, expect, it } from 'vitest';
import { HOSTILE_XML } from '../../support/einvoice/hostile-xml.ts';
import { places } from '../../support/effort.ts';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import type { SyncMessage } from '../../support/taxauth/companies.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';

const service = useService();

/** The large ones take seconds; they are read in unit tests. */
const SMALL = HOSTILE_XML.filter(([, xml]) => xml.length < 100_000);

describe('hostile documents from the authority', () => {
  it('are marked with the reason, and the others still arrive', async () => {
    const buyer = await newReceiver(service());
    const delivered = new Map<string, string>();
    const some = places(SMALL.length, 12).map(place => SMALL[place - 1]!);
    for (const [what, xml] of [...some, ['no XML', '\0\u0001not XML'], ['nothing', '']] as [string, string][])
      delivered.set(await deliver(service(), buyer, Buffer.from(xml), { raw: true }), what);
    await deliver(service(), buyer, supplierInvoice({ buyer: buyer.cif, number: 'GOOD-1' }));
    await synchronize(service(), buyer);
    expect((await listedBy(service(), buyer)).map(({ number }) => number)).toEqual(['GOOD-1']);
    const { data } = (await call<{ data: SyncMessage[] }>(service(), buyer, 'GET', '/efactura-messages?limit=100')).body;
    const marked = data.filter(({ messageId }) => delivered.has(messageId));
    expect(marked).toHaveLength(delivered.size);
    for (const { messageId, status, details } of marked) {
      expect(status, delivered.get(messageId)).toBe('error');
      expect(details.message, delivered.get(messageId)).toMatch(/^.{5,1000}$/s);
    }
  });
});
