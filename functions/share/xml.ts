import { attachment } from '#shared/output/files/disposition.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { noteDownload, openLink } from '#shared/documents/invoices/share-links/visit.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/share/{token}/xml',
    summary: 'Download the UBL 2.1 XML of a shared invoice',
    auth: 'public',
    window: 'share',
    responses: { 200: null },
    produces: 'application/xml',
    errors: [404],
    table: 'write',
    uses: ['documents:read', 'documents:write', 'documents:lock'],
    read: ({ params }) =>
      Promise.all([
        openLink(params.token),
        // Imported in parallel with the reads, because it brings in the S3 client.
        loadMeanwhile(() => import('#shared/documents/invoices/share-links/xml.ts')),
      ]),
  },
  async ({ loaded: [shared, { sharedXml }] }) => {
    const xml = await sharedXml(shared);
    await noteDownload(shared, 'xml');
    return file(xml, 'application/xml', { 'content-disposition': attachment(`${shared.invoice.number}.xml`) });
  },
);
