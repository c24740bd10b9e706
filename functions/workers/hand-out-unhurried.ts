import { defineHandOut } from '#shared/platform/lambda/worker/hand-out.ts';

export const handler = defineHandOut({
  summary: 'Hands out rare work for which nobody waits',
  queue: 'unhurried',
  // Low, since nobody waits for this work: it must leave capacity of the table, and sending rate for mails that people wait for.
  maximumConcurrency: 10,
});
