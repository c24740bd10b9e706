import { describe, expect, it } from 'vitest';
import { quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { defaultTermOf } from '#shared/model/amounts/payment-term.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { sampleBuyer, sampleCreditNote, sampleDocument } from '../../support/documents.ts';
import { printedInvoice, textOf } from '../pdf/sample.ts';

const none = { dueDate: null, paymentTerms: null };
const consumer = {
  client: sampleBuyer({ type: 'individual', cif: null, vatCode: null, isVatPayer: false, cnp: '1850715123451' }),
};

describe('the payment term of a document without one', () => {
  it.each<[string, object, string | undefined]>([
    ['to a business: that of the law', none, 'legal'],
    ['to a consumer: on receipt', { ...none, ...consumer }, 'onReceipt'],
    ['without a buyer: that of the law', { ...none, client: null }, 'legal'],
    ['with a due date: none', { ...none, dueDate: '2026-04-01' }, undefined],
    ['with terms: none', { ...none, paymentTerms: 'x' }, undefined],
  ])('%s', (_, fields, term) => {
    expect(defaultTermOf(sampleDocument(fields))).toBe(term);
  });

  it('a credit note has none', () => {
    expect(defaultTermOf(sampleCreditNote(none))).toBeUndefined();
  });

  it.each(LANGUAGES)('PDF, XML and warning agree: %s', language => {
    const { defaultTerm } = labelsOf(language);
    for (const [buyer, term, xml, warning] of [
      [{}, 'legal', 'Termen legal de plată: 30 de zile', 'the legal term of 30 days'],
      [consumer, 'onReceipt', 'Plata la primirea facturii', 'payment on receipt'],
    ] as const) {
      const document = sampleDocument({ ...none, ...buyer, language });
      expect(textOf(printedInvoice(document))).toContain(defaultTerm[term]);
      expect(writeUbl(document)).toContain(`<cbc:Note>${xml}</cbc:Note>`);
      expect(quickCheck(document).warnings.join()).toContain(warning);
    }
    const dated = textOf(printedInvoice(sampleDocument({ paymentTerms: null, language })));
    for (const text of Object.values(defaultTerm)) expect(dated).not.toContain(text);
  });
});
