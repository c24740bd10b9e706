import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { removeCompany } from '../../shared/parties/companies/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/companies/{uuid}',
    summary: 'Delete a company; it can be restored for 5 days',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.delete',
    responses: { 204: null },
    errors: [404],
    uses: ['table:read', 'table:write'],
  },
  ({ company, commit }) => removeCompany(company, commit),
);
