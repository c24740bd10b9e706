import { clients } from './company/clients.ts';
import { vatRates } from './company/vat-rates.ts';
import { common } from './common.ts';
import { invoices } from './documents/invoices.ts';
import { events } from './integration/events.ts';
import type { AreaDescriptions } from './model.ts';

/** The descriptions of each area. */
export const DESCRIPTIONS: Record<string, AreaDescriptions> = {
  common,
  invoices,
  clients,
  'vat-rates': vatRates,
  events,
};

/** Areas whose operations, parameters and fields must all be described. */
export const ALL_DESCRIBED = ['invoices', 'clients', 'vat-rates'];
