import { describe, expect, it } from 'vitest';
import {
  CLOSED_PERIOD_RULES,
  firstOpenDay,
  inOpenMonth,
  isClosed,
  MOVES,
  movesOf,
  openMonth,
  refusedMove,
} from '#shared/model/fiscal/closed-period.ts';
import { fiscalPeriodOf, projectionOf } from '#shared/model/fiscal/projection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument, sampleSeller } from '../../support/documents.ts';

/** What the period lock allows and refuses (COM-81 to COM-84). Everything until 31 January is closed. */

const CLOSED = '2026-01-31';
const document = (over: Partial<InvoiceDocument>): InvoiceDocument => ({ ...sampleDocument(), status: 'issued', ...over });
const draft = (over: Partial<InvoiceDocument>) => document({ ...over, status: 'draft' });
const received = (receivedDate: string, issueDate = '2026-01-10'): InvoiceDocument =>
  document({
    ...{ direction: 'incoming', status: 'synced', issueDate, taxPointDate: null, seller: sampleSeller({ id: 'supplier' }) },
    received: { messageId: 'm', archivePath: 'a', duplicateOf: null } as NonNullable<InvoiceDocument['received']>,
    booking: { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '100', receivedDate },
  });

const byHand = (receivedDate: string): InvoiceDocument => {
  const { received: _, ...document } = received(receivedDate);
  return document;
};

describe('days and months', () => {
  it.each([
    [CLOSED, '2026-01-31', true],
    [CLOSED, '2026-02-01', false],
    [null, '2020-01-01', false],
    [undefined, '2020-01-01', false],
  ])('closed until %s: %s is closed: %s', (until, day, closed) => expect(isClosed(until, day)).toBe(closed));

  it.each([
    ['2026-01-31', '2026-02-01'],
    ['2026-02-14', '2026-02-15'],
    ['2025-12-31', '2026-01-01'],
  ])('after %s the first open day is %s', (until, open) => expect(firstOpenDay(until)).toBe(open));

  it.each([
    [CLOSED, '2025-11', '2026-02'],
    [CLOSED, '2026-01', '2026-02'],
    [CLOSED, '2026-02', '2026-02'],
    [CLOSED, '2026-05', '2026-05'],
    // A month with an open day is open: its return is not filed.
    ['2026-02-14', '2026-02', '2026-02'],
    [null, '2025-11', '2025-11'],
  ])('closed until %s: what belongs to %s counts in %s', (until, period, open) => expect(openMonth(until, period)).toBe(open));
});

