import { describe, expect, it, test } from 'vitest';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { useService } from '../../support/service.ts';
import { eventsCalls } from './events-calls.ts';

const service = useService();

const { scope, request, share, open, shared, typesOf } = eventsCalls(service);

describe('events: at most one of each per link per hour (OUT-74)', () => {
  it('entries are linked into the timeline, also when they are simultaneous', async () => {
    const { invoice, link } = await shared();
    const second = (await share(invoice.id)).body;
    await Promise.all([open(link.token), open(second.token), open(link.token, '/xml'), open(second.token, '/pdf')]);
    const stored = await readInvoice(scope.company, invoice.id);
    expect(stored?.events.filter(event => event.user === null && /viewed|downloaded/.test(event.type))).toHaveLength(4);
    expect(stored && verifyDocument(stored)).toEqual([]);
  });

  test('downloads by signed-in users, and views of unknown links, add none', async () => {
    const { invoice } = await shared();
    await request('GET', `/invoices/${invoice.id}/pdf`);
    await request('GET', `/invoices/${invoice.id}/xml`);
    await open('0'.repeat(64));
    expect(await typesOf(invoice.id, 'viewed', 'downloaded')).toEqual([]);
  });
});
