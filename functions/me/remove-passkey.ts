import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { findPasskey } from '../../shared/identity/passkeys/store.ts';
import { removePasskey } from '../../shared/identity/passkeys/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/me/passkeys/{id}',
    summary: 'Remove a passkey',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'passkey.removed',
    responses: { 204: null },
    uses: ['table:get', 'table:delete'],
    read: ({ userId, params }) => findPasskey(userId, params.id),
  },
  ({ loaded, commit }) => removePasskey(loaded, commit),
);
