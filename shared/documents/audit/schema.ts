import * as z from 'zod';
import { personSchema } from '#shared/documents/common/present/schema.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';

/** The answer to an audit of a series. */

/** The hash covers all numbers up to this one: if an earlier report has another hash for it, the series was rewritten since. */
const edge = z.object({ sequence: z.number(), number: z.string(), invoiceId: uuid(), hash: z.string() }).nullable();

export const auditSchema = z
  .object({
    seriesId: uuid(),
    prefix: z.string(),
    type: z.enum(SERIES_TYPES),
    currentNumber: z.number(),
    first: edge,
    last: edge,
    from: z.number(),
    to: z.number(),
    next: z.number().nullable(),
    count: z.number(),
    gaps: z.array(z.object({ from: z.number(), to: z.number() })),
    duplicates: z.array(z.number()),
    cancelled: z.array(
      z.object({
        sequence: z.number(),
        number: z.string(),
        invoiceId: uuid(),
        cancelledAt: instant().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    deleted: z.array(z.object({ sequence: z.number(), number: z.string(), invoiceId: uuid(), deletedAt: instant().nullable() })),
    /** Numbers whose documents were removed when their retention had ended. */
    expired: z.array(
      z.object({
        ...{ sequence: z.number(), number: z.string(), invoiceId: uuid(), hash: z.string(), issueDate: day() },
        removedAt: instant(),
      }),
    ),
    counterChanges: z.array(
      z.object({ from: z.number(), to: z.number(), reason: z.string().nullable(), by: personSchema, at: instant() }),
    ),
    chainHolds: z.boolean(),
    problems: z.array(
      z.object({
        sequence: z.number().nullable(),
        number: z.string().nullable(),
        invoiceId: uuid().nullable(),
        message: z.string(),
      }),
    ),
    notes: z.array(z.object({ sequence: z.number(), number: z.string(), invoiceId: uuid(), message: z.string() })),
    /**
     * The anchors that the series and its documents were compared with, newest first. `upTo`: the last number of the series
     * that the newest of them covers. `next`: older ones are before this day, to be asked for by `anchorsBefore`; null: there are none.
     */
    anchors: z.object({
      /** `stamped`: a time stamp of the file is stored beside it, with the ending `.tsr`. */
      checked: z.array(
        z.object({ day: z.string(), key: z.string(), digest: z.string(), takenAt: instant(), stamped: z.boolean() }),
      ),
      upTo: z.number().nullable(),
      next: z.string().nullable(),
    }),
    auditedAt: instant(),
  })
  .meta({ id: 'SeriesAudit' });
