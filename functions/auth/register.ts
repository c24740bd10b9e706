import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { HASHING_CONCURRENCY } from '#shared/platform/lambda/limits/policies.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { findUserId } from '#shared/accounts/identity/account/store.ts';
import { readLogin } from '#shared/accounts/identity/sign-in/known-address.ts';
import { preferredLanguage } from '#shared/accounts/identity/account/locale.ts';
import { register, type Registered } from '#shared/accounts/identity/sign-in/register.ts';
import { registrationBody } from '#shared/accounts/identity/sign-in/registration-input.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Register an account with its organization',
    auth: 'public',
    window: 'register',
    body: registrationBody,
    invalidBody: 400,
    securityEvent: 'account.registered',
    responses: { 201: () => import('#shared/accounts/identity/sign-in/schema.ts').then(schema => schema.registeredSchema) },
    errors: [403, 409],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    reservedConcurrency: HASHING_CONCURRENCY,
    uses: ['token-key:sign', 'captcha-secret:read'],
    read: ({ body }) => readLogin(body && findUserId(body.email)),
    present: (registered: Registered) => registered,
  },
  ({ body, loaded: { found, secret }, event, address, commit }) => {
    const language = preferredLanguage(header(event, 'accept-language'));
    const client = { userAgent: header(event, 'user-agent'), address, secret };
    return register(body, { language, registered: found !== undefined, client }, commit);
  },
);
