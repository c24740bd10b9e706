import type { Actor } from '#shared/platform/access/model.ts';
import { blankInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { withAmounts } from '#shared/model/amounts/payable.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { Party } from '#shared/model/party.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Company } from '#shared/model/company.ts';

const BUYER: Party = {
  id: null,
  type: 'company',
  name: 'Client Exemplu SRL',
  cif: 'RO12345674',
  cnp: null,
  vatCode: null,
  isVatPayer: true,
  registrationNumber: 'J12/345/2016',
  address: 'Calea Moților nr. 8',
  city: 'Cluj-Napoca',
  county: 'Cluj',
  postalCode: '400001',
  country: 'RO',
  email: 'contabilitate@client.example',
  phone: null,
};

const line = (
  lineNumber: number,
  stated: Pick<DocumentLine, 'description' | 'quantity' | 'unitPrice' | 'unitOfMeasure'>,
): DocumentLine => ({
  id: String(lineNumber),
  lineNumber,
  ...stated,
  vatRate: '21',
  vatCategoryCode: 'S',
  vatRateId: null,
  vatRateName: null,
  productId: null,
  productCode: null,
  productName: null,
  discount: null,
  discountPercent: null,
  vatIncluded: false,
  ublExtensions: null,
  discountAmount: '0.00',
  subtotal: '0.00',
  vatAmount: '0.00',
  total: '0.00',
});

/** A sample invoice of the company for previews of templates. Nothing is stored, and no number is used. */
export function sampleInvoice(company: Company, by: Actor): InvoiceDocument {
  const issueDate = today();
  return withAmounts({
    ...blankInvoice({ issueDate }, { company, bankAccounts: [] }, personOf(by)),
    status: 'issued',
    number: 'FCT-0001',
    currency: 'RON',
    dueDate: addDays(issueDate, 30),
    client: BUYER,
    lines: [
      line(1, { description: 'Servicii de consultanță', quantity: '12', unitPrice: '250', unitOfMeasure: 'ora' }),
      line(2, {
        description: 'Abonament lunar, pachet extins cu asistență telefonică',
        quantity: '1',
        unitPrice: '899.9',
        unitOfMeasure: 'luna',
      }),
      line(3, { description: 'Instalare la sediul clientului', quantity: '2', unitPrice: '320', unitOfMeasure: 'buc' }),
    ],
    paymentTerms: '30 de zile',
    mentions: 'Factură de probă.',
  });
}
