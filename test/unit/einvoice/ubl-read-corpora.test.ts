import { XmlDocument, type XmlElement as Node } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { factsOf } from '../pdf/sample.ts';
import { evaluate } from '#shared/authority/einvoice/rules/evaluate.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { invoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import type { ReadInvoice, ReadParty } from '#shared/authority/einvoice/ubl/read/model.ts';
import { amount, decimal, sum } from '#shared/base/kernel/money.ts';
import { corpusSpecimens } from '../../conformance/corpus.ts';
import { sampleDocument } from '../../support/documents.ts';
import { oracleAvailable, SKIPPED } from '../../support/einvoice/oracle.ts';

/** Documents of many suppliers and countries, read by us and by XPath: every one that EN 16931 or CIUS-RO accepts. */

const NAMESPACES = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

const accepted = (xml: string): boolean =>
  (['en16931-1.3.16', 'cius-ro-1.0.9'] as const).some(set => !evaluate(xml, set).some(({ severity }) => severity === 'fatal'));

const whole = oracleAvailable
  ? corpusSpecimens().filter(({ name, xml }) => !name.includes('#') && accepted(xml))
  : [{ name: 'none', xml: '' }];

/** The trimmed texts at an XPath, empty ones left out. */
type Look = (path: string, from?: Node) => string[];

function withXPath(xml: string, work: (look: Look, nodes: (path: string) => Node[]) => void): void {
  const document = XmlDocument.fromString(xml);
  try {
    work(
      (path, from = document.root) =>
        from
          .find(path, NAMESPACES)
          .map(node => node.content.trim())
          .filter(text => text !== ''),
      path => document.root.find(path, NAMESPACES) as Node[],
    );
  } finally {
    document.dispose();
  }
}

/** The first text, or null. */
const one = ([text]: string[]): string | null => text ?? null;
// XML Schema lets a decimal begin with a plus.
const money = (text: string | null): string => amount(decimal(text?.replace(/^\+/, '')));
const amounts = (texts: string[]): string[] => texts.map(money);
const number = (text: string | null): number | null => (text === null ? null : Number(text));

const VAT_SCHEME = "cac:TaxScheme/cbc:ID[translate(.,'vat','VAT')='VAT']";

function expectParty(party: ReadParty, look: Look, path: string): void {
  expect(party.name).toBe(one(look(`${path}/cac:PartyLegalEntity/cbc:RegistrationName`)));
  expect(party.tradingName).toBe(one(look(`${path}/cac:PartyName/cbc:Name`)));
  expect(party.vatId).toBe(one(look(`${path}/cac:PartyTaxScheme[${VAT_SCHEME}]/cbc:CompanyID`)));
  expect(party.taxId).toBe(one(look(`${path}/cac:PartyTaxScheme[not(${VAT_SCHEME})]/cbc:CompanyID`)));
  expect(party.legalId?.id ?? null).toBe(one(look(`${path}/cac:PartyLegalEntity/cbc:CompanyID`)));
  expect(party.legalId?.scheme ?? null).toBe(one(look(`${path}/cac:PartyLegalEntity/cbc:CompanyID/@schemeID`)));
  expect(party.legalForm).toBe(one(look(`${path}/cac:PartyLegalEntity/cbc:CompanyLegalForm`)));
  expect(party.endpoint?.id ?? null).toBe(one(look(`${path}/cbc:EndpointID`)));
  expect(party.identifiers.map(({ id }) => id)).toEqual(look(`${path}/cac:PartyIdentification/cbc:ID`));
  expect(party.address.streets).toEqual(
    ['cbc:StreetName', 'cbc:AdditionalStreetName', 'cac:AddressLine/cbc:Line'].flatMap(line =>
      look(`${path}/cac:PostalAddress/${line}`),
    ),
  );
  expect(party.address.city).toBe(one(look(`${path}/cac:PostalAddress/cbc:CityName`)));
  expect(party.address.postalZone).toBe(one(look(`${path}/cac:PostalAddress/cbc:PostalZone`)));
  expect(party.address.country).toBe(one(look(`${path}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`)));
  expect(party.contact).toEqual({
    name: one(look(`${path}/cac:Contact/cbc:Name`)),
    phone: one(look(`${path}/cac:Contact/cbc:Telephone`)),
    email: one(look(`${path}/cac:Contact/cbc:ElectronicMail`)),
  });
}

