import { epochSeconds, localDay } from '#shared/base/kernel/clock.ts';
import { planLimit } from '#shared/base/kernel/errors.ts';
import { type Key, organizationKey } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { Plan } from './model.ts';
import { planOf } from './organization-plan.ts';
import { PLANS } from './plans.ts';

/**
 * How many invoices an organization may create in a month (`maxInvoicesPerMonth`, ORG-41, ORG-42).
 *
 * Every new outgoing invoice counts, however it is created: by a request, from a proforma or delivery notes, or from a
 * recurring invoice, which a plan with a limit still has after a downgrade. Not counted: credit notes, because a
 * mistake in an invoice must be correctable by them; and received documents, which others create. A draft
 * that is deleted stays counted: it was created. The month is that of Romania, like every day (REQ-22).
 */
export interface InvoiceQuota {
  organizationId: string;
  plan: Plan;
  /** Invoices a month, of all companies of the organization together. */
  limit: number;
  /** The count is that of its sandbox companies. */
  sandbox?: true;
}

/** Invoices of all sandbox companies of an organization together in a month: to try things out, not to run a business. */
const SANDBOX_INVOICES = 1_000;

/**
 * The limit that a new invoice of a company counts against; undefined if the plan has none. Those of sandbox companies
 * count apart, against the same limit in every plan. One read, beside those of drafting: a changed plan counts at once, and
 * without a limit nothing more is read or written.
 *
 * @throws 404 for an organization that does not exist
 */
export async function readInvoiceQuota({
  organizationId,
  sandbox,
}: {
  organizationId: string;
  sandbox?: true | undefined;
}): Promise<InvoiceQuota | undefined> {
  const plan = await planOf(organizationId);
  if (sandbox) return { organizationId, plan, limit: SANDBOX_INVOICES, sandbox };
  const limit = PLANS[plan].maxInvoicesPerMonth;
  return limit === null ? undefined : { organizationId, plan, limit };
}

/** Seconds after the last invoice of a month for which its count is kept. */
const COUNT_KEPT = 100 * 86_400;

/**
 * The write that counts a new invoice, for the transaction that creates it, so that the limit is exact under concurrency; none
 * without a limit, and for a credit note. It belongs at the end of the transaction: of several conditions that fail the first one is
 * reported, and the plan is checked last (REQ-41).
 *
 * @param created the new document; `createdAt` is an instant (ISO 8601 UTC)
 * @throws 402 when the transaction is committed and the month's count is at the limit
 */
export function countInvoice(
  quota: InvoiceQuota | undefined,
  { isCreditNote, createdAt }: { isCreditNote: boolean; createdAt: string },
): Write[] {
  if (quota === undefined || isCreditNote) return [];
  const { organizationId, plan, limit, sandbox } = quota;
  const change = {
    expression: 'SET #kind = :kind, expiresAt = :expires ADD #count :one',
    names: { '#count': 'count', '#kind': 'kind' },
    values: { ':kind': 'counter' satisfies ItemKind, ':expires': epochSeconds() + COUNT_KEPT, ':one': 1, ':limit': limit },
    condition: 'attribute_not_exists(#count) OR #count < :limit',
  };
  const refused = (): Error => planLimit('maxInvoicesPerMonth', limit, plan);
  return [update(invoiceCountKey({ organizationId, sandbox }, localDay(createdAt).slice(0, 7)), change, refused)];
}

/** Key of the count of a month. @param month `YYYY-MM`, in Romania */
export const invoiceCountKey = (
  { organizationId, sandbox }: { organizationId: string; sandbox?: true | undefined },
  month: string,
): Key => organizationKey(organizationId, `INVOICES#${sandbox ? 'SANDBOX#' : ''}${month}`);
