import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceStatus } from '../../../shared/model/invoice.ts';
import type { Answered, Invoice, Refusal } from '../../support/contract.ts';
import { become, call, detailOf, draft, issued, trader } from '../../support/invoices.ts';
import { whoAmI } from '../../support/members.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await trader(service());
});

const REASON = 'Comandă anulată de client';
const cancel = (id: string, body: unknown = { reason: REASON }): Promise<Answered<Invoice & Refusal>> =>
  call(service(), scope, 'POST', `/invoices/${id}/cancel`, body);
const issue = (overrides: object = {}): Promise<Invoice> => issued(service(), scope, { clientId: scope.clientId, ...overrides });
const newDraft = (overrides: object = {}): Promise<Invoice> =>
  draft(service(), scope, { clientId: scope.clientId, ...overrides });

describe('POST /invoices/{uuid}/cancel (completions-documents §1.5)', () => {
  it('one that the authority has validated: with a warning that it still counts, and that a credit note is the way', async () => {
    const invoice = await issue();
    await become(scope, invoice.id, { status: 'validated', taxauthStatus: 'validated' });
    const { status, body } = await cancel(invoice.id);
    expect([status, body.status, body.taxauthStatus]).toEqual([200, 'cancelled', 'validated']);
    expect(body.warnings).toEqual([expect.stringMatching(new RegExp(`${invoice.number} .*counts it.*credit note`))]);
    expect(await detailOf(service(), scope, invoice.id)).not.toHaveProperty('warnings');
  });

  it.each<InvoiceStatus>(['draft', 'issued', 'rejected', 'error'])('one that is %s: without a warning', async status => {
    const { id } = await newDraft();
    await become(scope, id, { status });
    expect((await cancel(id)).body).not.toHaveProperty('warnings');
  });

  it('lists tell cancelled documents that the authority counts from others: ?taxauthStatus=validated', async () => {
    const [counted, other] = [await newDraft(), await newDraft()];
    await become(scope, counted.id, { status: 'validated', taxauthStatus: 'validated' });
    await cancel(counted.id);
    await cancel(other.id);
    const list = async (query: string) =>
      (await call<{ data: Invoice[] }>(service(), scope, 'GET', `/invoices?limit=100&${query}`)).body.data.map(one => one.id);
    const found = await list('status=cancelled&taxauthStatus=validated');
    expect(found).toContain(counted.id);
    expect(found).not.toContain(other.id);
    expect(await list('status=cancelled&taxauthStatus=rejected')).not.toContain(counted.id);
    expect((await call<Refusal>(service(), scope, 'GET', '/invoices?taxauthStatus=counted')).status).toBe(422);
  });

  it.each<InvoiceStatus>(['draft', 'issued', 'validated', 'rejected', 'error'])('cancels from %s', async status => {
    const before = status === 'draft' ? await newDraft() : await issue();
    if (status !== 'draft' && status !== 'issued') await become(scope, before.id, { status });
    const { status: code, body } = await cancel(before.id, { reason: `  ${REASON}  ` });
    const me = await whoAmI(service(), scope);
    expect(code).toBe(200);
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
    const { events: _, ...stored } = await detailOf(service(), scope, before.id);
    const { events: __, warnings: ___, ...answered } = body;
    expect(stored).toEqual({ ...answered, series: stored.series });
  });

  it('leaves payments and the amount paid as they are', async () => {
    const { id } = await newDraft({ collect: { value: 21 } });
    expect((await cancel(id)).body).toMatchObject({ amountPaid: 21, balance: 0, payments: [{ amount: 21 }] });
  });

  it('keeps the number taken: the next invoice gets the next one', async () => {
    const before = await issue();
    await cancel(before.id);
    const next = await issue();
    expect(Number(next.number.split('-')[1])).toBe(Number(before.number.split('-')[1]) + 1);
  });

  it('keeps the XML, and marks the PDF', async () => {
    const { id } = await issue();
    await cancel(id);
    expect((await call(service(), scope, 'GET', `/invoices/${id}/xml`)).status).toBe(200);
    expect((await call(service(), scope, 'GET', `/invoices/${id}/pdf`)).status).toBe(200);
  });

  it('takes the invoice out of totals and of what its client is counted with', async () => {
    const own = await trader(service());
    const [kept, gone] = [
      await issued(service(), own, { clientId: own.clientId }),
      await issued(service(), own, { clientId: own.clientId }),
    ];
    const stats = async () => {
      const { body } = await call<{ data: Record<string, { invoiceCount: number; totalRevenue: number }[]> }>(
        ...([service(), own, 'GET', '/clients'] as const),
      );
      const [client] = Object.values(body.data).flat();
      return [client?.invoiceCount, client?.totalRevenue];
    };
    expect(await stats()).toEqual([2, 242]);
    await call(service(), own, 'POST', `/invoices/${gone.id}/cancel`, { reason: REASON });
    expect(await stats()).toEqual([1, 121]);
    const list = await call<{ total: number; totals: object[] }>(service(), own, 'GET', '/invoices?includeTotals=true');
    expect(list.body).toMatchObject({ total: 2, totals: [{ currency: 'RON', total: 121, receivable: 121 }] });
    await call(service(), own, 'POST', `/invoices/${gone.id}/restore`);
    expect(await stats()).toEqual([1, 121]);
    await call(service(), own, 'POST', `/invoices/${gone.id}/issue`);
    expect(await stats()).toEqual([2, 242]);
    expect((await detailOf(service(), own, kept.id)).status).toBe('issued');
  });

  it.each<[InvoiceStatus, string, object]>([
    ['sent_to_provider', 'answer_pending', { uploadedAt: '2026-01-02T03:04:05Z' }],
    ['uploaded', 'answer_pending', { uploadedAt: '2026-01-02T03:04:05Z' }],
    ['cancelled', 'already_cancelled', { cancelledAt: '2026-01-02T03:04:05Z' }],
  ])('refuses from %s: 409 %s, before the reason is looked at', async (status, reason, stamp) => {
    const { id } = await issue();
    const at = '2026-01-02T03:04:05.000Z';
    await become(scope, id, { status, ...(status === 'cancelled' ? { cancelledAt: at } : { submittedAt: at }) });
    for (const body of [{ reason: REASON }, {}]) {
      const answer = await cancel(id, body);
      expect([answer.status, answer.body.error]).toMatchObject([
        409,
        { code: 'conflict', details: { status, reason, ...stamp } },
      ]);
    }
  });

  it('refuses a document received from the authority: 409', async () => {
    const { id } = await newDraft();
    await become(scope, id, { status: 'synced', direction: 'incoming' });
    expect((await cancel(id)).status).toBe(409);
  });

  it.each<[string, unknown]>([
    ['none', {}],
    ['null', { reason: null }],
    ['a number', { reason: 1234567890 }],
    ['9 characters', { reason: '123456789' }],
    ['9 characters among blanks', { reason: '  123456789  ' }],
    ['501 characters', { reason: 'x'.repeat(501) }],
  ])('refuses a reason of %s: 400, and nothing happens', async (_, body) => {
    const { id } = await newDraft();
    const answer = await cancel(id, body);
    expect([answer.status, answer.body.error.code, Object.keys(answer.body.error.details)]).toEqual([
      400,
      'bad_request',
      ['reason'],
    ]);
    expect((await detailOf(service(), scope, id)).status).toBe('draft');
  });

  it.each([10, 500])('takes a reason of %i characters', async length => {
    const { id } = await newDraft();
    expect((await cancel(id, { reason: 'x'.repeat(length) })).body.cancellationReason).toHaveLength(length);
  });
});

describe('At the same moment', () => {
  it('20 cancels: one 200, the others 409, one event', async () => {
    const { id } = await issue();
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(id)));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
    const { events } = await detailOf(service(), scope, id);
    expect(events.filter(event => event.type === 'cancelled')).toHaveLength(1);
  });

  it('a cancel and the issue: cancelled in the end, with a number if it was issued first, without a gap', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newDraft();
      const [cancelled, issue] = await Promise.all([cancel(id), call(service(), scope, 'POST', `/invoices/${id}/issue`)]);
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(issue.status);
      const after = await detailOf(service(), scope, id);
      expect([after.status, after.number.startsWith('DRAFT-')]).toEqual(['cancelled', issue.status === 409]);
    }
    const numbers = await call<{ data: { number: string }[] }>(service(), scope, 'GET', '/invoices?search=FCT-&limit=100');
    const taken = numbers.body.data.map(row => Number(row.number.split('-')[1])).toSorted((a, b) => a - b);
    expect(taken).toEqual(taken.map((_, place) => place + 1));
  });
});
