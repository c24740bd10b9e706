import type { Problem } from '#shared/base/kernel/errors.ts';
import { html } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';
import { serviceBrand } from './brand.ts';
import { pageLanguage } from './language.ts';
import { type Page, page } from './page.ts';

/** What browsers get in place of a page, if there is an error. */

interface Text {
  title: string;
  text: string;
}

type Kind = 'gone' | 'tooOften' | 'failed';

const TEXTS: Record<Language, Record<Kind, Text>> = {
  ro: {
    gone: {
      title: 'Linkul nu este valabil',
      text: 'Este incomplet, a expirat sau a fost retras. Cereți un link nou de la cel care vi l-a trimis.',
    },
    tooOften: { title: 'Prea multe cereri', text: 'Așteptați un minut și încercați din nou.' },
    failed: { title: 'Pagina nu poate fi afișată', text: 'Încercați din nou peste câteva minute.' },
  },
  en: {
    gone: {
      title: 'The link is not valid',
      text: 'It is incomplete, has expired, or was withdrawn. Ask the person who sent it to you for another one.',
    },
    tooOften: { title: 'Too many requests', text: 'Wait a minute and try again.' },
    failed: { title: 'The page cannot be shown', text: 'Try again in a few minutes.' },
  },
  de: {
    gone: {
      title: 'Der Link ist nicht gültig',
      text: 'Er ist unvollständig, abgelaufen oder wurde zurückgezogen. Bitten Sie den Absender um einen neuen.',
    },
    tooOften: { title: 'Zu viele Anfragen', text: 'Warten Sie eine Minute und versuchen Sie es erneut.' },
    failed: { title: 'Die Seite kann nicht angezeigt werden', text: 'Versuchen Sie es in einigen Minuten erneut.' },
  },
  fr: {
    gone: {
      title: 'Le lien n’est pas valable',
      text: 'Il est incomplet, a expiré ou a été retiré. Demandez-en un autre à la personne qui vous l’a envoyé.',
    },
    tooOften: { title: 'Trop de demandes', text: 'Patientez une minute, puis réessayez.' },
    failed: { title: 'La page ne peut pas être affichée', text: 'Réessayez dans quelques minutes.' },
  },
};

const kindOf = ({ status }: Problem): Kind => (status === 429 ? 'tooOften' : status >= 500 ? 'failed' : 'gone');

/** The page of an error, in the reader's language. @param lang `?lang=` */
export function errorPage(problem: Problem, lang: string | undefined, acceptLanguage: string | undefined): Page {
  const language = pageLanguage(lang, acceptLanguage);
  const { title, text } = TEXTS[language][kindOf(problem)];
  return page({ language, brand: serviceBrand(), title, content: html`<p>${text}</p>` });
}
