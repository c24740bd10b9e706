import { expect } from 'vitest';
import type { Service } from '../../support/service.ts';

export type Answer = { status: number; body: { error: { code: string; details: object } } & Record<string, unknown> };
export const fields = (...names: string[]) => ({
  status: 422,
  body: { error: { details: Object.fromEntries(names.map(name => [name, expect.any(Array) as unknown])) } },
});
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;

/** Requests of these tests. */
export function invitationsCalls(service: () => Service) {
  const look = (token: string) => service().api('GET', `/api/v1/invitations/accept/${token}`) as Promise<Answer>;
  const accept = (person: { token: string }, token: string) =>
    service().api('POST', `/api/v1/invitations/accept/${token}`, { token: person.token }) as Promise<Answer>;
  const mails = async (email: string) => {
    await service().idle();
    return (await service().mailbox(email)).filter(({ subject }) => /^Invita/.test(subject));
  };
  return { look, accept, mails };
}
