import { addDays } from '#shared/base/kernel/dates.ts';
import type { Company, VatPeriod } from '../company.ts';
import type { Invoice } from '../invoice.ts';
import { SELF_BILLED, statesVatRegistration } from '../roles.ts';

/** The VAT status of a company by day (COM-86, COM-87, TAX-62 to TAX-64). Pure. */

type WithStatus = Pick<Company, 'vatPayer' | 'vatOnCollection' | 'vatStatus'>;

export interface VatStatus {
  registered: boolean;
  onCollection: boolean;
}

const NONE: VatStatus = { registered: false, onCollection: false };

const has = ({ from, to }: VatPeriod, day: string): boolean => from <= day && (to == null || day <= to);

/** The status on a day: of the period that has it, else not registered; the flags of a company that has no periods. */
export function vatStatusOn({ vatPayer, vatOnCollection, vatStatus }: WithStatus, day: string): VatStatus {
  if (!vatStatus?.length) return { registered: vatPayer, onCollection: vatOnCollection };
  const { registered, onCollection } = vatStatus.find(period => has(period, day)) ?? NONE;
  return { registered, onCollection };
}

/** The company with the flags and the VAT number that it has on a day. */
export function companyOn<C extends WithStatus & Pick<Company, 'vatCode'>>(company: C, day: string): C {
  if (!company.vatStatus?.length) return company;
  const { registered, onCollection } = vatStatusOn(company, day);
  return { ...company, vatPayer: registered, vatOnCollection: onCollection, vatCode: registered ? company.vatCode : null };
}

type Dated = Pick<Invoice, 'issueDate' | 'taxPointDate'>;

/** The day that decides on VAT on collection: of issue and supply, the earlier one. */
const collectionDay = ({ issueDate, taxPointDate }: Dated): string =>
  taxPointDate && taxPointDate < issueDate ? taxPointDate : issueDate;

/**
 * What the company's status means for a document: whether it charges VAT, by the day of issue; and whether that is due on collection. Who enters or leaves
 * the system of VAT on collection goes on as before for what was supplied or invoiced before (Fiscal Code, art. 282), so that the earlier day decides.
 * A self-billed document is by the client's status, which is not known.
 */
export function vatTermsOf(company: WithStatus, document: Dated & { invoiceTypeCode?: string | null | undefined }): VatStatus {
  const { registered } = vatStatusOn(company, document.issueDate);
  const { onCollection } = vatStatusOn(company, collectionDay(document));
  return { registered, onCollection: onCollection && document.invoiceTypeCode !== SELF_BILLED };
}

/** As `statesVatRegistration`, with the company's registration on the day of issue instead of the copy in the draft. */
export const chargesVat = (document: Invoice, company: WithStatus): boolean =>
  statesVatRegistration({ ...document, seller: { ...document.seller, isVatPayer: vatTermsOf(company, document).registered } });

/** The most periods that a company has. */
export const MOST_PERIODS = 20;

/** Whether a period of the list is out of order: its messages by field, such as `vatStatus.1.from`. */
export function periodErrors(periods: readonly VatPeriod[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  periods.forEach(({ from, to, registered, onCollection }, place) => {
    const report = (field: string, message: string): void => void (errors[`vatStatus.${place}.${field}`] = [message]);
    const before = periods[place - 1];
    if (to != null && to < from) report('to', 'must not be before from');
    if (before && (before.to == null || from <= before.to))
      report(
        'from',
        before.to == null ? 'must follow a period that ends' : `must be after ${before.to}, the end of the period before`,
      );
    if (onCollection && !registered) report('onCollection', 'must be false of a company that is not registered for VAT');
  });
  return errors;
}

/** Warnings about a document of a company with periods. @param today the current day */
export function vatStatusWarnings(company: WithStatus, document: Invoice, today: string): string[] {
  if (!company.vatStatus?.length || document.received) return [];
  const warnings: string[] = [];
  const current = vatStatusOn(company, today);
  if (current.registered !== company.vatPayer)
    warnings.push(
      `vatStatus: its periods say that the company is ${current.registered ? '' : 'not '}registered for VAT today, the company register says the opposite.`,
    );
  if (current.registered && current.onCollection !== company.vatOnCollection)
    warnings.push(
      `vatStatus: its periods say that the company ${current.onCollection ? 'applies' : 'does not apply'} VAT on collection today, the company register says the opposite.`,
    );
  const { onCollection } = vatTermsOf(company, document);
  // What takes back an invoice has the terms of that invoice.
  if (!document.isCreditNote && !document.parentDocumentId && document.tvaLaIncasare !== onCollection)
    warnings.push(
      `tvaLaIncasare: on ${collectionDay(document)} the company ${onCollection ? 'applies' : 'does not apply'} VAT on collection.`,
    );
  return warnings;
}

/** Spans of days of the company register; without `to` they last. */
export interface Span {
  from: string;
  to: string | null;
}

/** The periods by the spans of registration and of VAT on collection: a new one begins where either changes. */
export function periodsOf(registered: readonly Span[], collecting: readonly Span[]): VatPeriod[] {
  const periods: VatPeriod[] = [];
  for (const { from, to } of registered.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const starts = new Set([from]);
    for (const span of collecting)
      for (const day of [span.from, span.to === null ? null : addDays(span.to, 1)])
        if (day !== null && day > from && (to === null || day <= to)) starts.add(day);
    const days = [...starts].toSorted();
    days.forEach((start, place) => {
      const next = days[place + 1];
      const end = next === undefined ? to : addDays(next, -1);
      const onCollection = collecting.some(span => span.from <= start && (span.to === null || start <= span.to));
      periods.push({ from: start, ...(end !== null && { to: end }), registered: true, onCollection });
    });
  }
  return periods;
}
