import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { ownTokens } from '../../shared/taxauth/own-tokens.ts';
import { presentStatus, statusSchema } from '../../shared/taxauth/present.ts';

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
