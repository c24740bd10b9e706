import * as z from 'zod';
import { TRANSPORT_STATUSES } from '../../model/transport.ts';
import { OUTCOME_NAMES } from './input.ts';

/** Schemas for answers about transport declarations. All of them are [added] to the contract; see docs/etransport.md. */

const text = () => z.string().nullable();

const vehicle = z.object({ vehicleNumber: text(), trailer1: text(), trailer2: text() });

const message = z.object({
  uuid: z.string(),
  kind: z.enum(['notification', 'correction', 'deletion', 'confirmation', 'vehicle_change']),
  /** `waiting`: not sent yet; `withdrawn`: the notes were cancelled before it was sent. */
  status: z.enum(['waiting', 'withdrawn', ...TRANSPORT_STATUSES]),
  reference: z.string(),
  uploadId: text(),
  errors: z.array(z.string()),
  vehicle: vehicle.optional(),
  outcome: z.enum(OUTCOME_NAMES).optional(),
  remark: text().optional(),
  changedAt: z.string().optional(),
  requestedBy: z.object({ id: text(), name: z.string() }).nullable(),
  createdAt: z.string(),
  sentAt: text(),
  decidedAt: text(),
});

export const declarationSchema = z.object({
  uuid: z.string(),
  status: z.enum([...TRANSPORT_STATUSES, 'deleted']),
  uit: text(),
  validUntil: text(),
  vehicle: vehicle.nullable(),
  confirmation: z.object({ outcome: z.enum(OUTCOME_NAMES), remark: text(), confirmedAt: z.string() }).nullable(),
  deliveryNotes: z.array(
    z.object({
      uuid: z.string(),
      number: z.string(),
      /** The note was cancelled after the transport was declared. */
      removed: z.boolean(),
      lines: z
        .array(
          z.object({
            ...{ uuid: z.string(), quantity: z.string(), netWeight: text(), grossWeight: text(), valueWithoutVat: text() },
          }),
        )
        .nullable(),
    }),
  ),
  /** Newest first. */
  messages: z.array(message),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Newest first. */
export const declarationsSchema = z.object({ data: z.array(declarationSchema) });
