import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { MAILS_PER_ADDRESS } from '#shared/platform/lambda/limits/policies.ts';
import { withinSlidingWindow } from '#shared/platform/lambda/limits/sliding-window.ts';
import { accountEmail, findUserId } from '#shared/accounts/identity/account/store.ts';
import { askForConfirmation } from '#shared/accounts/identity/sign-in/confirm-email.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/resend-confirmation',
    summary: 'Send the confirmation mail again',
    auth: 'public',
    window: 'resendConfirmation',
    body: z.object({ email: accountEmail() }).meta({ id: 'ConfirmationRequest' }),
    invalidBody: 400,
    responses: { 200: () => import('#shared/base/kernel/schema.ts').then(schema => schema.messageSchema) },
    read: async ({ body }) => body && findUserId(body.email),
    present: () => ({ message: 'If the email belongs to an unconfirmed account, a confirmation mail is on its way.' }),
  },
  async ({ body, loaded, commit }) => {
    if (await withinSlidingWindow(MAILS_PER_ADDRESS, `resend#${body.email}`)) await askForConfirmation(loaded, commit);
  },
);
