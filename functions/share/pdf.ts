import { inline } from '../../shared/files/disposition.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { file } from '../../shared/lambda/endpoint/answer.ts';
import { sharedPdf } from '../../shared/invoices/share-links/pdf.ts';
import { noteDownload, openLink } from '../../shared/invoices/share-links/visit.ts';
import { presentInstant } from '../../shared/kernel/clock.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/share/{token}/pdf',
    summary: 'The PDF of a shared invoice',
    auth: 'public',
    window: 'share',
    responses: { 200: null },
    produces: 'application/pdf',
    errors: [404],
    uses: ['table:read', 'table:write', 'documents:read', 'render:invoke'],
    read: ({ params }) => openLink(params.token),
  },
  async ({ loaded }) => {
    const { bytes, storedAt } = await sharedPdf(loaded);
    await noteDownload(loaded, 'pdf');
    return file(bytes, 'application/pdf', {
      'content-disposition': inline(`${loaded.invoice.number}.pdf`),
      'x-generated-at': presentInstant(storedAt.toISOString()),
    });
  },
);
