import { readDownload } from '#shared/output/files/download.ts';
import { attachment as attached } from '#shared/output/files/disposition.ts';
import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { namedAs } from '#shared/documents/invoices/attachments/sniff.ts';
import { readAttachment } from '#shared/documents/invoices/attachments/read.ts';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/attachments/{attachmentId}',
    summary: 'Download an attachment; a large file is returned as a redirect',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: null, 302: null },
    produces: '*/*',
    errors: [404, 410],
    uses: ['documents:read'],
    read: ({ company, params }) =>
      Promise.all([
        readAttachment(company, params.uuid, params.attachmentId),
        // Imported in parallel with the read; `readDownload` needs it next.
        loadMeanwhile(() => import('#shared/platform/aws/read-file.ts')),
      ]),
  },
  async ({ loaded: [{ attachment }] }) => {
    const file = await readDownload({
      key: attachment.storageKey,
      size: attachment.size,
      contentType: attachment.mimeType,
      // Attachments that are older than the rule of names keep their stored name, but are handed out by it.
      disposition: attached(namedAs(attachment.filename, attachment.mimeType)),
    });
    return download(file, {
      'x-upload-date': presentInstant(attachment.uploadedAt),
      // Whatever type a browser detects, the file cannot run scripts or load anything.
      'content-security-policy': "sandbox; default-src 'none'",
    });
  },
);
