import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { listCompanies } from '#shared/records/parties/companies/list.ts';
import { type CompanyView, presentCompany } from '#shared/records/parties/companies/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies',
    summary: 'List the companies that the caller can access, by name',
    auth: 'user',
    responses: {
      200: () => import('#shared/records/parties/companies/schema.ts').then(schema => schema.companySchema.array()),
    },
    present: (views: CompanyView[]) => views.map(presentCompany),
  },
  ({ actor }) => listCompanies(actor),
);
