import * as z from 'zod';
import { documented } from '#shared/base/kernel/fields.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { accountEmail } from '#shared/accounts/identity/account/store.ts';
import { allowedFor, loginOptions } from '#shared/accounts/identity/passkeys/login-options.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/passkey/login/options',
    summary: 'Get the options (challenge) for a login with a passkey',
    auth: 'public',
    window: 'passkeyLoginOptions',
    body: z
      .object({
        email: documented(z.union([z.literal(''), accountEmail()], 'must be an email address'), {
          type: 'string',
          format: 'email',
        }).nullish(),
      })
      .meta({ id: 'PasskeyLoginOptions' }),
    invalidBody: 400,
    responses: { 200: () => import('#shared/accounts/identity/passkeys/schema.ts').then(schema => schema.requestOptionsSchema) },
    read: async ({ body }) => (body?.email ? allowedFor(body.email) : []),
  },
  ({ loaded, commit }) => loginOptions(loaded, commit),
);
