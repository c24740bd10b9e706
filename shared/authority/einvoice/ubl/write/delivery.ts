import { einvoiceAddress, type EinvoiceAddress } from '../../addresses.ts';
import { address } from './address.ts';
import { element, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/** BG-13: delivery date and address. */
export function delivery(document: InvoiceDocument): Xml {
  const deliverTo = deliveryAddress(document);
  return element(
    'cac:Delivery',
    text('cbc:ActualDeliveryDate', document.ublExtensions?.delivery?.actualDeliveryDate), // BT-72
    deliverTo === null ? '' : element('cac:DeliveryLocation', address('cac:Address', deliverTo)), // BG-15
  );
}

/** BG-15 of the e-invoice; null if the document has no delivery address. */
export function deliveryAddress(document: InvoiceDocument): EinvoiceAddress | null {
  const typed = document.ublExtensions?.delivery?.deliveryAddress;
  if (!typed || !Object.values(typed).some(value => value?.trim())) return null;
  return einvoiceAddress({
    address: typed.streetName,
    city: typed.cityName,
    county: typed.countrySubentity,
    country: typed.countryCode ?? '',
  });
}
