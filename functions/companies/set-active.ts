import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type CompanyView, presentCompany } from '#shared/records/parties/companies/present.ts';
import { activateCompany } from '#shared/records/parties/companies/set-active.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/companies/{uuid}/set-active',
    summary: 'Make a read-only company writable; at the limit of the plan, the least recently updated company becomes read-only',
    auth: 'company',
    companyIn: 'path',
    readOnlyCompany: true,
    permission: 'company.edit',
    responses: {
      200: () => import('#shared/records/parties/companies/schema.ts').then(schema => schema.companySchema.array()),
    },
    errors: [404],
    present: (views: CompanyView[]) => views.map(presentCompany),
  },
  ({ actor, company, commit }) => activateCompany(actor, company, commit),
);
