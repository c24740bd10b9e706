import { unitCode } from './codes/units.ts';
import { type DeclaredPartner, partnerOf, type StatedPartner, taxNumber } from './convertible/declared-partner.ts';
import type { Party } from './party.ts';
import { amount, decimal, plain } from '#shared/base/kernel/money.ts';

/**
 * Transport declarations (RO e-Transport): the transport fields of a delivery note, and the declaration made from them. Field names
 * are those of TRN-1 to TRN-12; codes are those of the authority's schema, version 2 (TRN-6), with names in
 * etransport/codes/.
 */

/** Statuses of a note's declaration. `validation_failed` and `upload_failed`: it was not sent; `nok`: the authority rejected it. */
export const TRANSPORT_STATUSES = ['uploaded', 'ok', 'nok', 'validation_failed', 'upload_failed'] as const;
export type TransportStatus = (typeof TRANSPORT_STATUSES)[number];

/** The fields of a note's declaration that the service sets. */
export interface TransportState {
  etransportStatus: TransportStatus | null;
  /** The unique transport identifier (UIT), 16 characters. */
  etransportUit: string | null;
  etransportErrorMessage: string | null;
  /** ISO 8601. */
  etransportSubmittedAt: string | null;
  etransportUploadId: string | null;
  /** The id of the transport record that these fields show (delivery-notes/transport/record.ts). */
  etransportDeclarationId: string | null;
  /** The last day of the identifier, `YYYY-MM-DD`. */
  etransportValidUntil: string | null;
  /** When the authority accepted the deletion of the declaration, ISO 8601. */
  etransportDeletedAt: string | null;
}

/** The fields for the start or end of the route: a national address, a border point or a customs office. */
type RouteFields<End extends 'Start' | 'End'> = {
  [Name in `etransport${End}${'County' | 'BorderPoint' | 'CustomsOffice'}`]: number | null;
} & {
  [Name in `etransport${End}${'Locality' | 'Street' | 'Number' | 'OtherInfo' | 'PostalCode'}`]: string | null;
};

/** The state of a note whose transport was never submitted. */
export const NEVER_SUBMITTED: TransportState = {
  etransportStatus: null,
  etransportUit: null,
  etransportErrorMessage: null,
  etransportSubmittedAt: null,
  etransportUploadId: null,
  etransportDeclarationId: null,
  etransportValidUntil: null,
  etransportDeletedAt: null,
};

/** The transport fields that the user enters; null = not stated. */
export interface TransportFields extends RouteFields<'Start'>, RouteFields<'End'>, StatedPartner {
  etransportOperationType: number | null;
  /** Declared after an outage of the authority's system. */
  etransportPostIncident: boolean;
  etransportVehicleNumber: string | null;
  etransportTrailer1: string | null;
  etransportTrailer2: string | null;
  /**
   * Technically permissible maximum mass of vehicle and trailers, kilograms. Not declared: decides if a declaration is
   * required.
   */
  etransportVehicleMass: number | null;
  /** ISO 3166-1 alpha-2, Greece `EL`. */
  etransportTransporterCountry: string | null;
  etransportTransporterCode: string | null;
  etransportTransporterName: string | null;
  /** `YYYY-MM-DD` */
  etransportTransportDate: string | null;
  /** The user has decided that the transport is not declared. */
  skipEtransport: boolean;
}

/** The transport fields of a line; null = not stated. Weights are in kilograms, the value is in lei, both as decimal strings. */
export interface TransportLineFields {
  /** Code of the Combined Nomenclature (NC): 4, 6 or 8 digits. */
  tariffCode: string | null;
  purposeCode: number | null;
  /** UN/ECE Rec 20/21. */
  unitOfMeasureCode: string | null;
  netWeight: string | null;
  grossWeight: string | null;
  valueWithoutVat: string | null;
}

/** Limits for weights of a line in kilograms: 12 integer and 2 decimal digits (BR-037, BR-038). */
export const LIGHTEST_GOODS = '0.01';
export const HEAVIEST_GOODS = '999999999999.99';

/** The fields of a note that states nothing about its transport. */
export const NO_TRANSPORT: TransportFields = {
  etransportOperationType: null,
  etransportPostIncident: false,
  etransportVehicleNumber: null,
  etransportTrailer1: null,
  etransportTrailer2: null,
  etransportVehicleMass: null,
  etransportPartnerName: null,
  etransportPartnerCountry: null,
  etransportPartnerCode: null,
  etransportTransporterCountry: null,
  etransportTransporterCode: null,
  etransportTransporterName: null,
  etransportTransportDate: null,
  etransportStartCounty: null,
  etransportStartLocality: null,
  etransportStartStreet: null,
  etransportStartNumber: null,
  etransportStartOtherInfo: null,
  etransportStartPostalCode: null,
  etransportStartBorderPoint: null,
  etransportStartCustomsOffice: null,
  etransportEndCounty: null,
  etransportEndLocality: null,
  etransportEndStreet: null,
  etransportEndNumber: null,
  etransportEndOtherInfo: null,
  etransportEndPostalCode: null,
  etransportEndBorderPoint: null,
  etransportEndCustomsOffice: null,
  skipEtransport: false,
};

/** The fields of a line that states nothing about its goods. */
export const NO_TRANSPORT_OF_LINE: TransportLineFields = {
  tariffCode: null,
  purposeCode: null,
  unitOfMeasureCode: null,
  netWeight: null,
  grossWeight: null,
  valueWithoutVat: null,
};

