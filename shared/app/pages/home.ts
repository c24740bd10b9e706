import { html } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';
import { serviceBrand } from './brand.ts';
import { type Page, page } from './page.ts';

/**
 * The page at the root of the hosted pages, where notices in mails link to for "the application": a stage without one has its API only,
 * and says so.
 */

const TEXTS: Record<Language, { title: string; text: string; description: string }> = {
  ro: {
    title: 'Serviciu de facturare',
    text: 'Acest serviciu se folosește prin programele care îi apelează API-ul. Aici nu este nimic de făcut: deschideți programul dumneavoastră de facturare.',
    description: 'Descrierea API-ului (OpenAPI)',
  },
  en: {
    title: 'Invoicing service',
    text: 'This service is used by programs that call its API. There is nothing to do here: open your invoicing program.',
    description: 'Description of the API (OpenAPI)',
  },
  de: {
    title: 'Rechnungsdienst',
    text: 'Dieser Dienst wird von Programmen über seine API benutzt. Hier ist nichts zu tun: öffnen Sie Ihr Rechnungsprogramm.',
    description: 'Beschreibung der API (OpenAPI)',
  },
  fr: {
    title: 'Service de facturation',
    text: 'Ce service est utilisé par les programmes qui appellent son API. Il n’y a rien à faire ici : ouvrez votre programme de facturation.',
    description: 'Description de l’API (OpenAPI)',
  },
};

export function homePage(language: Language): Page {
  const { title, text, description } = TEXTS[language];
  return page({
    language,
    brand: serviceBrand(),
    title,
    content: html`<p>${text}</p>
      <p><a href="/openapi.json">${description}</a></p>`,
  });
}
