import { describe, expect, it } from 'vitest';
import { bodyOf, subjectOf, valuesOf } from '../../../../shared/invoices/emails/texts.ts';
import { sampleDocument } from '../../../support/documents.ts';

const COMPANY = { name: 'Atelier SRL', cif: '40123452', email: 'facturi@atelier.example', phone: null };
const invoice = sampleDocument({
  ...{ number: 'FCT-007', issueDate: '2026-01-09', dueDate: '2026-02-08', currency: 'RON', status: 'issued' },
  series: { id: 's', name: 'Facturi', prefix: 'FCT', year: null },
});
const values = valuesOf(
  { ...invoice, subtotal: '1000.00', vatTotal: '190.00', total: '1190.00', balance: '1234567.50' },
  COMPANY,
  '2500000.00',
);

describe('What variables stand for (completions-documents §1.10, §14)', () => {
  it('amounts as 1,190.00 RON, dates as dd.mm.yyyy, whatever the language', () => {
    expect(values.variables).toMatchObject({
      ...{ total: '1,190.00 RON', subtotal: '1,000.00 RON', vat: '190.00 RON', balance: '1,234,567.50 RON' },
      ...{ client_outstanding: '2,500,000.00 RON', issue_date: '09.01.2026', due_date: '08.02.2026', currency: 'RON' },
      ...{ invoice_number: 'FCT-007', series_name: 'Facturi', company_name: 'Atelier SRL', company_cif: '40123452' },
      ...{ company_email: 'facturi@atelier.example', company_phone: '', payment_link: '' },
    });
  });

  it('[[name]] and {name} alike; unknown names stay as text; blocks show when they hold', () => {
    expect(subjectOf('[[invoice_number]] {invoice_number} [[other]]', values)).toBe('FCT-007 FCT-007 [[other]]');
    expect(bodyOf('{if payment_link}Pay{endif}{if overdue}Late: [[balance]]{endif}', values)).toContain('Late');
    expect(bodyOf('{if payment_link}Pay{endif}', values)).toBe('');
  });
});
