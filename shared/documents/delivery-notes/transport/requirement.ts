import {
  type TransportFacts,
  type TransportRequirement,
  transportRequirement,
} from '#shared/authority/etransport/requirement/requirement.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { declarationOfNote } from './declaration.ts';

/** Whether the transport of a note must be declared. Pure. */

/** The data of a note that the decision depends on. Returned goods count with the (positive) value that they had when delivered. */
function factsOf(note: DeliveryNoteDocument): TransportFacts {
  const { operationType, transportDate, goods } = declarationOfNote(note);
  return {
    operationType,
    transportDate,
    goods: goods.map(({ tariffCode, grossWeight, valueWithoutVat }) => ({
      tariffCode,
      grossWeight,
      valueWithoutVat: valueWithoutVat && amount(decimal(valueWithoutVat).abs()),
    })),
    vehicleMass: note.etransportVehicleMass,
  };
}

/**
 * Whether the law requires a declaration, for a note in any status.
 *
 * @param vehicleMass kilograms, used if the note does not state it; null = unknown
 * @param today the date in Romania, `YYYY-MM-DD`, used if the note has no transport date
 */
export function requirementOf(note: DeliveryNoteDocument, vehicleMass: number | null, today: string): TransportRequirement {
  const facts = factsOf(note);
  return transportRequirement({ ...facts, vehicleMass: facts.vehicleMass ?? vehicleMass }, today);
}

/** Above every limit in the law: the assumption for a vehicle of unknown mass. */
const ANY_HEAVY_VEHICLE = Number.MAX_SAFE_INTEGER;

/**
 * The warning for a note whose transport must be declared and is not, or must be declared unless its vehicle, whose mass is
 * unknown, is light enough. No warning for a note with `skipEtransport`.
 */
export function undeclaredWarnings(note: DeliveryNoteDocument, today: string): string[] {
  if (note.skipEtransport || note.etransportStatus === 'ok') return [];
  if (requirementOf(note, ANY_HEAVY_VEHICLE, today).requirement !== 'required') return [];
  const isKnown = requirementOf(note, null, today).requirement === 'required';
  return [
    isKnown
      ? 'etransportStatus: the transport must be declared before the goods leave (RO e-Transport).'
      : 'etransportStatus: the transport must be declared before the goods leave (RO e-Transport), unless the vehicle is too light for it (etransportVehicleMass).',
  ];
}
