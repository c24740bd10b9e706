import { changeCompany } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { Note, Removed } from '#shared/accounts/identity/sign-in/removed.ts';
import { revokeAllShareLinks } from '#shared/documents/invoices/share-links/revoke.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { type EmailTemplate, TEMPLATE_CATEGORIES } from '#shared/output/mail/templates/model.ts';
import { firstTemplate } from '#shared/output/mail/templates/own-words.ts';
import { TEMPLATES } from '#shared/output/mail/templates/store.ts';
import type { Company } from '#shared/model/company.ts';
import { type BankAccount, bankAccountSet } from '#shared/records/parties/bank-accounts/store.ts';
import { discarded } from '#shared/records/parties/companies/logo/record.ts';
import { configurationItem, INITIAL, readStoredConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readSettingsItem, settingsKey } from '#shared/documents/reminders/settings.ts';
import { hasVersion } from '#shared/platform/store/change-item.ts';
import { changesOf, type SetArea } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { put, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { removeAllEndpoints } from '#shared/app/webhooks/endpoints/manage.ts';
import { clearDrafts } from './clear-drafts.ts';

/**
 * Removes what directs money and documents of a company whose account is taken over (ACC-88):
 * the person who registered the account may have set it up. Documents, clients and products stay. Idempotent: each part is a
 * transaction of its own, and a repeated call does what is left.
 */
export async function clearCompany(companyId: CompanyId, note: Note): Promise<void> {
  await removeAllEndpoints(companyId, webhooks => note({ webhooks }));
  await revokeAllShareLinks(companyId, shareLinks => note({ shareLinks }));
  await retryOnContention(() => clearRecord(companyId, note));
  await retryOnContention(() => clearSet(bankAccountSet, companyId, [], bankAccounts => note({ bankAccounts })));
  await retryOnContention(() => clearTemplates(companyId, note));
  await retryOnContention(() => clearReminders(companyId, note));
  await retryOnContention(() => clearConfiguration(companyId, note));
  // At last, so that no draft takes over an account that is removed afterwards.
  await clearDrafts(companyId, note);
}

/** The fields of a company's record that direct money and documents, by what the mail to the owner calls them. */
const FIELDS = {
  standingCopies: ['emailCc', 'emailBcc'],
  bankAccounts: ['bankAccount', 'bankName', 'bankBic'],
  contacts: ['email', 'phone', 'website'],
  logos: ['logoPath'],
} as const satisfies Partial<Record<keyof Removed, readonly (keyof Company)[]>>;

async function clearRecord(companyId: CompanyId, note: Note): Promise<void> {
  const before = await readCompany(companyId);
  const removed = Object.entries(FIELDS).filter(([, fields]) => fields.some(field => before?.[field]));
  if (!before || removed.length === 0) return;
  const cleared = Object.fromEntries(removed.flatMap(([, fields]) => fields.map(field => [field, null])));
  await transact([
    changeCompany(before, { ...before, ...cleared, updatedAt: instant() }),
    ...(before.logoPath === null ? [] : [discarded(companyId, before.logoPath)]),
    ...note(Object.fromEntries(removed.map(([what]) => [what, 1]))),
  ]);
}

/** How many records of a set one transaction removes, beside what else it writes. */
const AT_ONCE = 80;

/** Removes the records of a set that are not kept, and adds others, in as many transactions as necessary. */
async function clearSet<T extends BankAccount | EmailTemplate>(
  area: SetArea<T>,
  company: CompanyId,
  added: T[],
  note: (removed: number) => Write[],
  isKept: (record: T) => boolean = () => false,
): Promise<void> {
  for (;;) {
    const set = await area.read(company);
    const gone = set.records.filter(record => !isKept(record)).slice(0, AT_ONCE);
    if (gone.length === 0) return;
    const isLast = set.records.every(record => isKept(record) || gone.includes(record));
    const after = [...set.records.filter(record => !gone.includes(record)), ...(isLast ? added : [])];
    await transact([...changesOf(area, company, set, after), ...note(gone.length)]);
  }
}

/** Removes all templates but those with the texts that a new company has, and adds such as are missing then. */
async function clearTemplates(company: CompanyId, note: Note): Promise<void> {
  const at = instant();
  const { records } = await TEMPLATES.read(company);
  const firsts = TEMPLATE_CATEGORIES.map(category => firstTemplate(category, newId(), at));
  const own = firsts.map(first => records.find(one => isFirst(one, first)));
  const missing = firsts.filter((_, place) => own[place] === undefined);
  await clearSet(
    TEMPLATES,
    company,
    missing,
    emailTemplates => note({ emailTemplates }),
    record => own.some(one => one?.id === record.id),
  );
}

const TEXTS = ['category', 'language', 'isDefault', 'name', 'subject', 'body'] as const satisfies (keyof EmailTemplate)[];
const isFirst = (one: EmailTemplate, first: EmailTemplate): boolean => TEXTS.every(field => one[field] === first[field]);

async function clearReminders(company: CompanyId, note: Note): Promise<void> {
  const item = await readSettingsItem(company);
  const texts = Object.keys(item?.data.templates ?? {}).length;
  if (!item || texts === 0) return;
  const data = { ...item.data, templates: {} };
  const stored = { ...settingsKey(company), kind: 'reminder-settings' as const, version: item.version + 1, data };
  await transact([put(stored, hasVersion(item.version)), ...note({ reminderTexts: texts })]);
}

async function clearConfiguration(company: CompanyId, note: Note): Promise<void> {
  const before = await readStoredConfiguration(company);
  if (!before || Object.entries(INITIAL).every(([field, value]) => before[field as keyof typeof INITIAL] === value)) return;
  const after = { ...before, ...INITIAL, version: before.version + 1, updatedAt: instant() };
  await transact([put(configurationItem(company, after), hasVersion(before.version)), ...note({ pdfConfigurations: 1 })]);
}
