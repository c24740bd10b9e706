import * as z from 'zod';
import { optional } from '../../documents/input.ts';
import { plate, transportLineFields } from '../../etransport/input.ts';
import { fitting, id, optionalText } from '../../kernel/fields.ts';
import { patch } from '../../kernel/patch.ts';
import { changedTransportFields } from '../input.ts';

/** Request bodies about transports that are declared, or are to be. Additions to the contract; docs/etransport.md. */

/** The declaration that a request is about; the note's last one by default. */
const declarationId = optional(id());

/** What is to be corrected of an accepted declaration: what is left out stays. */
export const correctionBody = patch({ ...changedTransportFields, declarationId });
export type CorrectionBody = z.output<typeof correctionBody>;

export const deletionBody = z.object({ declarationId });

/** The authority takes remarks of this length. */
const remark = optionalText(200);

export const vehicleChangeBody = z.object({
  declarationId,
  vehicleNumber: plate(),
  trailer1: plate(),
  trailer2: plate(),
  /** When the goods were reloaded; now by default. */
  changedAt: optional(z.iso.datetime({ offset: true, error: 'must be an instant (ISO 8601)' })),
  remark,
});

export type VehicleChangeBody = z.output<typeof vehicleChangeBody>;

/** What the receiver says of the goods, and the authority's codes (etransport/codes/operations.ts). */
export const OUTCOMES = { confirmed: 10, partial: 20, denied: 30 } as const;
export const OUTCOME_NAMES = ['confirmed', 'partial', 'denied'] as const satisfies (keyof typeof OUTCOMES)[];

export const confirmationBody = z.object({ declarationId, outcome: z.enum(OUTCOME_NAMES), remark });

/** Notes that travel under one identifier, and lines of them. */
const MOST_PARTS = 10;
const MOST_PART_LINES = 500;

const partLine = z.object({
  uuid: id(),
  quantity: fitting(2, '0.01', '999999999999.99'),
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

/** A declaration of several notes, of a part of one, or for another vehicle than the note names. */
export const transportDeclarationBody = z.object({
  deliveryNotes: z
    .array(part)
    .min(1, 'must have at least 1 delivery note')
    .max(MOST_PARTS, `must have at most ${MOST_PARTS} delivery notes`)
    .refine(parts => new Set(parts.map(each => each.deliveryNoteId)).size === parts.length, 'must not name a delivery note twice')
    .refine(
      parts => parts.reduce((sum, { lines }) => sum + (lines?.length ?? 0), 0) <= MOST_PART_LINES,
      `must have at most ${MOST_PART_LINES} lines in all`,
    ),
  vehicleNumber: plate(),
  trailer1: plate(),
  trailer2: plate(),
});
export type TransportDeclarationBody = z.output<typeof transportDeclarationBody>;
