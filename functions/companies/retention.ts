import { presentRetentionView } from '#shared/app/retention/present.ts';
import { readRetention } from '#shared/app/retention/view.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies/{uuid}/retention',
    summary: 'Get what is past its time, and the state of the last removal',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.delete',
    responses: { 200: () => import('#shared/app/retention/schema.ts').then(schema => schema.retentionSchema) },
    errors: [404],
    present: presentRetentionView,
  },
  ({ company }) => readRetention(company),
);
