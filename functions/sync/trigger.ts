import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readToTrigger, triggerBody, triggerSync } from '#shared/documents/received-sync/trigger.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/sync/trigger',
    summary: 'Start a synchronization with the tax authority now; it runs in the background',
    auth: 'company',
    permission: 'efactura.submit',
    body: triggerBody,
    responses: { 202: () => import('#shared/documents/received-sync/messages/schema.ts').then(schema => schema.triggeredSchema) },
    errors: [409, 422],
    present: (triggered: { message: string; syncId: string }) => answer(202, triggered),
  },
  async ({ company, companyId, body, commit }) =>
    triggerSync(company, companyId, body.days, await readToTrigger(company, companyId), commit),
);