/** The start or end of the route. */
export interface RoutePoint {
  county: number | null;
  locality: string | null;
  street: string | null;
  number: string | null;
  otherInfo: string | null;
  postalCode: string | null;
  borderPoint: number | null;
  customsOffice: number | null;
}

export interface TransportGoods {
  purposeCode: number | null;
  tariffCode: string | null;
  description: string;
  /** Decimal string. */
  quantity: string;
  unitCode: string | null;
  /** Kilograms, decimal string. */
  netWeight: string | null;
  grossWeight: string | null;
  /** Lei without VAT, decimal string. */
  valueWithoutVat: string | null;
}

/** The authority's codes for documents that accompany the goods. */
export const DOCUMENT_TYPES = { cmr: 10, invoice: 20, deliveryNote: 30, other: 9999 } as const;

export interface TransportDocument {
  type: number;
  number: string | null;
  date: string;
  remark: string | null;
}

/** A declaration, possibly incomplete. etransport/rules validates it; the XML is written from it. */
export interface TransportDeclaration {
  /** Tax id of the declarant, digits. */
  declarant: string | null;
  /** The declarant's reference, by which an upload is found in the authority's list; at most 50 characters. */
  reference: string | null;
  postIncident: boolean;
  operationType: number;
  partner: DeclaredPartner;
  vehicle: string | null;
  trailer1: string | null;
  trailer2: string | null;
  transporter: { country: string | null; taxId: string | null; name: string | null };
  transportDate: string | null;
  start: RoutePoint;
  end: RoutePoint;
  goods: TransportGoods[];
  documents: TransportDocument[];
}

/** The fields of a delivery note and its lines from which a declaration is made. */
export interface TransportSource extends TransportFields {
  number: string;
  issueDate: string;
  /** Lei for one unit of the document's currency, decimal string. */
  exchangeRate: string;
  /** Registration number of the vehicle, as printed on the note. */
  deputyAuto: string | null;
  seller: Pick<Party, 'cif'>;
  client: Party | null;
  lines: readonly TransportSourceLine[];
}

export interface TransportSourceLine extends TransportLineFields {
  description: string;
  quantity: string;
  unitOfMeasure: string;
  /** Without VAT, in the document's currency. */
  subtotal: string;
}

/** The operation type "transport on national territory", the default. */
export const NATIONAL_TRANSPORT = 30;

const TRADE = 101;
const SAME_AS_OPERATION = 9999;
/** Operation types that have a choice of purposes: acquisition and supply in the EU, national transport. */
const OPERATIONS_WITH_PURPOSE: readonly number[] = [10, 20, 30];

/** The purpose code for goods whose line states none (TRN-7). */
export const defaultPurpose = (operationType: number): number =>
  OPERATIONS_WITH_PURPOSE.includes(operationType) ? TRADE : SAME_AS_OPERATION;

/** A registration number as the authority requires it: upper case, without spaces and dashes; null when nothing is left. */
export const plateOf = (text: string | null): string | null => text?.toUpperCase().replace(/[\s-]/g, '') || null;

/**
 * The declaration of a note, with the defaults of TRN-7: national transport, purpose by operation
 * type, unit code from the line's unit of measure, value from the line's subtotal in lei, vehicle from `deputyAuto`. Pure; does not
 * validate.
 */
export function declarationOf(note: TransportSource): TransportDeclaration {
  const operationType = note.etransportOperationType ?? NATIONAL_TRANSPORT;
  return {
    declarant: taxNumber(note.seller.cif),
    reference: note.number,
    postIncident: note.etransportPostIncident,
    operationType,
    partner: partnerOf(note, note.client),
    vehicle: note.etransportVehicleNumber ?? plateOf(note.deputyAuto),
    trailer1: note.etransportTrailer1,
    trailer2: note.etransportTrailer2,
    transporter: {
      country: note.etransportTransporterCountry,
      taxId: note.etransportTransporterCode,
      name: note.etransportTransporterName,
    },
    transportDate: note.etransportTransportDate,
    start: {
      county: note.etransportStartCounty,
      locality: note.etransportStartLocality,
      street: note.etransportStartStreet,
      number: note.etransportStartNumber,
      otherInfo: note.etransportStartOtherInfo,
      postalCode: note.etransportStartPostalCode,
      borderPoint: note.etransportStartBorderPoint,
      customsOffice: note.etransportStartCustomsOffice,
    },
    end: {
      county: note.etransportEndCounty,
      locality: note.etransportEndLocality,
      street: note.etransportEndStreet,
      number: note.etransportEndNumber,
      otherInfo: note.etransportEndOtherInfo,
      postalCode: note.etransportEndPostalCode,
      borderPoint: note.etransportEndBorderPoint,
      customsOffice: note.etransportEndCustomsOffice,
    },
    goods: note.lines.map(line => ({
      purposeCode: line.purposeCode ?? defaultPurpose(operationType),
      tariffCode: line.tariffCode,
      description: line.description,
      quantity: plain(decimal(line.quantity)),
      unitCode: line.unitOfMeasureCode ?? unitCode(line.unitOfMeasure).code,
      netWeight: line.netWeight,
      grossWeight: line.grossWeight,
      valueWithoutVat: line.valueWithoutVat ?? amount(decimal(line.subtotal).times(note.exchangeRate)),
    })),
    documents: [{ type: DOCUMENT_TYPES.deliveryNote, number: note.number, date: note.issueDate, remark: null }],
  };
}
