import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { DeliveryNote, DeliveryNotePage } from '../../support/contract.ts';
import {
  actOnNote,
  bulkConvert,
  convertNote,
  type Delivering,
  delivering,
  newNote,
  noteIn,
  useDelivering,
} from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';

const { service, scope } = useDelivering();

const issued = (own: Delivering, overrides: object = {}) => noteIn(service(), own, 'issued', overrides);
const list = async (own: Delivering, query: string): Promise<DeliveryNotePage> =>
  (await call<DeliveryNotePage>(service(), own, 'GET', `/delivery-notes${query}`)).body;
const uuids = async (own: Delivering, query: string): Promise<string[]> => (await list(own, query)).data.map(({ uuid }) => uuid);

describe('GET /delivery-notes?toInvoice (Cod fiscal, art. 319 (16))', () => {
  it('true finds issued notes that must be invoiced and have no invoice, false all others', async () => {
    const own = await delivering(service());
    const open = await issued(own);
    const others: DeliveryNote[] = [];
    for (const status of ['draft', 'converted', 'cancelled'] as const) others.push(await noteIn(service(), own, status));
    others.push(await issued(own, { invoiceFollows: false }));
    const { body: back } = await actOnNote(service(), own, open.uuid, 'storno');
    await actOnNote(service(), own, back.uuid, 'issue');
    others.push(back);
    const found = await list(own, '?toInvoice=true');
    expect([found.total, found.data.map(({ uuid }) => uuid)]).toEqual([1, [open.uuid]]);
    expect((await uuids(own, '?toInvoice=false')).toSorted()).toEqual(others.map(({ uuid }) => uuid).toSorted());
    expect((await list(own, '?toInvoice=')).total).toBe(6);
    expect((await list(own, '?toInvoice=true&status=draft')).total).toBe(0);
  });

  it('a note leaves the list when it is converted, alone or with others, and enters it when it is issued', async () => {
    const own = await delivering(service());
    const notes = [await issued(own), await issued(own), await issued(own)];
    const draft = await newNote(service(), own);
    expect(await uuids(own, '?toInvoice=true&sort=createdAt&order=asc')).toEqual(notes.map(({ uuid }) => uuid));
    await convertNote(service(), own, notes[0]!.uuid);
    await bulkConvert(service(), own, [notes[1]!.uuid, notes[2]!.uuid]);
    await actOnNote(service(), own, draft.uuid, 'issue');
    expect(await uuids(own, '?toInvoice=true')).toEqual([draft.uuid]);
  });
});

describe('invoiceDueBy: the 15th of the month after the supply (Cod fiscal, art. 319 (16))', () => {
  it('is returned for an issued note and in the list, and not for a draft', async () => {
    const note = await issued(scope, { issueDate: '2026-01-31', dueDate: addDays(today(), 15) });
    expect(note.invoiceDueBy).toBe('2026-02-15');
    const [item] = (await list(scope, `?search=${note.number}`)).data;
    expect(item).toMatchObject({ uuid: note.uuid, invoiceDueBy: '2026-02-15' });
    expect((await newNote(service(), scope)).invoiceDueBy).toBeNull();
  });
});
