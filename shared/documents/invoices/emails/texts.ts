import { isSelfBilled } from '#shared/model/roles.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { daysBetween, dottedDate } from '#shared/base/kernel/dates.ts';
import type { MailLanguage } from '#shared/output/mail/documents/model.ts';
import { type Choice, templateWords, type Words } from '#shared/output/mail/documents/words.ts';
import { type ConditionOf, type VariableOf, withConditions } from '#shared/output/mail/templates/variables.ts';
import { shownAmount, type TemplateValues } from '#shared/output/mail/variables.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { asksForPayment, fiscalTotals, isNegative } from '#shared/model/amounts/owed.ts';
import { precedingInvoices } from '#shared/model/preceding.ts';
import { isOverdue } from '#shared/model/amounts/payment-state.ts';

/** Subject and text of mails with an invoice or credit note: the choice of the text, and the values of its variables. Pure. */

type OwnWords = Omit<Words, 'templateId'>;

/** The name of a kind of document in each language. */
interface Named {
  ro: string;
  en: string;
}

/** Texts for credit notes and negative invoices: the template for invoices would ask for payment. */
const REVERSAL: Record<MailLanguage, (name: Named) => OwnWords> = {
  ro: name => ({
    subject: `${capitalised(name.ro)} [[invoice_number]] de la [[company_name]]`,
    body:
      `Bună ziua,\n\nVă transmitem atașat ${name.ro} **[[invoice_number]]** din [[issue_date]], în valoare de **[[total]]**` +
      '{if corrects_one}, aferentă facturii [[corrected_invoices]]{endif}' +
      '{if corrects_many}, aferentă facturilor [[corrected_invoices]]{endif}.\n\nCu stimă,\n[[company_name]]',
  }),
  en: name => ({
    subject: `${capitalised(name.en)} [[invoice_number]] from [[company_name]]`,
    body:
      `Hello,\n\nPlease find attached ${name.en} **[[invoice_number]]** of [[issue_date]] for **[[total]]**` +
      '{if corrects_one}, which corrects invoice [[corrected_invoices]]{endif}' +
      '{if corrects_many}, which corrects invoices [[corrected_invoices]]{endif}.\n\nKind regards,\n[[company_name]]',
  }),
};

/** Texts for cancelled documents, on which nothing is owed. */
const CANCELLED: Record<MailLanguage, (name: Named) => OwnWords> = {
  ro: name => ({
    subject: `${capitalised(name.ro)} [[invoice_number]] de la [[company_name]] a fost anulată`,
    body:
      `Bună ziua,\n\nVă informăm că ${name.ro} **[[invoice_number]]** din [[issue_date]], în valoare de **[[total]]**, a fost ` +
      'anulată.\n\nCu stimă,\n[[company_name]]',
  }),
  en: name => ({
    subject: `${capitalised(name.en)} [[invoice_number]] from [[company_name]] has been cancelled`,
    body:
      `Hello,\n\nPlease note that ${name.en} **[[invoice_number]]** of [[issue_date]] for **[[total]]** has been cancelled.` +
      '\n\nKind regards,\n[[company_name]]',
  }),
};

/** Texts for self-billed invoices: their receiver is the seller, who gets the payment. */
const SELF_BILLED: Record<MailLanguage, OwnWords> = {
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

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Described = Pick<Invoice, 'status' | 'isCreditNote' | 'direction' | 'invoiceTypeCode' | 'selfBilled'> &
  Parameters<typeof isNegative>[0];

const isReversal = (invoice: Described): boolean => invoice.isCreditNote || isNegative(invoice);

function nameOf(invoice: Described): Named {
  const reversal = isReversal(invoice);
  const kind = invoice.isCreditNote ? 'credit note' : reversal ? 'reversal invoice' : 'invoice';
  const selfBilled = isSelfBilled(invoice);
  return {
    ro: `${selfBilled ? 'autofactura' : 'factura'}${reversal ? ' storno' : ''}`,
    en: `${selfBilled ? 'self-billed ' : ''}${kind}`,
  };
}

/**
 * The texts of a mail for which the sender gives none: those of the named template; else the built-in texts if the document is
 * cancelled, a reversal or self-billed; else those of `templateWords`.
 */
export function defaultWords(choice: Choice, invoice: Described): Words {
  const own = choice.named ? undefined : ownWords(choice.language, invoice);
  return own ? { ...own, templateId: null } : templateWords('invoice', choice);
}

function ownWords(language: MailLanguage, invoice: Described): OwnWords | undefined {
  if (invoice.status === 'cancelled') return CANCELLED[language](nameOf(invoice));
  if (isReversal(invoice)) return REVERSAL[language](nameOf(invoice));
  if (isSelfBilled(invoice)) return SELF_BILLED[language];
  return undefined;
}

/**
 * The values of the variables.
 *
 * @param outstanding the total that the client owes, as a stored amount; null when the texts do not use it
 */
export function valuesOf(
  invoice: Invoice,
  company: Pick<Company, 'name' | 'cif' | 'email' | 'phone'>,
  outstanding: string | null = null,
): TemplateValues {
  const money = (amount: string): string => `${shownAmount(amount)} ${invoice.currency}`;
  const { dueDate } = invoice;
  const { subtotal, vatTotal, total } = fiscalTotals(invoice);
  const earlier = precedingInvoices(invoice);
  const variables: Record<Exclude<VariableOf<'invoice'>, 'client_outstanding'>, string> = {
    client_name: invoice.client?.name ?? invoice.receiverName ?? '',
    invoice_number: invoice.number,
    total: money(total),
    subtotal: money(subtotal),
    vat: money(vatTotal),
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
    // A payment link needs a payment processor, which companies cannot connect yet.
    payment_link: '',
  };
  const conditions: Record<ConditionOf<'invoice'>, boolean> = {
    overdue: isOverdue(invoice),
    due_date: dueDate !== null && asksForPayment(invoice),
    corrects_one: earlier.length === 1,
    corrects_many: earlier.length > 1,
  };
  const owed: Partial<Record<VariableOf<'invoice'>, string>> =
    outstanding === null ? {} : { client_outstanding: money(outstanding) };
  return withConditions({ ...variables, ...owed }, conditions);
}

/** Whether the texts use `client_outstanding`, whose value needs a query of other documents. */
export const asksOutstanding = (...texts: string[]): boolean => texts.some(text => text.includes('client_outstanding'));

/** The label of the button that opens the document, and the note below it. */
export const LINK_TEXTS: Record<MailLanguage, { label: string; note: string }> = {
  ro: { label: 'Vezi factura online', note: 'Legătura este valabilă 30 de zile.' },
  en: { label: 'View the invoice online', note: 'The link is valid for 30 days.' },
};
