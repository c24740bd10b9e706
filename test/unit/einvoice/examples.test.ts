import { isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import demo from '../../../examples/demo.json' with { type: 'json' };
import invoice from '../../../examples/invoice.json' with { type: 'json' };
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { validateDocument } from '#shared/authority/einvoice/validation/validate.ts';
import { sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { assertValidUbl, oracleAvailable, SKIPPED } from '../../support/einvoice/oracle.ts';

/** The weighted check digit of a Romanian tax number. */
function hasCheckDigit(cif: string): boolean {
  const digits = cif.replace('RO', '').padStart(10, '0');
  const sum = [...'753217532'].reduce((total, weight, index) => total + Number(weight) * Number(digits[index]), 0);
  return ((sum * 10) % 11) % 10 === Number(digits[9]);
}

const { state, ...company } = demo.company;
const { cui, ...client } = demo.client;
const { lines, ...head } = invoice;
const document = sampleDocument({
  issueDate: head.issueDate,
  dueDate: head.dueDate,
  notes: head.notes,
  paymentTerms: head.paymentTerms,
  orderNumber: head.orderNumber,
  issuerName: head.issuerName,
  seller: sampleSeller({ ...company, county: state, postalCode: null, isVatPayer: company.vatPayer, ...demo.bankAccount }),
  client: sampleBuyer({ ...client, type: 'company', cif: cui }),
  lines: lines.map(({ quantity, unitPrice, vatRate, discountPercent, ...line }) =>
    sampleLine({
      ...line,
      quantity: String(quantity),
      unitPrice: String(unitPrice),
      vatRate: String(vatRate),
      discountPercent: discountPercent === undefined ? null : String(discountPercent),
    }),
  ),
});

describe('the example invoice', () => {
  it('has well-formed identifiers', () => {
    expect(hasCheckDigit(demo.company.cif)).toBe(true);
    expect(hasCheckDigit(demo.client.cui)).toBe(true);
    expect(isValidIBAN(demo.bankAccount.iban)).toBe(true);
  });

  it('has the features of an invoice: two rates, a discount, a fraction, diacritics', () => {
    expect(document).toMatchObject({ subtotal: '9029.40', discount: '517.50', vatTotal: '1842.23', total: '10871.63' });
    expect(document.vatGroups.map(group => group.rate)).toEqual(['21', '11']);
  });

  it('has no findings', () => {
    expect(validateDocument(document)).toEqual([]);
  });
});

describe.skipIf(!oracleAvailable)(`the example invoice by the official schemas and rules${SKIPPED}`, () => {
  it('is accepted', async () => {
    await assertValidUbl(writeUbl(document));
  });
});
