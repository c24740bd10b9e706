import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { setUpTotp } from '../../shared/identity/mfa/set-up-totp.ts';
import { readMfa } from '../../shared/identity/mfa/status.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/me/mfa/totp/setup',
    summary: 'A new secret for the authenticator application',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'second_factor.set_up',
    responses: { 200: () => import('../../shared/identity/mfa/schema.ts').then(schema => schema.totpSetupSchema) },
    errors: [409],
    uses: ['table:read', 'table:write', 'secrets-key:use'],
    read: ({ userId }) => readMfa(userId),
  },
  ({ actor, loaded, commit }) => setUpTotp(actor, loaded, commit),
);
