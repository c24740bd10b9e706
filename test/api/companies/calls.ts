import { expect } from 'vitest';
import type { Answered, Company, Refusal } from '../../support/contract.ts';
import { whoAmI } from '../../support/members.ts';
import { changeMember, newMember } from '../../support/organization.ts';
import { newScopes } from '../../support/records.ts';
import type { Scope, Service, User } from '../../support/service.ts';

export const minimal = { cif: 'RO 12345678', name: 'Exemplu SRL' };

/** So many addresses, between commas. */
export const addresses = (count: number, name: string): string =>
  Array.from({ length: count }, (_, place) => `${name}${place}@copies.example`).join(',');

/** Requests of these tests. */
export function companiesCalls(service: () => Service) {
  const add = (user: { token: string }, body: object = minimal, more: object = {}) =>
    service().api('POST', '/api/v1/companies', { token: user.token, body, ...more }) as Promise<Answered<Company & Refusal>>;
  const at = <T = Company & Refusal>(user: { token: string }, method: string, path: string, body?: unknown) =>
    service().api(method, `/api/v1/companies${path}`, { token: user.token, body }) as Promise<Answered<T>>;
  const patch = (scope: Scope, body: object) => at(scope, 'PATCH', `/${scope.company}`, body);
  const newScope = newScopes(service);
  const logo = (scope: Scope, method: string, body?: unknown) =>
    at<Refusal & { logoPath: string; message: string }>(scope, method, `/${scope.company}/logo`, body);
  const setPlan = async (user: User, plan: string): Promise<void> => {
    const { organization } = await whoAmI(service(), user);
    expect((await service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan } })).status).toBeLessThan(300);
  };

  /** An organization with two companies, and a member with access to the second. */
  const withMember = async (permissions: string[]) => {
    const owner = await service().newUser();
    const [hidden, reached] = [(await add(owner)).body, (await add(owner, { cif: '77', name: 'Alta SRL' })).body];
    const member = await newMember(service(), owner, 'employee', [reached.id]);
    await changeMember(service(), owner, member, { permissions });
    return { owner, member, hidden, reached };
  };
  /** Expects the response for an unknown company. */
  const nothingTold = ({ status, body }: Answered<Refusal>) =>
    expect([status, body.error.details]).toEqual([409, { reason: 'cif_taken' }]);
  return { add, at, patch, newScope, logo, setPlan, withMember, nothingTold };
}
