import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { removeLogo } from '#shared/records/parties/companies/logo/record.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/companies/{uuid}/logo',
    summary: 'Remove the logo of a company; documents are printed without it from then on',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.edit',
    responses: { 200: () => import('#shared/records/parties/companies/logo/schema.ts').then(schema => schema.logoRemovedSchema) },
    errors: [404],
  },
  ({ company, commit }) => removeLogo(company, commit),
);
