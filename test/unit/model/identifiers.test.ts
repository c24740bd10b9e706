import { describe, expect, it } from 'vitest';
import { buyerIdentifiers, isConsumer, isExternal, sellerIdentifiers, type Identifiers } from '#shared/model/identifiers.ts';
import { sampleBuyer, sampleConsumer, sampleSeller } from '../../support/documents.ts';
import type { Party } from '#shared/model/party.ts';

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
    ['consumer with personal number', sampleConsumer({ cnp: '2850312040015' }), { vat: null, tax: null, legal: '0000000000000' }],
    [
      'consumer, personal number as tax number',
      sampleConsumer({ cif: '2850312040015' }),
      { vat: null, tax: null, legal: '0000000000000' },
    ],
    [
      'consumer whose record allows sending the personal number',
      sampleConsumer({ cnp: '2850312040015', sendPersonalNumber: true }),
      { vat: null, tax: null, legal: '2850312040015' },
    ],
    [
      'consumer whose record allows sending the personal number, stored as tax number',
      sampleConsumer({ cif: '2850312 040015', sendPersonalNumber: true }),
      { vat: null, tax: null, legal: '2850312040015' },
    ],
    [
      'record of a company with a personal number as its tax number',
      company({ cif: '2850312040015' }),
      { vat: null, tax: null, legal: '0000000000000' },
    ],
    [
      'person with a VAT code and a personal number',
      sampleConsumer({ cif: '2850312040015', vatCode: 'RO29074154' }),
      { vat: 'RO29074154', tax: null, legal: '29074154' },
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
      'company abroad with a Romanian VAT number',
      foreign({ cif: 'RO18547290' }),
      { vat: 'RO18547290', tax: null, legal: 'RO18547290' },
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

describe('the endpoint and parameters of an upload depend on the buyer', () => {
  const abroad = (overrides: Partial<Party>): Party => sampleBuyer({ country: 'DE', isVatPayer: false, ...overrides });

  it.each<[title: string, buyer: Party, consumer: boolean, external: boolean]>([
    ['a company', sampleBuyer(), false, false],
    ['a consumer', sampleConsumer(), true, false],
    ['a consumer with a personal number', sampleConsumer({ cnp: '2850312040015' }), true, false],
    ['a consumer whose personal number is in the tax number', sampleConsumer({ cif: '2850312040015' }), true, false],
    ['a record of a company with a personal number', sampleBuyer({ isVatPayer: false, cif: '2850312040015' }), true, false],
    ['a sole trader', sampleConsumer({ cif: '29074154' }), false, false],
    ['a person in business by the VAT code', sampleConsumer({ vatCode: 'RO29074154' }), false, false],
    ['a company abroad', abroad({ cif: 'DE123456789', vatCode: 'DE123456789' }), false, true],
    ['a company abroad with a Romanian VAT code', abroad({ cif: 'HRB1', vatCode: 'RO18547290' }), false, false],
    ['a company abroad with a Romanian number as its tax number', abroad({ cif: 'ro 18547290' }), false, false],
    ['a company in Moldova, whose numbers have 13 digits', abroad({ country: 'MD', cif: '1003600012345' }), false, true],
    ['a consumer abroad', sampleConsumer({ country: 'DE' }), true, true],
  ])('%s', (_, buyer, consumer, external) => {
    expect({ consumer: isConsumer(buyer), external: isExternal(buyer) }).toEqual({ consumer, external });
  });
});

describe('sellerIdentifiers', () => {
  it('depend on the company record or the statement on the document, not on a leftover VAT code', () => {
    const seller = sampleSeller({ isVatPayer: false });
    expect(sellerIdentifiers(seller, { platitorTva: false })).toEqual({ vat: null, tax: '40123452', legal: '40123452' });
    expect(sellerIdentifiers(seller, { platitorTva: true })).toEqual({ vat: 'RO40123452', tax: null, legal: '40123452' });
    expect(sellerIdentifiers(sampleSeller({ vatCode: null }), { platitorTva: false }).vat).toBe('RO40123452');
  });
});
