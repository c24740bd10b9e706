import { invitationPage } from '#shared/app/pages/invitation/page.ts';
import { staticPage } from '#shared/app/pages/endpoints/static-page.ts';

export const handler = staticPage(
  '/pages/invitations/accept',
  'Show the page where an invitation to an organization is accepted',
  invitationPage,
);
