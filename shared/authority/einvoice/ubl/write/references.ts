import { isCreditNoteXml } from '#shared/model/amounts/document-figures.ts';
import { element, siblings, text, type Xml } from '#shared/base/kernel/xml.ts';
import { precedingInvoices } from '#shared/model/preceding.ts';
import type { InvoiceDocument, PrecedingInvoice } from '#shared/model/invoice.ts';

/** UNTDID 1001 codes for the type of an additional reference. */
const INVOICED_OBJECT = '130';
const PROJECT = '50';

/** References to other documents, BT-11 to BT-18, BG-3 and BG-24, in the order of the root element's schema. */
export function references(document: InvoiceDocument): Xml {
  const creditNote = isCreditNoteXml(document);
  const originator = reference('cac:OriginatorDocumentReference', document.tenderOrLotReference); // BT-17
  const contract = reference('cac:ContractDocumentReference', document.contractNumber); // BT-12
  return siblings(
    element('cac:OrderReference', text('cbc:ID', document.orderNumber)), // BT-13
    ...precedingInvoices(document).map(precedingReference),
    reference('cac:DespatchDocumentReference', document.despatchAdviceReference), // BT-16
    reference('cac:ReceiptDocumentReference', document.receivingAdviceReference), // BT-15
    ...(creditNote
      ? [contract, additionalReferences(document), additionalReference(document.projectReference, PROJECT), originator]
      : [originator, contract, additionalReferences(document), reference('cac:ProjectReference', document.projectReference)]), // BT-11
  );
}

const reference = (name: string, id: string | null): Xml => element(name, text('cbc:ID', id));

/** BG-3 */
const precedingReference = ({ number, issueDate }: PrecedingInvoice): Xml =>
  element(
    'cac:BillingReference',
    element(
      'cac:InvoiceDocumentReference',
      text('cbc:ID', number), // BT-25
      text('cbc:IssueDate', issueDate), // BT-26
    ),
  );

/** BT-18, then BG-24. The invoiced object is the document's own, else the first additional reference with that type. */
function additionalReferences(document: InvoiceDocument): Xml {
  const documents = document.ublExtensions?.additionalDocumentReferences ?? [];
  const own = document.invoicedObjectIdentifier?.trim() || null;
  const typed = documents[invoicedObjectEntry(document)];
  return siblings(
    additionalReference(own ?? typed?.id ?? null, INVOICED_OBJECT),
    ...documents.filter(entry => entry !== typed).map(entry => additionalReference(entry.id, null, entry.documentDescription)), // BT-122, BT-123
  );
}

/**
 * The index of the entry of `ublExtensions.additionalDocumentReferences` that is written as the invoiced object, and so first; -1 if the
 * document has an invoiced object of its own, or no such entry.
 */
export const invoicedObjectEntry = ({ invoicedObjectIdentifier, ublExtensions }: InvoiceDocument): number =>
  invoicedObjectIdentifier?.trim() ? -1 : (ublExtensions?.additionalDocumentReferences ?? []).findIndex(isInvoicedObject);

/**
 * Whether an additional reference can be written with its type. UBL-SR-43 allows only the type of the invoiced object, which may
 * occur once (UBL-SR-04) and have no description (UBL-CR-673); all other references are written without type.
 */
const isInvoicedObject = (entry: { documentTypeCode?: string | undefined; documentDescription?: string | undefined }): boolean =>
  entry.documentTypeCode?.trim() === INVOICED_OBJECT && !entry.documentDescription?.trim();

function additionalReference(id: string | null, type: string | null, description?: string): Xml {
  if (!id?.trim()) return '';
  return element(
    'cac:AdditionalDocumentReference',
    text('cbc:ID', id),
    text('cbc:DocumentTypeCode', type),
    text('cbc:DocumentDescription', description),
  );
}
