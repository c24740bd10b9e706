import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collecting, collectedOf, notDueAtFirst, notDueTakenBack, uncollecting } from '#shared/model/fiscal/collection.ts';
import { journalRows, journalTotals } from '#shared/model/fiscal/journal.ts';
import { projectionOf } from '#shared/model/fiscal/projection.ts';
import { d394 } from '#shared/model/fiscal/returns/d394.ts';
import { decimal, fromCents, sum } from '#shared/base/kernel/money.ts';
import { creditChange, refuseNeverDue, settling } from '#shared/documents/credit-notes/credited-invoice.ts';
import { refusePaidBack } from '#shared/documents/payments/refunds-and-offsets.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { refundDueOf } from '#shared/model/amounts/settlement.ts';
import type { VatParts } from '#shared/model/fiscal/vat-parts.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { type DocumentOverrides, sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

const line = (price: string, vatRate = '21') => sampleLine({ unitPrice: price, vatRate });
const onCollection = (overrides: DocumentOverrides): InvoiceDocument => {
  const document = sampleDocument({ tvaLaIncasare: true, status: 'issued', ...overrides });
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

const pay = ({ invoice, payments }: Paid, amount: string, more: Partial<Payment> = {}): Paid => {
  const collected = collecting(invoice, payment(amount, more));
  const all = [...payments, collected.payment];
  return { invoice: settledBy(collected.invoice, all), payments: all };
};
/** @throws as the service, where the payment has to stay */
const withdraw = ({ invoice, payments }: Paid, place: number): Paid => {
  const left = payments.toSpliced(place, 1);
  const after = settledBy(uncollecting(invoice, payments[place]!), left);
  refusePaidBack(invoice, after);
  return { invoice: after, payments: left };
};
const BY = { id: 'u', name: 'Ana', email: null };
/** The invoice after a credit note is issued or cancelled. @throws as the service, where it has to stay */
const turned = (life: Paid, before: Invoice | null, after: Invoice): Paid => {
  const change = creditChange(life, before, after, BY);
  if (before) refuseNeverDue(change);
  return { ...life, ...(change && { invoice: { ...life.invoice, ...change.after } }) };
};
const credit = (life: Paid, lines: DocumentOverrides['lines'] & object): Paid & { note: InvoiceDocument } => {
  const drafted = sampleCreditNote({ parentDocumentId: life.invoice.id, currency: life.invoice.currency, lines });
  const { exchangeRate } = life.invoice;
  const note: InvoiceDocument = settling({ ...drafted, exchangeRate, status: 'issued' }, life);
  return { ...turned(life, null, note), note };
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

  it('a credit of the lines of one rate that leaves nothing to be paid makes due what was not of the other rate', () => {
    const invoice = onCollection({ lines: [line('1000'), line('1000', '11')] });
    const life = pay({ invoice, payments: [] }, '1500.00');
    expect(life.invoice.notDue?.map(part => part.vat)).toEqual(['74.22', '38.88']);
    const credited = credit(life, [sampleLine({ quantity: '-1', unitPrice: '1000', vatRate: '11' })]);
    expect(credited.invoice.notDue?.map(part => part.vat)).toEqual(['0.00', '0.00']);
    const [row] = journalRows([projectionOf(credited.note)]);
    expect(row?.groups.map(({ rate, vatLei, vatDueLei }) => [rate, vatLei, vatDueLei])).toEqual([
      ['11', '-110.00', '-71.12'],
      ['21', '0.00', '74.22'],
    ]);
    expect(journalTotals(row ? [row] : []).map(({ rate, documents }) => [rate, documents])).toEqual([
      ['21', 0],
      ['11', 1],
    ]);
    // Form 394 declares what was invoiced, whenever it is due.
    expect(d394(row ? [row] : []).map(({ rate, vatLei }) => [rate, vatLei])).toEqual([['11', '-110.00']]);
  });

  it('a credit of lines without VAT that leaves nothing to be paid does so too', () => {
    const invoice = onCollection({
      lines: [line('1000'), sampleLine({ unitPrice: '500', vatCategoryCode: 'E', vatRate: '0' })],
    });
    const life = pay({ invoice, payments: [] }, '1210.00');
    const credited = credit(life, [sampleLine({ quantity: '-1', unitPrice: '500', vatCategoryCode: 'E', vatRate: '0' })]);
    expect([vat(life.invoice.notDue), vat(credited.invoice.notDue)]).toEqual(['61.40', '0.00']);
    const [row] = journalRows([projectionOf(credited.note)]);
    expect(row?.groups.map(({ operation, vatDueLei }) => [operation, vatDueLei])).toEqual([
      ['exempt_without_deduction', '0.00'],
      ['domestic', '61.40'],
    ]);
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

  describe('an invoice of 1,000 + 210 on which a credit counts', () => {
    const half = [sampleLine({ quantity: '-1', unitPrice: '500' })];
    const halfPaid = pay({ invoice: onCollection({ id: 'i', lines: [line('1000')] }), payments: [] }, '605.00');

    it('keeps the payment on which it relies', () => {
      const paid = pay(halfPaid, '605.00');
      const whole = credit(paid, [sampleLine({ quantity: '-1', unitPrice: '1000' })]);
      expect(whole.note.notDue?.map(part => part.vat)).toEqual(['0.00']);
      expect(() => withdraw(whole, 0)).toThrow('record what was paid back');
      // Of 1,210 that were paid, 907.50 would still be more than the credit, and nothing would be left to be paid.
      const split = pay(pay({ invoice: onCollection({ id: 'i', lines: [line('1000')] }), payments: [] }, '907.50'), '302.50');
      expect(() => withdraw(credit(split, half), 1)).toThrow('record what was paid back');
    });

    it('keeps an earlier credit while a later one was counted as paid, and the refund without which nothing is left to be paid', () => {
      const first = credit(halfPaid, half);
      const second = credit(first, half);
      expect([first, second].map(({ note }) => vat(note.notDue))).toEqual(['-105.00', '0.00']);
      expect(() => turned(second, first.note, { ...first.note, status: 'cancelled' })).toThrow('cancel the later one first');
      const refunded = pay(second, '605.00', { type: 'refund', paysBack: true });
      const cancelled = turned(refunded, first.note, { ...first.note, status: 'cancelled' });
      expect([cancelled.invoice.balance, vat(cancelled.invoice.notDue)]).toEqual(['605.00', '105.00']);
      expect(() => withdraw(cancelled, 1)).toThrow('Without this refund');
    });
  });

  const cents = fc.integer({ min: 100, max: 900_000 });
  const everyStep = fc.record({
    does: fc.constantFrom('pay', 'pay', 'credit', 'credit', 'refund', 'withdraw', 'withdraw', 'cancel'),
    part: fc.constantFrom(1, 333, 500, 1000, 1000),
    place: fc.nat({ max: 9 }),
  });
  const stays = <T>(life: T, change: () => T): T => {
    try {
      return change();
    } catch {
      return life;
    }
  };
  it('of payments, credits and refunds, whichever are removed: where nothing is left to be paid, what is due is the VAT less that of the credits', () => {
    fc.assert(
      fc.property(cents, cents, fc.array(everyStep, { minLength: 3, maxLength: 14 }), (one, two, steps) => {
        const invoice = onCollection({
          ...{ id: 'i', currency: 'EUR', exchangeRate: '5.0867' },
          lines: [line(fromCents(one)), line(fromCents(two), '11')],
        });
        let life: Paid & { notes: InvoiceDocument[] } = { invoice, payments: [], notes: [] };
        for (const { does, part, place } of steps) {
          const { payments, notes } = life;
          const open = decimal(life.invoice.balance);
          const share = (of: number): number => Math.round((of * part) / 1000);
          const at = place % Math.max(1, does === 'cancel' ? notes.length : payments.length);
          if (does === 'pay' && open.gt(0)) life = { ...life, ...pay(life, open.times(part).div(1000).round(2, 3).toFixed(2)) };
          if (does === 'refund' && refundOf(life) > 0)
            life = { ...life, ...pay(life, fromCents(refundOf(life)), { type: 'refund', paysBack: true }) };
          if (does === 'withdraw' && payments[at]) life = stays(life, () => ({ ...life, ...withdraw(life, at) }));
          // Of both rates, or of one alone; in all no more than the invoice has of each.
          const lines = (
            [
              ['21', one],
              ['11', two],
            ] as const
          ).flatMap(([vatRate, price], only) => {
            const before = notes.flatMap(note => note.lines).filter(one => one.vatRate === vatRate);
            const rest = price - before.reduce((sum, { unitPrice }) => sum + Math.round(Number(unitPrice) * 100), 0);
            const cents = Math.min(share(price), rest);
            return place % 3 === only || cents <= 0 ? [] : [sampleLine({ quantity: '-1', unitPrice: fromCents(cents), vatRate })];
          });
          if (does === 'credit' && lines.length > 0) {
            const { note, ...after } = credit(life, lines);
            life = { ...after, notes: [...notes, note] };
          }
          const note = does === 'cancel' ? notes[at] : undefined;
          if (note)
            life = stays(life, () => ({
              ...turned(life, note, { ...note, status: 'cancelled' }),
              notes: notes.toSpliced(at, 1),
            }));
          expectAllDue(invoice, life);
        }
      }),
      generated({ runs: 150, seed: 37 }),
    );
  });
});

const refundOf = ({ invoice }: Paid): number => Math.round(Number(refundDueOf(invoice)) * 100);

/** Nothing is lost between what is not due, payments and credit notes; and where nothing is left to be paid, nothing is not due. */
function expectAllDue(first: InvoiceDocument, { invoice, payments, notes }: Paid & { notes: InvoiceDocument[] }): void {
  const taken = notes.flatMap(({ notDue = [] }) => notDue);
  const collected = payments.flatMap(entry => entry.collected ?? []);
  for (const name of ['base', 'vat', 'baseLei', 'vatLei'] as const) {
    const added = (parts: readonly VatParts[]) => sum(parts.map(part => part[name]));
    const left = added(invoice.notDue ?? []);
    expect(left.plus(added(collected)).minus(added(taken)).toFixed(2)).toBe(added(first.notDue ?? []).toFixed(2));
    // A cent of the base may remain that has no VAT.
    if (name.startsWith('vat') && decimal(invoice.balance).eq(0))
      expect(left.toFixed(2), `${name} that is never due`).toBe('0.00');
  }
}
