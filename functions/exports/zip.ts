import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentExport } from '#shared/documents/invoices/export/present.ts';
import { exportBody, readForExport, startExport } from '#shared/documents/invoices/export/start.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/export/zip',
    summary: 'Start an export of invoice files as a ZIP archive',
    auth: 'company',
    deletedCompany: 'owners',
    permission: 'export.data',
    body: exportBody,
    invalidBody: 400,
    responses: { 202: () => import('#shared/documents/invoices/export/schema.ts').then(schema => schema.exportSchema) },
    errors: [404, 413, 422],
    read: ({ company, body }) => readForExport(company, body),
    present: presentExport,
  },
  ({ companyId, actor, body, loaded, commit }) => startExport({ company: companyId, body, context: loaded, by: actor, commit }),
);
