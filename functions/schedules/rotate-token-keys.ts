import { defineSchedule } from '#shared/platform/lambda/worker/define-worker.ts';
import { rotateTokenKeys } from '#shared/accounts/identity/token-keys/rotate.ts';

export const handler = defineSchedule(
  {
    name: 'rotate-token-keys',
    summary: 'Rotates the keys that sign access tokens, a step at a time',
    everyMinutes: 1440,
    table: 'read',
    uses: ['token-keys:rotate'],
  },
  rotateTokenKeys,
);
