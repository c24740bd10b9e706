import { describe, expect, it } from 'vitest';
import type { ClientPage, InvoiceList, Refusal } from '../../support/contract.ts';
import { cancelCalls, REASON } from './cancel-calls.ts';

const { request, act, draft, issued, detailOf, become, newTrader, cancel } = cancelCalls();

describe('POST /invoices/{uuid}/cancel (INV-49 to INV-53)', () => {
  it('lists separate cancelled documents that the authority counts from others: ?taxauthStatus=validated', async () => {
    const [counted, other] = [await draft(), await draft()];
    await become(counted.id, { status: 'validated', taxauthStatus: 'validated' });
    await cancel(counted.id);
    await cancel(other.id);
    const list = async (query: string) =>
      (await request<InvoiceList>('GET', `/invoices?limit=100&${query}`)).body.data.map(one => one.id);
    const found = await list('status=cancelled&taxauthStatus=validated');
    expect(found).toContain(counted.id);
    expect(found).not.toContain(other.id);
    expect(await list('status=cancelled&taxauthStatus=rejected')).not.toContain(counted.id);
    expect((await request<Refusal>('GET', '/invoices?taxauthStatus=counted')).status).toBe(422);
  });

  it('keeps the number taken: the next invoice gets the next one', async () => {
    const before = await issued();
    await cancel(before.id);
    const next = await issued();
    expect(Number(next.number.split('-')[1])).toBe(Number(before.number.split('-')[1]) + 1);
  });

  it('keeps the XML, and marks the PDF', async () => {
    const { id } = await issued();
    await cancel(id);
    expect((await request('GET', `/invoices/${id}/xml`)).status).toBe(200);
    expect((await request('GET', `/invoices/${id}/pdf`)).status).toBe(200);
  });

  it('removes the invoice from totals and from the sums of its client', async () => {
    const own = await newTrader();
    const [kept, gone] = [await own.issued(), await own.issued()];
    const stats = async () => {
      const { body } = await own.request<ClientPage>('GET', '/clients');
      const [client] = Object.values(body.data).flat();
      return [client?.invoiceCount, client?.totalRevenue];
    };
    expect(await stats()).toEqual([2, 242]);
    await own.act(gone.id, 'cancel', { reason: REASON });
    expect(await stats()).toEqual([1, 121]);
    const list = await own.request<InvoiceList>('GET', '/invoices?includeTotals=true');
    expect(list.body).toMatchObject({ total: 2, totals: [{ currency: 'RON', total: 121, receivable: 121 }] });
    await own.act(gone.id, 'restore');
    expect(await stats()).toEqual([1, 121]);
    await own.act(gone.id, 'issue');
    expect(await stats()).toEqual([2, 242]);
    expect((await own.detailOf(kept.id)).status).toBe('issued');
  });
});

describe('simultaneous requests', () => {
  it('20 cancels: one 200, the others 409, one event', async () => {
    const { id } = await issued();
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(id)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
    const { events } = await detailOf(id);
    expect(events.filter(event => event.type === 'cancelled')).toHaveLength(1);
  });

  it('a cancel and the issue: cancelled in the end, with a number if it was issued first, without a gap', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await draft();
      const [cancelled, issue] = await Promise.all([cancel(id), act(id, 'issue')]);
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(issue.status);
      const after = await detailOf(id);
      expect([after.status, after.number.startsWith('DRAFT-')]).toEqual(['cancelled', issue.status === 409]);
    }
    const numbers = await request<InvoiceList>('GET', '/invoices?search=FCT-&limit=100');
    const taken = numbers.body.data.map(row => Number(row.number.split('-')[1])).toSorted((a, b) => a - b);
    expect(taken).toEqual(taken.map((_, place) => place + 1));
  });
});
