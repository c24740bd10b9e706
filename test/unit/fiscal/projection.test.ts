import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, cents, decimal, sum } from '#shared/base/kernel/money.ts';
import { deductionOf } from '#shared/model/amounts/deduction.ts';
import { fiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import { journalRows } from '#shared/model/fiscal/journal.ts';
import { countsFiscally, fiscalPeriodOf, projectionOf } from '#shared/model/fiscal/projection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { arbitraryDocument } from '../../support/einvoice/arbitrary-documents.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

const line = (unitPrice: string, vatRate = '21', quantity = '1') => sampleLine({ unitPrice, vatRate, quantity });
const brief = (document: InvoiceDocument) =>
  projectionOf(document).groups.map(({ category, rate, operation, base, vat, baseLei, vatLei }) =>
    [category, rate, operation, base, vat, baseLei, vatLei].join(' '),
  );

const received = (overrides: DocumentOverrides, isDeferred = false): InvoiceDocument =>
  sampleDocument({
    ...{ direction: 'incoming', status: 'synced', taxauthStatus: 'validated', seller: sampleSeller({ id: 'supplier' }) },
    received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred } },
    booking: { expenseCategory: null, expenseAccount: null, vatDeductiblePercent: '50', receivedDate: '2026-03-05' },
    ...overrides,
  });

describe('the groups of a projection', () => {
  it.each<[string, InvoiceDocument, string[]]>([
    [
      '10 × 123.45 at 21 %',
      sampleDocument({ lines: [line('123.45', '21', '10')] }),
      ['S 21 domestic 1234.50 259.25 1234.50 259.25'],
    ],
    [
      'an allowance and a charge of the document',
      sampleDocument({
        lines: [line('1000'), line('100', '11')],
        ublExtensions: {
          allowanceCharges: [
            { chargeIndicator: false, amount: '100.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Discount' },
            { chargeIndicator: true, amount: '30.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Transport' },
          ],
        },
      }),
      ['S 21 domestic 930.00 195.30 930.00 195.30', 'S 11 domestic 100.00 11.00 100.00 11.00'],
    ],
    ['a credit note', sampleCreditNote({ lines: [line('33.33', '11', '-7')] }), ['S 11 domestic -233.31 -25.66 -233.31 -25.66']],
    [
      'euros',
      sampleDocument({ currency: 'EUR', exchangeRate: '5.0907', lines: [line('1000')] }),
      ['S 21 domestic 1000.00 210.00 5090.70 1069.05'],
    ],
    [
      'an advance in euros, settled at its own rate',
      sampleDocument({
        ...{ currency: 'EUR', exchangeRate: '5.0739' },
        lines: [line('5000'), { ...line('2000', '21', '-1'), exchangeRate: '5.0908' }],
      }),
      ['S 21 domestic 3000.00 630.00 15187.90 3189.46'],
    ],
    [
      'reverse charge beside taxed lines',
      sampleDocument({ lines: [line('100'), sampleLine({ unitPrice: '50', vatCategoryCode: 'AE', vatRate: '0' })] }),
      ['S 21 domestic 100.00 21.00 100.00 21.00', 'AE 0 reverse_charge 50.00 0.00 50.00 0.00'],
    ],
  ])('%s', (_, document, groups) => {
    expect(brief(document)).toEqual(groups);
  });

  it('sum to the totals of the e-invoice, in both currencies', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.constantFrom('1', '4.4247', '5.08671'), (made, exchangeRate) => {
        const document = { ...made, exchangeRate: made.currency === 'RON' ? '1' : exchangeRate };
        const { groups } = projectionOf(document);
        const total = (name: 'base' | 'vat' | 'baseLei' | 'vatLei') => sum(groups.map(group => group[name])).toFixed(2);
        const { subtotal, vatTotal } = fiscalTotals(document);
        expect([total('base'), total('vat')]).toEqual([subtotal, vatTotal]);
        const { fiscalSubtotalCents, fiscalVatTotalCents } = fiscalCents(document);
        expect([cents(total('baseLei')), cents(total('vatLei'))]).toEqual([fiscalSubtotalCents, fiscalVatTotalCents]);
      }),
      generated({ runs: 60, seed: 36 }),
    );
  });
});

