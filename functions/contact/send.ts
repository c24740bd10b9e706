import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { contactBody } from '#shared/accounts/contact/input.ts';
import { contactOperator } from '#shared/accounts/contact/send.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/contact',
    summary: 'Send a contact message to the operator',
    auth: 'public',
    window: 'contact',
    body: contactBody,
    invalidBody: 400,
    responses: { 200: () => z.object({ status: z.literal('sent') }) },
    errors: [403],
    uses: ['captcha-secret:read'],
    present: () => ({ status: 'sent' }),
  },
  ({ body, address, commit }) => contactOperator(body, address, commit),
);
