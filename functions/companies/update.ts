import { companyRecordKey } from '#shared/platform/access/records.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { companyChangeBody, setsStandingCopies } from '#shared/records/parties/companies/input.ts';
import { type CompanyView, presentCompany } from '#shared/records/parties/companies/present.ts';
import { updateCompany } from '#shared/records/parties/companies/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/companies/{uuid}',
    summary: 'Change a company',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.edit',
    body: companyChangeBody,
    confirmedEmail: setsStandingCopies,
    invalidBody: 400,
    responses: { 200: () => import('#shared/records/parties/companies/schema.ts').then(schema => schema.companySchema) },
    errors: [404, 422],
    changes: ({ company }) => companyRecordKey(company),
    present: (view: CompanyView) => presentCompany(view),
  },
  ({ company, body, commit }) => updateCompany(company, body, commit),
);
