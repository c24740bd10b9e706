import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type CompanyView, presentCompany } from '#shared/records/parties/companies/present.ts';
import { refreshFromRegistry } from '#shared/records/parties/companies/refresh-registry.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies/{uuid}/refresh-registry',
    summary: 'Update a company with the data of the company register, at most once an hour',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.edit',
    responses: { 200: () => import('#shared/records/parties/companies/schema.ts').then(schema => schema.companySchema) },
    errors: [404, 429, 503],
    present: (view: CompanyView) => presentCompany(view),
  },
  ({ company, commit }) => refreshFromRegistry(company, commit),
);