function expectTotals(read: ReadInvoice, look: Look): void {
  const total = (name: string): string => money(one(look(`cac:LegalMonetaryTotal/cbc:${name}`)));
  const own = 'cac:TaxTotal[cac:TaxSubtotal or count(../cac:TaxTotal)=1]';
  expect(read.totals).toEqual({
    lines: total('LineExtensionAmount'),
    allowances: total('AllowanceTotalAmount'),
    charges: total('ChargeTotalAmount'),
    taxExclusive: total('TaxExclusiveAmount'),
    taxInclusive: total('TaxInclusiveAmount'),
    prepaid: total('PrepaidAmount'),
    rounding: total('PayableRoundingAmount'),
    payable: total('PayableAmount'),
    vat: money(one(look(`${own}/cbc:TaxAmount`))),
    vatInTaxCurrency: amounts(look('cac:TaxTotal[not(cac:TaxSubtotal) and count(../cac:TaxTotal)>1]/cbc:TaxAmount'))[0] ?? null,
  });
  expect(read.vatGroups.map(({ category }) => category)).toEqual(look('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID'));
  expect(read.vatGroups.map(({ taxable }) => taxable)).toEqual(amounts(look('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount')));
  expect(read.vatGroups.map(({ vat }) => vat)).toEqual(amounts(look('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount')));
  expect(read.adjustments.map(entry => entry.amount)).toEqual(amounts(look('cac:AllowanceCharge/cbc:Amount')));
  expect(read.adjustments.map(entry => entry.isCharge)).toEqual(
    look('cac:AllowanceCharge/cbc:ChargeIndicator').map(text => text === 'true' || text === '1'),
  );
}

