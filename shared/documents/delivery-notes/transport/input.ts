import * as z from 'zod';
import { optional } from '#shared/documents/common/input.ts';
import { plate, transportLineFields } from '#shared/authority/etransport/input.ts';
import { decimalBetween, id, optionalText } from '#shared/base/kernel/fields.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { changedTransportFields } from '../input.ts';

/** Request bodies about transport declarations. Rules: TRN-13 to TRN-15, TRN-39 to TRN-51. */

/** The declaration that a request is about; default: the note's last one. */
const declarationId = optional(id());

/** The fields of an accepted declaration to correct; omitted fields do not change. */
export const correctionBody = patch({ ...changedTransportFields, declarationId }).meta({ id: 'TransportCorrection' });

export const deletionBody = z.object({ declarationId }).meta({ id: 'TransportDeletion' });

/** The authority accepts remarks of up to 200 characters. */
const remark = optionalText(200);

export const vehicleChangeBody = z
  .object({
    declarationId,
    vehicleNumber: plate(),
    trailer1: plate(),
    trailer2: plate(),
    /** When the goods were moved to the other vehicle; default: now. */
    changedAt: optional(z.iso.datetime({ offset: true, error: 'must be an instant (ISO 8601)' })),
    remark,
  })
  .meta({ id: 'VehicleChange' });

export type VehicleChangeBody = z.output<typeof vehicleChangeBody>;

/** The receiver's confirmation of the goods, with the authority's codes (etransport/codes/operations.ts). */
export const OUTCOMES = { confirmed: 10, partial: 20, denied: 30 } as const;
export const OUTCOME_NAMES = ['confirmed', 'partial', 'denied'] as const satisfies (keyof typeof OUTCOMES)[];

export const confirmationBody = z
  .object({ declarationId, outcome: z.enum(OUTCOME_NAMES), remark })
  .meta({ id: 'TransportConfirmation' });

/** The most notes in one declaration, and the most lines of all of them. */
const MOST_PARTS = 10;
const MOST_PART_LINES = 500;

const partLine = z.object({
  uuid: id(),
  quantity: decimalBetween(2, '0.01', '999999999999.99'),
  netWeight: transportLineFields.netWeight,
  grossWeight: transportLineFields.grossWeight,
  valueWithoutVat: transportLineFields.valueWithoutVat,
});

const part = z.object({
  deliveryNoteId: id(),
  /** Absent: the whole note. */
  lines: z
    .array(partLine)
    .min(1, 'must have at least 1 line')
    .max(MOST_PART_LINES, `must have at most ${MOST_PART_LINES} lines`)
    .optional(),
});

/** A declaration of several notes, of a part of one, or with another vehicle than that of the note. */
export const transportDeclarationBody = z
  .object({
    deliveryNotes: z
      .array(part)
      .min(1, 'must have at least 1 delivery note')
      .max(MOST_PARTS, `must have at most ${MOST_PARTS} delivery notes`)
      .refine(
        parts => new Set(parts.map(each => each.deliveryNoteId)).size === parts.length,
        'must not have a delivery note twice',
      )
      .refine(
        parts => parts.reduce((sum, { lines }) => sum + (lines?.length ?? 0), 0) <= MOST_PART_LINES,
        `must have at most ${MOST_PART_LINES} lines in all`,
      ),
    vehicleNumber: plate(),
    trailer1: plate(),
    trailer2: plate(),
  })
  .meta({ id: 'TransportDeclarationInput' });
export type TransportDeclarationBody = z.output<typeof transportDeclarationBody>;
