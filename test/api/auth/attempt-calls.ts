import { expect } from 'vitest';
import { windowOf } from '#shared/platform/lambda/limits/attempts.ts';
import { ATTEMPTS, type Guessable } from '#shared/platform/lambda/limits/policies.ts';
import { windowKey } from '#shared/platform/lambda/limits/sliding-window.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import type { Service } from '../../support/service.ts';

export const LIMIT_REACHED = { status: 429, body: { error: expect.any(String) as string } };

/** Requests from many addresses. */
export function attemptCalls(service: () => Service) {
  const call = (path: string, address: string, body: unknown, token?: string) =>
    service().api('POST', path, { body, token, headers: { 'x-forwarded-for': address } });
  let clients = 0;
  /** From an address that has sent no request yet. */
  const post = (path: string, body: unknown, token?: string) => call(path, `2001:db8::${(++clients).toString(16)}`, body, token);
  const login = (email: string, password: string) => post('/api/auth', { email, password });
  return { call, post, login };
}

/** Counts so many attempts for an account now. */
export async function afterTries(service: Service, kind: Guessable, subject: string, times: number): Promise<void> {
  const { limit } = ATTEMPTS[kind];
  const at = service.runtime.clock.now();
  const slots = Array.from({ length: limit }, (_, slot) => [`s${slot}`, slot < limit - times ? 0 : at]);
  await transact([put({ ...windowKey(windowOf(kind, subject)), kind: 'counter', ...Object.fromEntries(slots) })]);
}

/** The numbers of responses to so many simultaneous calls, by status. */
export async function statuses(times: number, call: () => Promise<{ status: number }>): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: times }, call));
  return answers.reduce<Record<string, number>>((counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }), {});
}
