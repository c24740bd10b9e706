import { html } from '#shared/base/kernel/html.ts';
import type { Subscription } from '#shared/output/mail/documents/unsubscribe.ts';
import type { Language } from '#shared/model/document.ts';
import type { Brand } from './brand.ts';
import { type Page, page } from './page.ts';

/**
 * The pages where the recipient of automatic mails unsubscribes: the question, and what is answered to its button. Without a script:
 * the button sends a form to the page's own address, to which mail programs send their request as well (RFC 8058).
 */

type Names = Pick<Subscription, 'companyName' | 'address'>;

interface Texts {
  title: string;
  question(names: Names): string;
  /** What goes on in any case. */
  limits: string;
  action: string;
  done(names: Names): string;
  again(names: Names): string;
}

const TEXTS: Record<Language, Texts> = {
  ro: {
    title: 'Dezabonare',
    question: ({ companyName, address }) =>
      `${companyName} nu va mai trimite mesaje automate, precum reamintiri de plată și facturi, la ${address}.`,
    limits: 'Facturile rămân de plătit ca până acum.',
    action: 'Nu mai doresc mesaje automate',
    done: ({ companyName, address }) => `Gata: ${companyName} nu mai trimite mesaje automate la ${address}.`,
    again: ({ companyName }) =>
      `Un angajat al ${companyName} vă poate scrie în continuare. Scrieți-i dacă v-ați dezabonat din greșeală.`,
  },
  en: {
    title: 'Unsubscribe',
    question: ({ companyName, address }) =>
      `${companyName} will no longer send automatic mails, such as payment reminders and invoices, to ${address}.`,
    limits: 'Invoices remain to be paid as before.',
    action: 'Unsubscribe from automatic mails',
    done: ({ companyName, address }) => `Done: ${companyName} sends no more automatic mails to ${address}.`,
    again: ({ companyName }) =>
      `A person at ${companyName} can still write to you. Write to them if you unsubscribed by mistake.`,
  },
  de: {
    title: 'Abbestellen',
    question: ({ companyName, address }) =>
      `${companyName} sendet dann keine automatischen E-Mails wie Zahlungserinnerungen und Rechnungen mehr an ${address}.`,
    limits: 'Rechnungen bleiben wie bisher zu zahlen.',
    action: 'Automatische E-Mails abbestellen',
    done: ({ companyName, address }) => `Erledigt: ${companyName} sendet keine automatischen E-Mails mehr an ${address}.`,
    again: ({ companyName }) =>
      `Wer bei ${companyName} arbeitet, kann Ihnen weiterhin schreiben. Melden Sie sich dort, wenn es ein Versehen war.`,
  },
  fr: {
    title: 'Se désabonner',
    question: ({ companyName, address }) =>
      `${companyName} n’enverra plus d’e-mails automatiques, comme les rappels de paiement et les factures, à ${address}.`,
    limits: 'Les factures restent à payer comme avant.',
    action: 'Ne plus recevoir d’e-mails automatiques',
    done: ({ companyName, address }) => `C’est fait : ${companyName} n’envoie plus d’e-mails automatiques à ${address}.`,
    again: ({ companyName }) =>
      `Une personne de ${companyName} peut toujours vous écrire. Écrivez-lui si vous vous êtes désabonné par erreur.`,
  },
};

export function unsubscribePage(language: Language, names: Names, brand: Brand): Page {
  const { title, question, limits, action } = TEXTS[language];
  return page({
    ...{ language, brand, title },
    content: html`<p>${question(names)}</p>
      <p class="soft">${limits}</p>
      <form method="post">
        <p><button type="submit" class="wide-button">${action}</button></p>
      </form>`,
  });
}

export function unsubscribedPage(language: Language, names: Names, brand: Brand): Page {
  const { title, done, again } = TEXTS[language];
  return page({
    ...{ language, brand, title },
    content: html`<div class="note good"><p>${done(names)}</p></div>
      <p class="soft">${again(names)}</p>`,
  });
}
