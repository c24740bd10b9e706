import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { freeForm } from '#shared/platform/lambda/endpoint/request.ts';
import { presentMe } from '#shared/accounts/identity/account/present.ts';
import { organizationsOf } from '#shared/platform/access/organizations.ts';
import { profileChangeBody } from '#shared/accounts/identity/account/input.ts';
import { updateProfile } from '#shared/accounts/identity/account/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/me',
    summary: 'Change the profile or the password of the signed-in user',
    auth: 'user',
    sessionOnly: true,
    body: profileChangeBody,
    securityEvent: 'account.changed',
    responses: { 200: () => import('#shared/accounts/identity/account/schema.ts').then(schema => schema.meSchema) },
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    present: presentMe,
  },
  async ({ actor, body, event, commit }) => {
    // Preferences are stored as sent; in the parsed body, numbers with many digits are text (`exactNumbers`).
    const organizations = await organizationsOf(actor);
    return updateProfile({ actor, organizations }, body, freeForm(event, 'preferences'), commit);
  },
);
