import { isSelfBilled } from '../../einvoice/roles.ts';
import { today } from '../../kernel/clock.ts';
import { dottedDate } from '../../kernel/dates.ts';
import { escapeMarkdown } from '../../mail/markdown.ts';
import { DEFAULT_TEMPLATES, type EmailTemplate } from '../../mail/templates.ts';
import { filledIn, type TemplateValues } from '../../mail/variables.ts';
import type { Company } from '../../parties/company.ts';
import { decimal } from '../../kernel/money.ts';
import type { Invoice } from '../model.ts';
import { precedingInvoices } from '../preceding.ts';
import { isOverdue } from '../settle.ts';
import type { MailLanguage } from './model.ts';

/** Subject and text of a mail with an invoice: whose words they are, and what stands in place of their variables. Pure. */
export interface Words {
  subject: string;
  body: string;
  /** The template that they come from; null for words of ours. */
  templateId: string | null;
}

/** Companies write their templates in Romanian; who asks for English gets these, unless a template is named. */
const ENGLISH: Omit<Words, 'templateId'> = {
  subject: 'Invoice [[invoice_number]] from [[company_name]]',
  body:
    'Hello,\n\nPlease find attached invoice **[[invoice_number]]** of [[issue_date]] for **[[total]]**' +
    '{if due_date}, due on [[due_date]]{endif}.\n\nKind regards,\n[[company_name]]',
};

/** Of credit notes and negative invoices, which pay back: a template for invoices would ask for the money. */
const REFUND: Record<MailLanguage, (isCreditNote: boolean) => Omit<Words, 'templateId'>> = {
  ro: () => ({
    subject: 'Factura storno [[invoice_number]] de la [[company_name]]',
    body:
      'Bună ziua,\n\nVă transmitem atașat factura storno **[[invoice_number]]** din [[issue_date]], în valoare de **[[total]]**' +
      '{if corrects_one}, aferentă facturii [[corrected_invoices]]{endif}' +
      '{if corrects_many}, aferentă facturilor [[corrected_invoices]]{endif}.\n\nCu stimă,\n[[company_name]]',
  }),
  en: isCreditNote => ({
    subject: `${isCreditNote ? 'Credit note' : 'Reversal invoice'} [[invoice_number]] from [[company_name]]`,
    body:
      `Hello,\n\nPlease find attached ${isCreditNote ? 'credit note' : 'reversal invoice'} **[[invoice_number]]** of [[issue_date]] ` +
      'for **[[total]]**' +
      '{if corrects_one}, which corrects invoice [[corrected_invoices]]{endif}' +
      '{if corrects_many}, which corrects invoices [[corrected_invoices]]{endif}.\n\nKind regards,\n[[company_name]]',
  }),
};

/** Of self-billed invoices: their receiver is the seller, who is owed the money. */
const SELF_BILLED: Record<MailLanguage, Omit<Words, 'templateId'>> = {
  ro: {
    subject: 'Autofactura [[invoice_number]] de la [[company_name]]',
    body:
      'Bună ziua,\n\nVă transmitem atașat autofactura **[[invoice_number]]** din [[issue_date]], emisă de noi în numele ' +
      'dumneavoastră, în valoare de **[[total]]**.\n\nCu stimă,\n[[company_name]]',
  },
  en: {
    subject: 'Self-billed invoice [[invoice_number]] from [[company_name]]',
    body:
      'Hello,\n\nPlease find attached self-billed invoice **[[invoice_number]]** of [[issue_date]] for **[[total]]**, which we ' +
      'issued on your behalf.\n\nKind regards,\n[[company_name]]',
  },
};

/**
 * The words that are used where the sender gives none: the named template; else of a document that pays back or is self-billed our own;
 * else the default template of the company.
 */
export function defaultWords(
  templates: readonly EmailTemplate[],
  language: MailLanguage,
  invoice: Pick<Invoice, 'isCreditNote' | 'total' | 'direction' | 'invoiceTypeCode' | 'selfBilled'>,
  named?: EmailTemplate,
): Words {
  if (!named && isSelfBilled(invoice)) return { ...SELF_BILLED[language], templateId: null };
  if (!named && paysBack(invoice)) return { ...REFUND[language](invoice.isCreditNote), templateId: null };
  if (!named && language === 'en') return { ...ENGLISH, templateId: null };
  const template = named ?? templates.find(one => one.category === 'invoice' && one.isDefault);
  const { subject, body } = template ?? DEFAULT_TEMPLATES.invoice;
  return { subject, body, templateId: template?.id ?? null };
}

const paysBack = ({ isCreditNote, total }: Pick<Invoice, 'isCreditNote' | 'total'>): boolean =>
  isCreditNote || decimal(total).lt(0);

/** `1,190.00`, in every language (completions-documents §14). */
const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What variables stand for. `outstanding`: what the client owes in all, as a stored amount; null when nobody asked. */
export function valuesOf(
  invoice: Invoice,
  company: Pick<Company, 'name' | 'cif' | 'email' | 'phone'>,
  outstanding: string | null = null,
): TemplateValues {
  const money = (amount: string): string => `${AMOUNT.format(amount as Intl.StringNumericLiteral)} ${invoice.currency}`;
  const { dueDate } = invoice;
  const earlier = precedingInvoices(invoice);
  return {
    variables: {
      client_name: invoice.client?.name ?? invoice.receiverName ?? '',
      invoice_number: invoice.number,
      total: money(invoice.total),
      subtotal: money(invoice.subtotal),
      vat: money(invoice.vatTotal),
      balance: money(invoice.balance),
      currency: invoice.currency,
      issue_date: dottedDate(invoice.issueDate),
      due_date: dueDate ? dottedDate(dueDate) : '',
      days_until_due: dueDate ? String(daysBetween(today(), dueDate)) : '',
      series_name: invoice.series?.name ?? '',
      corrected_invoices: earlier.map(({ number }) => number).join(', '),
      company_name: company.name,
      company_cif: company.cif,
      company_email: company.email ?? '',
      company_phone: company.phone ?? '',
      // Paying by a link needs a payment processor, which no company can connect yet.
      payment_link: '',
      ...(outstanding !== null && { client_outstanding: money(outstanding) }),
    },
    conditions: {
      payment_link: false,
      overdue: isOverdue(invoice),
      due_date: dueDate !== null,
      corrects_one: earlier.length === 1,
      corrects_many: earlier.length > 1,
    },
  };
}

const DAY_MILLIS = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLIS);

/** Whether the words speak of all that the client owes, which takes a look at other documents. */
export const asksOutstanding = (...texts: string[]): boolean => texts.some(text => /\[\[client_outstanding\]\]/.test(text));

/** The text as a sender sees and edits it. */
export const editableBodyOf = (text: string, values: TemplateValues): string => filledIn(text, values);

/** A subject is one line. */
export const subjectOf = (text: string, values: TemplateValues): string =>
  filledIn(text, values).replace(/\s+/g, ' ').trim().slice(0, 255);

/** The text as light markdown, for rendering: what values hold stays text. */
export const bodyOf = (text: string, values: TemplateValues): string => filledIn(text, values, escapeMarkdown);
