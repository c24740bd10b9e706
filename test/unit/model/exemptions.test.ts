import { describe, expect, it } from 'vitest';
import { exemptionReason, type ExemptionReason } from '#shared/model/vat/exemptions.ts';
import { sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import type { DocumentExtensions, LineExtensions } from '#shared/model/extensions.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';

const reasonOf = (
  category: VatCategory,
  ofLines: (LineExtensions | null)[],
  ofDocument: DocumentExtensions | null = null,
): ExemptionReason | null =>
  exemptionReason(
    sampleDocument({
      lines: ofLines.map(ublExtensions => sampleLine({ vatCategoryCode: category, vatRate: '0', ublExtensions })),
      ublExtensions: ofDocument,
    }),
    category,
  );

describe('exemptionReason', () => {
  it.each<[VatCategory, string]>([
    ['AE', 'VATEX-EU-AE'],
    ['K', 'VATEX-EU-IC'],
    ['G', 'VATEX-EU-G'],
    ['O', 'VATEX-EU-O'],
  ])('category %s has its own: %s', (category, code) => {
    expect(reasonOf(category, [null])).toEqual({ code, text: expect.any(String) });
  });

  it.each<VatCategory>(['S', 'Z'])('category %s has none, whatever is stated (BR-S-10, BR-Z-10)', category => {
    expect(reasonOf(category, [{ taxExemptionReason: 'Scutit' }], { taxExemptionReason: 'Scutit' })).toBeNull();
  });

  it('for category E comes from the company where neither line nor document has one (EIN-5)', () => {
    const seller = sampleSeller({ taxExemptionReason: 'Art. 292', taxExemptionReasonCode: 'vatex-eu-132' });
    const lines = [sampleLine({ vatCategoryCode: 'E', vatRate: '0' })];
    expect(exemptionReason(sampleDocument({ seller, lines }), 'E')).toEqual({ code: 'VATEX-EU-132', text: 'Art. 292' });
    const ublExtensions = { taxExemptionReason: 'Art. 294' };
    expect(exemptionReason(sampleDocument({ seller, lines, ublExtensions }), 'E')).toEqual({ code: null, text: 'Art. 294' });
  });

  it('for category E comes from the line, else from the document, else is absent (BR-E-10)', () => {
    const ofDocument = { taxExemptionReasonCode: 'VATEX-EU-132' };
    expect(reasonOf('E', [{ taxExemptionReason: 'Art. 292' }], ofDocument)).toEqual({ code: null, text: 'Art. 292' });
    expect(reasonOf('E', [null], ofDocument)).toEqual({ code: 'VATEX-EU-132', text: null });
    expect(reasonOf('E', [null])).toBeNull();
  });

  it("joins the lines' reasons, as the category has one breakdown", () => {
    const [a, b] = [
      { taxExemptionReason: 'Art. 292' },
      { taxExemptionReason: 'Art. 294', taxExemptionReasonCode: 'VATEX-EU-148' },
    ];
    expect(reasonOf('E', [a, a])).toEqual({ code: null, text: 'Art. 292' });
    expect(reasonOf('E', [a, b])).toEqual({ code: null, text: 'Art. 292; VATEX-EU-148 Art. 294' });
    expect(reasonOf('E', [b, { ...b, taxExemptionReason: 'Art. 295' }])).toEqual({
      code: 'VATEX-EU-148',
      text: 'Art. 294; Art. 295',
    });
  });
});
