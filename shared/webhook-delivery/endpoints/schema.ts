import * as z from 'zod';

/** Response schemas of webhook endpoints. */

export const endpointSchema = z.object({
  uuid: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()),
  isActive: z.boolean(),
  /** Masked, except in the response to its creation. */
  secret: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const endpointDetailSchema = endpointSchema.extend({
  deliveriesCount: z.number().int(),
  lastDeliveryAt: z.string().nullable(),
  lastDeliveryStatus: z.enum(['success', 'failed', 'pending']).nullable(),
});

export const eventsSchema = z.array(z.object({ name: z.string(), description: z.string(), category: z.string() }));
