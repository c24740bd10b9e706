import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { revokeLicenseKey } from '#shared/accounts/identity/licensing/revoke-key.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/licensing/keys/{id}',
    summary: 'Revoke a licence key',
    auth: 'user',
    permission: 'org.manage_billing',
    responses: { 200: () => z.object({ status: z.literal('revoked') }) },
    present: () => ({ status: 'revoked' }),
  },
  ({ actor, params: { id = '' }, commit }) => revokeLicenseKey(actor, id, commit),
);
