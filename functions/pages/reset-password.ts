import { resetPasswordPage } from '#shared/app/pages/reset-password.ts';
import { staticPage } from '#shared/app/pages/endpoints/static-page.ts';

export const handler = staticPage(
  '/pages/reset-password',
  'Show the page where a forgotten password is replaced',
  resetPasswordPage,
);
