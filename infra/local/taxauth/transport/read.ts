import { isDeepStrictEqual } from 'node:util';
import type { TransportMessage, VehicleChange } from '#shared/authority/etransport/message.ts';
import { messageTree } from '#shared/authority/etransport/xml/message-tree.ts';
import { romanianTime } from '#shared/authority/etransport/xml/romanian-time.ts';
import type { Element } from '#shared/authority/etransport/xml/tree.ts';
import type { RoutePoint, TransportDeclaration } from '#shared/model/transport.ts';
import { elementsOf, type MessageElement } from './elements.ts';

/**
 * Reads the XML of a transport message, schema version 2. A file that is not well-formed, or whose elements are not those of the schema
 * in its order, gives its refusal text instead. What the schema has and a `TransportMessage` cannot say (stairs and floors of an address,
 * earlier declarations) counts as unknown: the service writes none of it.
 */
export function readMessage(bytes: Uint8Array): { message: TransportMessage } | { refused: string } {
  const invalid = (reason: string): { refused: string } => ({
    refused: `Fisierul transmis nu este valid. org.xml.sax.SAXParseException; ${reason}`,
  });
  let root: MessageElement;
  try {
    root = elementsOf(bytes);
  } catch (error) {
    return invalid((error as Error).message.trim());
  }
  if (root.name !== 'eTransport') return invalid(`cvc-elt.1.a: Cannot find the declaration of element '${root.name}'.`);
  const message = messageOf(root);
  // Unknown or misplaced elements are missing or elsewhere when the message is written again.
  if (!message || !isDeepStrictEqual(root, statedOf(messageTree(message)))) {
    return invalid('cvc-complex-type: Elements and attributes are not those of the schema, in its order.');
  }
  return { message };
}

/** The elements of a message as they would be read again. */
const statedOf = ({ name, attributes, children }: Element): MessageElement => ({
  name,
  attributes: Object.fromEntries(attributes.flatMap(each => (each.value === null ? [] : [[each.name, each.value]]))),
  children: children.map(statedOf),
});

function messageOf(root: MessageElement): TransportMessage | null {
  const [content] = root.children;
  if (!content) return null;
  const { attributes: of } = content;
  const head = {
    declarant: root.attributes['codDeclarant'] ?? null,
    reference: root.attributes['refDeclarant'] ?? null,
    postIncident: root.attributes['declPostAvarie'] === 'D',
  };
  const about = { ...head, uit: of['uit'] ?? '' };
  const remark = of['observatii'] ?? null;
  switch (content.name) {
    case 'notificare':
      return {
        kind: 'notification',
        declaration: { ...head, ...declarationOf(content) },
        corrects: childrenOf(content, 'corectie')[0]?.attributes['uit'] ?? null,
      };
    case 'stergere':
      return { kind: 'deletion', ...about };
    case 'confirmare':
      return { kind: 'confirmation', ...about, outcome: Number(of['tipConfirmare']), remark };
    case 'modifVehicul': {
      const changedAt = instantOf(of['dataModificare'] ?? '');
      return changedAt === null ? null : { kind: 'vehicle_change', ...about, ...vehicleOf(content), changedAt, remark };
    }
    default:
      return null;
  }
}

function declarationOf(content: MessageElement): Omit<TransportDeclaration, 'declarant' | 'reference' | 'postIncident'> {
  const only = (name: string): MessageElement => childrenOf(content, name)[0] ?? { name, attributes: {}, children: [] };
  const { attributes: partner } = only('partenerComercial');
  const transport = only('dateTransport');
  return {
    operationType: Number(content.attributes['codTipOperatiune']),
    partner: { country: partner['codTara'] ?? null, taxId: partner['cod'] ?? null, name: partner['denumire'] ?? null },
    ...vehicleOf(transport),
    transporter: {
      country: transport.attributes['codTaraOrgTransport'] ?? null,
      taxId: transport.attributes['codOrgTransport'] ?? null,
      name: transport.attributes['denumireOrgTransport'] ?? null,
    },
    transportDate: transport.attributes['dataTransport'] ?? null,
    start: routePointOf(only('locStartTraseuRutier')),
    end: routePointOf(only('locFinalTraseuRutier')),
    goods: childrenOf(content, 'bunuriTransportate').map(({ attributes: of }) => ({
      purposeCode: codeOf(of['codScopOperatiune']),
      tariffCode: of['codTarifar'] ?? null,
      description: of['denumireMarfa'] ?? '',
      quantity: of['cantitate'] ?? '',
      unitCode: of['codUnitateMasura'] ?? null,
      netWeight: of['greutateNeta'] ?? null,
      grossWeight: of['greutateBruta'] ?? null,
      valueWithoutVat: of['valoareLeiFaraTva'] ?? null,
    })),
    documents: childrenOf(content, 'documenteTransport').map(({ attributes: of }) => ({
      type: Number(of['tipDocument']),
      number: of['numarDocument'] ?? null,
      date: of['dataDocument'] ?? '',
      remark: of['observatii'] ?? null,
    })),
  };
}

const vehicleOf = ({ attributes: of }: MessageElement): Pick<VehicleChange, 'vehicle' | 'trailer1' | 'trailer2'> => ({
  vehicle: of['nrVehicul'] ?? null,
  trailer1: of['nrRemorca1'] ?? null,
  trailer2: of['nrRemorca2'] ?? null,
});

function routePointOf(element: MessageElement): RoutePoint {
  const address = childrenOf(element, 'locatie')[0]?.attributes ?? {};
  return {
    county: codeOf(address['codJudet']),
    locality: address['denumireLocalitate'] ?? null,
    street: address['denumireStrada'] ?? null,
    number: address['numar'] ?? null,
    otherInfo: address['alteInfo'] ?? null,
    postalCode: address['codPostal'] ?? null,
    borderPoint: codeOf(element.attributes['codPtf']),
    customsOffice: codeOf(element.attributes['codBirouVamal']),
  };
}

const childrenOf = ({ children }: MessageElement, name: string): MessageElement[] => children.filter(each => each.name === name);

const codeOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** The instant of a wall time of Romania, ISO 8601 UTC; null where the text is none. Of an hour that comes twice, the second one. */
function instantOf(wallTime: string): string | null {
  const wall = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(wall)) return null;
  // Romania is two or three hours ahead of UTC: the right offset is the one that gives the same wall time again.
  const instant = [2, 3].map(hours => new Date(wall - hours * 3_600_000)).find(at => romanianTime(at) === wallTime);
  return instant?.toISOString() ?? null;
}
