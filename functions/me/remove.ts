import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readBelongings } from '#shared/accounts/identity/account/belongings.ts';
import { removeAccount } from '#shared/accounts/identity/account/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/me',
    summary: 'Delete the account of the signed-in user',
    auth: 'user',
    sessionOnly: true,
    body: () => import('#shared/accounts/identity/account/input.ts').then(input => input.removeAccountBody),
    invalidBody: 400,
    securityEvent: 'account.removed',
    responses: { 204: null },
    errors: [409],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    uses: ['secrets-key:decrypt:totp'],
    read: ({ userId }) => readBelongings(userId),
  },
  ({ actor, body, loaded, commit }) => removeAccount(actor, { form: body, loaded }, commit),
);
