import { element, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { EinvoiceAddress } from '../../addresses.ts';

/** BG-5, BG-8, BG-15: an address as element `name`. */
export const address = (name: 'cac:PostalAddress' | 'cac:Address', value: EinvoiceAddress): Xml =>
  element(
    name,
    text('cbc:StreetName', value.street), // BT-35, BT-50, BT-75
    text('cbc:CityName', value.city), // BT-37, BT-52, BT-77
    text('cbc:PostalZone', value.postalZone), // BT-38, BT-53
    text('cbc:CountrySubentity', value.subdivision), // BT-39, BT-54, BT-79
    element('cac:Country', text('cbc:IdentificationCode', value.country)), // BT-40, BT-55, BT-80
  );
