import * as z from 'zod';
import { EVENTS, type EventName } from '#shared/output/webhooks/events.ts';
import { instant, uuid } from '#shared/base/kernel/schema.ts';

/** Response schemas of events. */

export const companyEventSchema = z
  .object({
    id: uuid(),
    type: z.enum(Object.keys(EVENTS) as EventName[]),
    createdAt: instant(),
    timestamp: instant(),
    company: uuid(),
    sequence: z.number().int(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'CompanyEvent' });

export const companyEventPageSchema = z
  .object({
    data: z.array(companyEventSchema),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'CompanyEventPage' });
