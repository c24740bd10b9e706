import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import * as z from 'zod';
import { freshProofBody } from '#shared/accounts/identity/mfa/input.ts';
import { enableTotp } from '#shared/accounts/identity/mfa/enable-totp.ts';
import { readMfa } from '#shared/accounts/identity/mfa/status.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/me/mfa/totp/enable',
    summary: 'Enable two-factor authentication with a first code',
    auth: 'user',
    sessionOnly: true,
    body: freshProofBody.extend({ code: z.string().trim().min(1, 'must not be empty') }).meta({ id: 'TotpActivation' }),
    invalidBody: 400,
    securityEvent: 'second_factor.enabled',
    responses: { 200: () => import('#shared/accounts/identity/mfa/schema.ts').then(schema => schema.totpEnabledSchema) },
    errors: [409, 422],
    // Lambda allots CPU in proportion to memory, and hashing backup codes is CPU-bound.
    memory: 1024,
    uses: ['secrets-key:decrypt:totp'],
    read: ({ userId }) => readMfa(userId),
  },
  ({ actor, body, loaded, commit }) => enableTotp(actor, { ...body, mfa: loaded }, commit),
);
