import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { type CompanyView, presentCompany } from '#shared/parties/companies/present.ts';
import { refreshFromRegistry } from '#shared/parties/companies/refresh-registry.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies/{uuid}/refresh-registry',
    summary: 'Update a company with the data of the company register, at most once an hour',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.edit',
    responses: { 200: () => import('#shared/parties/companies/schema.ts').then(schema => schema.companySchema) },
    errors: [404, 429, 503],
    present: (view: CompanyView) => presentCompany(view),
  },
  ({ company, commit }) => refreshFromRegistry(company, commit),
);