describe('purchases', () => {
  it('reverse charge: the VAT that the buyer owes itself, as the document shows it', () => {
    const document = received({ lines: [sampleLine({ unitPrice: '4000', vatCategoryCode: 'AE', vatRate: '0' })] });
    const { groups, role, deductiblePercent } = projectionOf(document);
    expect(groups.map(group => group.selfAssessed)).toEqual(['840.00']);
    expect(deductionOf(document)?.vatSelfAssessed).toBe('840.00');
    expect([role, deductiblePercent]).toEqual(['purchase', '50']);
  });

  it('VAT on collection: what is not due is what the document shows as deferred, before the deductible share', () => {
    const document = received({ lines: [line('1000')] }, true);
    expect(projectionOf(document).notDue?.map(part => part.vatLei)).toEqual(['210.00']);
    expect(deductionOf(document)?.vatDeferred).toBe('105.00');
  });

  const invoiced = (kind: 'services_eu' | 'invoice') => ({ purchase: { kind } });
  it.each<[string, boolean, string, 'AE' | 'K' | 'O', object, string]>([
    ['domestic reverse charge, registered', true, 'RO', 'AE', {}, '210.00'],
    // Fiscal Code, art. 331 (1): both parties are registered.
    ['domestic reverse charge, not registered', false, 'RO', 'AE', {}, '0.00'],
    ['the same of a purchase that was entered by hand', false, 'RO', 'AE', invoiced('invoice'), '0.00'],
    ['a service of the Union, not registered', false, 'DE', 'AE', {}, '210.00'],
    ['the same of a purchase that was entered by hand', false, 'DE', 'AE', invoiced('services_eu'), '210.00'],
    ['goods of the Union, not registered', false, 'DE', 'K', {}, '210.00'],
    ['a service from elsewhere, not registered', false, 'US', 'O', {}, '210.00'],
    ['what is outside of the scope here', true, 'RO', 'O', {}, '0.00'],
  ])('%s: journal and document show the same VAT that the company owes itself', (_, isPayer, country, category, more, owed) => {
    const document = received({
      lines: [sampleLine({ unitPrice: '1000', vatCategoryCode: category, vatRate: '0' })],
      seller: sampleSeller({ id: 'supplier', country }),
      received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer, isDeferred: false } },
      ...more,
    });
    const [row] = journalRows([projectionOf(document)]);
    expect([row?.groups[0]?.selfAssessedLei, deductionOf(document)?.vatSelfAssessed]).toEqual([owed, owed]);
    const half = isPayer ? amount(decimal(owed).div(2)) : '0.00';
    expect([row?.groups[0]?.deductibleLei, deductionOf(document)?.vatDeductible]).toEqual([half, half]);
  });

  it('nothing is deductible for a company that is not registered', () => {
    const unregistered = { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: false, isDeferred: false } };
    expect(projectionOf(received({ received: unregistered })).deductiblePercent).toBe('0');
    const selfBilled = sampleDocument({ invoiceTypeCode: '389', seller: sampleSeller({ isVatPayer: false }) });
    expect(projectionOf(selfBilled).deductiblePercent).toBe('0');
  });
});

describe('the VAT number of the partner', () => {
  const stated = (overrides: Parameters<typeof sampleBuyer>[0]): [string | null, string | null] => {
    const { partner, vatNumber = null } = projectionOf(sampleDocument({ client: sampleBuyer(overrides) }));
    return [partner.cif, vatNumber];
  };
  // An entry has it where it is neither the tax number nor that of a partner here, so that few have it.
  it.each<[string, Parameters<typeof sampleBuyer>[0], string | null]>([
    ['here', { cif: '18547290', vatCode: 'RO18547290' }, null],
    ['of another state, as the tax number too', { country: 'DE', cif: 'de 136 695 976', vatCode: 'DE136695976' }, null],
    ['beside the local number', { country: 'FR', cif: '303265045', vatCode: 'FR40303265045' }, 'FR40303265045'],
    ['without a prefix', { country: 'DE', cif: '136695976' }, 'DE136695976'],
    ['none', { country: 'FR', cif: '303265045', isVatPayer: false }, null],
    ['without a tax number', { country: 'FR', cif: null, vatCode: 'FR40303265045' }, null],
    ['of Romania, of a business abroad', { country: 'FR', cif: '303265045', vatCode: 'RO18547290' }, 'RO18547290'],
    ['of another state, of a business here', { cif: 'RO18547290', vatCode: 'DE136695976' }, 'DE136695976'],
  ])('%s', (_, overrides, vatNumber) => {
    expect(stated(overrides)[1]).toBe(vatNumber);
  });

  it('leaves the tax number as it is, by which ledgers know the partner', () => {
    expect(stated({ country: 'FR', cif: '303265045', vatCode: 'FR40303265045' })[0]).toBe('303265045');
  });
});

