import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditChange, settling } from '#shared/documents/credit-notes/credited-invoice.ts';
import { cents, fromCents } from '#shared/base/kernel/money.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';
import { paymentStatusOf, settledBy } from '#shared/model/amounts/payment-state.ts';
import { refundDueOf } from '#shared/model/amounts/settlement.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { refusePaidBack } from '#shared/documents/payments/refunds-and-offsets.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

/** An invoice with its payments, refunds and credits, in cents: after each step, the open amount and the amount to pay back follow. */

interface Life {
  invoice: Invoice;
  payments: Payment[];
  reversals: Invoice[];
}

const BY = { id: 'x', name: 'X' } as Parameters<typeof creditChange>[3];

const paymentOf = (life: Life, amount: number, paysBack: boolean): Payment => ({
  ...{ id: `${life.payments.length}-${Math.random()}`, invoiceId: life.invoice.id, amount: fromCents(amount), currency: 'RON' },
  ...{ paymentDate: '2026-03-05', paymentMethod: 'cash', reference: null, notes: null, isReconciled: false, createdBy: null },
  ...{ createdAt: '', updatedAt: '', ...(paysBack && { type: 'refund' as const, paysBack }) },
});

/** The life with the invoice settled again by these payments. */
const settled = (life: Life, payments: Payment[]): Life => ({ ...life, payments, invoice: settledBy(life.invoice, payments) });

/** The life after a reversal of the invoice is issued, cancelled or restored. */
function changed(life: Life, place: number, after: Invoice): Life {
  const parent = { invoice: life.invoice, payments: life.payments };
  const change = creditChange(parent, life.reversals[place] ?? null, after, BY);
  const reversals = life.reversals.toSpliced(place, 1, after);
  return { ...life, reversals, invoice: (change?.after as Invoice | undefined) ?? life.invoice };
}

type Step = (life: Life) => Life;
const part = fc.integer({ min: 1, max: 1000 });
const of = (amount: number, thousandths: number): number => Math.floor((amount * thousandths) / 1000);

const pay = part.map((thousandths): Step => {
  return life => {
    const { status, amountPaid, creditedAmount } = life.invoice;
    const owed = cents(owedOf(life.invoice));
    if (status !== 'issued' || owed <= 0) return life;
    // A cent more than is open is accepted.
    const amount = of(owed - cents(amountPaid) - cents(creditedAmount) + 1, thousandths);
    return amount > 0 ? settled(life, [...life.payments, paymentOf(life, amount, false)]) : life;
  };
});

const payBack = part.map((thousandths): Step => {
  return life => {
    const amount = of(cents(refundDueOf(life.invoice)), thousandths);
    return amount > 0 ? settled(life, [...life.payments, paymentOf(life, amount, true)]) : life;
  };
});

const takeBack = fc.nat({ max: 9 }).map((place): Step => {
  return life => {
    const next = settled(life, life.payments.toSpliced(place % Math.max(1, life.payments.length), 1));
    try {
      refusePaidBack(life.invoice, next.invoice);
    } catch {
      return life;
    }
    return next;
  };
});

const credit = fc
  .tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('0', '5', '500'), fc.boolean())
  .map(([price, prepaid, isNote]): Step => {
    return life => {
      if (life.invoice.status !== 'issued') return life;
      const lines = [sampleLine({ quantity: '-1', unitPrice: fromCents(price) })];
      const fields = {
        id: `r${life.reversals.length}`,
        parentDocumentId: life.invoice.id,
        lines,
        ublExtensions: { prepaidAmount: prepaid },
      };
      const made = isNote ? sampleCreditNote(fields) : sampleDocument(fields);
      const reversal = settling({ ...made, status: 'issued' as const }, { invoice: life.invoice, payments: life.payments });
      return changed(life, life.reversals.length, reversal);
    };
  });

const turnReversal = fc.nat({ max: 9 }).map((at): Step => {
  return life => {
    const place = at % Math.max(1, life.reversals.length);
    const before = life.reversals[place];
    if (!before || life.invoice.status !== 'issued') return life;
    return changed(life, place, { ...before, status: before.status === 'issued' ? 'cancelled' : 'issued' });
  };
});

const cancel = fc.constant<Step>(life => {
  if (life.reversals.some(({ status }) => status === 'issued')) return life;
  const status = life.invoice.status === 'issued' ? ('cancelled' as const) : ('issued' as const);
  return settled({ ...life, invoice: { ...life.invoice, status } }, life.payments);
});

const invoice = fc
  .record({
    price: fc.integer({ min: -5_000, max: 20_000 }),
    charge: fc.constantFrom(0, 0, 333, 10_000),
    prepaid: fc.constantFrom(0, 0, 1_000, 12_100),
  })
  .map(({ price, charge, prepaid }) =>
    sampleDocument({
      ...{ id: 'i', status: 'issued', lines: [sampleLine({ unitPrice: fromCents(price) })] },
      ublExtensions: {
        prepaidAmount: fromCents(prepaid),
        allowanceCharges: [{ chargeIndicator: true, amount: fromCents(charge), taxCategoryCode: 'S', taxRate: '21' }],
      },
    }),
  );

function expectSettled({ invoice: shown, payments, reversals }: Life): void {
  const owed = cents(owedOf(shown));
  const paid = payments.reduce((sum, { amount, paysBack }) => sum + (paysBack ? -1 : 1) * cents(amount), 0);
  const credits = reversals.filter(({ status }) => status === 'issued').map(one => Math.max(0, -cents(owedOf(one))));
  const credited = credits.reduce((sum, one) => sum + one, 0);
  const [balance, refundDue] = [cents(shown.balance), cents(refundDueOf(shown))];
  const isSelfSettled = owed < 0 && payments.length === 0;
  expect(cents(shown.amountPaid)).toBe(isSelfSettled ? owed : paid);
  expect(cents(shown.creditedAmount)).toBe(credited);
  expect(balance === 0 || refundDue === 0).toBe(true);
  expect(refundDue).toBeLessThanOrEqual(Math.max(0, paid));
  expect(Math.min(balance, refundDue)).toBe(0);
  if (shown.status === 'cancelled') return void expect(balance).toBe(0);
  // Credits alone never exceed the amount to pay: only paid amounts are paid back.
  const counted = owed < 0 ? 0 : Math.min(credited, owed);
  expect(cents(shown.amountPaid) + counted + balance - refundDue).toBe(owed);
  expect(paymentStatusOf(shown) === 'paid').toBe(balance === 0);
}

describe('open, paid, credited and refundable amounts of an invoice', () => {
  it('adds up to the amount to pay after every step of any life', () => {
    const step = fc.oneof(pay, pay, payBack, takeBack, credit, turnReversal, cancel);
    let stepsOwedBack = 0;
    fc.assert(
      fc.property(invoice, fc.array(step, { maxLength: 25, size: 'max' }), (made, steps) => {
        let life: Life = settled({ invoice: made, payments: [], reversals: [] }, []);
        expectSettled(life);
        for (const next of steps) {
          life = next(life);
          expectSettled(life);
          if (cents(refundDueOf(life.invoice)) > 0) stepsOwedBack += 1;
        }
      }),
      generated({ runs: 150, seed: 20261127, long: 2000, all: 10_000 }),
    );
    expect(stepsOwedBack).toBeGreaterThan(50);
  });
});
