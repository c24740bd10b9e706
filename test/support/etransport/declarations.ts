import { operationOf } from '#shared/authority/etransport/codes/operations.ts';
import type { Confirmation, Deletion, Notification, VehicleChange } from '#shared/authority/etransport/message.ts';
import type {
  RoutePoint,
  TransportDeclaration,
  TransportFields,
  TransportGoods,
  TransportSource,
} from '#shared/model/transport.ts';
import type { Party } from '#shared/model/party.ts';

/** Valid declarations, for tests that change one thing. */

const NOWHERE: RoutePoint = {
  county: null,
  locality: null,
  street: null,
  number: null,
  otherInfo: null,
  postalCode: null,
  borderPoint: null,
  customsOffice: null,
};

export const address = (county: number, locality: string, street: string): RoutePoint => ({
  ...NOWHERE,
  county,
  locality,
  street,
});
export const borderPoint = (code: number): RoutePoint => ({ ...NOWHERE, borderPoint: code });
export const customsOffice = (code: number): RoutePoint => ({ ...NOWHERE, customsOffice: code });

const INLAND = address(12, 'Cluj-Napoca', 'Calea Turzii');
const STORE = address(40, 'Sector 3', 'Bd. Theodor Pallady');

/** Start and end of the route for a type of operation: a border crossing, or a customs office for import and export. */
function routeOf(type: number): { start: RoutePoint; end: RoutePoint } {
  if (type === 40) return { start: customsOffice(222901), end: STORE };
  if (type === 50) return { start: INLAND, end: customsOffice(132901) };
  const direction = operationOf(type)?.direction;
  return {
    start: direction === 'inbound' ? borderPoint(2) : INLAND,
    end: direction === 'outbound' ? borderPoint(4) : STORE,
  };
}

const PARTNERS = {
  EU: { country: 'DE', taxId: 'DE811569869', name: 'Muster GmbH' },
  RO: { country: 'RO', taxId: '18547290', name: 'Client SRL' },
  'third-country': { country: 'MD', taxId: '1003600012345', name: 'Vin Prim SRL' },
};

export const goodsOf = (type: number): TransportGoods => ({
  purposeCode: operationOf(type)?.purposes[0] ?? 101,
  tariffCode: '07019050',
  description: 'Cartofi noi',
  quantity: '1200',
  unitCode: 'KGM',
  netWeight: '1200',
  grossWeight: '1260.5',
  valueWithoutVat: '3600.00',
});

/** A valid declaration of a type of operation. */
export const validDeclaration = (type = 30): TransportDeclaration => ({
  declarant: '14399840',
  reference: 'AVZ-2026-001',
  postIncident: false,
  operationType: type,
  partner: PARTNERS[operationOf(type)?.partner ?? 'RO'],
  vehicle: 'CJ12ABC',
  trailer1: null,
  trailer2: null,
  transporter: { country: 'RO', taxId: '14399840', name: 'Transport SRL' },
  transportDate: '2026-11-23',
  ...routeOf(type),
  goods: [goodsOf(type)],
  documents: [{ type: 30, number: 'AVZ-2026-001', date: '2026-11-22', remark: null }],
});

/** An identifier whose check digits are right (from the comments of the authority's schema). */
export const UIT = '3V0P0L0P0T3JUW46';

export const notification = (declaration: TransportDeclaration, corrects: string | null = null): Notification => ({
  kind: 'notification',
  declaration,
  corrects,
});

export const deletion = (changes: Partial<Deletion> = {}): Deletion => ({
  kind: 'deletion',
  declarant: '14399840',
  uit: UIT,
  ...changes,
});

export const confirmation = (changes: Partial<Confirmation> = {}): Confirmation => ({
  ...{ kind: 'confirmation', declarant: '14399840', uit: UIT, outcome: 20, remark: 'Lipsesc 2 saci' },
  ...changes,
});

export const vehicleChange = (changes: Partial<VehicleChange> = {}): VehicleChange => ({
  ...{ kind: 'vehicle_change', declarant: '14399840', uit: UIT, vehicle: 'B99XYZ', trailer1: null, trailer2: null },
  ...{ changedAt: '2026-11-22T11:05:00.000Z', remark: null },
  ...changes,
});

export const NOTHING_STATED: TransportFields = {
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

const CLIENT: Party = {
  id: null,
  type: 'company',
  name: 'Client SRL',
  cif: 'RO18547290',
  cnp: null,
  vatCode: null,
  isVatPayer: true,
  registrationNumber: null,
  address: null,
  city: null,
  county: null,
  postalCode: null,
  country: 'RO',
  email: null,
  phone: null,
};

export const client = (changes: Partial<Party> = {}): Party => ({ ...CLIENT, ...changes });

/** A note with one line and without transport data. */
export const plainNote = (changes: Partial<TransportSource> = {}): TransportSource => ({
  ...NOTHING_STATED,
  number: 'AVZ-2026-001',
  issueDate: '2026-11-22',
  exchangeRate: '1',
  deputyAuto: null,
  seller: { cif: 'RO14399840' },
  client: client(),
  lines: [noteLine()],
  ...changes,
});

type NoteLine = TransportSource['lines'][number];

export const noteLine = (changes: Partial<NoteLine> = {}): NoteLine => ({
  ...{ description: 'Cartofi noi', quantity: '1200.0000', unitOfMeasure: 'kg', subtotal: '3600.00' },
  ...{ tariffCode: null, purposeCode: null, unitOfMeasureCode: null },
  ...{ netWeight: null, grossWeight: null, valueWithoutVat: null },
  ...changes,
});
