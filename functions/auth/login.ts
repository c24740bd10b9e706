import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { HASHING_CONCURRENCY } from '#shared/platform/lambda/limits/policies.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { findPerson, login } from '#shared/accounts/identity/sign-in/login.ts';
import { readLogin } from '#shared/accounts/identity/sign-in/known-address.ts';
import { loginBody } from '#shared/accounts/identity/sign-in/input.ts';
import type { SignedIn } from '#shared/accounts/identity/sign-in/complete.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth',
    summary: 'Log in with email and password',
    auth: 'public',
    window: 'login',
    body: loginBody,
    invalidBody: 400,
    securityEvent: 'login',
    responses: { 200: () => import('#shared/accounts/identity/sign-in/schema.ts').then(schema => schema.signedInSchema) },
    errors: [401, 403],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    reservedConcurrency: HASHING_CONCURRENCY,
    uses: ['token-key:sign'],
    read: ({ body }) => readLogin(body && findPerson(body.email)),
    present: (signedIn: SignedIn) => signedIn,
  },
  ({ body, loaded: { found, secret }, event, address, commit }) =>
    login(found, { ...body, client: { userAgent: header(event, 'user-agent'), address, secret } }, commit),
);
