import { html } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';
import { serviceBrand } from '../brand.ts';
import { type Page, page } from '../page.ts';
import { TEXTS } from './texts.ts';

/** The notice for recipients of mails with documents (GDPR art. 13, 14), to which each of these mails links. */
export function privacyPage(language: Language): Page {
  const { title, parts } = TEXTS[language];
  return page({
    ...{ language, brand: serviceBrand(), title },
    content: html`${parts.map(
      ([heading, text]) =>
        html`<h2>${heading}</h2>
          <p>${text}</p>`,
    )}`,
  });
}
