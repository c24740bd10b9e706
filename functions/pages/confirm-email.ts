import { confirmEmailPage } from '#shared/app/pages/confirm-email.ts';
import { staticPage } from '#shared/app/pages/endpoints/static-page.ts';

export const handler = staticPage(
  '/pages/confirm-email',
  'Show the page where the email of an account is confirmed',
  confirmEmailPage,
);
