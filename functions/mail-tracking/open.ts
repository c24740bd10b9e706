import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { file } from '#shared/platform/lambda/endpoint/answer.ts';
import { noteOpen } from '#shared/output/mail/tracking/readings.ts';
import { readerOf } from '#shared/output/mail/tracking/reader.ts';

/** One transparent pixel (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/t/{token}/open.gif',
    summary: 'Get the tracking pixel of a mail: a request records that the mail was opened; every token gets the same picture',
    auth: 'public',
    responses: { 200: null },
    produces: 'image/gif',
    table: 'write',
  },
  async ({ params, address, event }) => {
    await noteOpen(params.token, readerOf(event, address));
    return file(PIXEL, 'image/gif', { 'cache-control': 'no-store' });
  },
);
