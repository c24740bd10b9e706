import type { FieldDescriptions } from '../../model.ts';

const CODES = '`GET /api/v1/etransport-codes` has the codes';

const route = (end: 'Start' | 'End', where: string): FieldDescriptions => ({
  [`etransport${end}County`]: `County ${where}, by code. County, locality and street are one of three ways to state the place; the others are border point and customs office. ${CODES}.`,
  [`etransport${end}Locality`]: `Locality ${where}.`,
  [`etransport${end}Street`]: `Street ${where}.`,
  [`etransport${end}Number`]: `House number ${where}.`,
  [`etransport${end}OtherInfo`]: `Further details of the address ${where}.`,
  [`etransport${end}PostalCode`]: `Postal code ${where}.`,
  [`etransport${end}BorderPoint`]: `Border crossing ${where}, by code, in place of an address.`,
  [`etransport${end}CustomsOffice`]: `Customs office ${where}, by code, in place of an address.`,
});

/** The data of a transport that users enter. */
export const TRANSPORT_FIELDS: FieldDescriptions = {
  etransportOperationType: `Code of the operation. Without it, \`30\` (transport on national territory) is declared. ${CODES}.`,
  etransportPostIncident: "Whether the transport is declared late, after an outage of the authority's system; by default false.",
  etransportVehicleNumber:
    'Registration number of the vehicle, in capitals without blanks and dashes, which are removed. Without it, `deputyAuto` is declared.',
  etransportTrailer1: 'Registration number of the first trailer.',
  etransportTrailer2: 'Registration number of the second trailer.',
  etransportVehicleMass:
    'Maximum permissible mass of vehicle and trailers in kilograms. It is not declared; it decides whether a declaration is required.',
  etransportPartnerName: 'Name of the trading partner to declare, if it is not the client, such as a foreign supplier.',
  etransportPartnerCountry: 'Country of that partner by ISO 3166-1 alpha-2; Greece is `EL`.',
  etransportPartnerCode: 'Tax number of that partner, without blanks and without `RO`.',
  etransportTransporterCountry: 'Country of the carrier by ISO 3166-1 alpha-2; Greece is `EL`.',
  etransportTransporterCode:
    'Tax number of the carrier, without blanks and without `RO`; `PF` for a person on national territory.',
  etransportTransporterName: 'Name of the carrier.',
  etransportTransportDate: 'Day on which the transport starts.',
  ...route('Start', 'where the transport starts'),
  ...route('End', 'where the transport ends'),
  skipEtransport: 'Whether the transport is deliberately not declared; a submission is then refused. By default false.',
};

/** The data of the goods of a line. */
export const TRANSPORT_LINE: FieldDescriptions = {
  tariffCode: 'Code of the Combined Nomenclature, 4, 6 or 8 digits; by default that of the product.',
  purposeCode: `Code of the purpose. Without it, \`101\` is declared for the operations 10, 20 and 30, and \`9999\` for others. ${CODES}.`,
  unitOfMeasureCode: 'Unit by UN/ECE Rec 20 or 21, such as `KGM`. Without it, the code of `unitOfMeasure` is declared.',
  netWeight: 'Net weight in kilograms. By default quantity times the weight of the product, if its unit is that of the line.',
  grossWeight: 'Gross weight in kilograms. By default quantity times the weight of the product, if its unit is that of the line.',
  valueWithoutVat:
    'Value without VAT in RON. Without it, the total of the line without VAT is declared, at the rate of the document.',
};

/** The state of a declaration, which the service sets. */
export const TRANSPORT_STATE: FieldDescriptions = {
  etransportStatus: `Status of the declaration; null: never submitted.

- \`uploaded\`: submitted; the answer of the authority is awaited.
- \`ok\`: accepted; \`etransportUit\` is the identifier.
- \`nok\`: rejected by the authority.
- \`validation_failed\`: not sent, because it breaks a rule.
- \`upload_failed\`: not sent, or without an answer for 24 hours.`,
  etransportUit: 'Identifier of the transport (UIT), 16 characters; null until the declaration is accepted.',
  etransportErrorMessage: 'Why the declaration failed, one reason a line, such as `[BR-207] …`; null otherwise.',
  etransportSubmittedAt: 'When it was last submitted; null: never.',
  etransportUploadId: 'Id of the upload at the authority; null without one.',
  etransportDeclarationId: 'Id of the declaration that these fields show, the last one of the note.',
  etransportValidUntil: 'Last day on which the identifier is valid.',
  etransportDeletedAt: 'When the authority accepted that the declaration is deleted; null otherwise.',
};
