import { apiTokens } from './accounts/api-tokens.ts';
import { auth } from './accounts/auth.ts';
import { bankAccounts } from './company/bank-accounts.ts';
import { clients } from './company/clients.ts';
import { vatRates } from './company/vat-rates.ts';
import { common } from './common.ts';
import { attachments } from './documents/attachments.ts';
import { invoices } from './documents/invoices.ts';
import { payments } from './documents/payments.ts';
import { shareLinks } from './documents/share-links.ts';
import { share } from './documents/share.ts';
import { events } from './integration/events.ts';
import type { AreaDescriptions } from './model.ts';

/** The descriptions of each area. */
export const DESCRIPTIONS: Record<string, AreaDescriptions> = {
  common,
  invoices,
  payments,
  attachments,
  'share-links': shareLinks,
  share,
  clients,
  'bank-accounts': bankAccounts,
  'vat-rates': vatRates,
  auth,
  'api-tokens': apiTokens,
  events,
};

/** Areas whose operations, parameters and fields must all be described. */
export const ALL_DESCRIBED = [
  'invoices',
  'payments',
  'attachments',
  'share-links',
  'share',
  'clients',
  'bank-accounts',
  'vat-rates',
  'auth',
  'api-tokens',
];
