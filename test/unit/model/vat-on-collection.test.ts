import { describe, expect, it } from 'vitest';
import { documentNotes, taxPointCode } from '#shared/authority/einvoice/ubl/write/header.ts';
import { legalMentions } from '#shared/documents/common/print/vat.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { vatOnCollectionApplies } from '#shared/model/vat/on-collection.ts';
import { type DocumentOverrides, sampleBuyer, sampleDocument, sampleLine } from '../../support/documents.ts';

const lineOf = (vatCategoryCode: VatCategory) => sampleLine({ vatCategoryCode, vatRate: vatCategoryCode === 'S' ? '21' : '0' });
const charge = {
  ublExtensions: { allowanceCharges: [{ chargeIndicator: true, amount: '5.00', taxCategoryCode: 'S' as const, taxRate: '21' }] },
};

describe('VAT on collection applies only to taxed amounts (Fiscal Code, art. 282 (6))', () => {
  it.each<[string, DocumentOverrides, boolean]>([
    ['a taxed invoice', { lines: [lineOf('S')] }, true],
    ['all lines under reverse charge', { lines: [lineOf('AE'), lineOf('AE')] }, false],
    ['some lines under reverse charge: the mention is for the others', { lines: [lineOf('AE'), lineOf('S')] }, true],
    ['a taxed charge with lines under reverse charge', { lines: [lineOf('AE')], ...charge }, true],
    ['an export', { lines: [lineOf('G')] }, false],
    ['an intra-community supply', { lines: [lineOf('K')] }, false],
    ['exempt lines alone', { lines: [lineOf('E'), lineOf('O'), lineOf('Z')] }, false],
    ['exempt lines with taxed ones', { lines: [lineOf('E'), lineOf('S')] }, true],
    ['a client that is affiliated', { lines: [lineOf('S')], client: sampleBuyer({ isAffiliated: true }) }, false],
    ['no lines yet', { lines: [] }, false],
    ['a document that is not under VAT on collection', { lines: [lineOf('S')], tvaLaIncasare: false }, false],
  ])('%s: note, BT-8 432 and printed mention %s', (_, overrides, applies) => {
    const document = sampleDocument({ tvaLaIncasare: true, ...overrides });
    expect(vatOnCollectionApplies(document)).toBe(applies);
    expect(taxPointCode(document)).toBe(applies ? '432' : null);
    expect(documentNotes(document).map(note => note.text)).toEqual(applies ? ['TVA la încasare'] : []);
    const labels = labelsOf('ro');
    expect(legalMentions(document, labels).includes(labels.vatOnCollection)).toBe(applies);
  });
});
