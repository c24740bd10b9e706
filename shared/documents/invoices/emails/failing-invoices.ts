import { failureWritesOf } from '#shared/documents/common/emails/failure-writes.ts';
import type { FailingKind } from '#shared/output/mail/documents/kind.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { INVOICES } from '../store.ts';

/** How shared/output/mail records that a mail with an invoice or credit note has failed. */
export const failingInvoices: FailingKind = { ...KINDS.invoice, failureWrites: failureWritesOf(INVOICES) };
