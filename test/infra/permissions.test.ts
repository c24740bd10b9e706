import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { letsIn, permissionRows } from '../../infra/docs/permission-table.ts';
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES } from '#shared/platform/access/permissions.ts';

const { endpoints } = await loadCatalogue();
const rows = permissionRows(endpoints);

/** Endpoints that need a credential and no permission (ACC-72). */
const WITHOUT_PERMISSION = new RegExp(
  [
    '^\\w+ /api/v1/me(/|$)',
    '^\\w+ /api/v1/passkey/',
    '^GET /api/v1/(organizations|companies|api-tokens|api-tokens/scopes)$',
    '^DELETE /api/v1/api-tokens$',
    '^POST /api/v1/invitations/accept/',
    '^\\w+ /api/v1/taxauth/(status|tokens|token-links|vat-status)(/|$)',
    '^GET /api/v1/(exchange-rates|exchange-rates/convert|vat-category-codes|etransport-codes|pdf-templates|webhooks/events)$',
    '^\\w+ /api/v1/notification-preferences$',
  ].join('|'),
);

describe('permissions', () => {
  test('every endpoint that needs a credential names a permission, except those about the caller alone', () => {
    const without = rows.filter(row => row.caller !== 'anybody' && row.permission === null).map(row => row.endpoint);
    expect(without.filter(endpoint => !WITHOUT_PERMISSION.test(endpoint))).toEqual([]);
  });

  test('role × scope × endpoint: a login is admitted by its role, a key only where its scope is required and its role has it', () => {
    let looked = 0;
    for (const { handler } of endpoints) {
      const { definition } = handler;
      if (definition.auth === 'public') continue;
      const { permission, sessionOnly } = definition;
      for (const role of ROLES) {
        const held = permission === undefined || ROLE_PERMISSIONS[role].includes(permission);
        expect(letsIn(definition, role, null)).toBe(held);
        for (const scope of PERMISSIONS) {
          looked++;
          const fits = permission === undefined || permission === scope;
          expect(letsIn(definition, role, [scope])).toBe(!sessionOnly && held && fits);
        }
      }
    }
    expect(looked).toBeGreaterThan(10_000);
  });

  test('a higher role is admitted wherever a lower one is', () => {
    for (const { roles, endpoint } of rows)
      expect([endpoint, ...roles]).toEqual([endpoint, ...ROLES.slice(ROLES.length - roles.length)]);
  });
});
