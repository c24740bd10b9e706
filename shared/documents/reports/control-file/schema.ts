import * as z from 'zod';
import { day, instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';
import { EVENT_TYPES } from '#shared/model/timeline.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';
import { PROFORMA_STATUSES } from '#shared/model/convertible/proforma.ts';
import { INVOICE_STATUSES, TAXAUTH_STATUSES } from '#shared/model/invoice.ts';
import { TRANSPORT_STATUSES } from '#shared/model/transport.ts';
import { NUMBER_STATES } from './entries.ts';

/** Response schema of a control file (REP-61 to REP-65). */

const counterChange = z
  .object({ from: z.number(), to: z.number(), reason: z.string().nullable(), by: namedPersonSchema, at: instant() })
  .meta({ id: 'SeriesCounterChange' });

/** The statuses of documents of all kinds. */
const status = () => z.enum([...new Set([...INVOICE_STATUSES, ...PROFORMA_STATUSES, ...DELIVERY_NOTE_STATUSES])]);

const event = z.object({
  at: instant(),
  type: z.enum(EVENT_TYPES),
  status: status().nullable(),
  by: namedPersonSchema.nullable(),
  details: z.string(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  moreChanges: z.number(),
});

const entry = z
  .object({
    sequence: z.number(),
    lastSequence: z.number(),
    number: z.string(),
    state: z.enum(NUMBER_STATES),
    status: status().nullable(),
    documentId: uuid().nullable(),
    issueDate: day().nullable(),
    numberedAt: instant().nullable(),
    numberedBy: namedPersonSchema.nullable(),
    partner: z.object({ name: z.string(), cif: z.string().nullable() }).nullable(),
    parentNumber: z.string().nullable(),
    currency: z.string().nullable(),
    total: z.number().nullable(),
    taxauth: z
      .object({
        status: z.enum([...TAXAUTH_STATUSES, ...TRANSPORT_STATUSES.filter(one => one !== 'uploaded')]),
        uploadIndex: z.string().nullable(),
        uit: z.string().nullable(),
      })
      .nullable(),
    cancelled: z.object({ at: instant().nullable(), by: namedPersonSchema.nullable(), reason: z.string().nullable() }).nullable(),
    removedAt: instant().nullable(),
    counterChanges: z.array(counterChange),
    history: z.array(event),
    problems: z.array(z.string()),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ControlFileNumber' });

export const controlFileSchema = z
  .object({
    seriesId: uuid(),
    prefix: z.string(),
    year: z.number().nullable(),
    type: z.enum(SERIES_TYPES),
    from: day(),
    to: day(),
    chainHolds: z.boolean(),
    problems: z.array(z.string()),
    anchors: z.object({
      count: z.number(),
      first: day().nullable(),
      last: day().nullable(),
      upTo: z.number().nullable(),
    }),
    counterChanges: z.array(counterChange),
    numbers: z.array(entry),
  })
  .meta({ id: 'ControlFile' });
