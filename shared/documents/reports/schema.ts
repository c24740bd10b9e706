import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { sourceSchema } from '#shared/documents/common/present/received-schema.ts';
import { OPERATIONS } from '#shared/model/fiscal/operations.ts';
import { RECEIVED_VAT_CATEGORIES, VAT_CATEGORIES } from '#shared/model/vat/categories.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';

/** Response schema of the journals (REP-20 to REP-22). */

const inLei = {
  operation: z.enum(OPERATIONS),
  rate: z.number(),
  baseLei: z.number(),
  vatLei: z.number(),
  baseDueLei: z.number(),
  vatDueLei: z.number(),
  selfAssessedLei: z.number(),
  deductibleLei: z.number(),
};

const rowSchema = z
  .object({
    documentId: uuid(),
    paymentId: uuid().nullable(),
    number: z.string(),
    date: day(),
    issueDate: day().nullable(),
    partner: z.object({
      id: uuid().nullable(),
      name: z.string().nullable(),
      cif: z.string().nullable(),
      country: z.string(),
    }),
    currency: z.string(),
    exchangeRate: z.number().nullable(),
    settles: uuid().nullable(),
    source: sourceSchema,
    corrects: z.string().nullable(),
    groups: z.array(
      z.object({
        ...inLei,
        category: z.enum([...VAT_CATEGORIES, ...RECEIVED_VAT_CATEGORIES]),
        base: z.number(),
        vat: z.number(),
      }),
    ),
  })
  .meta({ id: 'JournalRow' });

export const journalSchema = pageSchema(rowSchema)
  .extend({
    period: z.string().regex(/^\d{4}-\d{2}$/),
    role: z.enum(['sale', 'purchase']),
    totals: z.array(z.object({ ...inLei, documents: z.int() })),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'Journal' });
