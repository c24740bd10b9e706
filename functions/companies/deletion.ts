import { readDeletion } from '#shared/app/company-purge/release.ts';
import { presentDeletion } from '#shared/app/company-purge/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies/{uuid}/deletion',
    summary: "Get the state of a company's deletion: what is retained, and when data are erased",
    auth: 'company',
    companyIn: 'path',
    deletedCompany: true,
    permission: 'company.delete',
    responses: { 200: () => import('#shared/app/company-purge/schema.ts').then(schema => schema.deletionSchema) },
    errors: [404, 409],
    present: presentDeletion,
  },
  ({ company }) => readDeletion(company),
);
