import { html } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';
import type { ConsentOutcome } from '#shared/authority/taxauth/connections/connect.ts';
import { serviceBrand } from './brand.ts';
import { type Page, page } from './page.ts';

/** The page to which the tax authority's consent leads back. */

type Texts = { title: string } & Record<ConsentOutcome, string>;

const TEXTS: Record<Language, Texts> = {
  ro: {
    title: 'Legătura cu autoritatea fiscală',
    connected: 'Legătura este făcută. Puteți închide această pagină.',
    denied: 'Accesul nu a fost acordat. Nimic nu s-a schimbat.',
    invalid: 'Linkul nu mai este valabil. Începeți din nou din programul dumneavoastră de facturare.',
    failed: 'Legătura nu a reușit. Încercați din nou din programul dumneavoastră de facturare.',
  },
  en: {
    title: 'Link to the tax authority',
    connected: 'The link is made. You can close this page.',
    denied: 'Access was not granted. Nothing has changed.',
    invalid: 'The link is no longer valid. Start again from your invoicing program.',
    failed: 'The link could not be made. Try again from your invoicing program.',
  },
  de: {
    title: 'Verbindung zur Steuerbehörde',
    connected: 'Die Verbindung ist hergestellt. Sie können diese Seite schließen.',
    denied: 'Der Zugriff wurde nicht erteilt. Es hat sich nichts geändert.',
    invalid: 'Der Link ist nicht mehr gültig. Beginnen Sie erneut in Ihrem Rechnungsprogramm.',
    failed: 'Die Verbindung ist nicht gelungen. Versuchen Sie es erneut in Ihrem Rechnungsprogramm.',
  },
  fr: {
    title: 'Lien avec l’administration fiscale',
    connected: 'Le lien est établi. Vous pouvez fermer cette page.',
    denied: 'L’accès n’a pas été accordé. Rien n’a changé.',
    invalid: 'Le lien n’est plus valable. Recommencez depuis votre programme de facturation.',
    failed: 'Le lien n’a pas pu être établi. Réessayez depuis votre programme de facturation.',
  },
};

const OUTCOMES: readonly ConsentOutcome[] = ['connected', 'denied', 'invalid', 'failed'];

/** @param status the outcome, from the address of the page; an unknown one counts as `invalid` */
export function taxauthLinkPage(language: Language, status: string): Page {
  const outcome = OUTCOMES.find(known => known === status) ?? 'invalid';
  const { title, [outcome]: text } = TEXTS[language];
  const kind = outcome === 'connected' ? 'good' : outcome === 'denied' ? '' : 'bad';
  return page({
    language,
    brand: serviceBrand(),
    title,
    query: { status: outcome },
    content: html`<p class="note ${kind}">${text}</p>`,
  });
}
