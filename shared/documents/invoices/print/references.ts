import type { DocumentExtensions } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { precedingInvoices, precedingRole } from '#shared/model/preceding.ts';
import { field, present, type Wording } from '#shared/documents/common/print/wording.ts';
import type { PrintedField } from '#shared/output/pdf/document.ts';
import type { Format } from '#shared/output/pdf/format.ts';

/** The documents, places and dates that an invoice refers to. */
export function references(document: InvoiceDocument, wording: Wording): PrintedField[] {
  const { labels, format } = wording;
  const { reference } = labels;
  const extensions = document.ublExtensions;
  const date = (day: string | null | undefined): string | null => (day ? format.date(day) : null);
  return present([
    earlierDocuments(document, wording),
    field(reference.order, document.orderNumber),
    field(reference.contract, document.contractNumber),
    field(reference.project, document.projectReference),
    field(reference.deliveryLocation, document.deliveryLocation),
    field(reference.deliveryAddress, deliveryAddress(extensions, format)),
    field(reference.deliveryDate, date(extensions?.delivery?.actualDeliveryDate)),
    field(reference.invoicePeriod, format.period(extensions?.invoicePeriod)),
    field(reference.taxPointDate, date(document.taxPointDate)),
    field(reference.despatchAdvice, document.despatchAdviceReference),
    field(reference.receivingAdvice, document.receivingAdviceReference),
    field(reference.buyerReference, document.buyerReference),
    field(reference.buyerAccountingReference, document.buyerAccountingReference),
    field(reference.tenderOrLot, document.tenderOrLotReference),
    field(reference.invoicedObject, document.invoicedObjectIdentifier),
    field(reference.documents, extensions?.additionalDocumentReferences?.map(supportingDocument).join(', ')),
  ]);
}

/** The earlier documents that this one refers to (Directive 2006/112/EC, Article 219), each with its date. */
function earlierDocuments(document: InvoiceDocument, { labels, format }: Wording): PrintedField | null {
  const texts = precedingInvoices(document).map(({ number, issueDate }) =>
    issueDate === null ? number : `${number} ${labels.ofDate}\u00a0${format.date(issueDate)}`,
  );
  if (texts.length === 0) return null;
  const byRole = texts.length > 1 ? labels.precedingMany : labels.preceding;
  return {
    label: byRole[precedingRole(document)],
    text: texts.join(', '),
    facts: texts.map(text => ({ what: 'earlier document', text })),
  };
}

function deliveryAddress(extensions: DocumentExtensions | null, format: Format): string | null {
  const place = extensions?.delivery?.deliveryAddress;
  if (!place) return null;
  const country = place.countryCode && place.countryCode !== 'RO' ? format.country(place.countryCode) : null;
  const region = place.countrySubentity === place.cityName ? null : place.countrySubentity;
  return [place.streetName, place.cityName, region, country].filter(Boolean).join(', ');
}

const supportingDocument = ({ id, documentDescription }: { id: string; documentDescription?: string | undefined }): string =>
  documentDescription ? `${id} (${documentDescription})` : id;
