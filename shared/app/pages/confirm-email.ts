import { html } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';
import { serviceBrand } from './brand.ts';
import { commonOutcomes, OUTCOME, outcomeText } from './outcome.ts';
import { type Page, page } from './page.ts';
import { FORM_SCRIPT } from './script.ts';

/** The page that the confirmation mail links to. It confirms at the press of a button: programs that check mails open links too. */

interface Texts {
  title: string;
  text: string;
  action: string;
  done: string;
  already: string;
  invalid: string;
}

const TEXTS: Record<Language, Texts> = {
  ro: {
    title: 'Confirmați adresa de e-mail',
    text: 'Apăsați butonul pentru a confirma că această adresă de e-mail este a dumneavoastră.',
    action: 'Confirm adresa',
    done: 'Adresa este confirmată. Vă puteți conecta acum.',
    already: 'Adresa era deja confirmată. Vă puteți conecta.',
    invalid: 'Linkul nu mai este valabil: a fost folosit, a expirat sau este incomplet. Cereți un nou mesaj de confirmare.',
  },
  en: {
    title: 'Confirm your email address',
    text: 'Press the button to confirm that this email address is yours.',
    action: 'Confirm the address',
    done: 'The address is confirmed. You can sign in now.',
    already: 'The address was confirmed before. You can sign in.',
    invalid: 'The link is no longer valid: it was used, has expired, or is incomplete. Ask for another confirmation mail.',
  },
  de: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Bestätigen Sie mit der Schaltfläche, dass diese E-Mail-Adresse Ihnen gehört.',
    action: 'Adresse bestätigen',
    done: 'Die Adresse ist bestätigt. Sie können sich jetzt anmelden.',
    already: 'Die Adresse war schon bestätigt. Sie können sich anmelden.',
    invalid:
      'Der Link ist nicht mehr gültig: verwendet, abgelaufen oder unvollständig. Fordern Sie eine neue Bestätigungsmail an.',
  },
  fr: {
    title: 'Confirmez votre adresse e-mail',
    text: 'Appuyez sur le bouton pour confirmer que cette adresse e-mail est la vôtre.',
    action: 'Confirmer l’adresse',
    done: 'L’adresse est confirmée. Vous pouvez vous connecter.',
    already: 'L’adresse était déjà confirmée. Vous pouvez vous connecter.',
    invalid:
      'Le lien n’est plus valable : il a été utilisé, a expiré ou est incomplet. Demandez un nouvel e-mail de confirmation.',
  },
};

/** The token is in the fragment of the link, which only the script sees. */
export function confirmEmailPage(language: Language): Page {
  const texts = TEXTS[language];
  const frame = { language, brand: serviceBrand(), title: texts.title };
  return page({
    ...frame,
    scripts: [FORM_SCRIPT],
    content: html`${OUTCOME}
      <form data-call="/api/auth/confirm-email" data-until-done>
        <p>${texts.text}</p>
        <input type="hidden" name="token" data-from-link />
        <p data-needs-script hidden><button type="submit" class="wide-button">${texts.action}</button></p>
      </form>
      ${outcomeText({ when: '200', kind: 'done', isFinal: true }, html`<p>${texts.done}</p>`)}
      ${outcomeText({ when: '409', kind: 'done', isFinal: true }, html`<p>${texts.already}</p>`)}
      ${outcomeText({ when: '400 401', kind: 'failed', isFinal: true }, html`<p>${texts.invalid}</p>`)}
      ${commonOutcomes(language)}`,
  });
}
