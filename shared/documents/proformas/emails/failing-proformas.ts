import { failureWritesOf } from '#shared/documents/common/emails/failure-writes.ts';
import type { FailingKind } from '#shared/output/mail/documents/kind.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { PROFORMAS } from '../store.ts';

/** How shared/output/mail records that a mail with a proforma has failed. */
export const failingProformas: FailingKind = { ...KINDS.proforma, failureWrites: failureWritesOf(PROFORMAS) };
