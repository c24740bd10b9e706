import type { Invoice } from '#shared/model/invoice.ts';

/** Whether an invoice must not be mailed, because it is a draft or was cancelled. */
export const isWithdrawn = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'draft' || status === 'cancelled';
