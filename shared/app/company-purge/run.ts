import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { changeCompany, cifKey, type CifLookup } from '#shared/platform/access/company-store.ts';
import { readMembers } from '#shared/platform/access/memberships.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import type { Company } from '#shared/model/company.ts';
import {
  after,
  type CompanyPurge,
  purgeDue,
  type PurgeItem,
  purgeKey,
  readPurge,
} from '#shared/records/parties/companies/purge-record.ts';
import { changed, hasVersion, type ItemChange } from '#shared/platform/store/change-item.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { put, remove, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { purgeFilesOf, purgeItems } from './items.ts';
import { nextStep } from './plan.ts';
import { readRetainedUntil } from './retention.ts';
import { keepSeries } from './series.ts';

/** Queue message that identifies a company to purge. */
export const purgeTask = z.object({ companyId: companyId() });

/** Seconds after which the removal is repeated, for items written by processes that were running when the purge began. */
const SETTLED_SECONDS = 86_400;

/** Maximum of mails requested in one transaction. */
const MOST_MAILS = 50;

interface Loaded {
  item: PurgeItem;
  record: Company;
}

/**
 * Does all steps of a company's deletion that are due. Steps are idempotent and may run concurrently; after a crash, the next run
 * repeats the unfinished step.
 *
 * @param goOn returns false when the function's time is nearly over
 * @returns whether steps that are due are left
 */
export async function continuePurge(companyId: CompanyId, goOn: () => boolean): Promise<boolean> {
  for (;;) {
    const isLeft = await retryOnContention(() => nextOf(companyId, goOn));
    if (isLeft === 'nothing') return false;
    if (!goOn()) return true;
  }
}

/** Does the next step. @returns `nothing` when no further step is due now */
async function nextOf(company: CompanyId, goOn: () => boolean): Promise<'nothing' | 'more'> {
  const [item, record] = await Promise.all([readPurge(company), readCompany(company)]);
  // The company was restored meanwhile.
  if (!item || !record || record.deletedAt === null) return 'nothing';
  const { step, startedAt } = item.data;
  if (step === 'waiting') return whileWaiting(company, { item, record });
  if (step === 'done' || startedAt === null) return 'nothing';
  if (step === 'series') return (await keepSeries(company, goOn)) ? goTo(item, 'files') : 'more';
  if (step === 'files') return (await purgeFilesOf(company, goOn)) ? goTo(item, 'items') : 'more';
  if (step === 'items') {
    if (!(await purgeItems(company, record, goOn))) return 'more';
    return goTo(item, 'once-more', after(startedAt, SETTLED_SECONDS));
  }
  if (after(startedAt, SETTLED_SECONDS) > instant()) return 'nothing';
  if (!(await purgeFilesOf(company, goOn)) || !(await purgeItems(company, record, goOn))) return 'more';
  await change(item, { after: { ...item.data, step: 'done', purgedAt: instant() }, due: null });
  log.info('Company purged', { companyId: company });
  return 'nothing';
}

async function whileWaiting(company: CompanyId, { item, record }: Loaded): Promise<'nothing' | 'more'> {
  const step = nextStep(item.data, await readRetainedUntil(company, record), instant());
  if (step.do === 'purge') return begin(company, { item, record });
  if (step.do === 'announce') return announce(company, item, step.purgeAt);
  // Not due yet: the index was outdated, the message arrived twice, or the waiting time has been extended.
  await change(item, { after: item.data, due: purgeDue(company, step.until) });
  return 'nothing';
}

/** Requests the mails to the owners, in the transaction that records the announcement. */
async function announce(company: CompanyId, item: PurgeItem, purgeAt: string | null): Promise<'more'> {
  const owners = (await readMembers(item.data.organizationId)).filter(({ isActive, role }) => isActive && role === 'owner');
  const mails = owners
    .slice(0, MOST_MAILS)
    .map(({ userId }) =>
      mailRequest(companyPartition(company), { template: 'company-deleted', userId, companyId: company, purgeAt }),
    );
  await change(item, { after: { ...item.data, announced: { at: instant(), purgeAt } }, also: mails });
  return 'more';
}

/**
 * Begins the erasure. From this transaction on, the company cannot be restored. It and a concurrent restoration are both
 * conditional on the version of the company's record, so that one of them fails.
 */
async function begin(company: CompanyId, { item, record }: Loaded): Promise<'more'> {
  const lookup = await getItem<Item & { data: CifLookup }>(cifKey(record.organizationId, record));
  // The tax number may belong to another company by now.
  const guard = lookup?.data.companyId === company ? [lookupGone(record)] : [];
  const purge: CompanyPurge = { ...item.data, step: 'series', startedAt: instant() };
  await change(item, { after: purge, also: [changeCompany(record, reduced(record)), ...guard] });
  return 'more';
}

const lookupGone = (record: Company): Write =>
  remove(cifKey(record.organizationId, record), {
    expression: '#data.companyId = :company',
    names: { '#data': 'data' },
    values: { ':company': record.id },
  });

/** The record of a purged company: without personal and business data, except its tax number and the time of its deletion. Pure. */
export function reduced(company: Company): Company {
  const { id, organizationId, cif, sandbox, country, defaultCurrency, deletedAt, version, createdAt } = company;
  const nothing = {
    ...{ registrationNumber: null, vatCode: null, address: null, city: null, state: null, sector: null, phone: null },
    ...{ email: null, website: null, capitalSocial: null, bankName: null, bankAccount: null, bankBic: null, logoPath: null },
    ...{
      taxExemptionReason: null,
      taxExemptionReasonCode: null,
      emailCc: null,
      emailBcc: null,
      mailTracking: null,
      enabledModules: null,
    },
    ...{ vatPayer: false, vatOnCollection: false, oss: false, syncEnabled: false, isReadOnly: false, archiveEnabled: false },
    ...{ lastSyncedAt: null, syncDaysBack: 60, efacturaDelayHours: null, archiveRetentionYears: null },
  };
  return {
    ...nothing,
    id,
    organizationId,
    name: '',
    cif,
    ...(sandbox && { sandbox }),
    country,
    defaultCurrency,
    deletedAt,
    version,
    createdAt,
    updatedAt: instant(),
  };
}

async function goTo(item: PurgeItem, step: CompanyPurge['step'], dueAt?: string): Promise<'more'> {
  await change(item, { after: { ...item.data, step }, ...(dueAt && { due: purgeDue(item.data.companyId, dueAt) }) });
  return 'more';
}

/** Changes the record of the purge. @throws ConditionFailed when it has changed since it was read */
async function change(item: PurgeItem, { also = [], ...rest }: ItemChange<CompanyPurge>): Promise<void> {
  const next = { ...changed(item, rest), ...purgeKey(item.data.companyId) };
  await transact([put({ ...next }, hasVersion(item.version)), ...also]);
}
