import type { CompanyId } from '#shared/base/kernel/ids.ts';
import type { AccountRule } from './accounting/accounts.ts';

/** When records of a company are past their time (COM-73); null: they are kept. */
export interface RetentionSettings {
  /** Months since the last change of a draft without a number, or of a proforma. */
  draftMonths: number | null;
  /** Years for which documents are kept, from 1 July of the year after their issue. */
  documentYears: number | null;
  /** Months since the last change of a client without documents. */
  clientMonths: number | null;
}

/** A period of one VAT status. */
export interface VatPeriod {
  from: string;
  /** The last day; absent or null: it lasts. */
  to?: string | null | undefined;
  registered: boolean;
  /** VAT on collection. */
  onCollection: boolean;
}

/** A company of an organization: the seller of its documents. Item `C#<id>` / `COMPANY`. Rules: COM-4 to COM-18. */
export interface Company {
  id: CompanyId;
  organizationId: string;
  name: string;
  /** Digits only. */
  cif: string;
  registrationNumber: string | null;
  /** What the register or a user says; `vatStatus` has the days. Read it by vat/status.ts. */
  vatPayer: boolean;
  vatCode: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  country: string;
  sector: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  capitalSocial: string | null;
  vatOnCollection: boolean;
  oss: boolean;
  /** The exemption reason for lines of VAT category E, if neither the line nor the document states one (BT-120, BT-121). */
  taxExemptionReason: string | null;
  taxExemptionReasonCode: string | null;
  bankName: string | null;
  bankAccount: string | null;
  bankBic: string | null;
  defaultCurrency: string;
  logoPath: string | null;
  syncEnabled: boolean;
  lastSyncedAt: string | null;
  syncDaysBack: number;
  efacturaDelayHours: number | null;
  /** Default copy recipients of mails with documents, used when the request names none: addresses separated by commas. */
  emailCc: string | null;
  emailBcc: string | null;
  /** Which mails with documents are tracked; null: as tracking/choice.ts says of a company that has not chosen. */
  mailTracking: 'off' | 'companies' | 'all' | null;
  archiveEnabled: boolean;
  archiveRetentionYears: number | null;
  /** After how long what is not needed any more may be removed; absent or null: everything is kept. */
  retention?: RetentionSettings | null;
  /** By day, in order, at most 20 (COM-86); absent or null: the flags hold for all days. */
  vatStatus?: VatPeriod[] | null;
  /** The accounts by which hand-over files are booked, in order (COM-88); absent or null: those of the general chart. */
  accountMapping?: AccountRule[] | null;
  /** The last closed day, `YYYY-MM-DD` (COM-78); absent or null: nothing is closed. */
  closedUntil?: string | null;
  enabledModules: string[] | null;
  isReadOnly: boolean;
  /** A company for trying things out (COM-67); absent for a real one. Set when it is created, and never changed. */
  sandbox?: true;
  /** When its fields were last refreshed from the company register. Not part of answers. */
  registryRefreshedAt?: string;
  /** Whether it has a webhook (access/webhook-flag.ts). Not part of answers. */
  hasWebhooks?: boolean;
  deletedAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}
