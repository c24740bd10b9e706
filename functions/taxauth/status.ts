import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { ownTokens } from '../../shared/taxauth/connections/own-tokens.ts';
import { presentStatus, statusSchema } from '../../shared/taxauth/connections/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/taxauth/status',
    summary: 'Whether the caller has tokens of the tax authority',
    auth: 'user',
    responses: { 200: statusSchema },
    uses: ['table:read'],
    present: presentStatus,
  },
  ({ actor }) => ownTokens(actor),
);
