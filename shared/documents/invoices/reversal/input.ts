import * as z from 'zod';
import { date, id, optionalDate, optionalText } from '#shared/base/kernel/fields.ts';
import { documentExtensions, lineBody, linesOf, optional } from '#shared/documents/common/input.ts';

/** Request bodies of the actions that take back an issued invoice (INV-92). */

/** Body of `POST …/storno`. */
export const stornoBody = z
  .object({
    documentType: optional(z.enum(['credit_note', 'invoice'])),
    issueDate: optional(date()),
    seriesId: optional(id()),
    notes: optionalText(5000),
  })
  .meta({ id: 'StornoInput' });
export type StornoBody = z.output<typeof stornoBody>;

/** Body of `POST …/correct`. */
export const correctionBody = z
  .object({
    lines: linesOf(lineBody),
    issueDate: optional(date()),
    dueDate: optionalDate(),
    seriesId: optional(id()),
    notes: optionalText(5000),
    ublExtensions: documentExtensions.nullish(),
  })
  .meta({ id: 'CorrectionInput' });
export type CorrectionBody = z.output<typeof correctionBody>;
