import { describe, expect, it } from 'vitest';
import { issueViolations, quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import type { LineInput } from '#shared/model/line.ts';
import type { Party } from '#shared/model/party.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { categoryFindings } from '#shared/model/vat/category-rules.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../support/documents.ts';

const lineOf = (vatCategoryCode: VatCategory, overrides: Partial<LineInput> = {}): LineInput =>
  sampleLine({ vatCategoryCode, vatRate: vatCategoryCode === 'S' ? '21' : '0', ...overrides });

const german = (overrides: Partial<Party> = {}): Party =>
  sampleBuyer({ cif: null, vatCode: 'DE136695976', country: 'DE', county: null, ...overrides });
const american = sampleBuyer({ cif: '12-3456789', vatCode: null, country: 'US', isVatPayer: false });
const smallFirm = sampleBuyer({ cif: '18547290', isVatPayer: false });
const to = (countryCode: string) => ({ delivery: { deliveryAddress: { countryCode } } });

const found = (overrides: DocumentOverrides): string[] =>
  categoryFindings(sampleDocument({ issueDate: '2026-11-20', ...overrides })).map(
    ({ level, field, message }) => `${level} ${field}: ${message}`,
  );
const category = 'lines.0.vatCategoryCode';

describe('VAT categories that fit the buyer and the destination (TAX-24 to TAX-29)', () => {
  it.each<[string, DocumentOverrides]>([
    ['S to a Romanian firm', { lines: [lineOf('S')] }],
    ['S to a Romanian consumer', { lines: [lineOf('S')], client: sampleConsumer() }],
    ['S to a consumer in Germany', { lines: [lineOf('S')], client: sampleConsumer({ country: 'DE' }) }],
    ['AE to a registered Romanian firm', { lines: [lineOf('AE')] }],
    ['AE to a registered German firm', { lines: [lineOf('AE')], client: german() }],
    ['AE to a firm outside the Union', { lines: [lineOf('AE')], client: american }],
    ['K to a German firm', { lines: [lineOf('K')], client: german(), ublExtensions: to('DE') }],
    ['K to a Greek firm', { lines: [lineOf('K')], client: german({ country: 'GR', vatCode: 'EL123456783' }) }],
    ['K to Northern Ireland', { lines: [lineOf('K')], client: german({ country: 'GB', vatCode: 'XI110305878' }) }],
    ['K to a German firm, delivered in France', { lines: [lineOf('K')], client: german(), ublExtensions: to('FR') }],
    ['G to the United States', { lines: [lineOf('G')], client: american }],
    ['G to a Romanian firm, delivered in Serbia', { lines: [lineOf('G')], ublExtensions: to('RS') }],
    ['E and O to anybody', { lines: [lineOf('E'), lineOf('O')], client: sampleConsumer() }],
    [
      'Z by a seller that is not registered',
      { lines: [lineOf('Z')], seller: sampleSeller({ isVatPayer: false, vatCode: null }), platitorTva: false },
    ],
    ['no buyer yet', { lines: [lineOf('K')], client: null, clientId: null }],
  ])('finds nothing wrong with %s', (_, overrides) => {
    expect(found(overrides)).toEqual([]);
  });

  it.each<[string, DocumentOverrides, string]>([
    [
      'AE to a consumer',
      { lines: [lineOf('AE')], client: sampleConsumer() },
      'reverse charge (AE) needs a buyer that is registered',
    ],
    [
      'K to a consumer',
      { lines: [lineOf('K')], client: sampleConsumer() },
      'needs a buyer with a VAT number of another member state',
    ],
    ['K to a Romanian firm', { lines: [lineOf('K')], ublExtensions: to('DE') }, 'the one of the buyer is Romanian'],
    [
      'K to a German firm with a Romanian number',
      { lines: [lineOf('K')], client: german({ vatCode: 'RO18547290' }) },
      'is Romanian',
    ],
    ['K to a Romanian firm without VAT number', { lines: [lineOf('K')], client: smallFirm }, 'the buyer has none'],
    ['K to an American firm', { lines: [lineOf('K')], client: american }, 'the buyer has none'],
    [
      'K delivered in Romania',
      { lines: [lineOf('K')], client: german(), ublExtensions: to('RO') },
      'the place of delivery is in Romania',
    ],
    ['G to a Romanian firm', { lines: [lineOf('G')] }, 'its destination is RO'],
    ['G to a German firm', { lines: [lineOf('G')], client: german() }, 'its destination is DE'],
    ['G to an American firm, delivered in Germany', { lines: [lineOf('G')], client: american, ublExtensions: to('DE') }, 'is DE'],
  ])('rejects %s', (_, overrides, message) => {
    const findings = found(overrides);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(`error ${category}: `);
    expect(findings[0]).toContain(message);
    const document = sampleDocument({ issueDate: '2026-11-20', ...overrides });
    // Already at creation: an error of issuing is an error of the quick check.
    expect(quickCheck(document, '2026-11-27').errors[category]).toHaveLength(1);
    expect(issueViolations(document)).toEqual({});
  });

  it('rejects a rate that Romania never had, unless the company charges the VAT of other states', () => {
    const lines = [lineOf('S', { vatRate: '7' })];
    const client = sampleConsumer({ country: 'DE' });
    expect(found({ lines, client })).toEqual([
      expect.stringMatching(/^error lines\.0\.vatRate: Romania never had a VAT rate of 7 %/),
    ]);
    expect(found({ lines, client, seller: sampleSeller({ oss: true }) })).toEqual([]);
  });

  it.each<[string, DocumentOverrides, RegExp]>([
    [
      'AE to a Romanian firm that is not registered',
      { lines: [lineOf('AE')], client: smallFirm },
      /inside Romania needs a buyer that is reg/,
    ],
    ['Z by a registered seller to a Romanian firm', { lines: [lineOf('Z')] }, /Romania has no zero rate/],
    ['Z to a Romanian consumer', { lines: [lineOf('Z')], client: sampleConsumer() }, /Romania has no zero rate/],
    ['S to a German firm', { lines: [lineOf('S')], client: german() }, /normally services are AE/],
    [
      'AE for goods in 2027',
      { lines: [lineOf('AE', { kind: 'goods' })], issueDate: '2027-01-01' },
      /check that art\. 331 still covers/,
    ],
    ['AE for something unknown in 2027', { lines: [lineOf('AE')], issueDate: '2027-01-01' }, /check that art\. 331 still covers/],
  ])('warns of %s', (_, overrides, message) => {
    expect(found(overrides)).toEqual([expect.stringMatching(message)]);
    expect(found(overrides)[0]).toMatch(/^warning /);
  });

  it('applies only to charges: credit notes, lines and allowances that take back keep their category', () => {
    const wrong = { client: sampleConsumer(), issueDate: '2026-11-20' };
    expect(categoryFindings(sampleCreditNote({ ...wrong, lines: [lineOf('AE')] }))).toEqual([]);
    expect(found({ ...wrong, lines: [lineOf('AE', { quantity: '-1' })] })).toEqual([]);
    const entry = { amount: '5.00', taxCategoryCode: 'AE' as const, taxRate: '0' };
    const withEntry = (chargeIndicator: boolean) =>
      found({ ...wrong, lines: [lineOf('S')], ublExtensions: { allowanceCharges: [{ ...entry, chargeIndicator }] } });
    expect(withEntry(false)).toEqual([]);
    expect(withEntry(true)).toEqual([expect.stringMatching(/^error ublExtensions\.allowanceCharges\.0\.taxCategoryCode: /)]);
  });

  it('returns each warning once, with its first line', () => {
    const { warnings } = quickCheck(sampleDocument({ lines: [lineOf('S'), lineOf('Z'), lineOf('Z')] }), '2026-11-27');
    expect(warnings.filter(text => text.includes('zero rate'))).toEqual([expect.stringMatching(/^lines\.1\.vatCategoryCode: /)]);
  });

  it('checks the buyer of a self-billed document: the company itself', () => {
    expect(found({ lines: [lineOf('AE')], invoiceTypeCode: '389', client: sampleConsumer() })).toEqual([]);
  });
});
