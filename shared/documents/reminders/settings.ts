import type { MailLanguage } from '#shared/output/mail/documents/model.ts';
import type { VersionedItem } from '#shared/platform/store/change-item.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';

/** The settings of a company's automatic payment reminders (OUT-85 to OUT-87). Item `C#<company>` / `REMINDERS`. */

export const REMINDER_TYPES = ['payment_reminder', 'overdue_reminder', 'final_notice'] as const;
export type ReminderType = (typeof REMINDER_TYPES)[number];

/** Texts of the company in place of the built-in ones; null or absent: the built-in text. */
export interface ReminderTemplate {
  subject?: string | null | undefined;
  body?: string | null | undefined;
}

export interface ReminderSettings {
  enabled: boolean;
  /** Days relative to the due date, ascending. */
  offsets: number[];
  /** `HH:mm` in Europe/Bucharest. */
  sendTime: string;
  attachPdf: boolean;
  /** Minimum balance as a stored amount, in the currency of each invoice. */
  minBalance: string;
  /** Language of the mails; null: the language of each document. */
  language: MailLanguage | null;
  templates: Partial<Record<ReminderType, ReminderTemplate>>;
  excludedClientIds: string[];
  /**
   * Whether members get the daily notice of invoices that fall due (notices/), and warnings about the tax authority
   * (authority/).
   */
  internalNotices: boolean;
}

export const DEFAULT_SETTINGS: ReminderSettings = {
  enabled: false,
  offsets: [-3, 0, 7, 14, 30],
  sendTime: '09:00',
  attachPdf: true,
  minBalance: '0.01',
  language: null,
  templates: {},
  excludedClientIds: [],
  internalNotices: true,
};

export type SettingsItem = VersionedItem<ReminderSettings>;

export const settingsKey = (company: CompanyId): Key => companyKey(company, 'REMINDERS');

/** The stored settings; undefined when the company has never changed them. Costs one read. */
export const readSettingsItem = (company: CompanyId): Promise<SettingsItem | undefined> =>
  getItem<SettingsItem>(settingsKey(company));

/** The effective settings: the stored ones over the defaults. */
export const settingsOf = (item: SettingsItem | undefined): ReminderSettings => ({ ...DEFAULT_SETTINGS, ...item?.data });

/** Reads the effective settings of a company. Costs one read. */
export const readSettings = async (company: CompanyId): Promise<ReminderSettings> => settingsOf(await readSettingsItem(company));
