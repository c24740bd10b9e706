import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';
import { NAMED } from './overview.ts';
import { AGE_NAMES } from './unpaid.ts';

/** Response schema of the overview of deadlines (REP-16 to REP-19). */

const groupSchema = z
  .object({
    count: z.int(),
    documents: z
      .array(
        z.object({
          id: uuid(),
          number: z.string(),
          status: z.enum(INVOICE_STATUSES),
          issueDate: day(),
          clientName: z.string().nullable(),
          taxauthDeadline: day().nullable(),
        }),
      )
      .max(NAMED),
  })
  .meta({ id: 'DeadlineGroup' });

const companySchema = z
  .object({
    company: z.object({ id: uuid(), name: z.string(), cif: z.string() }),
    dueThisWeek: groupSchema,
    late: groupSchema,
    rejected: groupSchema,
    unpaid: z.array(
      z.object({
        currency: z.string(),
        count: z.int(),
        total: z.number(),
        byAge: z.object(Object.fromEntries(AGE_NAMES.map(age => [age, z.number()]))),
      }),
    ),
    connection: z.object({ expiresAt: instant().nullable(), daysLeft: z.int().nullable(), isEnding: z.boolean() }),
    sync: z.object({
      enabled: z.boolean(),
      lastSyncedAt: instant().nullable(),
      days: z.int().nullable(),
      isStale: z.boolean(),
    }),
  })
  .meta({ id: 'CompanyDeadlines' });

export const deadlinesSchema = pageSchema(companySchema).extend({ date: day() }).meta({ id: 'DeadlinesPage' });
