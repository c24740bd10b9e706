import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';

/** Response schemas of webhook endpoints. */

export const endpointSchema = z
  .object({
    uuid: uuid(),
    url: z.url(),
    description: z.string().nullable(),
    events: z.array(z.string()),
    isActive: z.boolean(),
    /** Masked, except in the response to its creation. */
    secret: z.string(),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'Webhook' });

export const endpointDetailSchema = endpointSchema
  .extend({
    deliveriesCount: z.number().int(),
    lastDeliveryAt: instant().nullable(),
    lastDeliveryStatus: z.enum(['success', 'failed', 'pending']).nullable(),
  })
  .meta({ id: 'WebhookDetail' });

export const eventsSchema = z.array(z.object({ name: z.string(), description: z.string(), category: z.string() }));
