import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const tokens: FieldDescriptions = {
  token: 'Access token (JWT) for the `Authorization` header.',
  refresh_token: 'Token for `POST /api/auth/token/refresh`. It can be used once.',
};

const email = 'Email of the account.';

const PASSWORD = 'New password, 8 to 128 characters. Neither the email address nor one of the most common passwords is accepted.';

const TOKENS_OR_CHALLENGE = `An account with a second factor gets a challenge instead of tokens, to be answered by
\`POST /api/auth/mfa/verify\`.`;

const UNUSABLE =
  '403 for an inactive account, and for an unconfirmed email if the operator of the service requires a confirmed one.';

const SAME_ANSWER =
  'The answer is the same whether or not the email has an account. At most three mails an hour are sent to one address.';

export const auth: AreaDescriptions = {
  operations: {
    'auth-register': {
      description: `Registers a user with an organization, which the user owns, and opens the first session. A mail with a link to confirm the email is
sent.

409 if the email has an account already. 403 if registration is switched off, or if the operator of the service requires a captcha and it
was not solved; 503 if the captcha cannot be checked.`,
      responses: { 201: 'The user was registered and is logged in.' },
    },
    'auth-confirm-email': `Confirms the email of an account by the token of the confirmation mail, which is valid once, for 24 hours. A welcome mail is sent.
401 for an invalid token or one for a former email, 409 if the email is confirmed already.`,
    'auth-resend-confirmation': `Sends another confirmation mail to an account whose email is not confirmed. ${SAME_ANSWER}`,
    'auth-login': `Opens a session. Other sessions of the account stay open. ${TOKENS_OR_CHALLENGE}

401 for an unknown email or a wrong password. ${UNUSABLE} Attempts are limited by address and by email (429).`,
    'auth-mfa-verify': `Completes a login by a code of the authenticator app or by a backup code, each of which is accepted once. 401 for a wrong code
and for a challenge that is unknown, answered or older than five minutes. A challenge takes five attempts; then log in again (429).`,
    'auth-idp': {
      description: `Opens a session for the holder of an ID token, which is accepted once: the user to whom the identity is linked; otherwise the user
with its email, to whom it is then linked; otherwise a new user, who is registered with an organization. ${TOKENS_OR_CHALLENGE}

401 for a token that is not accepted or was used before. 403 if the provider has not verified the email, the account is inactive, or the
user would be new and registration is switched off.`,
      fields: { ...tokens, isNewUser: 'Whether the user was registered by this request.' },
    },
    'auth-passkey-login-options': `The first step of a login with a passkey: options for \`navigator.credentials.get()\` of the browser. Send the answer of the
authenticator to \`POST /api/auth/passkey/login\` within five minutes.`,
    'auth-passkey-login': `The second step of a login with a passkey: opens a session by the signature of the authenticator. There is no second factor,
since the authenticator has verified its user (403 if it has not). 401 for an unknown passkey, an unknown or used challenge and a wrong
signature. ${UNUSABLE}`,
    'auth-refresh': `Exchanges a refresh token for a new access token and a new refresh token, which takes its place. Within ten seconds, the token that
was used last is given the same successor again, for clients that did not receive the answer; any other use of a used token ends the
session. 401 for a token that is unknown, expired, revoked or used; 403 for an inactive account.`,
    'auth-logout': {
      description: 'Ends the session of a refresh token, even if the token was used before. An unknown token is not an error.',
      responses: { 204: 'The session has ended.' },
    },
    'auth-forgot-password': `Sends a mail with a link to set a new password, if the email belongs to an active account with a password. ${SAME_ANSWER} 403 if
the operator of the service requires a captcha and it was not solved.`,
    'auth-reset-password': `Sets a new password by the token of the mail, which is valid once, for an hour. All sessions end, and the email counts as
confirmed. API keys, passkeys and the second factor stay, and a mail tells of the change and lists the keys that stay in force. If the email was
not confirmed before, they end, and so does what directs money and documents of the companies (webhooks, share links, standing copies, bank
accounts, payees of drafts, contact data, templates, texts, PDF configuration, logo); a mail lists what was removed. 401 for an invalid token; 422 for a password that is not accepted, after which the token can still be used.`,
  },
  schemas: {
    Registration: {
      description: 'Body of a registration.',
      fields: {
        email: 'Email of the new account.',
        password: PASSWORD,
        firstName: 'First name. An address is refused: no `://`, `www.`, `@`, `/` or backslash.',
        lastName: 'Last name. An address is refused: no `://`, `www.`, `@`, `/` or backslash.',
        locale: 'Language of the account; by default the one that `Accept-Language` prefers.',
        organizationName:
          'Name of the organization; by default the name of the user. An address is refused: no `://`, `www.`, `@`, `/` or backslash.',
        captchaToken: 'Token of the solved captcha, if the operator of the service requires one.',
      },
    },
    Registered: {
      description: 'Tokens of a new user.',
      fields: {
        ...tokens,
        email,
        emailConfirmationRequired: 'Whether logins need a confirmed email.',
      },
    },
    EmailConfirmation: { description: 'Body of a confirmation.', fields: { token: 'Token of the confirmation mail.' } },
    ConfirmationRequest: { description: 'Body of a request for a confirmation mail.', fields: { email } },
    Login: { description: 'Body of a login.', fields: { email, password: 'Password of the account.' } },
    Tokens: { description: 'Tokens of a session.', fields: tokens },
    MfaChallenge: {
      description: 'Answer to a login that needs a second factor.',
      fields: {
        mfa_required: 'Always true.',
        mfa_token: 'Token of the challenge, valid once, for five minutes.',
        mfa_methods: 'Codes that are accepted; `backup_code` only while some are left.',
      },
    },
    MfaAnswer: {
      description: 'Answer to a challenge.',
      fields: {
        mfaToken: '`mfa_token` of the challenge.',
        code: 'Code of the authenticator app, or a backup code.',
        type: 'Which code it is; by default `totp`.',
      },
    },
    IdpLogin: {
      description: 'Body of a login by the identity provider.',
      fields: {
        idToken: 'ID token of the provider (OpenID Connect).',
        nonce: 'The nonce with which the token was requested.',
      },
    },
    PasskeyLoginOptions: {
      description: 'Body of a request for login options.',
      fields: { email: 'Email of the account. Without it, any passkey that the authenticator offers can log in.' },
    },
    PasskeyRequestOptions: {
      description: 'Options of a login with a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.',
      fields: {
        challenge: 'The challenge to sign, in base64url.',
        timeout: 'Time for the login in milliseconds.',
        rpId: 'Domain for which the passkeys are valid.',
        allowCredentials: 'Passkeys that may log in; empty: any that the authenticator offers.',
        userVerification: 'Always `required`: the authenticator verifies its user.',
      },
    },
    PasskeyDescriptor: {
      description: 'A passkey in options.',
      fields: { type: 'Always `public-key`.', id: 'Id of the credential, in base64url.' },
    },
    PasskeyLogin: { description: 'Body of a login with a passkey.', fields: { response: 'The answer of the authenticator.' } },
    PasskeyAssertion: {
      description: 'Signature of an authenticator: `AuthenticationResponseJSON` of WebAuthn. Binary values are in base64url.',
      fields: {
        id: 'Id of the credential.',
        rawId: 'The same as `id`.',
        type: 'Always `public-key`.',
        response: 'What the authenticator signed.',
        'response.clientDataJSON': 'Client data, with the challenge.',
        'response.authenticatorData': 'Data of the authenticator.',
        'response.signature': 'The signature.',
        'response.userHandle': 'Handle of the user, if the authenticator states it.',
      },
    },
    RefreshToken: {
      description: 'Body with a refresh token.',
      fields: { refresh_token: 'The latest refresh token of the session.' },
    },
    ForgottenPassword: {
      description: 'Body of a request for a new password.',
      fields: { email, captchaToken: 'Token of the solved captcha, if the operator of the service requires one.' },
    },
    PasswordReset: {
      description: 'Body of a new password.',
      fields: { token: 'Token of the mail.', password: PASSWORD },
    },
  },
};
