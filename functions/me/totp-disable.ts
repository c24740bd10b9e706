import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { disableTotp } from '#shared/accounts/identity/mfa/disable-totp.ts';
import { proofBody } from '#shared/accounts/identity/mfa/input.ts';
import { readMfa } from '#shared/accounts/identity/mfa/status.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/me/mfa/totp/disable',
    summary: 'Disable two-factor authentication',
    auth: 'user',
    sessionOnly: true,
    body: proofBody,
    securityEvent: 'second_factor.disabled',
    responses: { 200: () => import('#shared/accounts/identity/mfa/schema.ts').then(schema => schema.totpDisabledSchema) },
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    uses: ['secrets-key:decrypt:totp'],
    read: ({ userId }) => readMfa(userId),
  },
  ({ actor, body, loaded, commit }) => disableTotp(actor, { proof: body, mfa: loaded }, commit),
);
