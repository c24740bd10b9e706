import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { findAccount } from '../../shared/identity/accounts.ts';
import { login, LoginForm } from '../../shared/identity/login.ts';
import { Tokens } from '../../shared/identity/sessions.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth',
    summary: 'Log in with email and password',
    auth: 'public',
    window: 'login',
    body: LoginForm,
    invalidBody: 400,
    responses: { 200: Tokens },
    errors: [401, 403],
    // Lambda gives CPU by memory, and hashing a password is CPU.
    memory: 1024,
    uses: ['table:read', 'table:write', 'token-key:sign'],
    read: async ({ body }) => body && findAccount(body.email),
    present: (tokens: Tokens) => tokens,
  },
  ({ body, loaded, commit }) => login(loaded, body.password, commit),
);
