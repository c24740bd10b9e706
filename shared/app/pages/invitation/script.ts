/**
 * The script of the page of an invitation (after FORM_SCRIPT): it shows the invitation, signs in or registers, accepts with that
 * session, and ends it, so that the page keeps no credential.
 */
export const INVITATION_SCRIPT = `'use strict';
(async () => {
  const { token, call, show, showFields, fieldsOf, whenSent } = window.hostedPage;
  const invitation = document.getElementById('invitation');
  const forms = Object.fromEntries([...document.querySelectorAll('form[data-step]')].map(form => [form.dataset.step, form]));
  const path = '/api/v1/invitations/accept/' + encodeURIComponent(token);
  let challenge;

  async function accept(session) {
    const { status } = await call(path, {}, session.token);
    await call('/api/auth/logout', { refresh_token: session.refresh_token });
    show(status === 200 && session.emailConfirmationRequired ? 'accepted-unconfirmed' : status);
  }

  whenSent(forms.login, async () => {
    const { status, answer } = await call('/api/auth', fieldsOf(forms.login));
    if (status === 200 && answer.mfa_required) {
      challenge = answer.mfa_token;
      forms.login.hidden = true;
      document.getElementById('registration').hidden = true;
      forms.code.hidden = false;
      return forms.code.querySelector('input').focus();
    }
    if (status === 200) return accept(answer);
    if (status === 400 && showFields(forms.login, answer.error?.details ?? {})) return;
    show(status === 401 ? 'wrong-password' : status === 403 ? 'no-login' : status);
  });

  whenSent(forms.code, async () => {
    const code = (fieldsOf(forms.code).code ?? '').trim();
    const type = /^\\d{6}$/.test(code) ? 'totp' : 'backup_code';
    const { status, answer } = await call('/api/auth/mfa/verify', { mfaToken: challenge, code, type });
    if (status === 200) return accept(answer);
    show(status === 400 || status === 401 ? 'wrong-code' : status);
  });

  whenSent(forms.register, async () => {
    const { status, answer } = await call('/api/auth/register', { ...fieldsOf(forms.register), locale: document.documentElement.lang });
    if (status === 201) return accept(answer);
    if (status === 400 && showFields(forms.register, answer.error?.details ?? {})) return;
    show(status === 409 ? 'registered' : status === 400 || status === 403 ? 'no-registration' : status);
  });

  if (!token) return show(404);
  const { status, answer } = await call(path);
  if (status !== 200) return show(status);
  const roles = JSON.parse(invitation.dataset.roles);
  const until = new Date(answer.expiresAt).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
  const shown = { ...answer, role: roles[answer.role] ?? answer.role, expiresAt: until };
  for (const place of invitation.querySelectorAll('[data-shows-field]')) place.textContent = shown[place.dataset.showsField];
  for (const input of invitation.querySelectorAll('input[name="email"]')) input.value = answer.email;
  invitation.hidden = false;
})();
`;
