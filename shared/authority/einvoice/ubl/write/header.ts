import { vatOnCollectionApplies } from '#shared/model/vat/on-collection.ts';
import { isCreditNoteXml } from '#shared/model/amounts/document-figures.ts';
import { element, siblings, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/** BT-24: the identifier of CIUS-RO (BR-RO-001). */
const CUSTOMIZATION_ID = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';

/** The mention that the Fiscal Code, art. 319 (20), requires on documents with VAT on collection. */
export const VAT_ON_COLLECTION = 'TVA la încasare';
/** BT-8, UNTDID 2005: VAT is due on the day of payment. */
export const ON_PAYMENT = '432';
/** The prefix of the note with the place of delivery. */
export const DELIVERY_PLACE = 'Loc de livrare: ';

/** The document's own data, from BT-24 to BT-10. The positions of type, due date and tax point date depend on the root element. */
export function header(document: InvoiceDocument): Xml {
  const creditNote = isCreditNoteXml(document);
  const taxPointDate = text('cbc:TaxPointDate', document.taxPointDate); // BT-7
  const notes = documentNotes(document).map(note => text('cbc:Note', note.text)); // BT-22
  return siblings(
    text('cbc:CustomizationID', CUSTOMIZATION_ID), // BT-24
    text('cbc:ProfileID', document.businessProcessType), // BT-23
    text('cbc:ID', document.number), // BT-1
    text('cbc:IssueDate', document.issueDate), // BT-2
    ...(creditNote
      ? [taxPointDate, text('cbc:CreditNoteTypeCode', document.invoiceTypeCode), ...notes] // BT-3
      : [
          text('cbc:DueDate', document.dueDate), // BT-9; a credit note has it among the payment means
          text('cbc:InvoiceTypeCode', document.invoiceTypeCode), // BT-3
          ...notes,
          taxPointDate,
        ]),
    text('cbc:DocumentCurrencyCode', document.currency), // BT-5
    document.currency === 'RON' ? '' : text('cbc:TaxCurrencyCode', 'RON'), // BT-6 (BR-RO-030)
    text('cbc:AccountingCost', document.buyerAccountingReference), // BT-19
    text('cbc:BuyerReference', document.buyerReference), // BT-10
    invoicePeriod(document),
  );
}

/** BG-14 with the tax point code. */
function invoicePeriod(document: InvoiceDocument): Xml {
  const period = document.ublExtensions?.invoicePeriod;
  return element(
    'cac:InvoicePeriod',
    text('cbc:StartDate', period?.startDate), // BT-73
    text('cbc:EndDate', period?.endDate), // BT-74
    text('cbc:DescriptionCode', taxPointCode(document)), // BT-8
  );
}

/** BT-8: the document's own, else "on payment" for VAT on collection, unless it has a tax point date (BR-CO-03). */
export function taxPointCode(document: InvoiceDocument): string | null {
  const stated = document.taxPointDateCode?.trim() || document.ublExtensions?.invoicePeriod?.descriptionCode?.trim();
  if (stated) return stated;
  return vatOnCollectionApplies(document) && !document.taxPointDate ? ON_PAYMENT : null;
}

/** The document's notes (BG-1), each with its field of the request; one note per text. */
export function documentNotes(document: InvoiceDocument): { field: string; text: string }[] {
  const texts = [document.notes, document.mentions];
  const mentioned = texts.some(value => value?.toLowerCase().includes(VAT_ON_COLLECTION.toLowerCase()));
  return [
    { field: 'notes', text: document.notes?.trim() ?? '' },
    { field: 'mentions', text: document.mentions?.trim() ?? '' },
    {
      field: 'deliveryLocation',
      text: document.deliveryLocation?.trim() ? `${DELIVERY_PLACE}${document.deliveryLocation.trim()}` : '',
    },
    { field: 'tvaLaIncasare', text: vatOnCollectionApplies(document) && !mentioned ? VAT_ON_COLLECTION : '' },
  ].filter(note => note.text !== '');
}
