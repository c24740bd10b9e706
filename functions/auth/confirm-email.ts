import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { confirmEmail, findConfirmation } from '#shared/accounts/identity/sign-in/confirm-email.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Confirm the email of an account',
    auth: 'public',
    body: z.object({ token: z.string().trim().min(1, 'must not be empty') }).meta({ id: 'EmailConfirmation' }),
    invalidBody: 400,
    securityEvent: 'account.email_confirmed',
    responses: { 200: () => import('#shared/base/kernel/schema.ts').then(schema => schema.messageSchema) },
    errors: [401, 409],
    read: async ({ body }) => body && findConfirmation(body.token),
    present: () => ({ message: 'The email is confirmed.' }),
  },
  ({ body, loaded, commit }) => confirmEmail(body.token, loaded, commit),
);
