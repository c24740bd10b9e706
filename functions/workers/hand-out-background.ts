import { defineHandOut } from '#shared/platform/lambda/worker/hand-out.ts';

export const handler = defineHandOut({
  summary: 'Hands out rare work that a person has asked for',
  queue: 'background',
  maximumConcurrency: 20,
});
