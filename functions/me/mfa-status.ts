import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readMfaStatus } from '#shared/accounts/identity/mfa/status.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/me/mfa/status',
    summary: 'Get the second factors of the signed-in user',
    auth: 'user',
    sessionOnly: true,
    responses: { 200: () => import('#shared/accounts/identity/mfa/schema.ts').then(schema => schema.mfaStatusSchema) },
    read: ({ userId }) => readMfaStatus(userId),
  },
  ({ loaded }) => loaded,
);
