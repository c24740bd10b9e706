import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedMembership, losesOwner, peopleMoved } from '#shared/accounts/identity/members/rules.ts';
import { type MemberChange, memberChangeBody } from '#shared/accounts/identity/members/input.ts';
import type { Account, Membership } from '#shared/platform/access/model.ts';
import {
  effectivePermissions,
  type Permission,
  PERMISSIONS,
  reachesAllCompanies,
  type Role,
  ROLES,
} from '#shared/platform/access/permissions.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';

const AT = '2026-11-21T12:00:00.000Z';
const COMPANIES = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const companies = COMPANIES.map(id => ({ id, organizationId: 'o' }) as Company);

const membership = (
  userId: string,
  role: Role,
  permissions: string[],
  allowedCompanies: string[],
  isActive = true,
): Membership => ({
  ...{ id: `m-${userId}`, userId, organizationId: 'o', role, permissions, allowedCompanies, isActive },
  ...{ joinedAt: AT, createdAt: AT, updatedAt: AT },
});
const account = { roles: [] as string[] } as Account;

const role = fc.constantFrom(...ROLES);
const permissions = fc.subarray([...PERMISSIONS]);
const some = fc.subarray(COMPANIES);
const member = (userId: string) =>
  fc
    .tuple(role, permissions, some, fc.boolean())
    .map(([its, custom, reached, active]) => membership(userId, its, custom, reached, active));
const change = fc.record(
  {
    role,
    isActive: fc.boolean(),
    allowedCompanies: some,
    permissions: fc.option(fc.subarray([...PERMISSIONS]), { nil: null }),
  },
  { requiredKeys: [] },
);

/** The membership after a change; undefined when it was rejected. */
function outcome(caller: Membership, scopes: string[] | null, target: Membership, wanted: MemberChange): Membership | undefined {
  const actor = {
    userId: caller.userId,
    membership: caller,
    permissions: new Set<Permission>(effectivePermissions(caller.role, caller.permissions, scopes)),
  };
  try {
    return changedMembership(actor, { membership: target, account }, wanted, { companies, at: AT });
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The permissions of a membership, also of a deactivated one, which another user may activate later. */
const held = ({ role: its, permissions: custom }: Membership): string[] => effectivePermissions(its, custom, null);
/** Activating a membership grants everything that it has. */
const isSwitchedOn = (before: Membership, after: Membership): boolean => after.isActive && !before.isActive;
const reached = ({ role: its, allowedCompanies }: Membership): string[] =>
  reachesAllCompanies(its) ? COMPANIES : allowedCompanies;

describe('any change of memberships by any member', () => {
  const callers = fc.tuple(role, permissions, some).map(([its, custom, own]) => membership('caller', its, custom, own));
  const scopes = fc.option(permissions, { nil: null });

  test('grants no permission that the granting member does not hold', () => {
    fc.assert(
      fc.property(callers, scopes, member('target'), change, (caller, keys, target, wanted) => {
        const after = outcome(caller, keys, target, wanted);
        if (!after) return;
        const own = effectivePermissions(caller.role, caller.permissions, keys) as string[];
        const given = held(after).filter(name => isSwitchedOn(target, after) || !held(target).includes(name));
        expect(given.filter(name => !own.includes(name))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('grants no access to a company that the granting member has no access to', () => {
    fc.assert(
      fc.property(callers, scopes, member('target'), change, (caller, keys, target, wanted) => {
        const after = outcome(caller, keys, target, wanted);
        if (!after) return;
        const given = reached(after).filter(id => isSwitchedOn(target, after) || !reached(target).includes(id));
        expect(given.filter(id => !reached(caller).includes(id))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('only owners can make and change owners', () => {
    fc.assert(
      fc.property(callers, member('target'), change, (caller, target, wanted) => {
        const after = outcome(caller, null, target, wanted);
        if (after && (after.role === 'owner' || target.role === 'owner')) expect(caller.role).toBe('owner');
      }),
      { numRuns: 500 },
    );
  });

  test('nobody can change their own role or end their own membership', () => {
    fc.assert(
      fc.property(role, permissions, some, change, (its, custom, own, wanted) => {
        const me = membership('caller', its, custom, own);
        const after = outcome(me, null, me, wanted);
        if (after) expect([after.role, after.isActive]).toEqual([me.role, true]);
      }),
      { numRuns: 500 },
    );
  });

  test('a list of companies that is set grants no more access than its setter has, and is not empty where it counts', () => {
    fc.assert(
      fc.property(callers, member('target'), change, (caller, target, wanted) => {
        const after = outcome(caller, null, target, wanted);
        if (!after || !wanted.allowedCompanies) return;
        const added = after.allowedCompanies.filter(id => !target.allowedCompanies.includes(id));
        expect(added.filter(id => !reached(caller).includes(id))).toEqual([]);
        if (after.isActive && !reachesAllCompanies(after.role)) expect(after.allowedCompanies).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('the counts change with the change', () => {
    fc.assert(
      fc.property(member('a'), member('a'), (before, after) => {
        const { active, owners } = peopleMoved(before, after);
        expect(active).toBe(Number(after.isActive) - Number(before.isActive));
        expect(owners < 0).toBe(losesOwner(before, after));
      }),
    );
  });
});

describe('the body of a change', () => {
  test.each([
    [{ role: ' Owner ' }, { role: 'owner' }],
    [{ permissions: null }, { permissions: null }],
    [{ permissions: ['a.b', ' a.b '] }, { permissions: ['a.b'] }],
    [{ allowedCompanies: [COMPANIES[0]?.toUpperCase(), COMPANIES[0]] }, { allowedCompanies: [COMPANIES[0]] }],
    [{ role: 'admin', unknown: 1 }, { role: 'admin' }],
  ])('%o is read as %o', (body, read) => {
    expect(memberChangeBody.parse(body)).toEqual(read);
  });

  test.each([
    {},
    { unknown: 1 },
    { role: null },
    { isActive: null },
    { allowedCompanies: null },
    { permissions: 'invoice.view' },
  ])('%o is rejected', body => {
    expect(memberChangeBody.safeParse(body).success).toBe(false);
  });
});
