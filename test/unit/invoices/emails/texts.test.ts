import { describe, expect, it } from 'vitest';
import { defaultWords, valuesOf } from '#shared/documents/invoices/emails/texts.ts';
import { bodyOf, editableBodyOf, subjectOf } from '#shared/output/mail/documents/words.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../../support/documents.ts';

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

describe('the values of variables (REC-77)', () => {
  it('amounts as 1,190.00 RON, dates as dd.mm.yyyy, in any language', () => {
    expect(values.variables).toMatchObject({
      ...{ total: '1,190.00 RON', subtotal: '1,000.00 RON', vat: '190.00 RON', balance: '1,234,567.50 RON' },
      ...{ client_outstanding: '2,500,000.00 RON', issue_date: '09.01.2026', due_date: '08.02.2026', currency: 'RON' },
      ...{ invoice_number: 'FCT-007', series_name: 'Facturi', company_name: 'Atelier SRL', company_cif: '40123452' },
      ...{ company_email: 'facturi@atelier.example', company_phone: '', payment_link: '' },
    });
  });

  it('[[name]] and {name} alike; unknown names stay as text; blocks are shown when their condition is true', () => {
    expect(subjectOf('[[invoice_number]] {invoice_number} [[other]]', values)).toBe('FCT-007 FCT-007 [[other]]');
    expect(bodyOf('{if payment_link}Pay{endif}{if overdue}Late: [[balance]]{endif}', values)).toContain('Late');
    expect(bodyOf('{if payment_link}Pay{endif}', values)).toBe('');
  });
});

describe('the built-in text, where the sender gives none', () => {
  const parentDocument = { id: '1', number: 'FCT-001', issueDate: '2026-01-09', total: '121.00' };
  const note = sampleCreditNote({ number: 'NC-002', parentDocument });
  const two = { ...note, precedingInvoices: [{ number: 'FCT-000', issueDate: '2025-12-01' }] };
  const negative = sampleDocument({ number: 'FCT-009', lines: [sampleLine({ quantity: '-1' })] });
  const undated = { ...invoice, dueDate: null };
  // The company's own default asks for the payment of an invoice.
  const templates = [
    { id: 't', name: 'A', subject: 'Plătiți', body: 'Plătiți [[total]]!', category: 'invoice' as const, isDefault: true },
  ].map(one => ({ ...one, language: 'ro' as const, createdAt: '', updatedAt: '' }));

  it.each([
    [
      'ro',
      note,
      'Factura storno NC-002 de la Atelier SRL',
      /factura storno \*\*NC-002\*\* .* \*\*-121.00 RON\*\*, aferentă facturii FCT-001\.\n/,
    ],
    ['ro', two, 'Factura storno NC-002 de la Atelier SRL', /, aferentă facturilor FCT-001, FCT-000\.\n/],
    ['ro', negative, 'Factura storno FCT-009 de la Atelier SRL', /factura storno \*\*FCT-009\*\* .* \*\*-121.00 RON\*\*\.\n/],
    [
      'en',
      note,
      'Credit note NC-002 from Atelier SRL',
      /credit note \*\*NC-002\*\* .* for \*\*-121.00 RON\*\*, which corrects invoice FCT-001\.\n/,
    ],
  ] as const)('in %s: a document that pays back asks for no payment', (language, document, subject, body) => {
    const words = defaultWords({ templates, language }, document);
    const filled = valuesOf(document, COMPANY);
    expect(words.templateId).toBeNull();
    expect(subjectOf(words.subject, filled)).toBe(subject);
    const shown = editableBodyOf(words.body, filled);
    expect(shown).toMatch(body);
    expect(shown).not.toMatch(/plat|due|scaden/i);
  });

  it.each([
    ['a total of 0', sampleDocument({ lines: [sampleLine(), sampleLine({ quantity: '-1' })], dueDate: '2026-02-08' })],
    ['an invoice prepaid as a whole', sampleDocument({ dueDate: '2026-02-08', ublExtensions: { prepaidAmount: '121.00' } })],
  ])('%s has nothing to pay, so no due date is named', (_, document) => {
    for (const language of ['ro', 'en'] as const) {
      const { body } = defaultWords({ templates: [], language }, document);
      expect(editableBodyOf(body, valuesOf(document, COMPANY))).not.toMatch(/plat|due|scaden/i);
    }
  });

  it.each([
    ['ro', invoice, 'Factura FCT-007 de la Atelier SRL a fost anulată', 'factura **FCT-007** din 09.01.2026'],
    ['en', invoice, 'Invoice FCT-007 from Atelier SRL has been cancelled', 'invoice **FCT-007** of 09.01.2026'],
    ['ro', note, 'Factura storno NC-002 de la Atelier SRL a fost anulată', 'factura storno **NC-002** din'],
  ] as const)('in %s: for a cancelled document only the cancellation is mentioned', (language, document, subject, named) => {
    const words = defaultWords({ templates, language }, { ...document, status: 'cancelled' });
    const filled = valuesOf({ ...document, status: 'cancelled' }, COMPANY);
    expect(subjectOf(words.subject, filled)).toBe(subject);
    const shown = editableBodyOf(words.body, filled);
    expect(shown).toContain(named);
    expect(shown).not.toMatch(/plat|due|scaden|atașat|attached/i);
  });

  it.each([
    [
      'ro',
      { ...note, selfBilled: true },
      'Autofactura storno NC-002 de la',
      /autofactura storno \*\*NC-002.*, aferentă facturii FCT-001\.\n/,
    ],
    [
      'en',
      { ...note, selfBilled: true },
      'Self-billed credit note NC-002 from',
      /self-billed credit note \*\*NC-002.*corrects invoice FCT-001\.\n/,
    ],
    [
      'ro',
      { ...negative, invoiceTypeCode: '389' },
      'Autofactura storno FCT-009 de la',
      /autofactura storno \*\*FCT-009\*\* .* \*\*-121\.00 RON\*\*\.\n/,
    ],
    [
      'ro',
      { ...invoice, invoiceTypeCode: '389' },
      'Autofactura FCT-007 de la',
      /autofactura \*\*FCT-007.* emisă de noi în numele/,
    ],
  ] as const)('in %s: a self-billed document that reverses is named so', (language, document, subject, body) => {
    const words = defaultWords({ templates, language }, document);
    const filled = valuesOf(document, COMPANY);
    expect(subjectOf(words.subject, filled)).toContain(subject);
    expect(editableBodyOf(words.body, filled)).toMatch(body);
  });

  it('a template that is named is used for any document', () => {
    expect(defaultWords({ templates, language: 'ro', named: templates[0] }, note)).toMatchObject({
      subject: 'Plătiți',
      templateId: 't',
    });
  });

  it.each(['ro', 'en'] as const)('in %s: without a due date none is mentioned', language => {
    const { body } = defaultWords({ templates: [], language }, undated);
    expect(editableBodyOf(body, valuesOf(undated, COMPANY))).toMatch(/\*\*121.00 RON\*\*\.\n/);
    expect(editableBodyOf(body, valuesOf(invoice, COMPANY))).toMatch(/, (scadentă la|due on) 08\.02\.2026\.\n/);
  });

  it('values are escaped for rendering, and not where the text is shown for editing', () => {
    const filled = valuesOf({ ...note, number: '*1*' }, COMPANY);
    expect(bodyOf('[[total]] [[invoice_number]]', filled)).toBe('\\-121.00 RON \\*1\\*');
    expect(editableBodyOf('[[total]] [[invoice_number]]', filled)).toBe('-121.00 RON *1*');
  });
});