describe('the one-stop shop', () => {
  const consumer = (country: string) => ({ client: sampleConsumer({ country }) });
  const deliveredTo = (countryCode: string) => ({ ublExtensions: { delivery: { deliveryAddress: { countryCode } } } });
  it.each<[string, string, DocumentOverrides, boolean]>([
    ['a rate of Hungary', '27', consumer('HU'), true],
    ['21 % in the Netherlands', '21', consumer('NL'), true],
    ['9 % in the Netherlands, which Romania had', '9', consumer('NL'), true],
    ['20 % in Northern Ireland', '20', consumer('XI'), true],
    [
      'a business there, at a rate that Romania has too',
      '21',
      { client: sampleBuyer({ country: 'NL', cif: 'NL123456789B01' }) },
      false,
    ],
    [
      'a business there, at a rate that Romania never had',
      '27',
      { client: sampleBuyer({ country: 'HU', cif: 'HU12345678' }) },
      true,
    ],
    ['goods that a consumer here has sent there', '21', { ...consumer('RO'), ...deliveredTo('NL') }, true],
    ['Romanian VAT of a service to a German consumer', '21', consumer('DE'), false],
    ['goods that are delivered here', '21', { ...consumer('NL'), ...deliveredTo('RO') }, false],
    ['a buyer registered here', '21', { client: sampleBuyer({ country: 'NL', cif: 'RO18547290' }) }, false],
    ['a consumer elsewhere', '21', consumer('US'), false],
    ['a consumer here', '21', consumer('RO'), false],
  ])('%s', (_, rate, overrides, isMarked) => {
    const day = { issueDate: '2026-10-07' };
    const seller = sampleSeller({ oss: true });
    const groupOf = (document: DocumentOverrides) => projectionOf(sampleDocument({ ...day, ...document })).groups[0];
    expect(groupOf({ ...overrides, seller, lines: [line('100', rate)] })?.oss ?? false).toBe(isMarked);
    expect(groupOf({ ...overrides, lines: [line('100', rate)] })?.oss).toBeUndefined();
  });
});

describe('the period', () => {
  const goods = [sampleLine({ vatCategoryCode: 'K', vatRate: '0' })];
  const delivered = { delivery: { actualDeliveryDate: '2026-01-20' } };
  it.each<[string, InvoiceDocument, string]>([
    ['of the issue', sampleDocument({ issueDate: '2026-03-05' }), '2026-03'],
    ['of a stated tax point', sampleDocument({ issueDate: '2026-03-05', taxPointDate: '2026-02-28' }), '2026-02'],
    ['of the delivery', sampleDocument({ issueDate: '2026-03-05', ublExtensions: delivered }), '2026-01'],
    [
      'of the 15th after a delivery within the Union',
      sampleDocument({ issueDate: '2026-03-05', ublExtensions: delivered, lines: goods, client: sampleBuyer({ country: 'DE' }) }),
      '2026-02',
    ],
    ['of the entry of a purchase', received({ issueDate: '2026-02-27' }), '2026-03'],
    [
      'of a purchase that was delivered before its tax point',
      received({ issueDate: '2026-03-01', taxPointDate: '2026-04-02' }),
      '2026-04',
    ],
  ])('%s', (_, document, period) => {
    expect(fiscalPeriodOf(document)).toBe(period);
  });
});

it.each([
  ['draft', null, false],
  ['issued', null, true],
  ['rejected', 'rejected', true],
  ['synced', 'validated', true],
  ['cancelled', null, false],
  ['cancelled', 'validated', true],
] as const)('a document that is %s, at the authority %s, counts: %s', (status, taxauthStatus, counts) => {
  expect(countsFiscally({ status, taxauthStatus })).toBe(counts);
});

it('a document that was delivered twice counts once', () => {
  const first = received({});
  const again = received({ received: { messageId: '2', archivePath: 'b.zip', duplicateOf: first.id } });
  expect([countsFiscally(first), countsFiscally(again)]).toEqual([true, false]);
});
