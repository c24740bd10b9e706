import { describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import { whoAmI } from '../../support/members.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import type { Answered, ClientPage, Invoice, InvoiceList, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const REASON = 'Comandă anulată de client';

const { service, scope, request, act, draft, issued, inForce, detailOf, become, newTrader } = useTrader();
const cancel = (id: string, body: unknown = { reason: REASON }): Promise<Answered<Invoice & Refusal>> => act(id, 'cancel', body);

describe('POST /invoices/{uuid}/cancel (INV-49 to INV-53)', () => {
  it('one that the authority has validated: with a warning that it still counts, and that it needs a credit note', async () => {
    const invoice = await inForce();
    await become(invoice.id, { status: 'validated', taxauthStatus: 'validated' });
    const { status, body } = await cancel(invoice.id);
    expect([status, body.status, body.taxauthStatus]).toEqual([200, 'cancelled', 'validated']);
    expect(body.warnings).toEqual([expect.stringMatching(new RegExp(`${invoice.number} .*counts it.*credit note`))]);
    expect(await detailOf(invoice.id)).not.toHaveProperty('warnings');
  });

  it.each<InvoiceStatus>(['draft', 'issued', 'validated', 'rejected', 'error'])('cancels from %s', async status => {
    const before = await (status === 'draft' ? draft() : inForce());
    await become(before.id, { status });
    const { status: code, body } = await cancel(before.id, { reason: `  ${REASON}  ` });
    const me = await whoAmI(service(), scope);
    expect([code, 'warnings' in body]).toEqual([200, status === 'validated']);
    expect(body).toMatchObject({
      status: 'cancelled',
      number: before.number,
      cancellationReason: REASON,
      cancelledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      cancelledBy: { id: me.id, name: 'Ana Popescu', email: expect.stringContaining('@') },
      ...{ balance: 0, total: 121, isOverdue: false },
    });
    expect(body.events[0]).toMatchObject({
      type: 'cancelled',
      status: 'cancelled',
      metadata: { reason: REASON, cancelledFromStatus: status },
      user: { id: me.id, name: 'Ana Popescu' },
    });
    const { events: _, ...stored } = await detailOf(before.id);
    const { events: __, warnings: ___, ...answered } = body;
    expect(stored).toEqual({ ...answered, series: stored.series });
  });

  it('does not change payments and the amount paid', async () => {
    const { id } = await draft({ collect: { value: 21 } });
    expect((await cancel(id)).body).toMatchObject({ amountPaid: 21, balance: 0, payments: [{ amount: 21 }] });
  });

  it('rejects one whose response is pending, or that is cancelled: 409, before the reason is validated', async () => {
    const { id } = await inForce();
    const [at, told] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z'];
    for (const [status, reason, field, stamp] of [
      ['sent_to_provider', 'answer_pending', 'submittedAt', { uploadedAt: told }],
      ['uploaded', 'answer_pending', 'submittedAt', { uploadedAt: told }],
      ['cancelled', 'already_cancelled', 'cancelledAt', { cancelledAt: told }],
    ] as const) {
      await become(id, { status, [field]: at });
      for (const body of [{ reason: REASON }, {}])
        expect(refusal(await cancel(id, body))).toMatchObject([409, 'conflict', { status, reason, ...stamp }]);
    }
  });

  it('rejects a reason of 9 characters among blanks: 400, and changes nothing', async () => {
    const { id } = await draft();
    expect(refusedFields(await cancel(id, { reason: '  123456789  ' }))).toEqual([400, 'bad_request', ['reason']]);
    expect((await detailOf(id)).status).toBe('draft');
  });

  it.runIf(DEPTH)(
    'lists separate cancelled documents that the authority counts from others: ?taxauthStatus=validated',
    async () => {
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
    },
  );

  it.runIf(DEPTH)('removes the invoice from totals and from the sums of its client', async () => {
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

describe.runIf(DEPTH)('simultaneous requests', () => {
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
