import { beforeAll, expect } from 'vitest';
import { newEmail, type Registered, registerReady } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import type { Service } from '../../support/service.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

export type Answer = { status: number; body: { error: { code: string; details: object } } & Record<string, unknown> };
export const fields = (...names: string[]) => ({
  status: 422,
  body: { error: { details: Object.fromEntries(names.map(name => [name, expect.any(Array) as unknown])) } },
});
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;
export const LIMIT_REACHED = { status: 429, body: { error: expect.any(String) as string } };

/** Requests of these tests. */
export function invitationsCalls(service: () => Service) {
  const look = (token: string) => service().api('GET', `/api/v1/invitations/accept/${token}`) as Promise<Answer>;
  const accept = (person: { token: string }, token: string) =>
    service().api('POST', `/api/v1/invitations/accept/${token}`, { token: person.token }) as Promise<Answer>;
  const invite = (by: { token: string }, email = newEmail()) =>
    service().api('POST', '/api/v1/invitations', { token: by.token, body: { email, role: 'employee' } });
  const mails = async (email: string) => {
    await service().idle();
    return (await service().mailbox(email)).filter(({ subject }) => /^Invita/.test(subject));
  };
  return { look, accept, invite, mails };
}

/** The requests, and an organization with a company, made before the first test, whose owner invites. */
export function useOwner(service: () => Service) {
  // Filled in place.
  const owner = {} as Registered & { organization: string; company: CompanyId };
  beforeAll(async () => {
    const names = { organizationName: 'Firma & Fiii', firstName: 'Ana', lastName: 'Pop' };
    Object.assign(owner, await registerReady(service(), names));
    owner.organization = (await whoAmI(service(), owner)).organization.id;
    owner.company = (await service().newCompany(owner as never)).company;
  });
  const call = (person: { token: string }, method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { 'x-organization': owner.organization };
    return service().api(method, `/api/v1/invitations${path}`, { token: person.token, headers, body }) as Promise<Answer>;
  };
  const post = (body: unknown, by: { token: string } = owner) => call(by, 'POST', '', body);
  return { ...invitationsCalls(service), owner, call, post };
}
