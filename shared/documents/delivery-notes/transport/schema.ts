import * as z from 'zod';
import { day, instant, namedPersonSchema, uuid } from '#shared/base/kernel/schema.ts';
import { TRANSPORT_STATUSES } from '#shared/model/transport.ts';
import { OUTCOME_NAMES } from './input.ts';

/** Schemas for answers about transport declarations. Rules: TRN-13 to TRN-15, TRN-39 to TRN-51. */

const text = () => z.string().nullable();

const vehicle = z.object({ vehicleNumber: text(), trailer1: text(), trailer2: text() }).meta({ id: 'TransportVehicle' });

const message = z
  .object({
    uuid: uuid(),
    kind: z.enum(['notification', 'correction', 'deletion', 'confirmation', 'vehicle_change']),
    /** `waiting`: not sent yet; `withdrawn`: the notes were cancelled before it was sent. */
    status: z.enum(['waiting', 'withdrawn', ...TRANSPORT_STATUSES]),
    reference: z.string(),
    uploadId: text(),
    errors: z.array(z.string()),
    vehicle: vehicle.optional(),
    outcome: z.enum(OUTCOME_NAMES).optional(),
    remark: text().optional(),
    changedAt: instant().optional(),
    requestedBy: namedPersonSchema.nullable(),
    createdAt: instant(),
    sentAt: instant().nullable(),
    decidedAt: instant().nullable(),
  })
  .meta({ id: 'TransportMessage' });

export const declarationSchema = z
  .object({
    uuid: uuid(),
    status: z.enum([...TRANSPORT_STATUSES, 'deleted']),
    uit: text(),
    validUntil: day().nullable(),
    vehicle: vehicle.nullable(),
    confirmation: z.object({ outcome: z.enum(OUTCOME_NAMES), remark: text(), confirmedAt: instant() }).nullable(),
    deliveryNotes: z.array(
      z.object({
        uuid: uuid(),
        number: z.string(),
        /** The note was cancelled after the transport was declared. */
        removed: z.boolean(),
        lines: z
          .array(
            z.object({
              ...{ uuid: uuid(), quantity: z.string(), netWeight: text(), grossWeight: text(), valueWithoutVat: text() },
            }),
          )
          .nullable(),
      }),
    ),
    /** Newest first. */
    messages: z.array(message),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'TransportDeclaration' });

/** Newest first. */
export const declarationsSchema = z.object({ data: z.array(declarationSchema) }).meta({ id: 'TransportDeclarationList' });
