import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type CompanyView, presentCompany } from '#shared/records/parties/companies/present.ts';
import { restoreCompany } from '#shared/records/parties/companies/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies/{uuid}/restore',
    summary: 'Restore a company that was deleted at most 5 days ago',
    auth: 'company',
    companyIn: 'path',
    deletedCompany: true,
    permission: 'company.delete',
    securityEvent: 'company.restored',
    responses: { 200: () => import('#shared/records/parties/companies/schema.ts').then(schema => schema.companySchema) },
    errors: [402, 404, 409, 410],
    present: (view: CompanyView) => presentCompany(view),
  },
  ({ company, commit }) => restoreCompany(company, commit),
);
