import { defineSchedule } from '../../shared/http/define-worker.ts';
import { rotateTokenKeys } from '../../shared/identity/rotate-token-keys.ts';

export const handler = defineSchedule(
  {
    name: 'rotate-token-keys',
    summary: 'Takes the steps of key rotation that are due',
    everyMinutes: 1440,
    uses: ['table:read', 'table:write', 'token-keys:rotate'],
  },
  rotateTokenKeys,
);
