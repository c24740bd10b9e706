import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { plateOf } from '#shared/model/transport.ts';

/** The identifier (UIT) of a note's transport, with what documents show next to it for drivers and inspectors. */
export interface TransportIdentifier {
  uit: string;
  /** The authority has accepted the deletion of the declaration: the identifier must not be used any more. */
  isCancelled: boolean;
  /** The last day on which it is valid, `YYYY-MM-DD`; null when not known. */
  validUntil: string | null;
  vehicle: string | null;
  trailers: string[];
  /** `YYYY-MM-DD` */
  transportDate: string | null;
}

/** The identifier that the authority gave the note's transport; null without one. A cancelled one has no other data. Pure. */
export function identifierOf(note: DeliveryNote): TransportIdentifier | null {
  const { etransportUit: uit, etransportStatus, etransportDeletedAt, etransportValidUntil: validUntil } = note;
  if (etransportStatus !== 'ok' || !uit) return null;
  if (etransportDeletedAt) {
    return { uit, isCancelled: true, validUntil: null, vehicle: null, trailers: [], transportDate: null };
  }
  const { etransportTrailer1, etransportTrailer2, etransportTransportDate: transportDate } = note;
  return {
    ...{ uit, isCancelled: false, validUntil, transportDate },
    vehicle: note.etransportVehicleNumber ?? plateOf(note.deputyAuto),
    trailers: [etransportTrailer1, etransportTrailer2].filter(trailer => trailer !== null),
  };
}

/** Whether the identifier is valid on a day. @param day `YYYY-MM-DD`, in Romania */
export const isInForce = ({ isCancelled, validUntil }: TransportIdentifier, day: string): boolean =>
  !isCancelled && (validUntil === null || validUntil >= day);

/** The identifier that a mail to the carrier contains and that must still be current when it is sent; empty without a valid one. */
export function carrierPremise(note: DeliveryNote): string {
  const identifier = identifierOf(note);
  return identifier && !identifier.isCancelled ? identifier.uit : '';
}
