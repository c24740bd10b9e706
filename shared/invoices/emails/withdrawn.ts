import type { Invoice } from '../../model/invoice.ts';

/** Drafts and cancelled documents are not mailed. */
export const isWithdrawn = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'draft' || status === 'cancelled';
