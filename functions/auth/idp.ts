import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { findPersonOf, idpLogin, type IdpSignedIn } from '#shared/accounts/identity/sign-in/idp-login.ts';
import { identify } from '#shared/accounts/identity/sign-in/idp.ts';
import { idpLoginBody } from '#shared/accounts/identity/sign-in/input.ts';
import { readLogin } from '#shared/accounts/identity/sign-in/known-address.ts';
import { preferredLanguage } from '#shared/accounts/identity/account/locale.ts';
import { lazyClearCompany } from '#shared/app/takeover/lazy.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/idp',
    summary: 'Log in with an ID token of the identity provider',
    auth: 'public',
    window: 'idp',
    body: idpLoginBody,
    invalidBody: 400,
    securityEvent: 'login',
    responses: { 200: () => import('#shared/accounts/identity/sign-in/schema.ts').then(schema => schema.idpSignedInSchema) },
    errors: [401, 403],
    uses: ['token-key:sign'],
    // The table is read only for a token that has been verified.
    read: async ({ body }) => readLogin(body && findPersonOf(await identify(body.idToken, body.nonce ?? null))),
    present: (signedIn: IdpSignedIn) => signedIn,
  },
  ({ loaded: { found, secret }, event, address, commit }) => {
    const language = preferredLanguage(header(event, 'accept-language'));
    return idpLogin(
      found,
      { language, clearCompany: lazyClearCompany, client: { userAgent: header(event, 'user-agent'), address, secret } },
      commit,
    );
  },
);
