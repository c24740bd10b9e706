import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';
import { removeEndpoint } from '#shared/app/webhooks/endpoints/manage.ts';
import { readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/webhooks/{uuid}',
    summary: 'Remove a webhook and its deliveries; pending retries are dropped',
    auth: 'company',
    permission: 'webhook.manage',
    responses: { 204: null },
    errors: [404],
    read: async ({ company, params }) => mustHave(await readEndpoints(company), params.uuid, 'Webhook'),
  },
  ({ companyId, params, loaded, commit }) => removeEndpoint(companyId, { loaded, id: params.uuid, commit }),
);
