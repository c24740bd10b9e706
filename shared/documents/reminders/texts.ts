import type { MailLanguage } from '#shared/output/mail/documents/model.ts';
import { bodyOf, subjectOf } from '#shared/output/mail/documents/words.ts';
import type { TemplateValues } from '#shared/output/mail/variables.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { ReminderTemplate, ReminderType } from './settings.ts';

/**
 * Built-in subjects and texts of reminders. They give dates and never "today", because a reminder may be sent a day late. Penalties
 * are mentioned with the rate that the invoice states; no amount is demanded, because it would have to be calculated for the day.
 * Pure.
 */

type Texts = Record<ReminderType, { subject: string; body: string }>;

const ACCOUNT: Record<MailLanguage, string> = {
  ro: '{if iban}\n\nPlata se poate face în contul **[[iban]]**.{endif}',
  en: '{if iban}\n\nPlease pay to the account **[[iban]]**.{endif}',
};
const PENALTIES: Record<MailLanguage, string> = {
  ro: '{if penalties}\n\nConform facturii, pentru întârziere se calculează penalități de [[penalty_rule]].{endif}',
  en: '{if penalties}\n\nUnder the terms of the invoice, penalties for late payment are calculated at [[penalty_rule]].{endif}',
};
const CLOSING: Record<MailLanguage, string> = {
  ro:
    '{if attached}\n\nFactura este atașată.{endif}' +
    '\n\nDacă ați plătit între timp, vă mulțumim și vă rugăm să nu țineți cont de acest mesaj.\n\nCu stimă,\n[[company_name]]',
  en:
    '{if attached}\n\nThe invoice is attached.{endif}' +
    '\n\nIf you have paid in the meantime, thank you, and please disregard this message.\n\nKind regards,\n[[company_name]]',
};

const TEXTS: Record<MailLanguage, Texts> = {
  ro: {
    payment_reminder: {
      subject: 'Reamintire: factura [[invoice_number]] de la [[company_name]], scadentă la [[due_date]]',
      body:
        'Bună ziua,\n\nVă reamintim că factura **[[invoice_number]]** din [[issue_date]] are scadența la **[[due_date]]**. ' +
        `Rest de plată: **[[balance]]**.${ACCOUNT.ro}${CLOSING.ro}`,
    },
    overdue_reminder: {
      subject: 'Factura [[invoice_number]] de la [[company_name]] a depășit scadența din [[due_date]]',
      body:
        'Bună ziua,\n\nFactura **[[invoice_number]]** din [[issue_date]], scadentă la **[[due_date]]**, nu figurează ca achitată. ' +
        `Rest de plată: **[[balance]]**. Vă rugăm să efectuați plata.${ACCOUNT.ro}${PENALTIES.ro}${CLOSING.ro}`,
    },
    final_notice: {
      subject: 'Ultima notificare: factura [[invoice_number]] de la [[company_name]], scadentă la [[due_date]]',
      body:
        'Bună ziua,\n\nFactura **[[invoice_number]]** din [[issue_date]], scadentă la **[[due_date]]**, este în continuare neachitată. ' +
        'Rest de plată: **[[balance]]**.\n\nAceasta este ultima notificare pe care v-o trimitem automat. Vă rugăm să efectuați plata ' +
        `în cel mai scurt timp sau să ne contactați.${ACCOUNT.ro}${PENALTIES.ro}${CLOSING.ro}`,
    },
  },
  en: {
    payment_reminder: {
      subject: 'Reminder: invoice [[invoice_number]] from [[company_name]], due on [[due_date]]',
      body:
        'Hello,\n\nThis is a reminder that invoice **[[invoice_number]]** of [[issue_date]] is due on **[[due_date]]**. ' +
        `Amount to pay: **[[balance]]**.${ACCOUNT.en}${CLOSING.en}`,
    },
    overdue_reminder: {
      subject: 'Invoice [[invoice_number]] from [[company_name]] was due on [[due_date]]',
      body:
        'Hello,\n\nAccording to our records, invoice **[[invoice_number]]** of [[issue_date]], due on **[[due_date]]**, has not been paid. ' +
        `Amount to pay: **[[balance]]**. Please arrange for payment.${ACCOUNT.en}${PENALTIES.en}${CLOSING.en}`,
    },
    final_notice: {
      subject: 'Final notice: invoice [[invoice_number]] from [[company_name]], due on [[due_date]]',
      body:
        'Hello,\n\nInvoice **[[invoice_number]]** of [[issue_date]], due on **[[due_date]]**, is still unpaid. ' +
        'Amount to pay: **[[balance]]**.\n\nThis is the last notice that we send automatically. Please pay as soon as possible, ' +
        `or get in touch with us.${ACCOUNT.en}${PENALTIES.en}${CLOSING.en}`,
    },
  },
};

/** Subject and body of a reminder, independently of each other: the company's own text, else the built-in one of the language. */
export function reminderTemplate(
  type: ReminderType,
  language: MailLanguage,
  own: ReminderTemplate | undefined,
): { subject: string; body: string } {
  const { subject, body } = TEXTS[language][type];
  return { subject: own?.subject ?? subject, body: own?.body ?? body };
}

type Printed = Pick<
  Invoice,
  'penaltyEnabled' | 'penaltyPercentPerDay' | 'penaltyGraceDays' | 'payeeBankAccount' | 'seller' | 'currency'
>;

/** Adds the variables and conditions that only reminders have to those of mails with the invoice. */
export function reminderValues(
  invoice: Printed,
  { variables, conditions }: TemplateValues,
  { language, attachPdf }: { language: MailLanguage; attachPdf: boolean },
): TemplateValues {
  const rule = penaltyRule(invoice, language);
  const iban = invoice.payeeBankAccount ?? invoice.seller.iban ?? '';
  return {
    variables: { ...variables, penalty_rule: rule, iban },
    conditions: { ...conditions, penalties: rule !== '', iban: iban !== '', attached: attachPdf },
  };
}

/** The rate of the penalties that the invoice states, as part of a sentence; empty when there are none. */
function penaltyRule({ penaltyEnabled, penaltyPercentPerDay, penaltyGraceDays }: Printed, language: MailLanguage): string {
  if (!penaltyEnabled || penaltyPercentPerDay === null) return '';
  const grace = penaltyGraceDays ?? 0;
  if (language === 'en') {
    return `${penaltyPercentPerDay}% per day${grace > 0 ? `, starting ${grace} days after the due date` : ''}`;
  }
  const percent = penaltyPercentPerDay.replace('.', ',');
  return `${percent}% pe zi${grace > 0 ? `, după ${grace} zile de la scadență` : ''}`;
}

/** The texts with variables filled in, as they are stored in the mail's record. */
export const filledWords = ({ subject, body }: { subject: string; body: string }, values: TemplateValues) => ({
  subject: subjectOf(subject, values),
  body: bodyOf(body, values),
});
