import { describe, expect, it } from 'vitest';
import { missingFacts } from '#shared/output/pdf/facts.ts';
import { customerOf, isSelfBilled, supplierIdentifiers, supplierOf } from '#shared/model/roles.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { validateDocument } from '#shared/authority/einvoice/validation/validate.ts';
import { clientChanges } from '#shared/documents/invoices/client-changes/client-counts.ts';
import { defaultWords } from '#shared/documents/invoices/emails/texts.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
} from '../../support/documents.ts';
import { factsOf, printedInvoice, textOf } from '../pdf/sample.ts';

const CLIENT = sampleBuyer({ bankAccount: 'RO09BCYP0000001234567890', bankName: 'Banca Clientului' });
const selfBilled = (overrides: DocumentOverrides = {}): InvoiceDocument =>
  sampleDocument({ invoiceTypeCode: '389', client: CLIENT, platitorTva: false, ...overrides });

/** The text of one party's element. */
const partyIn = (xml: string, name: 'Supplier' | 'Customer'): string =>
  new RegExp(`<cac:Accounting${name}Party>([^]*)</cac:Accounting${name}Party>`).exec(xml)?.[1] ?? '';
const findings = (document: InvoiceDocument) =>
  validateDocument(document)
    .filter(({ severity }) => severity === 'fatal')
    .map(({ rule, field, message }) => ({ rule, field, message }));

describe('a self-billed invoice (389): the client is the seller, the company the buyer', () => {
  it('in the XML, by VAT id, legal form, address and account; it is valid', () => {
    const xml = writeUbl(selfBilled());
    const [supplier, customer] = [partyIn(xml, 'Supplier'), partyIn(xml, 'Customer')];
    for (const stated of ['Șantierul Verde SA', '>RO18547290<', '>18547290<', 'J12/345/2006', 'RO-CJ'])
      expect(supplier).toContain(stated);
    for (const stated of ['Atelierul de Lemn', '>RO40123452<', '>40123452<', 'SECTOR2']) expect(customer).toContain(stated);
    expect(customer).not.toContain('CompanyLegalForm');
    expect(xml).toContain('<cbc:ID>RO09BCYP0000001234567890</cbc:ID>');
    expect(xml).not.toContain('RO49AAAA1B31007593840000');
    expect(findings(selfBilled())).toEqual([]);
  });

  it('the account of the company is never the payee’s: without one of the client none is stated, and a warning names the client', () => {
    const document = selfBilled({ client: sampleBuyer() });
    expect(writeUbl(document)).not.toContain('PayeeFinancialAccount');
    expect(validateDocument(document).find(({ rule }) => rule === 'BT-84')).toMatchObject({
      field: 'clientId',
      message:
        'Add a bank account to the client, who is the seller, so that the document and the e-invoice tell the buyer where to pay.',
    });
  });

  it('the VAT status is the client’s: no VAT id where it has none, whatever the company is', () => {
    const outside = selfBilled({ client: { ...CLIENT, cif: '18547290', isVatPayer: false }, platitorTva: true });
    expect(supplierIdentifiers(outside)).toEqual({ vat: null, tax: '18547290', legal: '18547290' });
    expect(supplierIdentifiers(selfBilled())).toMatchObject({ vat: 'RO18547290' });
  });

  it('a natural person as seller never has thirteen zeros', () => {
    const of = (overrides: object) => supplierIdentifiers(selfBilled({ client: sampleConsumer(overrides) }));
    expect(of({ cnp: '2850312040015' })).toEqual({ vat: null, tax: null, legal: null });
    expect(of({ cnp: '2850312040015', sendPersonalNumber: true })).toMatchObject({ legal: '2850312040015' });
    const unstated = findings(selfBilled({ client: sampleConsumer({ cnp: '2850312040015' }) }));
    expect(unstated.find(({ rule }) => rule === 'BR-RO-065')).toMatchObject({
      field: 'clientId',
      message: expect.stringContaining('set its personal number (cnp) with sendPersonalNumber true'),
    });
  });

  it('exemption reasons of the company are not the seller’s', () => {
    const lines = [sampleLine({ vatRate: '0', vatCategoryCode: 'E' })];
    const document = selfBilled({ lines });
    const withReason = { ...document, seller: { ...document.seller, taxExemptionReason: 'Art. 292' } };
    expect(writeUbl(withReason)).not.toContain('Art. 292');
    expect(findings(withReason).map(({ rule }) => rule)).toContain('BR-E-10');
  });

  it.each([
    ['the seller’s address', { client: { ...CLIENT, address: null } }, 'BR-RO-081', 'clientId', "Set the client's address"],
    ['the seller’s county', { client: { ...CLIENT, county: 'Ardeal' } }, 'BR-RO-110', 'clientId', "Set the client's county"],
    [
      'the name of a seller without record',
      { client: { ...CLIENT, id: null, address: null }, clientId: null },
      'BR-RO-081',
      'receiverAddress',
      "Set the client's address",
    ],
  ])('findings name the request’s field: %s', (_, overrides, rule, field, message) => {
    const found = findings(selfBilled(overrides as DocumentOverrides)).find(one => one.rule === rule);
    expect(found).toMatchObject({ field, message: expect.stringContaining(message) as string });
  });

  it('missing data of the buyer are reported for the company’s own record', () => {
    const document = selfBilled();
    const found = findings({ ...document, seller: { ...document.seller, address: null } });
    expect(found.find(({ rule }) => rule === 'BR-RO-082')).toMatchObject({
      field: null,
      message: expect.stringContaining("company's address") as string,
    });
  });

  it('on the PDF, with the client’s account, and as checked facts', () => {
    const text = textOf(printedInvoice(selfBilled()));
    expect(text).toMatch(
      /Autofactură .* Furnizor Șantierul Verde SA .* CIF RO18547290 .* Client Atelierul de Lemn .* CIF RO40123452/,
    );
    expect(text).toContain('RO09 BCYP 0000 0012 3456 7890');
    expect(text).not.toContain('RO49 AAAA');
    const facts = factsOf(selfBilled());
    expect(facts).toContainEqual({ what: 'seller tax number', text: 'RO18547290' });
    expect(facts).toContainEqual({ what: 'buyer tax number', text: 'RO40123452' });
    expect(
      missingFacts(
        text,
        facts.filter(({ what }) => /seller|buyer|IBAN|title/.test(what)),
      ),
    ).toEqual([]);
  });

  it('and so is its credit note, which says that it is self-billed', () => {
    const note = sampleCreditNote({ client: CLIENT, selfBilled: true });
    expect(isSelfBilled(note)).toBe(true);
    expect(partyIn(writeUbl(note), 'Supplier')).toContain('Șantierul Verde SA');
    expect(textOf(printedInvoice(note))).toContain('Factură storno (Autofactură)');
  });

  it('is as in its XML where it was received', () => {
    const received = selfBilled({ direction: 'incoming' });
    expect([supplierOf(received)?.name, customerOf(received)?.name]).toEqual([received.seller.name, CLIENT.name]);
  });

  it('is a purchase: it does not count as a sale to the client', () => {
    expect(clientChanges(null, selfBilled()).size).toBe(0);
    expect(clientChanges(null, sampleDocument()).size).toBe(1);
  });

  it.each(['ro', 'en'] as const)('is mailed in %s to the seller without a request to pay', language => {
    const { subject, body } = defaultWords({ templates: [], language }, selfBilled());
    expect(subject).toMatch(/^Autofactura|^Self-billed invoice/);
    expect(body).not.toMatch(/due|scaden/);
  });
});
