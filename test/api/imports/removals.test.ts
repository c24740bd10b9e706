import { describe, expect, it } from 'vitest';
import type { Invoice } from '../../support/contract.ts';
import { importsOf } from '../../support/imports/imports.ts';
import { refusal } from '../../support/refusals.ts';
import { useService } from '../../support/service.ts';
import { sentElsewhere } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';

/** DELETE /invoices/{uuid} of imported invoices that other documents refer to (IMP-11). */

const service = useService();
const { newTrader } = useTrader();

const CLIENT = '14399840';
const HEAD = 'number;cif;issueDate;base;rate;correctedNumber';

async function opened() {
  const own = await newTrader();
  const client = { name: 'Livada SRL', cui: `RO${CLIENT}`, address: 'Str. Morii 3', city: 'Turda', county: 'Cluj' };
  const { body } = await own.request<{ client: { id: string } }>('POST', '/clients', client);
  await service().idle();
  const imported = async (...rows: string[]): Promise<string[]> =>
    (await importsOf(own).store('documents', [HEAD, ...rows].join('\n'))).body.rows.map(({ id }) => id ?? '');
  const final = (unitPrice: number) =>
    own.draft({ clientId: body.client.id, lines: [{ description: 'Mobilier', quantity: 1, unitPrice, vatRate: 21 }] });
  const settle = (id: string, advance: string, more: object = {}) =>
    own.act<Invoice>(id, 'settle-advances', { advances: [{ id: advance }], ...more });
  return { ...own, imported, final, settle };
}

describe('an imported invoice that a final invoice settles as an advance', () => {
  const row = `OLD-1;${CLIENT};2026-09-05;1000;21;`;

  it('is not removed, so that it is never imported and settled again: 422 advance_drawn', async () => {
    const own = await opened();
    const [advance = ''] = await own.imported(row);
    const first = await own.final(5000);
    expect(await own.settle(first.id, advance)).toMatchObject({ status: 200, body: { status: 'issued', subtotal: 4000 } });
    expect(await own.remove(advance)).toMatchObject({
      ...{ status: 422, body: { error: { details: { status: 'synced', reason: 'advance_drawn', documentId: first.id } } } },
    });
    expect(await own.detailOf(advance)).toMatchObject({ openAdvance: 0, drawnBy: [{ documentId: first.id, amount: 1000 }] });
    const again = await own.settle((await own.final(5000)).id, advance);
    expect(refusal(again)).toMatchObject([422, 'validation_error', { 'advances.0.id': [/all of it is drawn/] }]);
  });

  it('is removed once it is given back, also by a draft', async () => {
    const own = await opened();
    const [advance = ''] = await own.imported(row);
    const draft = await own.final(5000);
    expect((await own.settle(draft.id, advance, { issue: false })).status).toBe(200);
    expect((await own.remove(advance)).status).toBe(422);
    expect((await own.act(draft.id, 'settle-advances', { advances: [], issue: false })).status).toBe(200);
    expect((await own.remove(advance)).status).toBe(204);
  });

  it('is no advance a second time as the authority delivers it, until that counts in its place', async () => {
    const own = await opened();
    const [advance = ''] = await own.imported(row);
    const stated = { number: 'OLD-1', issueDate: '2026-09-05', net: '1000.00', vat: '210.00' };
    const delivered = await sentElsewhere(own.scope, CLIENT, stated);
    expect(await own.detailOf(delivered)).toMatchObject({ duplicateOf: advance });
    const { id } = await own.final(5000);
    expect(refusal(await own.settle(id, delivered))).toMatchObject([
      ...[422, 'validation_error', { 'advances.0.id': [/has delivered it a second time/] }],
    ]);
    expect((await own.remove(advance)).status).toBe(204);
    expect(await own.settle(id, delivered)).toMatchObject({ status: 200, body: { subtotal: 4000 } });
  });
});

describe('an imported invoice that takes back another one, and that the authority delivers too', () => {
  const [invoice, reversal] = [`OLD-7;${CLIENT};2026-09-07;1000;21;`, `OLD-8;${CLIENT};2026-09-08;-200;21;OLD-7`];
  const stated = { number: 'OLD-8', issueDate: '2026-09-08' };
  const names = { number: 'OLD-7', issueDate: '2026-09-07' };

  it.each([
    ['negative invoice', { root: 'Invoice', net: '-200.00', vat: '-42.00' } as const],
    ['credit note of another amount', { root: 'CreditNote', net: '300.00', vat: '63.00' } as const],
  ])('leaves its place to the delivered %s, which credits the invoice (SET-36)', async (_, amounts) => {
    const own = await opened();
    const [charged = '', note = ''] = await own.imported(invoice, reversal);
    const delivered = await sentElsewhere(own.scope, CLIENT, { ...stated, ...amounts, names });
    expect(await own.detailOf(charged)).toMatchObject({ creditedAmount: 242, balance: 968 });
    expect((await own.remove(note)).status).toBe(204);
    const credit = Math.abs(Number(amounts.net) + Number(amounts.vat));
    const after = await own.detailOf(charged);
    expect(after).toMatchObject({ creditedAmount: credit, balance: 1210 - credit });
    expect(after.events.slice(0, 2).map(({ details }) => details)).toEqual([
      `Credited by OLD-8: ${credit.toFixed(2)} RON`,
      'No longer credited by OLD-8: 242.00 RON',
    ]);
    expect(await own.detailOf(delivered)).toMatchObject({ duplicateOf: null, parentDocument: { number: 'OLD-7' } });
    expect(await own.remove(charged)).toMatchObject({
      ...{ status: 409, body: { error: { details: { reason: 'has_credit_notes' } } } },
    });
  });

  it('gives back what it took when the delivered one names another invoice', async () => {
    const own = await opened();
    const [charged = '', note = '', other = ''] = await own.imported(invoice, reversal, `OLD-6;${CLIENT};2026-09-06;500;21;`);
    const named = { number: 'OLD-6', issueDate: '2026-09-06' };
    await sentElsewhere(own.scope, CLIENT, { ...stated, net: '-200.00', vat: '-42.00', names: named });
    expect((await own.remove(note)).status).toBe(204);
    expect(await own.detailOf(charged)).toMatchObject({ creditedAmount: 0, balance: 1210 });
    expect(await own.detailOf(other)).toMatchObject({ creditedAmount: 242, balance: 363 });
  });

  it('leaves its place to one that waits for its invoice', async () => {
    const own = await opened();
    const [note = ''] = await own.imported(reversal);
    await sentElsewhere(own.scope, CLIENT, { ...stated, net: '-200.00', vat: '-42.00', names });
    expect((await own.remove(note)).status).toBe(204);
    const [charged = ''] = await own.imported(invoice);
    expect(await own.detailOf(charged)).toMatchObject({ creditedAmount: 242, balance: 968 });
  });
});
