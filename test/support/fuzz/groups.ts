import { OPERATIONS, type Operation } from './document.ts';

/** The areas whose operations a test file fuzzes: several files, so that they run side by side. */
export const GROUPS = {
  accounts: ['auth', 'me', 'passkey', 'api-tokens'],
  organizations: ['companies', 'invitations', 'licensing', 'members', 'organizations'],
  parties: ['bank-accounts', 'clients', 'suppliers'],
  catalogue: [
    'document-series',
    'email-templates',
    'invoice-defaults',
    'pdf-template-config',
    'products',
    'reminder-settings',
    'vat-rates',
  ],
  invoices: ['attachments', 'invoices'],
  'invoice-records': ['exports', 'invoice-emails', 'payments', 'recurring-invoices', 'share', 'share-links'],
  'delivery-notes': ['delivery-note-emails', 'delivery-notes', 'transport-declarations'],
  proformas: ['proforma-emails', 'proforma-invoices'],
  authority: ['efactura-messages', 'sync', 'taxauth'],
  webhooks: ['webhooks'],
  others: ['contact', 'exchange-rates', 'mail-tracking', 'pages', 'reference', 'system'],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof GROUPS;

export const operationsOf = (group: Group): Operation[] => {
  const areas: readonly string[] = GROUPS[group];
  return OPERATIONS.filter(({ area }) => areas.includes(area));
};
