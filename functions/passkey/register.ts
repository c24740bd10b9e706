import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { answeredBy, registerPasskey } from '#shared/accounts/identity/passkeys/register.ts';
import { newPasskeyBody } from '#shared/accounts/identity/passkeys/input.ts';
import { presentPasskey } from '#shared/accounts/identity/passkeys/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/passkey/register',
    summary: 'Register a new passkey',
    auth: 'user',
    sessionOnly: true,
    body: newPasskeyBody,
    invalidBody: 400,
    securityEvent: 'passkey.added',
    responses: { 201: () => import('#shared/accounts/identity/passkeys/schema.ts').then(schema => schema.passkeySchema) },
    errors: [409, 422],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    read: async ({ userId, body }) => body && answeredBy(userId, body.response),
    present: presentPasskey,
  },
  ({ actor, body, loaded, commit }) => registerPasskey(actor, body, loaded, commit),
);
