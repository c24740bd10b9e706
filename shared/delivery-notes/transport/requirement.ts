import {
  type TransportFacts,
  type TransportRequirement,
  transportRequirement,
} from '../../etransport/requirement/requirement.ts';
import { amount, decimal } from '../../kernel/money.ts';
import type { DeliveryNoteDocument } from '../../model/convertible/delivery-note.ts';
import { declarationOfNote } from './declaration.ts';

/** Whether the transport of a note must be declared. Pure. */

/** What decides it, as the note states it. Goods that are taken back have the value that they had when they were delivered. */
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
 * Whether the law asks for a declaration of a note, in any status.
 *
 * @param vehicleMass kilograms, for a note that does not state it
 * @param today the date in Romania, `YYYY-MM-DD`: decides for a note without a date of transport
 */
export function requirementOf(note: DeliveryNoteDocument, vehicleMass: number | null, today: string): TransportRequirement {
  const facts = factsOf(note);
  return transportRequirement({ ...facts, vehicleMass: facts.vehicleMass ?? vehicleMass }, today);
}

/** Heavier than every limit: stands for a vehicle of which nothing is known. */
const ANY_HEAVY_VEHICLE = Number.MAX_SAFE_INTEGER;

/**
 * The warning of a note whose transport must be declared and is not: also where nothing but the mass of its vehicle is not known. None for
 * a note that says that it is not to be declared (`skipEtransport`).
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
