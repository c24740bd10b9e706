import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scopeViolations } from '#shared/accounts/identity/api-tokens/rules.ts';
import {
  effectivePermissions,
  isPermission,
  type Permission,
  PERMISSIONS,
  reachesAllCompanies,
  ROLE_PERMISSIONS,
  ROLES,
} from '#shared/platform/access/permissions.ts';

const role = fc.constantFrom(...ROLES);
const names = fc.subarray([...PERMISSIONS] as Permission[]);

describe('roles and permissions (ORG-24 to ORG-30)', () => {
  test('there are 50 names, none twice', () => {
    expect(PERMISSIONS).toHaveLength(50);
    expect(new Set(PERMISSIONS).size).toBe(50);
  });

  test.each([
    ['employee', 13],
    ['accountant', 37],
    ['admin', 49],
    ['owner', 50],
  ] as const)('%s holds %i', (name, count) => {
    expect(ROLE_PERMISSIONS[name]).toHaveLength(count);
  });

  test('each role has all permissions of the one before', () => {
    ROLES.slice(1).forEach((name, rank) => {
      const lower = ROLES[rank] ?? name;
      expect(ROLE_PERMISSIONS[name].slice(0, ROLE_PERMISSIONS[lower].length)).toEqual(ROLE_PERMISSIONS[lower]);
    });
  });

  test.each([
    ['employee', 'invoice.view', true],
    ['employee', 'invoice.create', false],
    ['accountant', 'efactura.submit', true],
    ['accountant', 'webhook.view', true],
    ['accountant', 'webhook.manage', false],
    ['accountant', 'api_key.manage', false],
    ['admin', 'api_key.manage', true],
    ['admin', 'org.manage_billing', false],
    ['owner', 'org.manage_billing', true],
  ] as const)('%s and %s: %s', (name, permission, held) => {
    expect(ROLE_PERMISSIONS[name].includes(permission)).toBe(held);
  });

  test('a custom list replaces the defaults of the role; an empty one does not', () => {
    expect(effectivePermissions('employee', ['invoice.create'], null)).toEqual(['invoice.create']);
    expect(effectivePermissions('employee', [], null)).toEqual(ROLE_PERMISSIONS.employee);
  });

  test('a name that is no permission has no effect', () => {
    expect(effectivePermissions('owner', ['invoice.everything'], null)).toEqual([]);
    expect(isPermission('invoice.everything')).toBe(false);
  });

  test('with a key, the permissions are those that both the person and the scopes have', () => {
    fc.assert(
      fc.property(role, names, names, (name, custom, scopes) => {
        const held = new Set(effectivePermissions(name, custom, null));
        const effective = effectivePermissions(name, custom, scopes);
        expect(new Set(effective)).toEqual(new Set(scopes.filter(scope => held.has(scope))));
      }),
    );
  });

  test('owner and admin have access to every company, others to the listed ones', () => {
    expect(ROLES.filter(reachesAllCompanies)).toEqual(['admin', 'owner']);
  });
});

describe('scopes of a new key', () => {
  const held = new Set(ROLE_PERMISSIONS.accountant);

  test('a scope must exist and be held by the user; each violation names its place', () => {
    expect(scopeViolations(['invoice.view', 'invoice.fly', 'api_key.manage'], held)).toEqual({
      'scopes.1': [
        '"invoice.fly" is no scope; did you mean invoice.view, invoice.create, invoice.edit, invoice.delete, invoice.issue?',
      ],
      'scopes.2': ['you do not hold api_key.manage yourself'],
    });
  });

  test.each([
    ['invoce.view', '"invoce.view" is no scope; did you mean invoice.view?'],
    ['webhook.create', '"webhook.create" is no scope; did you mean webhook.manage, webhook.view?'],
    [
      'invoice.submit',
      '"invoice.submit" is no scope; did you mean invoice.edit, efactura.submit, declaration.submit, invoice.view, invoice.create?',
    ],
    ['fly', '"fly" is no scope'],
    ['x'.repeat(300), `"${'x'.repeat(60)}…" is no scope`],
  ])('an unknown one is answered with what may have been meant: %s', (name, expected) => {
    expect(scopeViolations([name], held)).toEqual({ 'scopes.0': [expected] });
  });

  test('every scope that the user holds is allowed', () => {
    expect(scopeViolations([...held], held)).toEqual({});
  });
});
