import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createCompany } from '#shared/records/parties/companies/create.ts';
import { newCompanyBody, setsStandingCopies } from '#shared/records/parties/companies/input.ts';
import { type CompanyView, presentCompany } from '#shared/records/parties/companies/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies',
    summary: 'Add a company, with series, VAT rates and templates',
    auth: 'user',
    permission: 'company.create',
    sandboxKey: true,
    body: newCompanyBody,
    confirmedEmail: setsStandingCopies,
    invalidBody: 400,
    responses: { 201: () => import('#shared/records/parties/companies/schema.ts').then(schema => schema.companySchema) },
    errors: [402, 404, 409, 503],
    present: (view: CompanyView) => presentCompany(view),
  },
  ({ actor, body, commit }) => createCompany(actor, body, commit),
);
