import { PERSON } from '#shared/model/convertible/declared-partner.ts';
import type { TransportDeclaration } from '#shared/model/transport.ts';
import { EU } from '../codes/countries.ts';
import { operationOf } from '../codes/operations.ts';
import { type DeclarationRule, own, rule, stricter } from './types.ts';
import { ifStated, isTaxId, textOf } from './values.ts';

/** Rules on the declarant, the commercial partner, the transport organiser and the vehicles (TRN-22). */

type Declaration = TransportDeclaration;

const partnerPlace = ({ operationType }: Declaration) => operationOf(operationType)?.partner;

/** Whether the Schematron treats the operation as national transport. */
const isNational = ({ operationType }: Declaration): boolean => operationType === 30;

const carriedFromRomania = ({ transporter }: Declaration): boolean => transporter.country === 'RO';

const saysPerson = (value: string | null): boolean => (textOf(value) ?? '').includes(PERSON);

const INBOUND =
  'For goods that enter Romania the partner is the foreign supplier: set etransportPartnerName, etransportPartnerCountry and etransportPartnerCode.';

export const PARTY_RULES: readonly DeclarationRule[] = [
  rule('fields', 'BR-002', 'company', "Set the company's tax number (cif): 2 to 10 digits, or 13, the first not 0.", each =>
    isTaxId(each.declarant),
  ),
  own('fields', 'BR-002', 'etransportTransportDate', 'Set the date on which the transport starts.', each =>
    Boolean(each.transportDate),
  ),
  own('fields', 'BR-002', 'etransportTransporterCountry', 'Set the country of the transport organiser.', each =>
    Boolean(textOf(each.transporter.country)),
  ),
  own('fields', 'BR-002', 'etransportTransporterName', 'Set the name of the transport organiser.', each =>
    Boolean(textOf(each.transporter.name)),
  ),
  rule(
    'fields',
    'BR-004',
    'clientId',
    `This operation needs a client in another country of the EU, or another operation type. ${INBOUND}`,
    each => partnerPlace(each) !== 'EU' || (EU.has(textOf(each.partner.country) ?? '') && textOf(each.partner.country) !== 'RO'),
  ),
  rule(
    'fields',
    'BR-005',
    'clientId',
    'Transport on national territory (30) needs a client in Romania; for other countries set another operation type.',
    each => !isNational(each) || textOf(each.partner.country) === 'RO',
  ),
  rule(
    'fields',
    'BR-006',
    'clientId',
    `Import and export (40, 50) need a client outside the EU, or another operation type. ${INBOUND}`,
    each => partnerPlace(each) !== 'third-country' || !EU.has(textOf(each.partner.country) ?? ''),
  ),
  stricter(
    'fields',
    'BR-007',
    'clientId',
    "Set the client's tax number: 2 to 10 digits, or 13. A client of type individual needs none.",
    each => !isNational(each) || isTaxId(each.partner.taxId) || textOf(each.partner.taxId) === PERSON,
    each => !isNational(each) || isTaxId(each.partner.taxId) || saysPerson(each.partner.taxId),
  ),
  rule(
    'fields',
    'BR-043',
    'etransportTransporterCode',
    'Set the Romanian tax number of the transport organiser: 2 to 10 digits, or 13, the first not 0.',
    each => isNational(each) || !carriedFromRomania(each) || isTaxId(each.transporter.taxId),
  ),
  // In the Schematron, an earlier rule of the same pattern matches the same attribute, so BR-209 is never evaluated.
  own(
    'fields',
    'BR-209',
    'etransportTransporterCode',
    'Set the Romanian tax number of the transport organiser (2 to 10 digits, or 13), or PF for a person whose number is not known.',
    each =>
      !isNational(each) ||
      !carriedFromRomania(each) ||
      isTaxId(each.transporter.taxId) ||
      textOf(each.transporter.taxId) === PERSON,
  ),
];

const PLATE = /^[0-9A-Z]{2,20}$/;
/** The Schematron's pattern has no anchors. */
const HOLDS_PLATE = /[0-9A-Z]{2}/;

const plateRule = (id: string, field: string, what: string, plate: (of: Declaration) => string | null): DeclarationRule =>
  stricter(
    'fields',
    id,
    field,
    `Write the registration number of ${what} in 2 to 20 capital letters and digits.`,
    each => ifStated(plate(each), text => PLATE.test(text)),
    each => ifStated(plate(each), text => HOLDS_PLATE.test(text)),
  );

export const VEHICLE_RULES: readonly DeclarationRule[] = [
  own('fields', 'BR-031', 'etransportVehicleNumber', 'Set the registration number of the vehicle.', each =>
    Boolean(textOf(each.vehicle)),
  ),
  plateRule('BR-031', 'etransportVehicleNumber', 'the vehicle', each => each.vehicle),
  plateRule('BR-032', 'etransportTrailer1', 'the first trailer', each => each.trailer1),
  plateRule('BR-033', 'etransportTrailer2', 'the second trailer', each => each.trailer2),
];
