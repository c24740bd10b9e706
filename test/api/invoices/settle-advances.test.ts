import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { CreditNote, Invoice, Journal, SeriesAudit } from '../../support/contract.ts';
import { refusal } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, act, put, remove, request, issued, draft, detailOf, xmlOf, newTrader } = useTrader({ connected: true });

const line = (unitPrice: number, overrides: object = {}) => ({
  ...{ description: 'Mobilier', quantity: 1, unitPrice, vatRate: 21 },
  ...overrides,
});
const of = (unitPrice: number, overrides: object = {}) => ({ lines: [line(unitPrice)], ...overrides });
const advance = (unitPrice: number, overrides: object = {}) => issued(of(unitPrice, { isAdvance: true, ...overrides }));
const settle = <T = Invoice>(id: string, body?: object) => act<T>(id, 'settle-advances', body);
/** Settles a whole advance in a draft. */
const naming = (...advances: { id: string }[]) => ({ advances: advances.map(({ id }) => ({ id })) });
const openOf = async (id: string) => (await detailOf(id)).openAdvance;
const PERSON = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };
const newClient = () => service().newClient(scope, { ...PERSON, name: `Client ${randomUUID()}` });
const reason = 'Made by mistake';

describe('POST /invoices/{uuid}/settle-advances (INV-98, INV-99)', () => {
  it('settles the open advances of the client, oldest first, and issues the invoice', async () => {
    const { id: clientId } = await newClient();
    const [first, second] = [await advance(300, { clientId }), await advance(200, { clientId })];
    await service().idle();
    const final = await draft(of(1000, { clientId }));
    const { status, body } = await settle(final.id);
    expect(status).toBe(200);
    // 1,000 - 300 - 200 = 500, and 21 % of it 105.
    expect(body).toMatchObject({ status: 'issued', subtotal: 500, vatTotal: 105, total: 605, balance: 605 });
    const [year, month, day] = today().split('-');
    expect(body.lines.map(one => [one.description, one.quantity, one.unitPrice])).toEqual([
      ['Mobilier', 1, 1000],
      [`Avans conform facturii ${first.number} din ${day}.${month}.${year}`, -1, 300],
      [`Avans conform facturii ${second.number} din ${day}.${month}.${year}`, -1, 200],
    ]);
    expect(body.advances).toEqual([
      { documentId: first.id, number: first.number, issueDate: today(), amount: 300 },
      { documentId: second.id, number: second.number, issueDate: today(), amount: 200 },
    ]);
    expect(body.events.find(one => one.type === 'status_change')?.metadata).toMatchObject({
      advances: [first.number, second.number],
    });
    const drawn = await detailOf(first.id);
    expect(drawn).toMatchObject({ isAdvance: true, openAdvance: 0, drawnBy: [{ documentId: final.id, amount: 300 }] });
    expect(drawn.events[0]).toMatchObject({ type: 'updated', metadata: { documentId: final.id, amount: 300 } });
    const xml = await xmlOf(final.id);
    for (const { number } of [first, second]) expect(xml).toContain(`<cbc:ID>${number}</cbc:ID>`);
    const checked = await request<{ valid: boolean; errors: unknown[] }>('POST', `/invoices/${final.id}/validate?mode=full`);
    expect(checked.body).toMatchObject({ valid: true, errors: [] });
  });

  it('takes off no more of a VAT rate than the invoice charges, and says what stays open', async () => {
    const paid = await issued({ lines: [line(400), line(100, { vatRate: 11 })] });
    const final = await draft({ lines: [line(250), line(1000, { vatRate: 11 })] });
    const { status, body } = await settle(final.id, naming(paid));
    expect(status).toBe(200);
    // 21 %: 250 - 250; 11 %: 1,000 - 100 = 900, of which 99 VAT.
    expect(body).toMatchObject({ subtotal: 900, vatTotal: 99, total: 999 });
    expect(body.warnings?.join()).toContain(`${paid.number} stays open by 150.00 RON`);
    expect(await openOf(paid.id)).toBe(150);
    const next = await settle((await draft(of(1000))).id, naming(paid));
    expect(next.body).toMatchObject({ subtotal: 850, total: 1028.5 });
    expect((await detailOf(paid.id)).drawnBy).toHaveLength(2);
  });

  it('leaves nothing to pay when the advance was all of it', async () => {
    const paid = await advance(100);
    const { body } = await settle((await draft(of(100))).id, naming(paid));
    expect(body).toMatchObject({ status: 'issued', total: 0, balance: 0, paymentStatus: 'paid' });
  });

  it('takes off the amount of the request', async () => {
    const paid = await advance(500);
    const final = await draft(of(1000));
    const over = await settle(final.id, { advances: [{ id: paid.id, amount: 500.01 }] });
    expect(refusal(over)).toMatchObject([422, 'validation_error', { 'advances.0.amount': [/at most 500.00/] }]);
    const { body } = await settle(final.id, { advances: [{ id: paid.id, amount: 120.5 }] });
    expect(body).toMatchObject({ subtotal: 879.5 });
    expect(await openOf(paid.id)).toBe(379.5);
  });

  it("keeps each advance's rate of exchange: 5,000 EUR at 5.0739 less 2,000 at 5.0908", async () => {
    const trader = await newTrader();
    const paid = await trader.issued(of(2000, { currency: 'EUR', exchangeRate: 5.0908, isAdvance: true }));
    const final = await trader.draft(of(5000, { currency: 'EUR', exchangeRate: 5.0739 }));
    const { status, body } = await trader.act(final.id, 'settle-advances', naming(paid));
    expect([status, body.subtotal, body.vatTotal]).toEqual([200, 3000, 630]);
    const { body: journal } = await trader.request<Journal>('GET', `/reports/journal?role=sale&period=${today().slice(0, 7)}`);
    const row = journal.data.find(one => one.documentId === final.id);
    // 5,000 × 5.0739 - 2,000 × 5.0908 and 1,050 × 5.0739 - 420 × 5.0908.
    expect(row?.groups).toMatchObject([{ baseLei: 15187.9, vatLei: 3189.46 }]);
  });

  it('keeps the draft with issue false, whose issue changes nothing more; the set of a later call replaces it', async () => {
    const [one, other] = [await advance(100), await advance(50)];
    const final = await draft(of(1000));
    const kept = await settle(final.id, { ...naming(one), issue: false });
    expect(kept.body).toMatchObject({ status: 'draft', subtotal: 900 });
    expect(await openOf(one.id)).toBe(0);
    const replaced = await settle(final.id, { ...naming(other), issue: false });
    expect(replaced.body).toMatchObject({ subtotal: 950, lines: [{}, { unitPrice: 50 }] });
    expect([await openOf(one.id), await openOf(other.id)]).toEqual([100, 0]);
    expect((await act(final.id, 'issue')).body).toMatchObject({ status: 'issued', total: 1149.5 });
    expect((await detailOf(other.id)).drawnBy).toEqual([{ documentId: final.id, amount: 50 }]);
  });

  it('of two invoices at once one draws the advance', async () => {
    const paid = await advance(500);
    const finals = [await draft(of(1000)), await draft(of(2000)), await draft(of(3000))];
    const answers = await Promise.all(finals.map(({ id }) => settle(id, naming(paid))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const winner = finals[answers.findIndex(({ status }) => status === 200)];
    expect((await detailOf(paid.id)).drawnBy).toEqual([{ documentId: winner?.id, amount: 500 }]);
  });

  it('gives the same answer for the same Idempotency-Key', async () => {
    const paid = await advance(100);
    const final = await draft(of(1000));
    const options = { ...scope, headers: { 'idempotency-key': randomUUID() }, body: naming(paid) };
    const send = () => service().api('POST', `/api/v1/invoices/${final.id}/settle-advances`, options);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('counts a payment of the draft, and settles an invoice with VAT on collection', async () => {
    const paid = await advance(100, { tvaLaIncasare: true });
    const final = await draft(of(1000, { tvaLaIncasare: true, collect: { value: 500 } }));
    // 900 + 189 - 500.
    expect((await settle(final.id, naming(paid))).body).toMatchObject({ total: 1089, amountPaid: 500, balance: 589 });
  });
});

describe('an invoice that settles advances (INV-113 to INV-118)', () => {
  const settling = async () => {
    const paid = await advance(100);
    const final = await draft(of(1000));
    expect((await settle(final.id, naming(paid))).status).toBe(200);
    return { paid, final };
  };

  it('gives them back when it is cancelled, and draws them again when it is restored', async () => {
    const { paid, final } = await settling();
    expect((await act(final.id, 'cancel', { reason })).status).toBe(200);
    expect(await detailOf(paid.id)).not.toHaveProperty('drawnBy');
    expect(await openOf(paid.id)).toBe(100);
    expect((await act(final.id, 'restore')).status).toBe(200);
    expect(await openOf(paid.id)).toBe(0);
    expect((await act(final.id, 'issue')).body).toMatchObject({ status: 'issued', total: 1089 });
  });

  it('leaves no change that an audit of the series finds', async () => {
    const { paid, final } = await settling();
    await act(final.id, 'cancel', { reason });
    await act(final.id, 'restore');
    await act(final.id, 'issue');
    const { documentSeriesId } = await detailOf(paid.id);
    const { body } = await request<SeriesAudit>('GET', `/document-series/${documentSeriesId}/audit`);
    expect(body).toMatchObject({ problems: [] });
  });

  it('is not restored once another one has drawn them', async () => {
    const { paid, final } = await settling();
    await act(final.id, 'cancel', { reason });
    await settle((await draft(of(500))).id, naming(paid));
    expect(refusal(await act(final.id, 'restore'))).toMatchObject([
      ...[422, 'validation_error'],
      { reason: 'advance_drawn', documentId: paid.id },
    ]);
  });

  it('gives them back when its storno is issued, and draws them again when that is cancelled', async () => {
    const { paid, final } = await settling();
    const note = await act<CreditNote>(final.id, 'storno');
    expect([note.status, await openOf(paid.id)]).toEqual([201, 100]);
    expect((await act(note.body.id, 'cancel', { reason })).status).toBe(200);
    expect(await openOf(paid.id)).toBe(0);
  });

  it('keeps its storno when another one has drawn them since', async () => {
    const { paid, final } = await settling();
    const note = await act<CreditNote>(final.id, 'storno');
    await settle((await draft(of(500))).id, naming(paid));
    expect(refusal(await act(note.body.id, 'cancel', { reason }))).toMatchObject([
      422,
      'validation_error',
      { reason: 'advance_drawn' },
    ]);
  });

  it('gives them back when its draft is deleted', async () => {
    const paid = await advance(100);
    const final = await draft(of(1000));
    await settle(final.id, { ...naming(paid), issue: false });
    expect([(await remove(final.id)).status, await openOf(paid.id)]).toEqual([204, 100]);
  });

  it('keeps lines, client and currency as a draft, until the advances are taken out', async () => {
    const paid = await advance(100);
    const final = await draft(of(1000));
    await settle(final.id, { ...naming(paid), issue: false });
    const lines = { lines: [line(2000)] };
    expect(refusal(await put(final.id, lines))).toMatchObject([422, 'validation_error', { lines: [/settle-advances/] }]);
    expect((await put(final.id, { notes: 'Mulțumim' })).status).toBe(200);
    expect((await settle(final.id, { advances: [], issue: false })).body).toMatchObject({ subtotal: 1000, lines: [{}] });
    expect([(await put(final.id, lines)).status, await openOf(paid.id)]).toEqual([200, 100]);
  });

  it.each(['cancel', 'storno', 'correct'])('keeps its advances from %s', async action => {
    const { paid, final } = await settling();
    const body = { cancel: { reason }, storno: {}, correct: { lines: [line(1)] } }[action];
    expect(refusal(await act(paid.id, action, body))).toMatchObject([
      ...[422, 'validation_error'],
      { reason: 'advance_drawn', documentId: final.id },
    ]);
  });
});

describe('what is refused', () => {
  it('without an open advance of the client', async () => {
    const { id: clientId } = await newClient();
    const final = await draft(of(1000, { clientId }));
    expect(refusal(await settle(final.id))).toMatchObject([422, 'validation_error', { advances: [/no open advance/] }]);
    expect((await detailOf(final.id)).status).toBe('draft');
  });

  it.each([
    ['of another client', async () => advance(100, { clientId: (await newClient()).id }), /same client/],
    ['in another currency', () => advance(100, { currency: 'EUR', exchangeRate: 5 }), /currency/],
    ['that is a draft', () => draft(of(100)), /issued/],
    ['of another VAT rate', () => issued({ lines: [line(100, { vatRate: 11 })] }), /VAT category/],
  ])('an advance %s', async (_, make, message) => {
    const [paid, final] = [await make(), await draft(of(1000))];
    expect(refusal(await settle(final.id, naming(paid)))).toMatchObject([
      422,
      'validation_error',
      { 'advances.0.id': [message] },
    ]);
  });

  it('an advance that was credited or corrected', async () => {
    const [credited, corrected] = [await advance(100), await advance(100)];
    await act(credited.id, 'storno');
    await act(corrected.id, 'correct', { lines: [line(150)] });
    const answer = refusal(await settle((await draft(of(1000))).id, naming(credited, corrected)));
    expect(answer).toMatchObject([
      422,
      'validation_error',
      { 'advances.0.id': [/credit note/], 'advances.1.id': [/credit note/] },
    ]);
  });

  it('an unknown advance, one named twice, and more than 20', async () => {
    const [paid, final] = [await advance(100), await draft(of(1000))];
    const unknown = { advances: [{ id: randomUUID() }] };
    expect((await settle(final.id, unknown)).status).toBe(404);
    expect(refusal(await settle(final.id, naming(paid, paid)))).toMatchObject([
      422,
      'validation_error',
      { 'advances.1.id': [/twice/] },
    ]);
    const many = { advances: Array.from({ length: 21 }, () => ({ id: randomUUID() })) };
    expect((await settle(final.id, many)).status).toBe(422);
  });

  it('of an invoice that is issued, and of one that is not there', async () => {
    const final = await issued(of(1000));
    expect(refusal(await settle(final.id))).toMatchObject([409, 'conflict', { reason: 'already_issued' }]);
    expect((await settle(randomUUID())).status).toBe(404);
  });
});
