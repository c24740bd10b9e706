import { instant } from '#shared/base/kernel/clock.ts';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { readAccount } from '#shared/platform/access/records.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { ROLE_PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { type Registered, resetToken } from '../../support/accounts.ts';
import type { Service } from '../../support/service.ts';

export const NEW = 'Another-Correct-Horse-9';
export const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };
/** The ways in which the owner of a mailbox can get into the account that was registered with its address. */
export const WAYS = ['a password reset', 'the identity provider'] as const;

export interface Body {
  [name: string]: unknown;
}

/** Requests for the tests in which the owner of a mailbox takes over an account. */
export function takeoverCalls(service: () => Service) {
  const call = async (method: string, path: string, token?: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await service().api(method, path, { ...(token && { token }), body, headers });
    return { status: answer.status, body: answer.body as Body, headers: answer.headers };
  };
  const made = async (path: string, token: string, body: unknown): Promise<Body> =>
    expecting<Body>(201, `POST ${path}`, service().api('POST', path, { token, body }));

  /** The owner of the mailbox gets into the account in the given way. Returns the access token of their session. */
  const takeOver = async (way: (typeof WAYS)[number], email: string): Promise<string> => {
    if (way === 'a password reset') {
      const token = await resetToken(service(), email);
      expect((await call('POST', '/api/auth/reset-password', undefined, { token, password: NEW })).status).toBe(200);
      return String((await call('POST', '/api/auth', undefined, { email, password: NEW })).body['token']);
    }
    const idToken = await service().runtime.idp.token({ sub: randomUUID(), email });
    const { status, body } = await call('POST', '/api/auth/idp', undefined, { idToken });
    expect({ status, isNewUser: body['isNewUser'] }).toEqual({ status: 200, isNewUser: false });
    return String(body['token']);
  };
  return { call, made, takeOver };
}

export const actorOf = async ({ userId }: Registered): Promise<Actor> => {
  const { account, memberships } = await readAccount(userId);
  if (!account) throw new Error('There is no such account.');
  const person = {
    userId,
    email: account.email,
    name: 'Ana',
    account,
    memberships,
    sessionId: null,
    loggedInAt: instant(),
    apiToken: null,
  };
  return { ...person, membership: memberships[0] ?? null, permissions: new Set(ROLE_PERMISSIONS.owner) };
};

/** The organization that the person owns. */
export const organizationOf = async (person: Registered): Promise<string> =>
  (await readAccount(person.userId)).memberships.find(one => one.role === 'owner')?.organizationId ?? '';
