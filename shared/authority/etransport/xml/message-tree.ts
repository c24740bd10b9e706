import type { RoutePoint, TransportDeclaration } from '#shared/model/transport.ts';
import { headOf, type TransportMessage, type VehicleChange } from '../message.ts';
import { romanianTime } from './romanian-time.ts';
import { element, type Element, isStated, type Stated } from './tree.ts';

/** Builds the elements of a message by the authority's schema (version 2); each attribute names the request field of its value. */
export function messageTree(message: TransportMessage): Element {
  const { declarant, reference, postIncident } = headOf(message);
  const head: Stated[] = [
    ['codDeclarant', declarant, 'company'],
    ['refDeclarant', reference, 'documentSeriesId'],
    ['declPostAvarie', postIncident ? 'D' : null, 'etransportPostIncident'],
  ];
  return element('eTransport', head, [contentOf(message)]);
}

function contentOf(message: TransportMessage): Element {
  switch (message.kind) {
    case 'notification':
      return notification(message.declaration, message.corrects ?? null);
    case 'deletion':
      return element('stergere', [['uit', message.uit, 'uit']]);
    case 'confirmation':
      return element('confirmare', [
        ['uit', message.uit, 'uit'],
        ['tipConfirmare', message.outcome, 'outcome'],
        ['observatii', message.remark, 'remark'],
      ]);
    case 'vehicle_change':
      return vehicleChange(message);
  }
}

const vehicleChange = (message: VehicleChange): Element =>
  element('modifVehicul', [
    ['uit', message.uit, 'uit'],
    ['nrVehicul', message.vehicle, 'vehicleNumber'],
    ['nrRemorca1', message.trailer1, 'trailer1'],
    ['nrRemorca2', message.trailer2, 'trailer2'],
    ['dataModificare', romanianTime(new Date(message.changedAt)), 'changedAt'],
    ['observatii', message.remark, 'remark'],
  ]);

function notification(declaration: TransportDeclaration, corrects: string | null): Element {
  const { goods, partner, transporter, documents } = declaration;
  return element(
    'notificare',
    [['codTipOperatiune', declaration.operationType, 'etransportOperationType']],
    [
      ...(corrects === null ? [] : [element('corectie', [['uit', corrects, 'uit']])]),
      ...goods.map((each, index) => {
        const of = (field: string): string => `lines.${index}.${field}`;
        return element('bunuriTransportate', [
          ['codScopOperatiune', each.purposeCode, of('purposeCode')],
          ['codTarifar', each.tariffCode, of('tariffCode')],
          ['denumireMarfa', each.description, of('description')],
          ['cantitate', each.quantity, of('quantity')],
          ['codUnitateMasura', each.unitCode, of('unitOfMeasureCode')],
          ['greutateNeta', each.netWeight, of('netWeight')],
          ['greutateBruta', each.grossWeight, of('grossWeight')],
          ['valoareLeiFaraTva', each.valueWithoutVat, of('valueWithoutVat')],
        ]);
      }),
      element('partenerComercial', [
        ['codTara', partner.country, 'clientId'],
        ['cod', partner.taxId, 'clientId'],
        ['denumire', partner.name, 'clientId'],
      ]),
      element('dateTransport', [
        ['nrVehicul', declaration.vehicle, 'etransportVehicleNumber'],
        ['nrRemorca1', declaration.trailer1, 'etransportTrailer1'],
        ['nrRemorca2', declaration.trailer2, 'etransportTrailer2'],
        ['codTaraOrgTransport', transporter.country, 'etransportTransporterCountry'],
        ['codOrgTransport', transporter.taxId, 'etransportTransporterCode'],
        ['denumireOrgTransport', transporter.name, 'etransportTransporterName'],
        ['dataTransport', declaration.transportDate, 'etransportTransportDate'],
      ]),
      routePoint('locStartTraseuRutier', declaration.start, 'etransportStart'),
      routePoint('locFinalTraseuRutier', declaration.end, 'etransportEnd'),
      ...documents.map(({ type, number, date, remark }) =>
        element('documenteTransport', [
          ['tipDocument', type],
          ['numarDocument', number, 'documentSeriesId'],
          ['dataDocument', date, 'issueDate'],
          ['observatii', remark],
        ]),
      ),
    ],
  );
}

function routePoint(name: string, point: RoutePoint, prefix: string): Element {
  const place = element('locatie', [
    ['codJudet', point.county, `${prefix}County`],
    ['denumireLocalitate', point.locality, `${prefix}Locality`],
    ['denumireStrada', point.street, `${prefix}Street`],
    ['numar', point.number, `${prefix}Number`],
    ['alteInfo', point.otherInfo, `${prefix}OtherInfo`],
    ['codPostal', point.postalCode, `${prefix}PostalCode`],
  ]);
  return element(
    name,
    [
      ['codPtf', point.borderPoint, `${prefix}BorderPoint`],
      ['codBirouVamal', point.customsOffice, `${prefix}CustomsOffice`],
    ],
    isStated(place) ? [place] : [],
  );
}
