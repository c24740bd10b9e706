import { failureWritesOf } from '../../documents/emails/failure-writes.ts';
import type { FailingKind } from '../../mail/documents/kind.ts';
import { KINDS } from '../../model/kinds.ts';
import { PROFORMAS } from '../store.ts';

/** How shared/mail records that a mail with a proforma has failed. */
export const failingProformas: FailingKind = { ...KINDS.proforma, failureWrites: failureWritesOf(PROFORMAS) };
