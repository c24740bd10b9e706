import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';
import { webhookChangeBody } from '#shared/app/webhooks/endpoints/input.ts';
import { updateEndpoint } from '#shared/app/webhooks/endpoints/manage.ts';
import { presentEndpoint } from '#shared/app/webhooks/endpoints/present.ts';
import { readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/webhooks/{uuid}',
    summary: 'Change a webhook',
    auth: 'company',
    permission: 'webhook.manage',
    confirmedEmail: true,
    body: webhookChangeBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/app/webhooks/endpoints/schema.ts').then(schema => schema.endpointSchema) },
    errors: [400, 404, 422],
    read: async ({ company, params }) => mustHave(await readEndpoints(company), params.uuid, 'Webhook'),
    present: presentEndpoint,
  },
  ({ companyId, body, params, loaded, commit }) => updateEndpoint(companyId, body, { loaded, id: params.uuid, commit }),
);
