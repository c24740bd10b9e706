import { html } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';
import { serviceBrand } from './brand.ts';
import { commonOutcomes, OUTCOME, outcomeText } from './outcome.ts';
import { type Page, page } from './page.ts';
import { newPasswordField, passwordMessages } from './password-field.ts';
import { FORM_SCRIPT } from './script.ts';

/** The page that the mail for a forgotten password links to. */

interface Texts {
  title: string;
  text: string;
  action: string;
  done: string;
  invalid: string;
}

const TEXTS: Record<Language, Texts> = {
  ro: {
    title: 'Alegeți o parolă nouă',
    text: 'După schimbare, toate conectările anterioare se încheie.',
    action: 'Schimbă parola',
    done: 'Parola este schimbată. Vă puteți conecta cu parola nouă.',
    invalid: 'Linkul nu mai este valabil: a fost folosit, a expirat după o oră sau este incomplet. Cereți un nou mesaj.',
  },
  en: {
    title: 'Choose a new password',
    text: 'After the change, all earlier logins end.',
    action: 'Change the password',
    done: 'The password is changed. You can sign in with the new one.',
    invalid: 'The link is no longer valid: it was used, has expired after an hour, or is incomplete. Ask for another mail.',
  },
  de: {
    title: 'Neues Passwort wählen',
    text: 'Nach der Änderung enden alle früheren Anmeldungen.',
    action: 'Passwort ändern',
    done: 'Das Passwort ist geändert. Sie können sich mit dem neuen anmelden.',
    invalid:
      'Der Link ist nicht mehr gültig: verwendet, nach einer Stunde abgelaufen oder unvollständig. Fordern Sie eine neue Mail an.',
  },
  fr: {
    title: 'Choisissez un nouveau mot de passe',
    text: 'Après le changement, toutes les connexions précédentes prennent fin.',
    action: 'Changer le mot de passe',
    done: 'Le mot de passe est changé. Vous pouvez vous connecter avec le nouveau.',
    invalid:
      'Le lien n’est plus valable : il a été utilisé, a expiré au bout d’une heure ou est incomplet. Demandez un nouvel e-mail.',
  },
};

/** The token is in the fragment of the link, which only the script sees. */
export function resetPasswordPage(language: Language): Page {
  const texts = TEXTS[language];
  const frame = { language, brand: serviceBrand(), title: texts.title };
  return page({
    ...frame,
    data: passwordMessages(language),
    scripts: [FORM_SCRIPT],
    content: html`${OUTCOME}
      <form data-call="/api/auth/reset-password" data-until-done novalidate>
        <p class="soft">${texts.text}</p>
        <input type="hidden" name="token" data-from-link />
        ${newPasswordField(language)}
        <p data-needs-script hidden><button type="submit" class="wide-button">${texts.action}</button></p>
      </form>
      ${outcomeText({ when: '200', kind: 'done', isFinal: true }, html`<p>${texts.done}</p>`)}
      ${outcomeText({ when: '401', kind: 'failed', isFinal: true }, html`<p>${texts.invalid}</p>`)} ${commonOutcomes(language)}`,
  });
}
