import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { HASHING_CONCURRENCY } from '#shared/platform/lambda/limits/policies.ts';
import { findReset, resetPassword } from '#shared/accounts/identity/passwords/reset-password.ts';
import { lazyClearCompany } from '#shared/app/takeover/lazy.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token from the reset mail',
    auth: 'public',
    window: 'resetPassword',
    body: z.object({ token: z.string().trim().min(1, 'must not be empty'), password: z.string() }).meta({ id: 'PasswordReset' }),
    invalidBody: 400,
    securityEvent: 'password.reset',
    responses: { 200: () => import('#shared/base/kernel/schema.ts').then(schema => schema.messageSchema) },
    errors: [401, 422],
    // Lambda allots CPU in proportion to memory, and hashing a password is CPU-bound.
    memory: 1024,
    reservedConcurrency: HASHING_CONCURRENCY,
    read: async ({ body }) => body && findReset(body.token),
    present: () => ({ message: 'The password is changed. Every earlier login has ended.' }),
  },
  ({ body, loaded, commit }) => resetPassword(loaded, body.password, { clearCompany: lazyClearCompany, commit }),
);
