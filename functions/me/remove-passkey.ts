import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { freshProofBody } from '#shared/accounts/identity/mfa/input.ts';
import { findPasskey } from '#shared/accounts/identity/passkeys/store.ts';
import { removePasskey } from '#shared/accounts/identity/passkeys/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/me/passkeys/{id}',
    summary: 'Remove a passkey',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'passkey.removed',
    body: freshProofBody,
    invalidBody: 400,
    responses: { 204: null },
    errors: [422],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    read: ({ userId, params }) => findPasskey(userId, params.id),
  },
  ({ actor, loaded, body, commit }) => removePasskey(actor, { passkey: loaded, password: body.password }, commit),
);
