export { type ClientOptions, createInvoicingClient, type InvoicingClient } from './client.ts';
export type { Credentials, Tokens } from './credentials.ts';
export { draftCreditNote, draftInvoice } from './drafts.ts';
export { ApiError, ok } from './errors.ts';
export { items, type ListItem, type ListParameters, type ListPath } from './pages.ts';
export type { RetryOptions } from './retry.ts';
export type { components, operations, paths } from './schema.ts';
