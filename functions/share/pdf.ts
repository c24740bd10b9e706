import { inline } from '#shared/output/files/disposition.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { noteDownload, openLink } from '#shared/documents/invoices/share-links/visit.ts';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/share/{token}/pdf',
    summary: 'Download the PDF of a shared invoice',
    auth: 'public',
    window: 'share',
    responses: { 200: null },
    produces: 'application/pdf',
    errors: [404],
    table: 'write',
    uses: ['documents:read', 'render:invoke'],
    read: ({ params }) =>
      Promise.all([
        openLink(params.token),
        // Imported in parallel with the reads, because it brings in the S3 client and the renderer.
        loadMeanwhile(() => import('#shared/documents/invoices/share-links/pdf.ts')),
      ]),
  },
  async ({ loaded: [shared, { sharedPdf }] }) => {
    const { bytes, storedAt } = await sharedPdf(shared);
    await noteDownload(shared, 'pdf');
    return file(bytes, 'application/pdf', {
      'content-disposition': inline(`${shared.invoice.number}.pdf`),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
