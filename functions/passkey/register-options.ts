import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { passkeyOptions } from '#shared/accounts/identity/passkeys/register-options.ts';
import { readPasskeys } from '#shared/accounts/identity/passkeys/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/passkey/register/options',
    summary: 'Get the options (challenge) for registering a passkey',
    auth: 'user',
    sessionOnly: true,
    responses: { 200: () => import('#shared/accounts/identity/passkeys/schema.ts').then(schema => schema.creationOptionsSchema) },
    read: ({ userId }) => readPasskeys(userId),
  },
  ({ actor, loaded, commit }) => passkeyOptions(actor, loaded, commit),
);
