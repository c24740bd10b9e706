import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { MfaStatus, readMfaStatus } from '../../shared/identity/mfa/status.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/me/mfa/status',
    summary: 'Which second factors the signed-in person has',
    auth: 'user',
    sessionOnly: true,
    responses: { 200: MfaStatus },
    uses: ['table:read'],
    read: ({ userId }) => readMfaStatus(userId),
  },
  ({ loaded }) => loaded,
);
