import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { MAILS_PER_ADDRESS } from '#shared/platform/lambda/limits/policies.ts';
import { withinSlidingWindow } from '#shared/platform/lambda/limits/sliding-window.ts';
import { accountEmail, findUserId } from '#shared/accounts/identity/account/store.ts';
import { askForReset } from '#shared/accounts/identity/passwords/ask-for-reset.ts';
import { requireCaptcha } from '#shared/accounts/identity/sign-in/captcha.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Request a password reset by mail',
    auth: 'public',
    window: 'forgotPassword',
    body: z.object({ email: accountEmail(), captchaToken: z.string().nullish() }).meta({ id: 'ForgottenPassword' }),
    invalidBody: 400,
    securityEvent: 'password.reset_asked',
    responses: { 200: () => import('#shared/base/kernel/schema.ts').then(schema => schema.messageSchema) },
    errors: [403],
    uses: ['captcha-secret:read'],
    read: async ({ body }) => body && findUserId(body.email),
    present: () => ({ message: 'If the email belongs to an account, a mail with a link is on its way.' }),
  },
  async ({ body, loaded, address, commit }) => {
    await requireCaptcha(body.captchaToken, address);
    if (await withinSlidingWindow(MAILS_PER_ADDRESS, `forgot#${body.email}`)) await askForReset(loaded, commit);
  },
);