/** What happens, and the move that is refused while everything until 31 January is closed; null: none. */
const CASES: [string, Parameters<typeof movesOf>, string | null][] = [
  ['issue on a closed day', [{ before: draft({}), after: document({ issueDate: '2026-01-31' }) }, false], 'issue'],
  [
    'issue on the first open day',
    [{ before: draft({}), after: document({ issueDate: '2026-02-01', taxPointDate: null }) }, false],
    null,
  ],
  [
    'issue on an open day for a supply of a closed one',
    [{ before: draft({}), after: document({ issueDate: '2026-02-03', taxPointDate: '2026-01-20' }) }, false],
    null,
  ],
  ['an invoice of a closed day that the authority delivers', [{ before: null, after: received('2026-01-15') }, false], null],
  ['a purchase of a closed day that is entered by hand', [{ before: null, after: byHand('2026-01-15') }, false], null],
  ['its removal', [{ before: byHand('2026-01-15'), after: null }, false], 'removal'],
  ['the removal of one that counts in an open month', [{ before: byHand('2026-02-15'), after: null }, false], null],
  [
    'another day of an open purchase that is entered by hand, in a closed month',
    [{ before: byHand('2026-02-15'), after: { ...byHand('2026-01-15'), purchase: { kind: 'invoice' } } }, true],
    null,
  ],
  [
    'another day of one that counts there',
    [{ before: byHand('2026-01-15'), after: { ...byHand('2026-02-15'), purchase: { kind: 'invoice' } } }, true],
    'change',
  ],
  ['a draft of a closed day', [{ before: null, after: draft({ issueDate: '2026-01-05' }) }, false], null],
  [
    'cancellation of what counts on a closed day',
    [{ before: document({ issueDate: '2026-01-05', taxPointDate: null }), after: document({ status: 'cancelled' }) }, false],
    'removal',
  ],
  [
    'cancellation of what counts on an open day',
    [{ before: document({ issueDate: '2026-02-05', taxPointDate: null }), after: document({ status: 'cancelled' }) }, false],
    null,
  ],
  [
    'cancellation of a correction that counts in an open month',
    [
      {
        before: document({ issueDate: '2026-02-05', taxPointDate: '2026-01-20', countedIn: '2026-02' }),
        after: document({ status: 'cancelled' }),
      },
      false,
    ],
    null,
  ],
  [
    'cancellation of a correction in a closed month',
    [
      {
        before: document({ issueDate: '2026-01-05', taxPointDate: '2025-12-20', countedIn: '2026-01' }),
        after: document({ status: 'cancelled' }),
      },
      false,
    ],
    'removal',
  ],
  [
    'cancellation of what the authority has validated, which still counts',
    [
      {
        before: document({ issueDate: '2026-01-05' }),
        after: document({ issueDate: '2026-01-05', status: 'cancelled', taxauthStatus: 'validated' }),
      },
      false,
    ],
    null,
  ],
  [
    'another share of deduction in a closed month',
    [{ before: received('2026-01-15'), after: received('2026-01-15') }, true],
    'change',
  ],
  ['a receipt moved into a closed month', [{ before: received('2026-02-15'), after: received('2026-01-15') }, true], 'change'],
  ['a receipt moved out of a closed month', [{ before: received('2026-01-15'), after: received('2026-02-15') }, true], 'change'],
  ['a receipt moved within open days', [{ before: received('2026-02-15'), after: received('2026-03-15') }, true], null],
  ['a note on a document of a closed month', [{ before: received('2026-01-15'), after: received('2026-01-15') }, false], null],
  [
    'a corrected issue date on a closed day',
    [
      {
        before: document({ issueDate: '2026-02-05', taxPointDate: null }),
        after: document({ issueDate: '2026-01-30', taxPointDate: '2026-02-05' }),
      },
      true,
    ],
    'issue',
  ],
  [
    'a payment that makes VAT due on a closed day',
    [{ before: document({}), after: document({}), added: [{ paymentDate: CLOSED }] }, false],
    'payment',
  ],
  ['one on an open day', [{ before: document({}), after: document({}), added: [{ paymentDate: '2026-02-01' }] }, false], null],
  [
    'the removal of a payment of a closed day',
    [{ before: document({}), after: document({}), removed: [{ paymentDate: CLOSED }] }, false],
    'payment_removal',
  ],
  [
    'the removal of a payment of an open day',
    [{ before: document({}), after: document({}), removed: [{ paymentDate: '2026-02-01' }] }, false],
    null,
  ],
];

describe('what is refused', () => {
  it.each(CASES)('%s', (_, moves, refused) => {
    expect(refusedMove(CLOSED, movesOf(...moves))?.move ?? null).toBe(refused);
    // Nothing is refused while nothing is closed.
    expect(refusedMove(null, movesOf(...moves))).toBeUndefined();
  });

  it('each refusal says what to change, and each rule its reason of law', () => {
    for (const move of MOVES) {
      const { answer, law, advice } = CLOSED_PERIOD_RULES[move];
      expect(law).toMatch(/^(?:art\. \d+|OMFP 2634\/2015, form )/);
      expect(advice !== '').toBe(answer === 'refused');
    }
  });
});

describe('the month in which a document counts', () => {
  it('is the first open one when that of the supply is closed, as a correction of it', () => {
    const late = inOpenMonth(document({ issueDate: '2026-03-02', taxPointDate: '2025-12-20' }), CLOSED);
    expect(late.countedIn).toBe('2026-02');
    expect(projectionOf(late)).toMatchObject({ taxPoint: '2025-12-20', period: '2026-02', corrects: '2025-12' });
  });

  it('of what comes late is the first open one', () => {
    expect(projectionOf(inOpenMonth(received('2026-01-15'), CLOSED))).toMatchObject({
      role: 'purchase',
      period: '2026-02',
      corrects: '2026-01',
    });
  });

  it('is that of the tax point when it is open, also of one that was a correction before', () => {
    const open = inOpenMonth(document({ issueDate: '2026-02-05', taxPointDate: '2026-02-03', countedIn: '2026-04' }), CLOSED);
    expect('countedIn' in open).toBe(false);
    expect(fiscalPeriodOf(open)).toBe('2026-02');
    expect(projectionOf(open)).not.toHaveProperty('corrects');
  });
});
