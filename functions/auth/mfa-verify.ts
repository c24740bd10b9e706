import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { HASHING_CONCURRENCY } from '#shared/platform/lambda/limits/policies.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { answerChallenge, findChallenge } from '#shared/accounts/identity/mfa/answer-challenge.ts';
import { mfaAnswerBody } from '#shared/accounts/identity/mfa/input.ts';
import { readLogin } from '#shared/accounts/identity/sign-in/known-address.ts';
import type { Tokens } from '#shared/accounts/identity/sessions/open.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/mfa/verify',
    summary: 'Complete a login with the second factor',
    auth: 'public',
    window: 'mfaVerify',
    body: mfaAnswerBody,
    invalidBody: 400,
    securityEvent: 'login.second_factor',
    responses: { 200: () => import('#shared/accounts/identity/sign-in/schema.ts').then(schema => schema.tokensSchema) },
    errors: [401],
    // Lambda allots CPU in proportion to memory, and hashing a backup code is CPU-bound.
    memory: 1024,
    reservedConcurrency: HASHING_CONCURRENCY,
    uses: ['token-key:sign', 'secrets-key:decrypt:totp'],
    read: ({ body }) => readLogin(body && findChallenge(body.mfaToken)),
    present: (tokens: Tokens) => tokens,
  },
  ({ body, loaded: { found, secret }, event, address, commit }) =>
    answerChallenge(found, { ...body, client: { userAgent: header(event, 'user-agent'), address, secret } }, commit),
);
