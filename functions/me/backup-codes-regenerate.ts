import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { proofBody } from '#shared/accounts/identity/mfa/input.ts';
import { regenerateBackupCodes } from '#shared/accounts/identity/mfa/regenerate-backup-codes.ts';
import { readMfa } from '#shared/accounts/identity/mfa/status.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/me/mfa/backup-codes/regenerate',
    summary: 'Replace the backup codes by new ones',
    auth: 'user',
    sessionOnly: true,
    body: proofBody,
    securityEvent: 'backup_codes.regenerated',
    responses: { 200: () => import('#shared/accounts/identity/mfa/schema.ts').then(schema => schema.backupCodesSchema) },
    errors: [400],
    // Lambda allots CPU in proportion to memory, and hashing a password and backup codes is CPU-bound.
    memory: 1024,
    uses: ['secrets-key:decrypt:totp'],
    read: ({ userId }) => readMfa(userId),
  },
  ({ actor, body, loaded, commit }) => regenerateBackupCodes(actor, { proof: body, mfa: loaded }, commit),
);
