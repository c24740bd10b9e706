import { presentDeletion } from '#shared/app/company-purge/present.ts';
import { releaseBody, releaseDocuments } from '#shared/app/company-purge/release.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies/{uuid}/deletion',
    summary: 'Release retained documents of a deleted company for deletion, or revoke the release',
    auth: 'company',
    companyIn: 'path',
    deletedCompany: true,
    permission: 'company.delete',
    body: releaseBody,
    responses: { 200: () => import('#shared/app/company-purge/schema.ts').then(schema => schema.deletionSchema) },
    errors: [404, 409, 410, 422],
    present: presentDeletion,
  },
  ({ actor, company, body, commit }) => releaseDocuments(company, body, personOf(actor), commit),
);
