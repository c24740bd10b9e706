import { planOf } from '#shared/platform/access/organization-plan.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createEndpoint } from '#shared/app/webhooks/endpoints/manage.ts';
import { newWebhookBody } from '#shared/app/webhooks/endpoints/input.ts';
import { presentWithSecret } from '#shared/app/webhooks/endpoints/present.ts';
import { readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/webhooks',
    summary: 'Add a webhook; only this response shows its secret',
    auth: 'company',
    permission: 'webhook.manage',
    confirmedEmail: true,
    body: newWebhookBody,
    invalidBody: 400,
    responses: { 201: () => import('#shared/app/webhooks/endpoints/schema.ts').then(schema => schema.endpointSchema) },
    errors: [400, 402, 422],
    uses: ['secrets-key:encrypt:webhook-secret'],
    read: ({ company, organizationId }) => Promise.all([readEndpoints(company), planOf(organizationId)]),
    present: presentWithSecret,
  },
  ({ actor, body, companyId, loaded: [loaded, plan], commit }) =>
    createEndpoint(body, { company: companyId, plan, loaded, by: actor, commit }),
);
