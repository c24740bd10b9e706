import type { Actor, Plan } from '#shared/platform/access/model.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import type { DraftingContext } from '#shared/documents/common/drafting.ts';
import type { ReadContext } from '#shared/documents/common/drafting-context.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { planLimit } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import type { RecurringBody, RecurringChanges, RecurringLineBody } from './input.ts';
import type { RecurringInvoice, RecurringLine } from './model.ts';
import type { ShownTemplate } from './present.ts';
import { ratedCurrencies } from './prices.ts';
import { ratesBefore } from './rates.ts';
import { changedTemplate, newTemplate, type TemplateContext } from './rules.ts';
import { changeWrites, createWrites, headerWrite, readTemplate, removeWrites } from './store.ts';

/** Adds, changes and removes templates (RCI-5 to RCI-10). */

interface Managing {
  company: Company;
  context: ReadContext;
  commit: Commit<ShownTemplate>;
}

/**
 * @throws 402 when the plan does not include recurring invoices; 404 for an unknown client, series, product or VAT rate; 422 by
 * field
 */
export async function createTemplate(
  body: RecurringBody,
  { company, context, plan, by, commit }: Managing & { plan: Plan; by: Actor },
): Promise<ShownTemplate> {
  if (!PLANS[plan].recurringInvoices) throw planLimit('recurringInvoices', null, plan);
  const full = await withRates(context, company, body);
  const template = newTemplate(body, full, personOf(by), instant());
  return commit(createWrites(template), { template, client: context.client, series: context.series });
}

/** @throws 404, 422 as `createTemplate` */
export function updateTemplate(
  loaded: RecurringInvoice,
  changes: RecurringChanges,
  { company, context, commit }: Managing,
): Promise<ShownTemplate> {
  return changeTemplate(loaded, commit, context, async before => {
    const currency = changes.currency ?? before.currency;
    const full = await withRates(context, company, { currency, lines: changes.lines ?? before.lines });
    return changedTemplate(before, changes, full, instant());
  });
}

/** Switches a template off or on. Once it is on, the next run issues a document for a date that has passed. @throws 404 */
export const toggleTemplate = (
  loaded: RecurringInvoice,
  { context, commit }: Omit<Managing, 'company' | 'context'> & { context: Pick<ReadContext, 'client' | 'series'> },
): Promise<ShownTemplate> =>
  changeTemplate(loaded, commit, context, before =>
    Promise.resolve({
      ...before,
      ...{ isActive: !before.isActive, failedOn: null, version: before.version + 1, updatedAt: instant() },
    }),
  );

/** Removes a template; the documents that it generated stay. @throws 404 when it was removed meanwhile */
export const removeTemplate = (loaded: RecurringInvoice, commit: Commit<void>): Promise<void> =>
  retryOnContention(async attempt => commit(removeWrites(await current(loaded, attempt)), undefined));

/** Changes the current version of a template, and returns it with its client and series. */
function changeTemplate(
  loaded: RecurringInvoice,
  commit: Commit<ShownTemplate>,
  { client, series }: Pick<ReadContext, 'client' | 'series'>,
  change: (before: RecurringInvoice) => Promise<RecurringInvoice>,
): Promise<ShownTemplate> {
  return retryOnContention(async attempt => {
    const before = await current(loaded, attempt);
    const after = await change(before);
    const named = client?.id === after.clientId ? client : await readClient(after.companyId, after.clientId);
    const writes = after.lines === before.lines ? [headerWrite(before, after)] : changeWrites(before, after);
    return commit(writes, { template: after, client: named, series });
  });
}

const current = async (loaded: RecurringInvoice, attempt: number): Promise<RecurringInvoice> =>
  attempt === 0 ? loaded : readTemplate(loaded.companyId, loaded.id);

async function withRates(
  context: Omit<DraftingContext, 'company'>,
  company: Company,
  { currency, lines }: { currency: string; lines: readonly RecurringLineBody[] | readonly RecurringLine[] },
): Promise<TemplateContext> {
  const priced = lines.map(line => ({
    unitPrice: line.unitPrice,
    priceRule: line.priceRule ?? ('fixed' as const),
    referenceCurrency: line.referenceCurrency ?? null,
    markupPercent: line.markupPercent ?? null,
  }));
  const day = today();
  const rates = await ratesBefore(day, ratedCurrencies(currency, priced));
  return { ...context, company, rates, today: day };
}
