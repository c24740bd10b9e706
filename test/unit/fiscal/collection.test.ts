import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  creditedNotDue,
  collecting,
  collectedOf,
  notDueAtFirst,
  notDueTakenBack,
  uncollecting,
} from '#shared/model/fiscal/collection.ts';
import { decimal, fromCents, sum } from '#shared/base/kernel/money.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { VatParts } from '#shared/model/fiscal/vat-parts.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { type DocumentOverrides, sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

const line = (price: string, vatRate = '21') => sampleLine({ unitPrice: price, vatRate });
const onCollection = (overrides: DocumentOverrides): InvoiceDocument => {
  const document = sampleDocument({ tvaLaIncasare: true, ...overrides });
  const notDue = notDueAtFirst(document);
  return { ...document, ...(notDue && { notDue }) };
};
const payment = (amount: string, more: Partial<Payment> = {}): Payment => ({
  ...{ id: amount, invoiceId: 'x', amount, currency: 'RON', paymentDate: '2026-03-05', paymentMethod: 'cash', reference: null },
  ...{ notes: null, isReconciled: false, createdBy: null, createdAt: '', updatedAt: '', ...more },
});

interface Paid {
  invoice: InvoiceDocument;
  payments: Payment[];
}

const pay = ({ invoice, payments }: Paid, amount: string): Paid => {
  const collected = collecting(invoice, payment(amount));
  const all = [...payments, collected.payment];
  return { invoice: settledBy(collected.invoice, all), payments: all };
};
const withdraw = ({ invoice, payments }: Paid, place: number): Paid => {
  const left = payments.toSpliced(place, 1);
  return { invoice: settledBy(uncollecting(invoice, payments[place]!), left), payments: left };
};
/** Credits the unpaid part first, as the settlement of credit notes does. */
const credit = ({ invoice, payments }: Paid, lines: DocumentOverrides['lines'] & object): Paid & { note: InvoiceDocument } => {
  const drafted = sampleCreditNote({ parentDocumentId: invoice.id, lines });
  const owed = decimal(drafted.total).abs();
  const note = { ...drafted, settledUnpaid: (owed.lt(invoice.balance) ? owed : decimal(invoice.balance)).toFixed(2) };
  const notDue = notDueTakenBack(note, invoice.notDue ?? []);
  const creditedAmount = decimal(invoice.creditedAmount).plus(owed).toFixed(2);
  const credited = { ...creditedNotDue(invoice, undefined, notDue), creditedAmount } as InvoiceDocument;
  return { invoice: settledBy(credited, payments), payments, note: { ...note, notDue } };
};
const vat = (parts: readonly VatParts[] | undefined): string => sum((parts ?? []).map(part => part.vat)).toFixed(2);

