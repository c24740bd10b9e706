import type { DocumentExtensions } from '../../model/extensions.ts';
import type { Format } from '../format.ts';
import type { SafeHtml } from '../../kernel/html.ts';
import { precedingRole } from '../../model/preceding.ts';
import { precedingTexts } from '../printed.ts';
import { field } from './parties.ts';
import type { PrintedInvoice } from './template.ts';

/** The documents, places and dates that an invoice refers to. */
export function references({ document, labels }: PrintedInvoice, format: Format): SafeHtml[] {
  const { reference } = labels;
  const extensions = document.ublExtensions;
  const preceding = precedingTexts(document, labels, format);
  const precedingLabels = preceding.length > 1 ? labels.precedingMany : labels.preceding;
  const fields = [
    field(precedingLabels[precedingRole(document)], preceding.join(', ')),
    field(reference.order, document.orderNumber),
    field(reference.contract, document.contractNumber),
    field(reference.project, document.projectReference),
    field(reference.deliveryLocation, document.deliveryLocation),
    field(reference.deliveryAddress, deliveryAddress(extensions, format)),
    field(reference.deliveryDate, dateOf(extensions?.delivery?.actualDeliveryDate, format)),
    field(reference.invoicePeriod, format.period(extensions?.invoicePeriod)),
    field(reference.taxPointDate, dateOf(document.taxPointDate, format)),
    field(reference.despatchAdvice, document.despatchAdviceReference),
    field(reference.receivingAdvice, document.receivingAdviceReference),
    field(reference.buyerReference, document.buyerReference),
    field(reference.buyerAccountingReference, document.buyerAccountingReference),
    field(reference.tenderOrLot, document.tenderOrLotReference),
    field(reference.invoicedObject, document.invoicedObjectIdentifier),
    field(reference.documents, extensions?.additionalDocumentReferences?.map(({ id }) => id).join(', ')),
  ];
  return fields.filter(present => present !== null);
}

const dateOf = (date: string | null | undefined, format: Format): string | null => (date ? format.date(date) : null);

function deliveryAddress(extensions: DocumentExtensions | null, format: Format): string | null {
  const place = extensions?.delivery?.deliveryAddress;
  if (!place) return null;
  const country = place.countryCode && place.countryCode !== 'RO' ? format.country(place.countryCode) : null;
  return [place.streetName, place.cityName, place.countrySubentity, country].filter(Boolean).join(', ');
}
