import * as z from 'zod';
import { decimalBetween, id } from '#shared/base/kernel/fields.ts';
import { optional } from '#shared/documents/common/input.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';

/** Advances that one invoice may settle: each is written twice in its transaction, which has 100 writes at most. */
export const MAX_ADVANCES = 20;

/** Body of `POST …/settle-advances` (INV-98, INV-99). */
export const settleAdvancesBody = z
  .object({
    advances: optional(
      z
        .array(z.object({ id: id(), amount: optional(decimalBetween(2, '0.01', MAX_AMOUNT)) }).meta({ id: 'AdvanceInput' }))
        .max(MAX_ADVANCES, `must have at most ${MAX_ADVANCES} entries`),
    ),
    issue: z.boolean().nullish(),
  })
  .meta({ id: 'SettleAdvancesInput' });
export type SettleAdvancesBody = z.output<typeof settleAdvancesBody>;
