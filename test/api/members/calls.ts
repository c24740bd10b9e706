import { beforeAll, expect } from 'vitest';
import { type Registered, registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { type Joined, newMember } from '../../support/organization.ts';
import type { Service } from '../../support/service.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

export interface Answer {
  status: number;
  body: { error: { code: string; details: Record<string, unknown> } } & Record<string, unknown>;
}
export const refused = (status: number, details: unknown) => ({ status, body: { error: { details } } });
export const reason = (name: string) => refused(403, { reason: name });
export const fields = (...names: string[]) =>
  refused(422, Object.fromEntries(names.map(name => [name, expect.any(Array) as unknown])));

/** An organization with two companies, made before the first test, and requests about its members. */
export function membersCalls(service: () => Service) {
  // Filled in place.
  const owner = {} as Registered & { organization: string; company: CompanyId; other: string };
  beforeAll(async () => {
    Object.assign(owner, await registerOnly(service(), { organizationName: 'Firma', firstName: 'Ana', lastName: 'Pop' }));
    owner.organization = (await whoAmI(service(), owner)).organization.id;
    const add = async (cif: string) => (await service().newCompany(owner as never, { cif })).company;
    [owner.company, owner.other] = await Promise.all([add('11112222'), add('33334444')]);
  });
  /** Calls as a user of the organization. */
  const as = (person: { token: string }, method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { 'x-organization': owner.organization };
    return service().api(method, path, { token: person.token, headers, body }) as Promise<Answer>;
  };
  const patch = (person: { token: string }, { memberId }: Pick<Joined, 'memberId'>, body: unknown) =>
    as(person, 'PATCH', `/api/v1/members/${memberId}`, body);
  const drop = (person: { token: string }, { memberId }: Pick<Joined, 'memberId'>) =>
    as(person, 'DELETE', `/api/v1/members/${memberId}`);
  const join = (role: Parameters<typeof newMember>[2], companies: string[] = []) => newMember(service(), owner, role, companies);
  return { owner, as, patch, drop, join };
}
