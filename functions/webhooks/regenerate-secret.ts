import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';
import { newSecretBody } from '#shared/app/webhooks/endpoints/secret-input.ts';
import { regenerateSecret } from '#shared/app/webhooks/endpoints/manage.ts';
import { presentWithSecret } from '#shared/app/webhooks/endpoints/present.ts';
import { readEndpoints } from '#shared/app/webhooks/endpoints/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/webhooks/{uuid}/regenerate-secret',
    summary: 'Replace the secret; the previous one can also sign for a grace period',
    auth: 'company',
    permission: 'webhook.manage',
    confirmedEmail: true,
    body: newSecretBody,
    securityEvent: 'webhook.secret_regenerated',
    responses: { 200: () => import('#shared/app/webhooks/endpoints/schema.ts').then(schema => schema.endpointSchema) },
    errors: [404, 422],
    uses: ['secrets-key:encrypt:webhook-secret'],
    read: async ({ company, params }) => mustHave(await readEndpoints(company), params.uuid, 'Webhook'),
    present: presentWithSecret,
  },
  ({ companyId, body, params, loaded, commit }) =>
    regenerateSecret(companyId, body.graceHours ?? 0, { loaded, id: params.uuid, commit }),
);
