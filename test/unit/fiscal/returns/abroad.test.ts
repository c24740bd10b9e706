import { describe, expect, it } from 'vitest';
import { decimal } from '#shared/base/kernel/money.ts';
import { journalRows } from '#shared/model/fiscal/journal.ts';
import { projectionOf } from '#shared/model/fiscal/projection.ts';
import { vatReport } from '#shared/model/fiscal/returns/vat-report.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  sampleConsumer,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../../support/documents.ts';

/** Partners abroad in the VAT return: by their VAT number, and sales with the VAT of another member state (REP-25, REP-26). */

const line = (unitPrice: string, vatRate = '21', vatCategoryCode = 'S') =>
  sampleLine({ unitPrice, vatRate, vatCategoryCode: vatCategoryCode as 'S' });
const abroad = (country: string, cif: string, vatCode: string | null = null) => ({
  client: sampleBuyer({ country, cif, vatCode, isVatPayer: vatCode !== null }),
});
const supplier = (country: string, cif: string, vatCode: string | null = null) => ({
  seller: sampleSeller({ id: 'supplier', country, cif, vatCode, isVatPayer: vatCode !== null }),
});
const oneStopShop = { seller: sampleSeller({ oss: true }) };
const sale = (overrides: DocumentOverrides): InvoiceDocument => sampleDocument({ issueDate: '2026-10-07', ...overrides });
const purchase = (overrides: DocumentOverrides): InvoiceDocument =>
  sampleDocument({
    ...{ direction: 'incoming', status: 'synced', issueDate: '2026-10-07' },
    received: { messageId: '1', archivePath: 'a.zip', duplicateOf: null, vat: { isPayer: true, isDeferred: false } },
    ...overrides,
  });
const TOTALS = new Set(['19', '30', '31', '35', '36', '37']);

describe('counts by the VAT number of the partner:', () => {
  it.each<[string, InvoiceDocument, string[]]>([
    [
      'goods from the Union of a supplier without a VAT number',
      purchase({ lines: [line('1000', '0', 'K')], ...supplier('DE', '12/345/67890') }),
      ['5 1000.00 210.00', '20 1000.00 210.00'],
    ],
    [
      'goods from Northern Ireland',
      purchase({
        ...{ purchase: { kind: 'goods_eu' }, lines: [line('1000', '0', 'K')] },
        ...supplier('GB', '123456789', 'XI123456789'),
      }),
      ['5 1000.00 210.00', '5.1 1000.00 210.00', '20 1000.00 210.00', '20.1 1000.00 210.00'],
    ],
    [
      'a sale with Romanian VAT to a business with a number of another state',
      sale({ ...abroad('FR', '303265045', 'FR40303265045'), lines: [line('100')] }),
      ['9 100.00 21.00'],
    ],
    [
      'the same of a company in the one-stop shop, which is for consumers',
      sale({ ...oneStopShop, ...abroad('NL', 'NL123456789B01', 'NL123456789B01'), lines: [line('100')] }),
      ['9 100.00 21.00'],
    ],
    [
      'what that company takes back from a business at a rate that Romania had then',
      sale({ ...oneStopShop, ...abroad('DE', 'DE123456789', 'DE123456789'), lines: [line('-100', '19')] }),
      ['16 -100.00 -19.00'],
    ],
  ])('%s', (_, document, rows) => {
    const { lines } = vatReport('2026-10', journalRows([projectionOf(document)]));
    expect(lines.filter(({ row }) => !TOTALS.has(row)).map(({ row, baseLei, vatLei }) => `${row} ${baseLei} ${vatLei}`)).toEqual(
      rows,
    );
  });
});

describe('is in no row, but named with its amount and in the sums:', () => {
  it.each<[string, InvoiceDocument, string]>([
    [
      'a buyer in the Union with its local number alone',
      sale({ client: sampleBuyer({ country: 'FR', cif: '303265045', isVatPayer: false }), lines: [line('100')] }),
      'Sales (domestic, 21 %): base 100.00 lei, VAT 21.00 lei, 1 document: the buyer is a consumer in another member state, or has no',
    ],
    [
      'the one-stop shop, at a rate that Romania has too',
      sale({ ...oneStopShop, client: sampleConsumer({ country: 'NL' }), lines: [line('100')] }),
      'Sales (domestic, 21 %): base 100.00 lei, VAT 21.00 lei, 1 document: the VAT of another member state',
    ],
    [
      'what a company in the one-stop shop takes back from a consumer abroad at a rate that Romania had then',
      sale({ ...oneStopShop, client: sampleConsumer({ country: 'DE' }), lines: [line('-100', '9')] }),
      'Sales (domestic, 9 %): base -100.00 lei, VAT -9.00 lei, 1 document: the buyer is a consumer in another member state',
    ],
    [
      'the one-stop shop, at an old rate',
      sale({ ...oneStopShop, client: sampleConsumer({ country: 'DE' }), lines: [line('100', '19')] }),
      'Sales (domestic, 19 %): base 100.00 lei, VAT 19.00 lei, 1 document: the VAT of another member state',
    ],
    [
      'a rate that Romania never had, abroad',
      sale({ client: sampleConsumer({ country: 'HU' }), lines: [line('100', '27')] }),
      'Sales (domestic, 27 %): base 100.00 lei, VAT 27.00 lei, 1 document: the VAT of another member state',
    ],
  ])('%s', (_, document, text) => {
    const [row] = journalRows([projectionOf(document)]);
    const { lines, leftOut, collected } = vatReport('2026-10', [row!]);
    expect(lines).toEqual([]);
    expect(leftOut[0]).toContain(text);
    expect(decimal(collected).toFixed(2)).toBe(row!.groups[0]!.vatLei);
  });
});
