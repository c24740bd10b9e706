import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { followLink } from '#shared/output/mail/tracking/readings.ts';
import { readerOf } from '#shared/output/mail/tracking/reader.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/t/{token}/click',
    summary: 'Redirect to the target of a link in a tracked mail, and record the click',
    auth: 'public',
    query: z.object({ to: z.string().default(''), signature: z.string().default('') }),
    responses: { 302: null },
    errors: [404],
    table: 'write',
  },
  async ({ params, query, address, event }) => {
    const location = await followLink(params.token, query.to, query.signature, readerOf(event, address));
    return answer(302, undefined, { location, 'referrer-policy': 'no-referrer' });
  },
);
