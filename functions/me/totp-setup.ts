import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { freshProofBody } from '#shared/accounts/identity/mfa/input.ts';
import { setUpTotp } from '#shared/accounts/identity/mfa/set-up-totp.ts';
import { readMfa } from '#shared/accounts/identity/mfa/status.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/me/mfa/totp/setup',
    summary: 'Create a new secret for the authenticator application',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'second_factor.set_up',
    body: freshProofBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/accounts/identity/mfa/schema.ts').then(schema => schema.totpSetupSchema) },
    errors: [409, 422],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    uses: ['secrets-key:encrypt:totp'],
    read: ({ userId }) => readMfa(userId),
  },
  ({ actor, body, loaded, commit }) => setUpTotp(actor, { mfa: loaded, password: body.password }, commit),
);
