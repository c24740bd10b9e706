import * as z from 'zod';

/** The canary of a stage: a sandbox company whose invoices show that the stage works (docs/adr/0048-canary.md). */
export interface CanarySettings {
  /** Minutes from one invoice to the next. */
  everyMinutes: number;
}

/** The sandbox companies of an organization issue 1,000 invoices a month at most (COM-67): 992 in 31 days. */
const LEAST_MINUTES = 45;
/** A longer time would leave half a day without anybody knowing. */
const MOST_MINUTES = 720;

/** Schema of `canary` in the stages of cdk.json. */
export const canary = z.strictObject({
  everyMinutes: z
    .int()
    .min(
      LEAST_MINUTES,
      `must be at least ${LEAST_MINUTES}: the sandbox companies of an organization issue 1,000 invoices a month at most`,
    )
    .max(MOST_MINUTES, `must be at most ${MOST_MINUTES}: half a day`)
    .default(60),
});
