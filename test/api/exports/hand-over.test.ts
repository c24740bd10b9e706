import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { PART } from '#shared/documents/invoices/export/hand-over/part.ts';
import type { Export } from '../../support/contract.ts';
import { handedOver, journalOfTables, rowsOfJournal, tablesOf, unbalanced } from '../../support/accountant/handed-over.ts';
import { journalOf } from '../../support/accountant/journal.ts';
import { creditingIn, creditIssued } from '../../support/credit-notes.ts';
import { call, issued } from '../../support/invoices.ts';
import { codeOf } from '../../support/refusals.ts';
import { type Scope, useService } from '../../support/service.ts';
import { deliver, newReceiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { archiveCalls } from './archive-calls.ts';

/** Hand-over files for accounting programs (OUT-119 to OUT-126). */

const service = useService();
const { ask, get } = archiveCalls(service);
const usual = { ...PART };
afterEach(() => void Object.assign(PART, usual));

const month = today().slice(0, 7);
const period = { from: `${month}-01`, to: addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1) };

const goods = { description: 'Masă', quantity: 2, unitPrice: 500, vatRate: 21, kind: 'goods' };
const work = { description: '=1+1', quantity: 1, unitPrice: 99.99, vatRate: 11, kind: 'service' };
const pay = (scope: Scope, id: string, body: object) =>
  call(service(), scope, 'POST', `/invoices/${id}/payments`, { paymentDate: today(), ...body });

/** A company with a sale of goods and a service that is partly paid, one in euros, a credit note, and a purchase. */
async function books() {
  const own = await newReceiver(service());
  const scope = { ...own, clientId: (await service().newClient(own)).id };
  const content = { clientId: scope.clientId };
  const sale = await issued(service(), scope, { ...content, lines: [goods, work] });
  await pay(scope, sale.id, { amount: 100, paymentMethod: 'cash' });
  const euros = await issued(service(), scope, { ...content, currency: 'EUR', exchangeRate: 5.0812, lines: [goods] });
  const credit = await creditIssued(service(), await creditingIn(service(), scope), sale);
  await deliver(service(), scope, supplierInvoice({ buyer: scope.cif, name: 'Furnizor SRL', number: 'F/1', issueDate: today() }));
  await synchronize(service(), scope);
  return { scope, sale, euros, credit };
}

