import { privacyPage } from '#shared/app/pages/privacy/page.ts';
import { staticPage } from '#shared/app/pages/endpoints/static-page.ts';

export const handler = staticPage('/pages/privacy', 'Show what recipients of mails should know about their data', privacyPage);
