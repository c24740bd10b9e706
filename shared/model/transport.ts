import { unitCode } from './codes/units.ts';
import { type DeclaredPartner, partnerOf, type StatedPartner, taxNumber } from './convertible/declared-partner.ts';
import type { Party } from './party.ts';
import { amount, decimal, plain } from '../kernel/money.ts';

/**
 * Transport declarations (RO e-Transport): what a delivery note states of its transport, and the declaration made of it. Field names are
 * those of completions-documents §6.3; codes are those of the authority's schema, version 2 (§13.6–13.9), with names in `etransport/codes`.
 */

/** The status of a note's declaration; null before any submission. */
export const TRANSPORT_STATUSES = ['uploaded', 'ok', 'nok', 'validation_failed', 'upload_failed'] as const;
export type TransportStatus = (typeof TRANSPORT_STATUSES)[number];

/** What the service records of a note's declaration. */
export interface TransportState {
  etransportStatus: TransportStatus | null;
  /** The unique transport identifier (UIT), 16 characters. */
  etransportUit: string | null;
  etransportErrorMessage: string | null;
  /** Instant. */
  etransportSubmittedAt: string | null;
  etransportUploadId: string | null;
  /** The record of the transport that these fields show. */
  etransportDeclarationId: string | null;
  /** The last day of the identifier, `YYYY-MM-DD`. */
  etransportValidUntil: string | null;
  /** Instant at which the authority took the deletion of the declaration. */
  etransportDeletedAt: string | null;
}

/** One end of the route as a note states it: a national address, a border point or a customs office. */
type RouteFields<End extends 'Start' | 'End'> = {
  [Name in `etransport${End}${'County' | 'BorderPoint' | 'CustomsOffice'}`]: number | null;
} & {
  [Name in `etransport${End}${'Locality' | 'Street' | 'Number' | 'OtherInfo' | 'PostalCode'}`]: string | null;
};

/** Of a note that was never submitted. */
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

/** What the user states of a note's transport; null where nothing is stated. */
export interface TransportFields extends RouteFields<'Start'>, RouteFields<'End'>, StatedPartner {
  etransportOperationType: number | null;
  /** Declared after an outage of the authority's system. */
  etransportPostIncident: boolean;
  etransportVehicleNumber: string | null;
  etransportTrailer1: string | null;
  etransportTrailer2: string | null;
  /** [added] Technically permissible maximum mass of the vehicle with its trailers, kilograms: not declared, decides whether to declare. */
  etransportVehicleMass: number | null;
  /** ISO 3166-1 alpha-2, Greece `EL`. */
  etransportTransporterCountry: string | null;
  etransportTransporterCode: string | null;
  etransportTransporterName: string | null;
  /** `YYYY-MM-DD` */
  etransportTransportDate: string | null;
  /** The note is not to be declared. */
  skipEtransport: boolean;
}

/** What the user states of a line's goods; null where nothing is stated. Weights are kilograms, the value is lei: decimal strings. */
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

/** Kilograms that a line may state: 12 integer and 2 decimal digits (BR-037, BR-038). */
export const LIGHTEST_GOODS = '0.01';
export const HEAVIEST_GOODS = '999999999999.99';

/** Nothing is stated of a note's transport. */
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

/** Nothing is stated of a line's goods. */
export const NO_TRANSPORT_OF_LINE: TransportLineFields = {
  tariffCode: null,
  purposeCode: null,
  unitOfMeasureCode: null,
  netWeight: null,
  grossWeight: null,
  valueWithoutVat: null,
};

/** One end of the route. */
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

/** Documents that go with the goods, as the authority types them. */
export const DOCUMENT_TYPES = { cmr: 10, invoice: 20, deliveryNote: 30, other: 9999 } as const;

export interface TransportDocument {
  type: number;
  number: string | null;
  date: string;
  remark: string | null;
}

/** What is declared, as it stands: incomplete where the note is. The rules judge it (etransport/rules), the XML is written of it. */
export interface TransportDeclaration {
  /** Tax id of the declarant, digits. */
  declarant: string | null;
  /** The declarant's own reference, by which an upload is found again; at most 50 characters. */
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

/** What a declaration is made of: a delivery note, its lines with what they state of the transport. */
export interface TransportSource extends TransportFields {
  number: string;
  issueDate: string;
  /** Lei for one unit of the document's currency, decimal string. */
  exchangeRate: string;
  /** Registration number of the vehicle as the note prints it. */
  deputyAuto: string | null;
  seller: Pick<Party, 'cif'>;
  client: Party | null;
  lines: readonly TransportSourceLine[];
}

/** What of a line is declared. */
export interface TransportSourceLine extends TransportLineFields {
  description: string;
  quantity: string;
  unitOfMeasure: string;
  /** Net, in the document's currency. */
  subtotal: string;
}

/** Transport on national territory: what a note declares unless it says otherwise. */
export const NATIONAL_TRANSPORT = 30;

const TRADE = 101;
const SAME_AS_OPERATION = 9999;
/** Operations with purposes of their own: acquisition and supply in the EU, national transport. */
const OPERATIONS_WITH_PURPOSE: readonly number[] = [10, 20, 30];

/** The purpose of goods whose line states none (completions-documents §13.6). */
export const defaultPurpose = (operationType: number): number =>
  OPERATIONS_WITH_PURPOSE.includes(operationType) ? TRADE : SAME_AS_OPERATION;

/** A vehicle's number as the authority takes it: capitals and digits, without blanks and dashes; null when nothing is left. */
export const plateOf = (text: string | null): string | null => text?.toUpperCase().replace(/[\s-]/g, '') || null;

/**
 * The declaration of a note, with the defaults of completions-documents §6.3 and §13.6: national transport, purpose by operation, unit by
 * the line's unit of measure, value by the line's subtotal in lei, vehicle by `deputyAuto`. Pure; completes nothing else and judges nothing.
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
