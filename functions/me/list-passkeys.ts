import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentPasskey } from '#shared/accounts/identity/passkeys/present.ts';
import { readPasskeys } from '#shared/accounts/identity/passkeys/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/me/passkeys',
    summary: 'List the passkeys of the signed-in user',
    auth: 'user',
    responses: {
      200: () => import('#shared/accounts/identity/passkeys/schema.ts').then(schema => schema.passkeySchema.array()),
    },
    read: ({ userId }) => readPasskeys(userId),
  },
  ({ loaded }) => loaded.map(presentPasskey),
);
