import { describe, expect, it } from 'vitest';
import { canBeReversed, creditOf, isReversal, isReversedBy, refundDueOf, settledId } from '#shared/model/amounts/settlement.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Party } from '#shared/model/party.ts';
import { sampleBuyer, sampleCreditNote, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';

const charge = (amount: string) => ({ chargeIndicator: true, amount, taxCategoryCode: 'S' as const, taxRate: '21' });

const negative = (overrides: Partial<Invoice> = {}) =>
  sampleDocument({ id: 'r', lines: [sampleLine({ quantity: '-1' })], ...overrides });

it.each([
  [false, '-0.01', true],
  [false, '0.00', false],
  [false, '0.50', false],
  [true, '-121.00', true],
  [true, '0.00', true],
])('a document (credit note: %s) with a total of %s takes back: %s', (isCreditNote, total, takesBack) => {
  expect(isReversal({ isCreditNote, total })).toBe(takesBack);
});

describe('the reduction of another document', () => {
  it.each<[string, Invoice, string | null, string]>([
    ['an invoice', sampleDocument({ status: 'issued', parentDocumentId: 'p' }), null, '0'],
    ['a credit note', sampleCreditNote({ status: 'issued', parentDocumentId: 'p' }), 'p', '121'],
    ['a draft of a credit note', sampleCreditNote({ status: 'draft', parentDocumentId: 'p' }), 'p', '0'],
    ['a cancelled credit note', sampleCreditNote({ status: 'cancelled', parentDocumentId: 'p' }), 'p', '0'],
    ['a negative invoice', negative({ status: 'issued', settles: 'p' }), 'p', '121'],
    ['an invoice that charges and names another', sampleDocument({ status: 'issued', settles: 'p' }), 'p', '0'],
    ['a negative invoice that names none', negative({ status: 'issued' }), null, '0'],
    [
      'a negative invoice of an earlier version, whose parent was not reduced',
      negative({ status: 'issued', parentDocumentId: 'p' }),
      null,
      '0',
    ],
    [
      'a credit note with a discount of its own: the amount of its XML',
      sampleCreditNote({
        ...{ status: 'issued', parentDocumentId: 'p' },
        ublExtensions: { allowanceCharges: [{ chargeIndicator: false, amount: '20', taxCategoryCode: 'S', taxRate: '21' }] },
      }),
      ...(['p', '96.8'] as const),
    ],
    [
      'a credit note of which more was prepaid than it takes back: nothing',
      sampleCreditNote({ status: 'issued', parentDocumentId: 'p', ublExtensions: { prepaidAmount: '150' } }),
      ...(['p', '0'] as const),
    ],
    [
      'a negative invoice with a charge above it: nothing',
      negative({ status: 'issued', settles: 'p', ublExtensions: { allowanceCharges: [charge('200')] } }),
      ...(['p', '0'] as const),
    ],
  ])('%s', (_, document, settles, credit) => {
    expect(settledId(document)).toBe(settles);
    expect(creditOf(document).toString()).toBe(credit);
  });
});

describe('whether a document reverses the invoice that it names', () => {
  const named = (overrides: Partial<Invoice> = {}) => sampleDocument({ id: 'p', status: 'issued', ...overrides });
  const withoutRecord = (document: Invoice, party: Partial<Party>) => ({
    ...document,
    ...{ clientId: null, client: sampleBuyer({ id: null, ...party }) },
  });
  it.each<[string, Invoice, Invoice, boolean]>([
    ['of the same client', negative(), named(), true],
    ['cancelled, but validated by the authority', negative(), named({ status: 'cancelled', taxauthStatus: 'validated' }), true],
    ['cancelled', negative(), named({ status: 'cancelled', taxauthStatus: null }), false],
    ['a draft', negative(), named({ status: 'draft' }), false],
    ['a draft again, validated before', negative(), named({ status: 'draft', taxauthStatus: 'validated' }), false],
    ['in another currency', negative(), named({ currency: 'EUR' }), false],
    ['of another client', negative(), named({ clientId: 'other' }), false],
    ['of the other direction', negative(), named({ direction: 'incoming' }), false],
    ['that takes back itself', negative(), negative({ id: 'p', status: 'issued' }), false],
    ['itself', negative({ id: 'p' }), named(), false],
    [
      'of the same supplier',
      negative({ direction: 'incoming', clientId: null, seller: sampleSeller({ id: 's' }) }),
      named({ direction: 'incoming', clientId: null, seller: sampleSeller({ id: 's' }), status: 'synced' }),
      true,
    ],
    [
      'of another supplier',
      negative({ direction: 'incoming', clientId: null, seller: sampleSeller({ id: 's' }) }),
      named({ direction: 'incoming', clientId: null, seller: sampleSeller({ id: 't' }), status: 'synced' }),
      false,
    ],
    ['of the same receiver, who has no record', withoutRecord(negative(), {}), withoutRecord(named(), {}), true],
    ['of another receiver by its tax number', withoutRecord(negative(), { cif: 'RO2' }), withoutRecord(named(), {}), false],
    [
      'of another receiver by its name',
      withoutRecord(negative(), { cif: null, name: 'Alt SRL' }),
      withoutRecord(named(), { cif: null }),
      false,
    ],
  ])('%s: %s', (_, reversal, invoice, fits) => {
    expect(isReversedBy(reversal, invoice)).toBe(fits);
  });

  it('an invoice in any status after its issue can be reversed', () => {
    const statuses = ['issued', 'sent_to_provider', 'uploaded', 'validated', 'rejected', 'error', 'synced'] as const;
    expect(statuses.every(status => canBeReversed({ status, taxauthStatus: null }))).toBe(true);
  });
});

describe('the amount to pay back', () => {
  it.each([
    ['nothing was paid, all is credited', '0.00', '121.00', '0.00'],
    ['nothing was paid, more is credited by rounding', '0.00', '121.01', '0.00'],
    ['all was paid', '121.00', '0.00', '0.00'],
    ['all was paid, and all is credited', '121.00', '121.00', '121.00'],
    ['all was paid, and a part is credited', '121.00', '21.00', '21.00'],
    ['a part was paid, and more than the rest is credited', '100.00', '50.00', '29.00'],
    ['a part was paid, and more than the total is credited', '100.00', '150.00', '100.00'],
    ['too much was paid', '121.01', '0.00', '0.01'],
  ])('%s', (_, amountPaid, creditedAmount, due) => {
    expect(refundDueOf(sampleDocument({ status: 'issued', amountPaid, creditedAmount }))).toBe(due);
  });

  it('is 0 on drafts and on documents that take back', () => {
    expect(refundDueOf(sampleDocument({ status: 'draft', amountPaid: '121.00', creditedAmount: '121.00' }))).toBe('0.00');
    expect(refundDueOf(negative({ status: 'issued', amountPaid: '-121.00' }))).toBe('0.00');
  });
});
