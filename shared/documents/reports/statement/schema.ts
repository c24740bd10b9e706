import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';

/** Response schema of a statement of account (REP-54). */
export const statementSchema = z
  .object({
    date: day(),
    language: z.enum(['ro', 'en']),
    clientId: uuid().nullable(),
    supplierId: uuid().nullable(),
    partner: z.object({ name: z.string(), cif: z.string().nullable(), country: z.string() }),
    documents: z.array(
      z.object({
        documentId: uuid().nullable(),
        number: z.string(),
        issueDate: day(),
        dueDate: day().nullable(),
        currency: z.string(),
        total: z.number(),
        settled: z.number(),
        open: z.number(),
      }),
    ),
    balances: z.array(z.object({ currency: z.string(), open: z.number(), overdue: z.number() })),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'StatementOfAccount' });
