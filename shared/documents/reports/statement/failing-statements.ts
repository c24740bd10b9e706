import { STATEMENT } from '#shared/model/kinds.ts';
import type { FailingKind } from '#shared/output/mail/documents/kind.ts';
import { notify } from '#shared/output/webhooks/notify.ts';

/**
 * How shared/output/mail records that a mail with a statement of account has failed: by a webhook. Statements have no timeline.
 */
export const failingStatements: FailingKind = {
  ...STATEMENT,
  failureWrites: ({ companyId }, notification) => Promise.resolve([notify(companyId, notification)]),
};
