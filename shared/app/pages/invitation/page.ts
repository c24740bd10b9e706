import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { Language } from '#shared/model/document.ts';
import { serviceBrand } from '../brand.ts';
import { INVITATION_SCRIPT } from './script.ts';
import { INVITATION_TEXTS, type InvitationTexts } from './texts.ts';
import { commonOutcomes, OUTCOME, outcomeText } from '../outcome.ts';
import { type Page, page } from '../page.ts';
import { newPasswordField, passwordMessages } from '../password-field.ts';
import { FORM_SCRIPT } from '../script.ts';

/**
 * The page that the mail of an invitation links to. The token is in the fragment of the link, so the script asks for the invitation and
 * shows it; the invited person signs in or registers there.
 */
export function invitationPage(language: Language): Page {
  const texts = INVITATION_TEXTS[language];
  return page({
    language,
    brand: serviceBrand(),
    title: texts.title,
    data: passwordMessages(language),
    scripts: [FORM_SCRIPT, INVITATION_SCRIPT],
    content: html`${OUTCOME}
      <div id="invitation" data-roles="${JSON.stringify(texts.roles)}" data-until-done hidden>
        <dl>
          ${fact(texts.organization, 'organizationName')} ${fact(texts.invitedBy, 'invitedBy')} ${fact(texts.role, 'role')}
          ${fact(texts.validUntil, 'expiresAt')}
        </dl>
        <section>
          <h2>${texts.signIn}</h2>
          ${loginForm(texts)} ${codeForm(texts)}
        </section>
        <section id="registration">${registration(language, texts)}</section>
      </div>
      ${outcomes(texts)} ${commonOutcomes(language)}`,
  });
}

/** @param field of the answer about the invitation */
const fact = (label: string, field: string): SafeHtml =>
  html`<div>
    <dt>${label}</dt>
    <dd data-shows-field="${field}"></dd>
  </div>`;

const emailField = (id: string, label: string): SafeHtml =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" name="email" type="email" autocomplete="username" readonly />
  </div>`;

const loginForm = ({ email, password, accept }: InvitationTexts): SafeHtml =>
  html`<form data-step="login" novalidate>
    ${emailField('login-email', email)}
    <div class="field">
      <label for="login-password">${password}</label>
      <input
        id="login-password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        aria-describedby="login-password-problem"
      />
      <p class="problem" id="login-password-problem" data-problem="password" aria-live="polite"></p>
    </div>
    <p><button type="submit" class="wide-button">${accept}</button></p>
  </form>`;

const codeForm = ({ codeText, code, accept }: InvitationTexts): SafeHtml =>
  html`<form data-step="code" hidden novalidate>
    <p class="soft" id="code-text">${codeText}</p>
    <div class="field">
      <label for="code">${code}</label>
      <input id="code" name="code" autocomplete="one-time-code" required aria-describedby="code-text" />
    </div>
    <p><button type="submit" class="wide-button">${accept}</button></p>
  </form>`;

const nameField = (name: 'firstName' | 'lastName', label: string, autocomplete: string): SafeHtml =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" autocomplete="${autocomplete}" aria-describedby="${name}-problem" />
    <p class="problem" id="${name}-problem" data-problem="${name}" aria-live="polite"></p>
  </div>`;

const registration = (language: Language, texts: InvitationTexts): SafeHtml =>
  html`<details>
    <summary>${texts.register}</summary>
    <form data-step="register" novalidate>
      <p class="soft">${texts.registerText}</p>
      ${emailField('register-email', texts.email)} ${nameField('firstName', texts.firstName, 'given-name')}
      ${nameField('lastName', texts.lastName, 'family-name')} ${newPasswordField(language, 'new-password')}
      <p><button type="submit" class="wide-button">${texts.registerAction}</button></p>
    </form>
  </details>`;

/** The texts for the answers to accepting an invitation, by status, and for the steps before it, by the script's names. */
function outcomes(texts: InvitationTexts): SafeHtml {
  const final = (when: string, kind: 'done' | 'failed' | 'notice', text: string): SafeHtml =>
    outcomeText({ when, kind, isFinal: true }, html`<p>${text}</p>`);
  const failed = (when: string, text: string): SafeHtml => outcomeText({ when, kind: 'failed' }, html`<p>${text}</p>`);
  return html`${final('200', 'done', texts.accepted)} ${final('accepted-unconfirmed', 'done', texts.confirmFirst)}
  ${final('409', 'notice', texts.member)} ${final('404 410', 'failed', texts.over)} ${final('422', 'failed', texts.otherAccount)}
  ${final('402', 'failed', texts.noSeat)} ${failed('wrong-password', texts.wrongPassword)} ${failed('no-login', texts.noLogin)}
  ${failed('wrong-code', texts.wrongCode)} ${failed('registered', texts.registered)}
  ${failed('no-registration', texts.noRegistration)}`;
}
