import { expect } from 'vitest';
import type { DeliveryNote, InvoiceList } from '../../support/contract.ts';
import { bulkConvert, type Delivering, delivering, detailOfNote, noteIn } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { Service } from '../../support/service.ts';

/** For tests of bulk conversions. */

/** Copies of an issued note, as issuing leaves it: these tests are not about how their numbers are taken. */
export async function issuedCopies(
  service: Service,
  own: Delivering,
  count: number,
  overrides: object = {},
): Promise<DeliveryNote[]> {
  const first = await noteIn(service, own, 'issued', overrides);
  const { document } = (await readDeliveryNote(own.company, first.uuid))!;
  const copies = Array.from({ length: count - 1 }, (_, place) => ({
    ...document,
    id: newId(),
    version: 1,
    number: `COPY-${place}`,
  }));
  for (const copy of copies) await transact(createWrites(DELIVERY_NOTES, copy, []));
  return [first, ...copies.map(({ id, number }) => ({ ...first, uuid: id, number }))];
}

export const idsOf = (notes: readonly DeliveryNote[]): string[] => notes.map(({ uuid }) => uuid);

export const invoicesOf = async (service: Service, own: Delivering): Promise<number> =>
  (await call<InvoiceList>(service, own, 'GET', '/invoices')).body.total;

/** Lines of 1 RON each. */
export const lines = ({ vat21 }: Delivering, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    description: `Poziția ${place + 1}`,
    quantity: 1,
    unitPrice: 1,
    vatRateId: vat21,
  }));

/** Converts 50 notes by a process that dies after one of its transactions. For `useOwnService`. */
export async function expectWholeAfterDeath(service: Service, call: number): Promise<void> {
  const own = await delivering(service);
  const notes = await issuedCopies(service, own, 50);
  service.runtime.faults.crash({
    call,
    when: 'after',
    name: 'delivery-notes-bulk-convert',
    operation: 'dynamodb.TransactWriteItems',
  });
  await bulkConvert(service, own, idsOf(notes));
  service.runtime.faults.clear();
  const invoices = await invoicesOf(service, own);
  const shown = await Promise.all(notes.map(({ uuid }) => detailOfNote(service, own, uuid)));
  // Readers see all or nothing immediately …
  expect(new Set(shown.map(({ status }) => status))).toEqual(new Set([invoices === 1 ? 'converted' : 'issued']));
  // … and the reservation ends soon: notes that were not converted can be.
  await service.advance('PT10M');
  const { status } = await bulkConvert(service, own, idsOf(notes));
  expect(status).toBe(invoices === 1 ? 422 : 201);
  expect(await invoicesOf(service, own)).toBe(1);
}
