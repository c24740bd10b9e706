import { homePage } from '#shared/app/pages/home.ts';
import { staticPage } from '#shared/app/pages/endpoints/static-page.ts';

export const handler = staticPage('/pages', 'The start page of the hosted pages', homePage);
