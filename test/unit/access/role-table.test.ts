import { expect, test } from 'vitest';
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES } from '#shared/platform/access/permissions.ts';

/** The table of ORG-25, name for name: the permissions that each role adds to the one before. */
const ADDS = {
  employee: `company.view client.view product.view invoice.view recurring_invoice.view series.view payment.view efactura.view
    settings.view report.view email_template.view borderou.view declaration.view`,
  accountant: `client.create client.edit client.delete product.create product.edit product.delete invoice.create invoice.edit
    invoice.delete invoice.issue invoice.send invoice.cancel invoice.refund recurring_invoice.manage series.manage payment.create
    payment.delete efactura.submit declaration.submit import.manage export.data email_template.manage borderou.manage webhook.view`,
  admin: `company.create company.edit company.delete settings.manage org.manage_members org.view_audit webhook.manage api_key.view
    api_key.manage oauth2_app.view oauth2_app.manage backup.manage`,
  owner: 'org.manage_billing',
};
const names = (text: string): string[] => text.split(/\s+/);

test('the roles, from the least to the greatest', () => {
  expect(ROLES).toEqual(Object.keys(ADDS));
});

test.each(Object.keys(ADDS) as (keyof typeof ADDS)[])('%s has exactly the permissions of the contract', role => {
  const upTo = Object.keys(ADDS).slice(0, Object.keys(ADDS).indexOf(role) + 1) as (keyof typeof ADDS)[];
  expect(ROLE_PERMISSIONS[role].toSorted()).toEqual(upTo.flatMap(lower => names(ADDS[lower])).toSorted());
});

test('the 50 names are the complete list of scopes', () => {
  expect(PERMISSIONS.toSorted()).toEqual(Object.values(ADDS).flatMap(names).toSorted());
  expect(PERMISSIONS).toHaveLength(50);
});
