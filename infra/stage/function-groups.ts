/**
 * The stacks of functions, and the areas of `functions/` that each holds. A stack may have 500 resources, and every function takes five.
 * An area must not move to another stack once it is deployed: functions have fixed names, and CloudFormation creates them in the new
 * stack before it deletes them in the old one.
 */
export const FUNCTION_GROUPS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['api-tokens', 'auth', 'contact', 'invitations', 'licensing', 'me', 'members', 'organizations', 'passkey'],
  background: ['schedules', 'tasks', 'workers'],
  companies: [
    'bank-accounts',
    'clients',
    'companies',
    'efactura-messages',
    'imports',
    'products',
    'purchases',
    'receipts',
    'suppliers',
    'sync',
    'vat-rates',
  ],
  documents: [
    ...[
      'allocations',
      'attachments',
      'deadlines',
      'document-series',
      'email-templates',
      'exchange-rates',
      'exports',
      'invoice-defaults',
      'payments',
    ],
    ...['pages', 'pdf-template-config', 'reference', 'reminder-settings', 'share', 'share-links'],
  ],
  integrations: [
    'delivery-note-emails',
    'delivery-notes',
    'events',
    'mail-tracking',
    'system',
    'taxauth',
    'transport-declarations',
    'webhooks',
  ],
  invoices: ['invoice-emails', 'invoices', 'proforma-emails', 'proforma-invoices', 'recurring-invoices', 'reports'],
};

/** The entries by group. @throws Error that names the area which is in no group, or in two */
export function inGroups<Entry extends { area: string }>(entries: readonly Entry[]): Map<string, Entry[]> {
  return Map.groupBy(entries, ({ area }) => {
    const groups = Object.keys(FUNCTION_GROUPS).filter(group => FUNCTION_GROUPS[group]?.includes(area));
    if (groups.length === 1) return groups[0] ?? '';
    throw new Error(
      `The area functions/${area} must be in one group of infra/stage/function-groups.ts; it is in ${groups.length}.`,
    );
  });
}
