import { describe, expect, it } from 'vitest';
import { quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { defaultWords } from '#shared/documents/invoices/emails/texts.ts';
import { printedInvoice, titleOf } from '#shared/documents/invoices/print/invoice.ts';
import { referenceWarnings, standingWarnings } from '#shared/model/correction-warnings.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { type DocumentOverrides, sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';

/** Whether a document pays back is decided by its e-invoice: allowances and charges count, although stored totals are without them. */

const LABELS = labelsOf('en');

const adjusted = (chargeIndicator: boolean, amount: string): DocumentOverrides => ({
  ublExtensions: { allowanceCharges: [{ chargeIndicator, amount, taxCategoryCode: 'S', taxRate: '21' }] },
});
const SOLD = { lines: [sampleLine()] };
const RETURNED = { lines: [sampleLine({ quantity: '-1' })] };

describe('A document is a reversal if its e-invoice is negative', () => {
  it.each<[string, DocumentOverrides, boolean]>([
    ['sold', SOLD, false],
    ['returned', RETURNED, true],
    ['sold, with a larger discount', { ...SOLD, ...adjusted(false, '150') }, true],
    ['returned, with a larger charge', { ...RETURNED, ...adjusted(true, '150') }, false],
    ['sold, with a larger prepaid amount', { ...SOLD, ublExtensions: { prepaidAmount: '150' } }, false],
  ])('%s', (_, overrides, isReversal) => {
    const document = sampleDocument(overrides);
    expect(titleOf(document, LABELS)).toBe(isReversal ? LABELS.title.reversal : LABELS.title.invoice);
    const { subject } = defaultWords({ templates: [], language: 'en' }, document);
    expect(/reversal/i.test(subject)).toBe(isReversal);
    expect(referenceWarnings(document)).toHaveLength(isReversal ? 1 : 0);
  });

  it('the paid amount is printed as on any other invoice', () => {
    const document = { ...sampleDocument({ ...RETURNED, ...adjusted(true, '150') }), amountPaid: '10.50', balance: '50.00' };
    const rows = printedInvoice({ ...document, status: 'issued', language: 'en' }).totals?.rows.map(({ label }) => label);
    expect(rows).toEqual(expect.arrayContaining([LABELS.paid, LABELS.remaining]));
  });
});

describe('a credit note can be issued only if it pays back something', () => {
  it.each<[string, DocumentOverrides, boolean]>([
    ['unchanged', {}, true],
    ['with a smaller allowance', adjusted(false, '20'), true],
    ['with a larger allowance', adjusted(false, '150'), false],
    ['paid back in full before', { ublExtensions: { prepaidAmount: '121' } }, true],
    ['paid back by more than its total', { ublExtensions: { prepaidAmount: '121.01' } }, false],
  ])('%s', (_, overrides, isFit) => {
    expect(quickCheck(sampleCreditNote(overrides)).errors['total'] === undefined).toBe(isFit);
  });
});

it('an original is reversed when its open amount is credited in full', () => {
  const corrected = sampleDocument({ invoiceTypeCode: '384', parentDocumentId: 'p' });
  const original = { ...sampleDocument({ ublExtensions: { prepaidAmount: '21' } }), id: 'p' };
  expect(standingWarnings(corrected, { ...original, creditedAmount: '99.99' })).toHaveLength(1);
  expect(standingWarnings(corrected, { ...original, creditedAmount: '100.00' })).toEqual([]);
});
