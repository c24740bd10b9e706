import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findExport, readArchive } from '#shared/documents/invoices/export/fetch.ts';
import { presentExport } from '#shared/documents/invoices/export/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/exports/{export}',
    summary: 'Get an export job by its id, or download its archive by its file name; a large file is returned as a redirect',
    auth: 'company',
    deletedCompany: 'owners',
    permission: 'export.data',
    responses: {
      200: () => import('#shared/documents/invoices/export/schema.ts').then(schema => schema.exportSchema),
      302: null,
    },
    produces: 'application/zip',
    errors: [404, 410],
    uses: ['documents:read'],
    read: ({ company, params }) => findExport(company, params.export),
  },
  async ({ loaded: { job, file } }) => (file ? download(await readArchive(file)) : presentExport(job)),
);
