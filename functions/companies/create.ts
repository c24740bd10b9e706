import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { createCompany } from '#shared/parties/companies/create.ts';
import { newCompanyBody, setsStandingCopies } from '#shared/parties/companies/input.ts';
import { type CompanyView, presentCompany } from '#shared/parties/companies/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies',
    summary: 'Add a company, with series, VAT rates and templates',
    auth: 'user',
    permission: 'company.create',
    body: newCompanyBody,
    confirmedEmail: setsStandingCopies,
    invalidBody: 400,
    responses: { 201: () => import('#shared/parties/companies/schema.ts').then(schema => schema.companySchema) },
    errors: [402, 404, 409, 503],
    present: (view: CompanyView) => presentCompany(view),
  },
  ({ actor, body, commit }) => createCompany(actor, body, commit),
);
