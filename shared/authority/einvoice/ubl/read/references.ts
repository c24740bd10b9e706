import { attributeOf, XmlError, type XmlElement } from '../../xml/node.ts';
import { all, at, dateAt, identifierAt, requiredText, textAt, texts } from './values.ts';
import type { Attachment, ReadInvoice, ReadReferences, SupportingDocument } from './model.ts';

/** UNTDID 1001 codes of additional references that have a business term of their own: BT-18, and BT-11 of a credit note. */
const INVOICED_OBJECT = '130';
const PROJECT = '50';

const typeOf = (reference: XmlElement): string | null => textAt(reference, 'cbc:DocumentTypeCode');

/** BT-11 to BT-18. */
export function readReferences(root: XmlElement): ReadReferences {
  const additional = all(root, 'cac:AdditionalDocumentReference');
  const ofType = (type: string): XmlElement | undefined => additional.find(reference => typeOf(reference) === type);
  return {
    project: textAt(root, 'cac:ProjectReference', 'cbc:ID') ?? textAt(ofType(PROJECT), 'cbc:ID'),
    contract: textAt(root, 'cac:ContractDocumentReference', 'cbc:ID'),
    order: textAt(root, 'cac:OrderReference', 'cbc:ID'),
    salesOrder: textAt(root, 'cac:OrderReference', 'cbc:SalesOrderID'),
    receivingAdvice: textAt(root, 'cac:ReceiptDocumentReference', 'cbc:ID'),
    despatchAdvice: textAt(root, 'cac:DespatchDocumentReference', 'cbc:ID'),
    tenderOrLot: textAt(root, 'cac:OriginatorDocumentReference', 'cbc:ID'),
    invoicedObject: identifierAt(ofType(INVOICED_OBJECT), 'cbc:ID'),
  };
}

/** BG-3 */
export const readPreceding = (root: XmlElement): ReadInvoice['preceding'] =>
  all(root, 'cac:BillingReference').flatMap(each => {
    const reference = at(each, 'cac:InvoiceDocumentReference') ?? at(each, 'cac:CreditNoteDocumentReference');
    const number = textAt(reference, 'cbc:ID');
    return number === null ? [] : [{ number, issueDate: dateAt(reference, 'cbc:IssueDate') }];
  });

/** Limits of attachments; more are refused. Their bytes are limited by the length of the document. */
export const ATTACHMENT_LIMITS = { documents: 100, fileName: 200 } as const;

/** BG-24. @throws {XmlError} for too many, or an attachment that is not base64 */
export function readDocuments(root: XmlElement): SupportingDocument[] {
  const references = all(root, 'cac:AdditionalDocumentReference').filter(
    reference => typeOf(reference) !== INVOICED_OBJECT && typeOf(reference) !== PROJECT,
  );
  if (references.length > ATTACHMENT_LIMITS.documents) {
    throw new XmlError(`There are more than ${ATTACHMENT_LIMITS.documents} additional documents.`);
  }
  return references.map(reference => {
    const embedded = at(reference, 'cac:Attachment', 'cbc:EmbeddedDocumentBinaryObject');
    return {
      id: requiredText(reference, 'cbc:ID'),
      description: texts(all(reference, 'cbc:DocumentDescription')).join('\n') || null,
      uri: textAt(reference, 'cac:Attachment', 'cac:ExternalReference', 'cbc:URI'),
      attachment: embedded ? readAttachment(embedded) : null,
    };
  });
}

/** The types that EN 16931 allows (BR-CL-24), with the file extension for attachments without a name. */
const MIME_CODES: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['text/csv', 'csv'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
]);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** BT-125. Type and name are from the sender: the code that serves the bytes checks their type. */
function readAttachment(embedded: XmlElement): Attachment {
  const encoded = embedded.text.replace(/\s+/g, '');
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) throw new XmlError('An embedded document is not base64.');
  const stated = attributeOf(embedded, 'mimeCode')?.trim().toLowerCase() ?? '';
  const extension = MIME_CODES.get(stated);
  return {
    fileName: bareName(attributeOf(embedded, 'filename') ?? '') || `document.${extension ?? 'bin'}`,
    mimeCode: extension ? stated : 'application/octet-stream',
    content: Buffer.from(encoded, 'base64'),
  };
}

/** The last part of a path, without characters that could leave a folder, hide the extension or break a header. */
const bareName = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim()
    .slice(-ATTACHMENT_LIMITS.fileName);
