import { describe, expect, it } from 'vitest';
import { valuesOf } from '#shared/documents/invoices/emails/texts.ts';
import { markdownText } from '#shared/output/mail/markdown.ts';
import { REMINDER_TYPES, type ReminderTemplate, type ReminderType } from '#shared/documents/reminders/settings.ts';
import { filledWords, reminderTemplate, reminderValues } from '#shared/documents/reminders/texts.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument } from '../../support/documents.ts';

const COMPANY = { name: 'Atelierul SRL', cif: '40123452', email: null, phone: null };

function written(
  type: ReminderType,
  language: 'ro' | 'en',
  { own, attachPdf = true, ...fields }: Partial<InvoiceDocument> & { own?: ReminderTemplate; attachPdf?: boolean } = {},
): { subject: string; body: string } {
  const invoice: InvoiceDocument = {
    ...sampleDocument({ status: 'issued', dueDate: '2026-05-20', issueDate: '2026-05-01' }),
    number: 'FCT-0007',
    balance: '100.00',
    penaltyEnabled: false,
    payeeBankAccount: null,
    ...fields,
  };
  const values = reminderValues(invoice, valuesOf(invoice, COMPANY), { language, attachPdf });
  const { subject, body } = filledWords(reminderTemplate(type, language, own), values);
  return { subject, body: markdownText(body) };
}

describe('texts of reminders', () => {
  const subjects = REMINDER_TYPES.flatMap(type => (['ro', 'en'] as const).map(language => written(type, language).subject));

  it('differ by type and language', () => {
    expect(subjects).toEqual([
      'Reamintire: factura FCT-0007 de la Atelierul SRL, scadentă la 20.05.2026',
      'Reminder: invoice FCT-0007 from Atelierul SRL, due on 20.05.2026',
      'Factura FCT-0007 de la Atelierul SRL a depășit scadența din 20.05.2026',
      'Invoice FCT-0007 from Atelierul SRL was due on 20.05.2026',
      'Ultima notificare: factura FCT-0007 de la Atelierul SRL, scadentă la 20.05.2026',
      'Final notice: invoice FCT-0007 from Atelierul SRL, due on 20.05.2026',
    ]);
  });

  it.each(REMINDER_TYPES.flatMap(type => (['ro', 'en'] as const).map(language => [type, language] as const)))(
    '%s in %s: number, dates, open amount and account; no variable is left',
    (type, language) => {
      const { body } = written(type, language);
      for (const fact of ['FCT-0007', '01.05.2026', '20.05.2026', '100.00 RON', 'RO49AAAA1B31007593840000', 'Atelierul SRL'])
        expect(body).toContain(fact);
      expect(body).not.toMatch(/[[\]{}]|undefined|null/);
    },
  );

  it('name the attachment only where there is one, and an account only where one is known', () => {
    expect(written('payment_reminder', 'ro').body).toContain('Factura este atașată.');
    const bare = written('payment_reminder', 'ro', { attachPdf: false, seller: { ...sampleDocument().seller, iban: null } });
    expect(bare.body).not.toMatch(/atașată|contul/);
  });

  it('state the calculated penalties of the invoice, once it is overdue', () => {
    const penalties = { penaltyEnabled: true, penaltyPercentPerDay: '0.1', penaltyGraceDays: 5 };
    const ro = 'Conform facturii, pentru întârziere se calculează penalități de 0,1% pe zi, după 5 zile de la scadență.';
    const en =
      'Under the terms of the invoice, penalties for late payment are calculated at 0.1% per day, starting 5 days after the due date.';
    for (const type of ['overdue_reminder', 'final_notice'] as const) {
      expect(written(type, 'ro', penalties).body).toContain(ro);
      expect(written(type, 'en', penalties).body).toContain(en);
      expect(written(type, 'en').body).not.toContain('penalties');
    }
    expect(written('payment_reminder', 'ro', penalties).body).not.toContain('penalități');
    expect(written('final_notice', 'ro', { ...penalties, penaltyGraceDays: null }).body).toContain('0,1% pe zi.');
  });

  it('are the company’s own where it has any: subject and body separately', () => {
    const own = { subject: 'Plata [[invoice_number]]', body: null };
    expect(written('final_notice', 'en', { own })).toMatchObject({ subject: 'Plata FCT-0007' });
    expect(written('final_notice', 'en', { own }).body).toContain('still unpaid');
    const body = 'Datorați [[balance]]{if penalties}, cu [[penalty_rule]]{endif}, [[nobody_knows]].';
    expect(written('final_notice', 'ro', { own: { body } }).body).toBe('Datorați 100.00 RON, [[nobody_knows]].');
  });
});
