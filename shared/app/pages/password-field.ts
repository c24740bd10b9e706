import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';

/** The field for a new password, with the rules that the service has for it (identity/passwords/password-rules.ts). */

interface Texts {
  label: string;
  show: string;
  /** The refusals of the API, by its own words. */
  messages: Record<Refusal, string>;
  rules: [string, string];
}

/** The words of `passwordViolation`. A test holds this list against it. */
export const REFUSALS = [
  'must have at least 8 characters',
  'must have at most 128 characters',
  'must not be the email address',
  'is one of the most common passwords; choose another',
] as const;
type Refusal = (typeof REFUSALS)[number];

const TEXTS: Record<Language, Texts> = {
  ro: {
    label: 'Parola nouă',
    show: 'Arată parola',
    rules: ['Cel puțin 8 caractere, cel mult 128.', 'Nu adresa de e-mail și nu o parolă des folosită, ca „parola123”.'],
    messages: {
      'must have at least 8 characters': 'Parola trebuie să aibă cel puțin 8 caractere.',
      'must have at most 128 characters': 'Parola poate avea cel mult 128 de caractere.',
      'must not be the email address': 'Parola nu poate fi adresa de e-mail.',
      'is one of the most common passwords; choose another': 'Această parolă este prea des folosită. Alegeți alta.',
    },
  },
  en: {
    label: 'New password',
    show: 'Show the password',
    rules: ['At least 8 characters, at most 128.', 'Not the email address, and not a common password such as “password123”.'],
    messages: {
      'must have at least 8 characters': 'The password must have at least 8 characters.',
      'must have at most 128 characters': 'The password must have at most 128 characters.',
      'must not be the email address': 'The password must not be the email address.',
      'is one of the most common passwords; choose another': 'This is one of the most common passwords. Choose another.',
    },
  },
  de: {
    label: 'Neues Passwort',
    show: 'Passwort anzeigen',
    rules: ['Mindestens 8, höchstens 128 Zeichen.', 'Nicht die E-Mail-Adresse und kein häufiges Passwort wie „passwort123“.'],
    messages: {
      'must have at least 8 characters': 'Das Passwort muss mindestens 8 Zeichen haben.',
      'must have at most 128 characters': 'Das Passwort darf höchstens 128 Zeichen haben.',
      'must not be the email address': 'Das Passwort darf nicht die E-Mail-Adresse sein.',
      'is one of the most common passwords; choose another': 'Dieses Passwort ist zu häufig. Wählen Sie ein anderes.',
    },
  },
  fr: {
    label: 'Nouveau mot de passe',
    show: 'Afficher le mot de passe',
    rules: ['Au moins 8 caractères, 128 au plus.', 'Ni l’adresse e-mail, ni un mot de passe courant comme « motdepasse123 ».'],
    messages: {
      'must have at least 8 characters': 'Le mot de passe doit avoir au moins 8 caractères.',
      'must have at most 128 characters': 'Le mot de passe doit avoir 128 caractères au plus.',
      'must not be the email address': 'Le mot de passe ne peut pas être l’adresse e-mail.',
      'is one of the most common passwords; choose another': 'Ce mot de passe est trop courant. Choisissez-en un autre.',
    },
  },
};

/** Label, field, place for refusals, the box that shows the password, and the rules. */
export function newPasswordField(language: Language, id = 'password'): SafeHtml {
  const { label, show, rules } = TEXTS[language];
  return html`<div class="field">
      <label for="${id}">${label}</label>
      <input
        id="${id}"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        aria-describedby="${id}-problem ${id}-rules"
      />
      <p class="problem" id="${id}-problem" data-problem="password" aria-live="polite"></p>
    </div>
    <label class="check"><input type="checkbox" data-shows="${id}" />${show}</label>
    <ul class="rules" id="${id}-rules">
      ${rules.map(rule => html`<li>${rule}</li>`)}
    </ul>`;
}

/** The attribute of `<main>` by which the script translates the refusals of the API. */
export const passwordMessages = (language: Language): SafeHtml =>
  html`data-messages="${JSON.stringify(TEXTS[language].messages)}"`;
export const translatedRefusals = (language: Language): Record<string, string> => TEXTS[language].messages;
