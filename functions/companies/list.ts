import * as z from 'zod';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { listCompanies } from '../../shared/parties/companies/list.ts';
import { companySchema, type CompanyView, presentCompany } from '../../shared/parties/companies/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies',
    summary: 'The companies that the caller reaches, by name',
    auth: 'user',
    responses: { 200: z.array(companySchema) },
    uses: ['table:read'],
    present: (views: CompanyView[]) => views.map(presentCompany),
  },
  ({ actor }) => listCompanies(actor),
);
