import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { sendTest, testBody } from '#shared/app/webhooks/deliveries/send-test.ts';
import { presentTest } from '#shared/app/webhooks/deliveries/present.ts';
import { foundEndpoint, readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/webhooks/{uuid}/test',
    summary: 'Send a test event to a webhook and wait for the response',
    auth: 'company',
    permission: 'webhook.manage',
    confirmedEmail: true,
    body: testBody,
    responses: { 200: () => import('#shared/app/webhooks/deliveries/schema.ts').then(schema => schema.testSchema) },
    errors: [404, 422],
    uses: ['secrets-key:decrypt:webhook-secret', 'post-webhook:invoke'],
    timeoutSeconds: 20,
    read: async ({ company, params }) => foundEndpoint((await readEndpoints(company)).records, params.uuid),
    present: presentTest,
  },
  ({ company, body, loaded }) => sendTest(company.id, loaded, body.eventType),
);
