import { XmlDocument } from 'libxml2-wasm';
import type { Figures } from './figures.ts';

/** The figures in the XML of an e-invoice, read with XPath: independent of the service's own reader. */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const NAMESPACES = { cac: `${UBL}CommonAggregateComponents-2`, cbc: `${UBL}CommonBasicComponents-2` };

export interface VatGroup {
  category: string;
  rate: number;
  /** In cents of the document's currency, with the sign of the books. */
  base: number;
  vat: number;
}

export interface XmlFigures {
  figures: Figures;
  currency: string;
  /** BT-111, the VAT in lei; null in a document in lei. */
  vatInLei: number | null;
  groups: VatGroup[];
  isSelfBilled: boolean;
  /** Tax numbers without country, and countries. */
  seller: string;
  sellerCountry: string;
  buyerCountry: string;
}

const party = (role: string): string => `/*/cac:Accounting${role}Party/cac:Party`;
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';

export function readXml(xml: string): XmlFigures {
  using document = XmlDocument.fromString(xml);
  const text = (path: string): string => document.get(path, NAMESPACES)?.content ?? '';
  const currency = text('/*/cbc:DocumentCurrencyCode');
  // A credit note states positive amounts; the books deduct them.
  const sign = document.root.name === 'CreditNote' ? -1 : 1;
  const cents = (value: string): number => sign * Math.round(Number(value) * 100) + 0;
  const total = (name: string): number => cents(text(`/*/cac:LegalMonetaryTotal/cbc:${name}`));
  const vatIn = (code: string): string => text(`/*/cac:TaxTotal/cbc:TaxAmount[@currencyID="${code}"]`);
  const inCurrency = `/*/cac:TaxTotal[cbc:TaxAmount/@currencyID="${currency}"]/cac:TaxSubtotal`;
  const groups = document.find(inCurrency, NAMESPACES).map((_, place) => {
    const of = (path: string): string => text(`(${inCurrency})[${place + 1}]/${path}`);
    return {
      category: of('cac:TaxCategory/cbc:ID'),
      rate: Number(of('cac:TaxCategory/cbc:Percent')),
      base: cents(of('cbc:TaxableAmount')),
      vat: cents(of('cbc:TaxAmount')),
    };
  });
  const seller =
    text(`${party('Supplier')}/cac:PartyTaxScheme/cbc:CompanyID`) ||
    text(`${party('Supplier')}/cac:PartyLegalEntity/cbc:CompanyID`);
  return {
    figures: {
      base: total('TaxExclusiveAmount'),
      vat: cents(vatIn(currency)),
      total: total('TaxInclusiveAmount'),
      toPay: total('PayableAmount'),
    },
    currency,
    vatInLei: currency === 'RON' ? null : cents(vatIn('RON')),
    groups,
    isSelfBilled: text('/*/cbc:InvoiceTypeCode') === '389',
    seller: seller.replace(/\D/g, ''),
    sellerCountry: text(`${party('Supplier')}/${COUNTRY}`),
    buyerCountry: text(`${party('Customer')}/${COUNTRY}`),
  };
}
