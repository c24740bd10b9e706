import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type BulkPlan, bulkSubmissionBody, planSubmissions } from '#shared/documents/invoices/submission/bulk.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/bulk-submit',
    summary: 'Submit up to 100 issued invoices to the tax authority, in the background',
    auth: 'company',
    permission: 'efactura.submit',
    body: bulkSubmissionBody,
    responses: { 200: () => import('#shared/documents/invoices/submission/schema.ts').then(schema => schema.bulkPlanSchema) },
    errors: [400],
    present: (plan: BulkPlan) => plan,
  },
  ({ company, actor, body, commit }) => planSubmissions(body.ids, { company, by: actor, commit }),
);
