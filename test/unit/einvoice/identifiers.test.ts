import { describe, expect, it } from 'vitest';
import { buyerIdentifiers, sellerIdentifiers, type Identifiers } from '../../../shared/einvoice/identifiers.ts';
import { sampleBuyer, sampleConsumer, sampleSeller } from '../../support/documents.ts';
import type { Party } from '../../../shared/invoices/model.ts';

describe('buyerIdentifiers', () => {
  const company = (overrides: Partial<Party>): Party => sampleBuyer({ isVatPayer: false, vatCode: null, ...overrides });
  const foreign = (overrides: Partial<Party>): Party => company({ country: 'DE', registrationNumber: null, ...overrides });

  it.each<[title: string, buyer: Party, expected: Identifiers]>([
    [
      'VAT payer, number without prefix',
      company({ cif: '18547290', isVatPayer: true }),
      { vat: 'RO18547290', tax: null, legal: '18547290' },
    ],
    ['VAT payer, number with prefix', company({ cif: 'ro 18547290' }), { vat: 'RO18547290', tax: null, legal: '18547290' }],
    [
      'VAT payer by VAT code',
      company({ cif: '18547290', vatCode: '18547290' }),
      { vat: 'RO18547290', tax: null, legal: '18547290' },
    ],
    ['VAT code alone', company({ cif: null, vatCode: 'RO18547290' }), { vat: 'RO18547290', tax: null, legal: '18547290' }],
    ['outside VAT', company({ cif: '18547290' }), { vat: null, tax: '18547290', legal: '18547290' }],
    ['company without number', company({ cif: null }), { vat: null, tax: null, legal: null }],
    ['consumer', sampleConsumer(), { vat: null, tax: null, legal: '0000000000000' }],
    ['consumer with personal number', sampleConsumer({ cnp: '2850312040015' }), { vat: null, tax: null, legal: '2850312040015' }],
    [
      'consumer, personal number as tax number',
      sampleConsumer({ cif: '2850312040015' }),
      { vat: null, tax: null, legal: '2850312040015' },
    ],
    ['sole trader', sampleConsumer({ cif: '29074154' }), { vat: null, tax: '29074154', legal: '29074154' }],
    ['EU company by its prefix', foreign({ cif: 'DE123456789' }), { vat: 'DE123456789', tax: null, legal: 'DE123456789' }],
    [
      'EU company by VAT code',
      foreign({ cif: '55/123', vatCode: 'DE 123456789' }),
      { vat: 'DE123456789', tax: null, legal: '55/123' },
    ],
    [
      'EU company, VAT payer without prefix',
      foreign({ country: 'GR', cif: '123456789', isVatPayer: true }),
      { vat: 'EL123456789', tax: null, legal: '123456789' },
    ],
    [
      'EU company outside VAT',
      foreign({ cif: '123456789', registrationNumber: 'HRB 1' }),
      { vat: null, tax: null, legal: 'HRB 1' },
    ],
    [
      'company outside the EU',
      foreign({ country: 'MD', cif: '1003600012345', isVatPayer: true }),
      { vat: null, tax: null, legal: '1003600012345' },
    ],
  ])('%s', (_, buyer, expected) => {
    expect(buyerIdentifiers(buyer)).toEqual(expected);
  });
});

describe('sellerIdentifiers', () => {
  it('goes by the company record or the statement on the document, not by a leftover VAT code', () => {
    const seller = sampleSeller({ isVatPayer: false });
    expect(sellerIdentifiers(seller, { platitorTva: false })).toEqual({ vat: null, tax: '40123452', legal: '40123452' });
    expect(sellerIdentifiers(seller, { platitorTva: true })).toEqual({ vat: 'RO40123452', tax: null, legal: '40123452' });
    expect(sellerIdentifiers(sampleSeller({ vatCode: null }), { platitorTva: false }).vat).toBe('RO40123452');
  });
});
