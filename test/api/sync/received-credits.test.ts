import { beforeAll, describe, expect, it } from 'vitest';
import type { CreditNote, Invoice } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { listedBy, newReceiver, received } from '../../support/taxauth/received.ts';

const service = useService();
let scope: Scope;
beforeAll(async () => {
  scope = await newReceiver(service());
});

type Received = Invoice & CreditNote & { duplicateOf: string | null; vatDeductible: number; vatDeferred: number };
const detail = async (id: string): Promise<Received> => (await call<Received>(service(), scope, 'GET', `/invoices/${id}`)).body;

const invoiceOf = (number: string, overrides: object = {}) =>
  received(scope, { number, net: '1000.00', vat: '210.00', ...overrides });
const noteOn = (names: { number: string; issueDate?: string }, overrides: object = {}) =>
  received(scope, { root: 'CreditNote', number: `NC-${names.number}`, net: '200.00', vat: '42.00', names, ...overrides });

describe('A received credit note reduces the received invoice that it names (SET-35)', () => {
  it.each([
    ['after it, by number and date', 'A-1', '2026-11-20', false],
    ['after it, by number alone', 'A-2', undefined, false],
    ['before it', 'A-3', undefined, true],
  ])('that arrived %s', async (_, number, issueDate, isFirst) => {
    const named = { number, ...(issueDate && { issueDate }) };
    const first = isFirst ? await noteOn(named) : undefined;
    const invoice = await invoiceOf(number);
    const note = first ?? (await noteOn(named));
    expect(await detail(invoice)).toMatchObject({
      balance: 968,
      creditedAmount: 242,
      creditNotes: [{ uuid: note, status: 'synced' }],
    });
    expect(await detail(note)).toMatchObject({
      parentDocumentId: invoice,
      parentDocument: { id: invoice, number },
      supplier: { name: 'Furnizor SRL', cif: expect.stringContaining('12345674') },
      lines: [{ vatCategoryCode: 'S' }],
    });
    const [row] = (await listedBy(service(), scope, `isCreditNote=true&search=NC-${number}`)) as unknown as CreditNote[];
    expect(row).toMatchObject({ supplier: { name: 'Furnizor SRL' }, parentDocumentId: invoice });
  });

  it('as a negative invoice does; a duplicate of the invoice is still recognised', async () => {
    const invoice = await invoiceOf('B-1');
    await received(scope, { number: 'B-2', net: '-1000.00', vat: '-210.00', names: { number: 'B-1' } });
    expect(await detail(invoice)).toMatchObject({ balance: 0, creditedAmount: 1210, paymentStatus: 'paid', refundDue: 0 });
    expect(await detail(await invoiceOf('B-1'))).toMatchObject({ duplicateOf: invoice, balance: 1210 });
  });

  it('once, if it was delivered twice; one that names an invoice that was delivered twice reduces the first', async () => {
    const [invoice, again] = [await invoiceOf('E-1'), await invoiceOf('E-1')];
    const [note, copy] = [await noteOn({ number: 'E-1' }), await noteOn({ number: 'E-1' })];
    expect(await detail(invoice)).toMatchObject({ balance: 968, creditNotes: [{ uuid: note }] });
    expect([(await detail(copy)).duplicateOf, (await detail(copy)).parentDocumentId]).toEqual([note, null]);
    expect((await detail(again)).balance).toBe(1210);
  });

  it('not one of another supplier, and not if several have the number', async () => {
    const [one, other] = [await invoiceOf('C-1', { issueDate: '2025-11-20' }), await invoiceOf('C-1')];
    await noteOn({ number: 'C-1' });
    await received(scope, {
      root: 'CreditNote',
      number: 'X',
      seller: '14399840',
      names: { number: 'C-1', issueDate: '2026-11-20' },
    });
    expect([(await detail(one)).balance, (await detail(other)).balance]).toEqual([1210, 1210]);
    await noteOn({ number: 'C-1', issueDate: '2025-11-20' }, { number: 'NC-C-2' });
    expect([(await detail(one)).balance, (await detail(other)).balance]).toEqual([968, 1210]);
  });

  it('on an unpaid invoice under VAT on collection, reduces the deferred VAT first', async () => {
    const number = 'D-1';
    await call(service(), scope, 'PATCH', `/companies/${scope.company}`, { vatOnCollection: true });
    const invoice = await invoiceOf(number);
    const note = await noteOn({ number });
    await call(service(), scope, 'PATCH', `/companies/${scope.company}`, { vatOnCollection: false });
    expect(await detail(invoice)).toMatchObject({ vatDeductible: 0, vatDeferred: 168 });
    expect(await detail(note)).toMatchObject({ vatDeductible: 0, vatDeferred: 0 });
    await call(service(), scope, 'POST', `/invoices/${invoice}/payments`, { amount: 968, paymentDate: '2026-11-21' });
    expect(await detail(invoice)).toMatchObject({ vatDeductible: 168, vatDeferred: 0 });
  });
});
