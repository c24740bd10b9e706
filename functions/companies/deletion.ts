import { readDeletion } from '../../shared/company-purge/release.ts';
import { presentDeletion } from '../../shared/company-purge/present.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies/{uuid}/deletion',
    summary: 'Get what will be deleted with a company, and when',
    auth: 'company',
    companyIn: 'path',
    deletedCompany: true,
    permission: 'company.delete',
    responses: { 200: () => import('../../shared/company-purge/schema.ts').then(schema => schema.deletionSchema) },
    errors: [404, 409],
    uses: ['table:read'],
    present: presentDeletion,
  },
  ({ company }) => readDeletion(company),
);
