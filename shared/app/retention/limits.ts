import type { Company, RetentionSettings } from '#shared/model/company.ts';
import { firstRetained } from '#shared/output/files/retention.ts';
import { retentionYears } from '../company-purge/retention.ts';

/** What of a company is past its time on a day (COM-73 to COM-75). Pure. */

/** The first days of what is kept: older records are past their time; null: all are kept. */
export interface Limits {
  /** By the last change of drafts without a number, and of proformas. */
  drafts: string | null;
  /** By the issue date of documents. */
  documents: string | null;
  /** By the date of payments, which are kept for as long as documents: an invoice stays with a later one. */
  payments: string;
  /** By the last change of clients without documents. */
  clients: string | null;
}

/** @param day `YYYY-MM-DD` in Romania */
export function limitsOf(company: Company, settings: RetentionSettings, day: string): Limits {
  const { draftMonths, documentYears, clientMonths } = settings;
  // What the law and the company's archive keep for longer stays for longer.
  const least = retentionYears(company);
  const years = Math.max(documentYears ?? least, least);
  return {
    drafts: draftMonths === null ? null : monthsBefore(day, draftMonths),
    documents: documentYears === null ? null : firstRetained(day, years),
    payments: firstRetained(day, years),
    clients: clientMonths === null ? null : monthsBefore(day, clientMonths),
  };
}

/** The same day of an earlier month, or the last one that it has. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Whether a company has chosen that something is removed. */
export const removesAny = (settings: RetentionSettings | null | undefined): settings is RetentionSettings =>
  settings != null && Object.values(settings).some(value => value !== null);