describe('VAT on collection', () => {
  it('1,000 + 210: 605 paid, 242 credited, 363 paid', () => {
    let life: Paid = { invoice: onCollection({ lines: [line('1000')] }), payments: [] };
    expect(vat(life.invoice.notDue)).toBe('210.00');
    life = pay(life, '605.00');
    expect(vat(life.payments[0]?.collected)).toBe('105.00');
    const credited = credit(life, [sampleLine({ quantity: '-1', unitPrice: '200' })]);
    expect(vat(credited.note.notDue)).toBe('-42.00');
    expect(vat(credited.invoice.notDue)).toBe('63.00');
    life = pay(credited, '363.00');
    expect(vat(life.payments[1]?.collected)).toBe('63.00');
    expect(vat(life.invoice.notDue)).toBe('0.00');
  });

  it('a credit of the lines of one rate takes that VAT, and what was collected of it is lowered in its own period', () => {
    let life: Paid = { invoice: onCollection({ lines: [line('1000'), line('1000', '11')] }), payments: [] };
    life = pay(life, '1160.00');
    expect(life.invoice.notDue?.map(part => part.vat)).toEqual(['105.00', '55.00']);
    const credited = credit(life, [sampleLine({ quantity: '-1', unitPrice: '1000', vatRate: '11' })]);
    // Of 110 of VAT that are taken back, 55 were not due yet.
    expect(vat(credited.note.notDue)).toBe('-55.00');
    life = pay(credited, '50.00');
    expect(life.payments[1]?.collected?.map(part => part.vat)).toEqual(['105.00', '0.00']);
  });

  it('a payment that is removed makes its VAT not due again', () => {
    const paid = pay({ invoice: onCollection({ lines: [line('1000')] }), payments: [] }, '605.00');
    expect(vat(withdraw(paid, 0).invoice.notDue)).toBe('210.00');
  });

  it('a refund makes nothing due, and takes nothing back', () => {
    const invoice = onCollection({ lines: [line('1000')] });
    const refund = payment('100.00', { type: 'refund', paysBack: true });
    expect(collecting(invoice, refund)).toEqual({ invoice, payment: refund });
  });

  it.each<[string, DocumentOverrides, string | null]>([
    ['taxed lines', { lines: [line('100')] }, '21.00'],
    ['exempt lines beside taxed ones', { lines: [line('100'), sampleLine({ vatCategoryCode: 'E', vatRate: '0' })] }, '21.00'],
    ['exempt lines alone', { lines: [sampleLine({ vatCategoryCode: 'E', vatRate: '0' })] }, null],
    ['reverse charge', { lines: [sampleLine({ vatCategoryCode: 'AE', vatRate: '0' })] }, null],
    ['without the mention', { tvaLaIncasare: false }, null],
    ['half of it prepaid', { lines: [line('100')], ublExtensions: { prepaidAmount: '60.50' } }, '10.50'],
  ])('%s: not due at first', (_, overrides, expected) => {
    const { notDue } = onCollection(overrides);
    expect(notDue ? vat(notDue) : null).toBe(expected);
  });

  it('a document that takes back without naming an invoice is due at once', () => {
    expect(notDueAtFirst(sampleCreditNote({ tvaLaIncasare: true }))).toBeUndefined();
    expect(notDueTakenBack(sampleCreditNote({}), [])).toEqual([]);
  });

  it('a payment of more than is open, by rounding, takes all that is left', () => {
    const { notDue = [] } = onCollection({ lines: [line('1000')] });
    expect(collectedOf(notDue, decimal('1210.01'), decimal('1210'))).toEqual(notDue);
    expect(collectedOf(notDue, decimal('-5'), decimal('1210'))).toEqual([]);
  });

  it('whatever is paid, removed and paid again: what was collected and what is not due add up to the VAT', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 900_000 }), fc.integer({ min: 100, max: 900_000 }), steps, (one, two, parts) => {
        const invoice = onCollection({
          ...{ currency: 'EUR', exchangeRate: '5.0867' },
          lines: [line(fromCents(one)), line(fromCents(two), '11')],
        });
        let life: Paid = { invoice, payments: [] };
        for (const part of parts) {
          const open = decimal(life.invoice.balance);
          if (part > 1300 && life.payments.length > 0) life = withdraw(life, part % life.payments.length);
          else if (open.gt(0)) life = pay(life, open.times(Math.min(part, 1000)).div(1000).round(2, 3).toFixed(2));
          const amounts = [...(life.invoice.notDue ?? []), ...life.payments.flatMap(entry => entry.collected ?? [])];
          for (const name of ['base', 'vat', 'baseLei', 'vatLei'] as const)
            expect(sum(amounts.map(entry => entry[name])).toFixed(2)).toBe(
              sum(invoice.notDue!.map(entry => entry[name])).toFixed(2),
            );
          if (decimal(life.invoice.balance).eq(0)) expect(vat(life.invoice.notDue)).toBe('0.00');
        }
      }),
      generated({ runs: 60, seed: 36 }),
    );
  });
});
