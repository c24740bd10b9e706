import { homePage } from '#shared/app/pages/home.ts';
import { staticPage } from '#shared/app/pages/endpoints/static-page.ts';

export const handler = staticPage('/pages', 'Show the start page of the hosted pages', homePage);
