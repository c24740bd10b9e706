import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { header } from '../../shared/lambda/endpoint/request.ts';
import { findIdentity, idpLogin, type IdpSignedIn } from '../../shared/identity/sign-in/idp-login.ts';
import { idpLoginBody } from '../../shared/identity/sign-in/input.ts';
import { preferredLanguage } from '../../shared/identity/account/locale.ts';

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
    responses: { 200: () => import('../../shared/identity/sign-in/schema.ts').then(schema => schema.idpSignedInSchema) },
    errors: [401, 403],
    uses: ['table:read', 'table:write', 'token-key:sign'],
    read: async ({ body }) => body && findIdentity(body),
    present: (signedIn: IdpSignedIn) => signedIn,
  },
  ({ loaded, event, commit }) =>
    idpLogin(
      loaded,
      { language: preferredLanguage(header(event, 'accept-language')), userAgent: header(event, 'user-agent') },
      commit,
    ),
);
