import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/store/record-set.ts';
import { webhookChangeBody } from '#shared/webhook-delivery/endpoints/input.ts';
import { updateEndpoint } from '#shared/webhook-delivery/endpoints/manage.ts';
import { presentEndpoint } from '#shared/webhook-delivery/endpoints/present.ts';
import { readEndpoints } from '#shared/webhook-delivery/endpoints/store.ts';

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
    responses: { 200: () => import('#shared/webhook-delivery/endpoints/schema.ts').then(schema => schema.endpointSchema) },
    errors: [400, 404, 422],
    read: async ({ company, params }) => mustHave(await readEndpoints(company), params.uuid, 'Webhook'),
    present: presentEndpoint,
  },
  ({ companyId, body, params, loaded, commit }) => updateEndpoint(companyId, body, { loaded, id: params.uuid, commit }),
);