function expectLines(read: ReadInvoice, look: Look, nodes: (path: string) => Node[]): void {
  const lines = nodes('cac:InvoiceLine | cac:CreditNoteLine');
  expect(read.lines).toHaveLength(lines.length);
  read.lines.forEach((line, index) => {
    const at = (path: string): string | null => one(look(path, lines[index]!));
    expect([line.id, line.name, line.note, line.unitCode]).toEqual([
      at('cbc:ID'),
      at('cac:Item/cbc:Name'),
      at('cbc:Note'),
      at('*[self::cbc:InvoicedQuantity or self::cbc:CreditedQuantity]/@unitCode'),
    ]);
    expect([line.description, line.sellersId, line.buyersId, line.standardId?.id ?? null, line.orderLine]).toEqual([
      at('cac:Item/cbc:Description'),
      at('cac:Item/cac:SellersItemIdentification/cbc:ID'),
      at('cac:Item/cac:BuyersItemIdentification/cbc:ID'),
      at('cac:Item/cac:StandardItemIdentification/cbc:ID'),
      at('cac:OrderLineReference/cbc:LineID'),
    ]);
    expect([line.quantity, line.net, line.price, line.grossPrice, line.baseQuantity].map(number)).toEqual(
      [
        at('*[self::cbc:InvoicedQuantity or self::cbc:CreditedQuantity]'),
        at('cbc:LineExtensionAmount'),
        at('cac:Price/cbc:PriceAmount'),
        at('cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
        at('cac:Price/cbc:BaseQuantity') ?? '1',
      ].map(number),
    );
    expect([line.category, Number(line.rate)]).toEqual([
      at('cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
      Number(at('cac:Item/cac:ClassifiedTaxCategory/cbc:Percent') ?? 0),
    ]);
    expect(line.adjustments.map(entry => entry.amount)).toEqual(amounts(look('cac:AllowanceCharge/cbc:Amount', lines[index]!)));
    expect(line.properties.map(({ name }) => name)).toEqual(look('cac:Item/cac:AdditionalItemProperty/cbc:Name', lines[index]!));
    expect(line.classifications.map(({ id }) => id)).toEqual(
      look('cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode', lines[index]!),
    );
  });
}

describe.skipIf(!oracleAvailable)(`reading the corpora${SKIPPED}`, () => {
  it('there are documents of every kind', () => {
    const reads = whole.map(({ xml }) => readUbl(xml));
    expect(reads.length).toBeGreaterThan(50);
    expect(new Set(reads.map(({ root }) => root)).size).toBe(2);
    expect(new Set(reads.map(({ currency }) => currency)).size).toBeGreaterThan(3);
    expect(new Set(reads.map(({ seller }) => seller.address.country)).size).toBeGreaterThan(3);
    expect(reads.filter(({ vatGroups }) => vatGroups.length > 1).length).toBeGreaterThan(10);
    expect(reads.filter(({ documents }) => documents.some(({ attachment }) => attachment)).length).toBeGreaterThan(1);
  });

  it.each(whole)('$name has the same values by XPath', ({ xml }) => {
    const read = readUbl(Buffer.from(xml));
    withXPath(xml, (look, nodes) => {
      expect([read.number, read.issueDate, read.currency, read.businessProcessType]).toEqual([
        one(look('cbc:ID')),
        one(look('cbc:IssueDate')),
        one(look('cbc:DocumentCurrencyCode')),
        one(look('cbc:ProfileID')),
      ]);
      expect(read.typeCode).toBe(one(look('cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode')));
      expect(read.dueDate).toBe(one(look('cbc:DueDate | cac:PaymentMeans/cbc:PaymentDueDate')));
      expect(read.notes).toEqual(look('cbc:Note'));
      expect([read.period?.startDate ?? null, read.period?.endDate ?? null, read.taxPointDate]).toEqual([
        one(look('cac:InvoicePeriod/cbc:StartDate')),
        one(look('cac:InvoicePeriod/cbc:EndDate')),
        one(look('cbc:TaxPointDate')),
      ]);
      expect([read.references.order, read.references.contract, read.buyerReference, read.buyerAccountingReference]).toEqual([
        one(look('cac:OrderReference/cbc:ID')),
        one(look('cac:ContractDocumentReference/cbc:ID')),
        one(look('cbc:BuyerReference')),
        one(look('cbc:AccountingCost')),
      ]);
      expect(read.preceding.map(entry => entry.number)).toEqual(look('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'));
      expect(read.documents.map(({ id }) => id)).toEqual(
        look('cac:AdditionalDocumentReference[not(cbc:DocumentTypeCode=130 or cbc:DocumentTypeCode=50)]/cbc:ID'),
      );
      expect(read.documents.flatMap(({ attachment }) => attachment?.mimeCode ?? [])).toEqual(
        look('cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject/@mimeCode'),
      );
      expect(read.paymentMeans.map(({ code }) => code)).toEqual(look('cac:PaymentMeans/cbc:PaymentMeansCode'));
      expect(read.paymentMeans.flatMap(({ account }) => account?.id ?? [])).toEqual(
        look('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID'),
      );
      expect(read.paymentTerms).toBe(one(look('cac:PaymentTerms/cbc:Note')));
      expect(read.payee?.name ?? null).toBe(one(look('cac:PayeeParty/cac:PartyName/cbc:Name')));
      expect(read.taxRepresentative?.name ?? null).toBe(one(look('cac:TaxRepresentativeParty/cac:PartyName/cbc:Name')));
      expect(read.delivery?.date ?? null).toBe(one(look('cac:Delivery/cbc:ActualDeliveryDate')));
      expectParty(read.seller, look, 'cac:AccountingSupplierParty/cac:Party');
      expectParty(read.buyer, look, 'cac:AccountingCustomerParty/cac:Party');
      expectTotals(read, look);
      expectLines(read, look, nodes);
    });
  });

  it.each(whole)('$name can be stored and printed', ({ xml }) => {
    const read = readUbl(xml);
    const content = invoiceContent(read);
    const sign = read.root === 'CreditNote' ? -1 : 1;
    const signed = (stated: string): string => amount(decimal(stated).times(sign));
    expect([content.subtotal, content.vatTotal, content.total, content.payable]).toEqual(
      [read.totals.taxExclusive, read.totals.vat, read.totals.taxInclusive, read.totals.payable].map(signed),
    );
    expect(amount(sum(content.lines.map(line => line.subtotal)))).toBe(signed(read.totals.lines));
    if (read.adjustments.length === 0) {
      expect(amount(sum(content.lines.map(line => line.vatAmount)))).toBe(content.vatTotal);
      expect(amount(sum(content.lines.map(line => line.total)))).toBe(content.total);
    }
    const document = {
      ...sampleDocument(),
      ...content,
      exchangeRate: content.exchangeRate ?? '1',
      lines: content.lines.map((line, index) => ({ ...line, id: String(index) })),
    };
    const facts = factsOf({ ...document, language: 'ro' });
    expect(facts.map(({ text }) => text)).toEqual(expect.arrayContaining([read.number, read.seller.name, read.buyer.name]));
    expect(facts.every(({ text }) => typeof text === 'string')).toBe(true);
    expect(labelsOf(document.language ?? 'ro').language).toBe('ro');
  });
});
