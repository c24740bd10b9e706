import { expect, it } from 'vitest';
import type { CreatedSupplier, Journal, TaxDeclaration, VatReport } from '../../support/contract.ts';
import { purchased } from '../../support/purchases/purchases.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** Partners and operations abroad in GET /reports/declarations and GET /reports/vat (REP-25, REP-29, REP-30). */

const { newTrader } = useTrader();
const MONTH = '2026-11';
const ADDRESS = { address: 'Rue 1', city: 'Lyon', postalCode: '69001', country: 'FR' };
const FRENCH = { ...ADDRESS, type: 'company', name: 'Menuiserie SARL', cui: '303265045' };

const declared = async (own: Trader, form: 'd390' | 'd394') =>
  (await own.request<TaxDeclaration>('GET', `/reports/declarations?form=${form}&period=${MONTH}`)).body;

/** An issued invoice for a new client, with a line. */
async function sold(own: Trader, client: object, line: object): Promise<{ id: string; number: string }> {
  const { status, body } = await own.request<{ client: { id: string } }>('POST', '/clients', client);
  expect(status, JSON.stringify(body)).toBe(201);
  const lines = [{ description: 'Masă', quantity: 1, unitPrice: 100, ...line }];
  return own.issued({ clientId: body.client.id, issueDate: `${MONTH}-05`, lines });
}

it('form 390 has the VAT number of a partner beside its local tax number, and names clients without one', async () => {
  const own = await newTrader();
  const service = { vatRate: 0, vatCategoryCode: 'AE' };
  await sold(own, { ...FRENCH, vatCode: 'FR40303265045', isVatPayer: true }, service);
  const unnumbered = await sold(own, { ...FRENCH, name: 'Atelier SARL', cui: '552100554', isVatPayer: false }, service);
  // The record of the supplier has its local number; its VAT number is on the purchase.
  const { status, body: made } = await own.request<CreatedSupplier>('POST', '/suppliers', {
    ...{ ...ADDRESS, country: 'DE', county: 'Berlin', registrationNumber: 'HRB 1' },
    ...{ name: 'Holzwerk GmbH', cui: '1234567890', vatCode: 'DE136695976' },
  });
  expect(status, JSON.stringify(made)).toBe(201);
  await purchased(own, { supplier: { id: made.supplier.id } });
  const { operations, errors } = await declared(own, 'd390');
  expect(operations.map(({ kind, country, taxNumber }) => [kind, country, taxNumber])).toEqual([
    ['A', 'DE', '136695976'],
    ['P', 'FR', '40303265045'],
  ]);
  expect(errors).toMatchObject([{ documentId: unnumbered.id, kind: 'P' }]);
  const { body: journal } = await own.request<Journal>('GET', `/reports/journal?role=sale&period=${MONTH}`);
  expect(journal.data[0]?.partner).toMatchObject({ cif: '303265045', country: 'FR' });
});

it('a hotel abroad and sales in the one-stop shop are in neither form 394 nor the rows of form 300', async () => {
  const own = await newTrader();
  await own.request('PATCH', `/companies/${own.scope.company}`, { oss: true });
  await purchased(own, { kind: 'invoice', supplier: { name: 'Hotel Berlin', country: 'DE' }, groups: [{ base: 300 }] });
  const consumer = { ...ADDRESS, type: 'individual', name: 'Jan Jansen', country: 'NL', city: 'Utrecht' };
  await sold(own, consumer, { vatRate: 21 });
  const { operations, leftOut } = await declared(own, 'd394');
  expect(operations).toEqual([]);
  expect(leftOut.join(' ')).toContain('one-stop shop');
  const { body } = await own.request<VatReport>('GET', '/reports/vat?year=2026&month=11');
  expect(body.rows.map(({ row }) => row)).not.toContain('9');
  expect(body.leftOut.join(' ')).toContain(
    'Sales (domestic, 21 %): base 100.00 lei, VAT 21.00 lei, 1 document: the VAT of another',
  );
});
