import { describe, expect, it } from 'vitest';
import { fiscalRoleOf, operationOf, partnerOf } from '#shared/model/fiscal/operations.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { StatedVatCategory } from '#shared/model/vat/categories.ts';
import { sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';

const german = sampleBuyer({ cif: 'DE136695976', country: 'DE' });
const greek = sampleBuyer({ cif: 'EL094259216', country: 'EL' });
const american = sampleBuyer({ cif: '12-3456789', country: 'US' });

const sale = (client = sampleBuyer(), code?: string): InvoiceDocument =>
  sampleDocument({
    client,
    lines: [sampleLine({ vatCategoryCode: 'E', vatRate: '0' })],
    ...(code && { ublExtensions: { taxExemptionReasonCode: code } }),
  });
const purchase = (country = 'RO'): InvoiceDocument =>
  sampleDocument({ direction: 'incoming', seller: sampleSeller({ id: 'supplier', country }), client: sampleBuyer() });

describe('the operation of a VAT group', () => {
  it.each<[StatedVatCategory, string, InvoiceDocument, string]>([
    ['S', 'a sale in Romania', sale(), 'domestic'],
    ['Z', 'a sale in Romania', sale(), 'domestic'],
    ['AE', 'a sale in Romania', sale(), 'reverse_charge'],
    ['AE', 'a service to Germany', sale(german), 'services_eu'],
    ['AE', 'a service to Greece, by its VAT prefix', sale(greek), 'services_eu'],
    ['AE', 'a service to the United States', sale(american), 'outside'],
    ['K', 'goods to Germany', sale(german), 'goods_eu'],
    ['G', 'goods to the United States', sale(american), 'export'],
    ['O', 'a sale outside the scope', sale(), 'outside'],
    ['E', 'an exemption without code', sale(), 'exempt_without_deduction'],
    ['E', 'medical care', sale(sampleBuyer(), 'VATEX-EU-132-1C'), 'exempt_without_deduction'],
    ['E', 'transport to an export', sale(sampleBuyer(), 'vatex-eu-146-1E'), 'exempt_with_deduction'],
    ['E', 'supplies to diplomats', sale(sampleBuyer(), 'VATEX-EU-151'), 'exempt_with_deduction'],
    ['E', 'second-hand goods', sale(sampleBuyer(), 'VATEX-EU-F'), 'margin'],
    ['E', 'a travel agency', sale(sampleBuyer(), 'VATEX-EU-D'), 'margin'],
    ['E', 'a deposit that is returned', sale(sampleBuyer(), 'VATEX-EU-79-C'), 'not_in_base'],
    ['S', 'a purchase in Romania', purchase(), 'domestic'],
    ['AE', 'a purchase in Romania', purchase(), 'reverse_charge'],
    ['K', 'goods from Germany', purchase('DE'), 'goods_eu'],
    ['AE', 'a service from Germany', purchase('DE'), 'services_eu'],
    ['O', 'a service from Germany', purchase('DE'), 'services_eu'],
    ['O', 'a service from the United States', purchase('US'), 'reverse_charge'],
    ['O', 'a purchase from a supplier that is not registered', purchase(), 'outside'],
    ['L', 'a purchase with the tax of the Canary Islands', purchase('ES'), 'outside'],
  ])('%s on %s', (category, _, document, operation) => {
    expect(operationOf(document, category)).toBe(operation);
  });
});

describe('the role of a document', () => {
  const selfBilled = sampleDocument({ invoiceTypeCode: '389' });
  const inOurName = sampleDocument({ invoiceTypeCode: '389', direction: 'incoming' });
  it.each([
    ['an invoice', sampleDocument(), 'sale', 'client'],
    ['a received invoice', purchase(), 'purchase', 'seller'],
    ['a self-billed invoice of the company', selfBilled, 'purchase', 'client'],
    [
      'a self-billed invoice in the name of the company',
      { ...inOurName, companyId: inOurName.seller.id as never },
      'sale',
      'client',
    ],
  ] as const)('%s', (_, document, role, party) => {
    expect(fiscalRoleOf(document)).toBe(role);
    expect(partnerOf(document)?.name).toBe(document[party]?.name);
  });
});
