import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readOrganizationParts } from '#shared/records/parties/companies/list.ts';
import { type CompanyView, presentCompany } from '#shared/records/parties/companies/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies/{uuid}',
    summary: 'Get a company',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.view',
    responses: { 200: () => import('#shared/records/parties/companies/schema.ts').then(schema => schema.companySchema) },
    errors: [404],
    version: ({ company }) => company.version,
    present: (view: CompanyView) => presentCompany(view),
  },
  async ({ company }) => ({ company, ...(await readOrganizationParts(company.organizationId)) }),
);
