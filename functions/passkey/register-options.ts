import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { CreationOptions, passkeyOptions } from '../../shared/identity/passkey-register.ts';
import { readPasskeys } from '../../shared/identity/passkeys.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/passkey/register/options',
    summary: 'What a browser needs to make a passkey',
    auth: 'user',
    sessionOnly: true,
    responses: { 200: CreationOptions },
    uses: ['table:read', 'table:write'],
    read: ({ userId }) => readPasskeys(userId),
  },
  ({ actor, loaded, commit }) => passkeyOptions(actor, loaded, commit),
);
