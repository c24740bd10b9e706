import { releaseOf, removeBody } from '#shared/app/company-purge/release.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { companyRecordKey } from '#shared/platform/access/records.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { removeCompany } from '#shared/records/parties/companies/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/companies/{uuid}',
    summary: 'Delete a company; it can be restored for 5 days',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.delete',
    body: removeBody,
    securityEvent: 'company.removed',
    responses: { 204: null },
    errors: [404, 422],
    changes: ({ company }) => companyRecordKey(company),
  },
  async ({ actor, company, body, commit }) => {
    const by = personOf(actor);
    return removeCompany(company, { by, release: await releaseOf(company, body, by) }, commit);
  },
);
