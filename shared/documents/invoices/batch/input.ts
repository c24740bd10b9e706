import * as z from 'zod';
import { documented } from '#shared/base/kernel/fields.ts';

/** Body of a batch of invoices (INV-81 to INV-84). The documents are checked one by one, so that an invalid one does not stop the others. */

/** The most documents of a batch: 100 that are issued take about a third of the time that a request has. */
export const MOST = 100;

const OF_1_TO_100 = `must have 1 to ${MOST} documents`;

const oneOf = [{ $ref: '#/components/schemas/InvoiceInput' }, { $ref: '#/components/schemas/CreditNoteInput' }];

export const batchBody = z
  .object({
    invoices: documented(z.array(z.looseObject({})).min(1, OF_1_TO_100).max(MOST, OF_1_TO_100), {
      type: 'array',
      items: { anyOf: oneOf },
      minItems: 1,
      maxItems: MOST,
    }),
    issue: z.boolean().optional(),
  })
  .meta({ id: 'InvoiceBatchInput' });
export type BatchBody = z.output<typeof batchBody>;