describe('POST /invoices/export/zip with a program', () => {
  it('csv: the tables of the month, with accounts; read back, the journals', async () => {
    const { scope, sale, euros, credit } = await books();
    await call(service(), scope, 'PATCH', `/companies/${scope.company}`, {
      accountMapping: [{ use: 'customer', account: '4111.00012', partnerId: scope.clientId }],
    });
    const { job, zip } = await handedOver(service(), scope, { program: 'csv', period });
    expect(job).toMatchObject({ status: 'completed', program: 'csv', damaged: 0, progress: 100 });
    expect(job.filesIncluded).toEqual({ pdf: 0, xml: 0, csv: 5 });
    expect(job.filename).toMatch(new RegExp(`^csv-${period.from}-${period.to}-.*\\.zip$`));
    expect(job.volumes).toBeUndefined();
    expect(Object.keys(unzipSync(zip)).toSorted()).toEqual([
      ...['README.txt', 'documents.csv', 'lines.csv', 'partners.csv', 'payments.csv', 'vat-groups.csv'],
    ]);
    const tables = tablesOf(zip);
    expect(unbalanced(tables)).toEqual([]);
    for (const role of ['sale', 'purchase'])
      expect(journalOfTables(tables, role, month)).toEqual(rowsOfJournal(await journalOf(service(), scope, role, month)));

    const of = <Row extends Record<string, string>>(rows: Row[], id: string) => rows.filter(row => row['Document Id'] === id);
    // 1,000.00 + 99.99; 210.00 + 11.00 of VAT.
    expect(of(tables.documents, sale.id)).toMatchObject([
      {
        Role: 'sale',
        'Base RON': '1099.99',
        'VAT RON': '221.00',
        'Partner Account': '4111.00012',
        Advance: 'no',
        Kind: 'invoice',
      },
    ]);
    expect(of(tables.lines, sale.id).map(row => [row['Description'], row['Account'], row['Base RON'], row['VAT RON']])).toEqual([
      ['Masă', '707', '1000.00', '210.00'],
      ["'=1+1", '704', '99.99', '11.00'],
    ]);
    expect(of(tables['vat-groups'], sale.id).map(row => [row['VAT Rate'], row['VAT Account'], row['VAT Due RON']])).toEqual([
      ['21', '4427', '210.00'],
      ['11', '4427', '11.00'],
    ]);
    expect(tables.payments).toMatchObject([
      { Amount: '100.00', 'Amount RON': '100.00', Method: 'cash', 'Treasury Account': '5311', 'Partner Account': '4111.00012' },
    ]);
    // 1,000.00 × 5.0812.
    expect(of(tables.documents, euros.id)).toMatchObject([{ Currency: 'EUR', Base: '1000.00', 'Base RON': '5081.20' }]);
    // 0.5 × 100.00 and its 21%, taken back.
    expect(of(tables.documents, credit.id)).toMatchObject([
      { Kind: 'credit note', 'Base RON': '-50.00', 'VAT RON': '-10.50', Settles: sale.id },
    ]);
    expect(tables.documents.filter(row => row['Role'] === 'purchase')).toMatchObject([
      { Number: 'F/1', Partner: 'Furnizor SRL', 'Partner Account': '401', Source: 'taxauth' },
    ]);
    expect(tables.partners.map(row => [row['Role'], row['Account']]).toSorted()).toEqual([
      ['purchase', '401'],
      ['sale', '4111.00012'],
    ]);
  });

  it('is the same made in parts, and with decimal commas', async () => {
    const { scope } = await books();
    const whole = await handedOver(service(), scope, { program: 'csv', period });
    PART.entries = 2;
    const parts = await handedOver(service(), scope, { program: 'csv', period, decimals: 'comma' });
    expect(tablesOf(parts.zip, ';').documents.map(row => row['Base RON']!.replace(',', '.'))).toEqual(
      tablesOf(whole.zip).documents.map(row => row['Base RON']),
    );
    expect(Buffer.from(unzipSync(parts.zip)['lines.csv']!).toString()).toContain('"99,99"');
    expect(parts.job).toMatchObject({ totalInvoices: whole.job.totalInvoices, done: whole.job.totalInvoices });
    PART.entries = 1;
    const single = await handedOver(service(), scope, { program: 'csv', period });
    expect(tablesOf(single.zip)).toEqual(tablesOf(whole.zip));
  });

  it('saft: the source sections, which say that they are no declaration', async () => {
    const { scope, sale } = await books();
    const { job, zip } = await handedOver(service(), scope, { program: 'saft', period });
    expect(job).toMatchObject({ status: 'completed', program: 'saft', filesIncluded: { csv: 0 } });
    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual(['saft-sections.xml', 'README.txt']);
    const xml = Buffer.from(files['saft-sections.xml']!).toString();
    expect(xml).toContain('This file is no declaration');
    expect(xml).toContain(`<InvoiceNo>${sale.number}</InvoiceNo>`);
  });

  it('saga: its import form', async () => {
    const { scope, sale } = await books();
    const { job, zip } = await handedOver(service(), scope, { program: 'saga', period });
    expect(job).toMatchObject({ status: 'completed', program: 'saga' });
    const files = unzipSync(zip);
    const [invoices = '', receipts = ''] = Object.keys(files);
    expect([invoices.startsWith(`F_${scope.cif}_`), receipts.startsWith('I_')]).toEqual([true, true]);
    expect(Buffer.from(files[invoices]!).toString()).toContain(`<FacturaNumar>${sale.number}</FacturaNumar>`);
    expect(Buffer.from(files[receipts]!).toString()).toContain(`<FacturaID>${sale.id}</FacturaID>`);
  });

  it('is empty for a period without documents', async () => {
    const own = await newReceiver(service());
    const { job, zip } = await handedOver(service(), own, { program: 'csv', period: { from: '2020-01-01', to: '2020-12-31' } });
    expect(job).toMatchObject({ status: 'completed', totalInvoices: 0 });
    expect(tablesOf(zip)).toEqual({ documents: [], lines: [], 'vat-groups': [], payments: [], partners: [] });
  });

  it('400: a program without a period, of another name, and a period of parts of months', async () => {
    const own = await newReceiver(service());
    const refusal = async (body: object) => {
      const answer = await ask(own, body);
      return [...codeOf(answer), Object.keys((answer.body as Export & { error: { details: object } }).error.details)];
    };
    expect(await refusal({ program: 'csv', invoiceIds: [randomUUID()] })).toEqual([400, 'bad_request', ['program']]);
    expect(await refusal({ program: 'other', period })).toEqual([400, 'bad_request', ['program']]);
    expect(await refusal({ program: 'csv', period: { from: '2026-01-02', to: '2026-01-31' } })).toEqual([
      400,
      'bad_request',
      ['period'],
    ]);
    expect(await refusal({ program: 'csv', period: { from: '2026-01-01', to: '2026-01-30' } })).toEqual([
      400,
      'bad_request',
      ['period'],
    ]);
    expect(await refusal({ program: 'csv', period, decimals: 'semicolon' })).toEqual([400, 'bad_request', ['decimals']]);
  });

  it('404: the file of another company', async () => {
    const [own, other] = [await newReceiver(service()), await newReceiver(service())];
    const { job } = await handedOver(service(), own, { program: 'csv', period });
    expect(codeOf(await get(other, job.filename ?? ''))).toEqual([404, 'not_found']);
  });
});
