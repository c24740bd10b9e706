import { presentRetentionView } from '#shared/app/retention/present.ts';
import { startBody, startRetention } from '#shared/app/retention/start.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies/{uuid}/retention',
    summary: 'Remove what is past its time, permanently',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.delete',
    confirmedEmail: true,
    body: startBody,
    securityEvent: 'company.expired_data_removed',
    responses: { 202: () => import('#shared/app/retention/schema.ts').then(schema => schema.retentionSchema) },
    errors: [404, 409, 422],
    present: presentRetentionView,
  },
  ({ actor, company, body: _, commit }) => startRetention(company, personOf(actor), commit),
);
