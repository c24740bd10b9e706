import { describe, expect, it } from 'vitest';
import { DELIVERY_NOTE_LIST, deliveryNoteListQuery } from '#shared/documents/delivery-notes/list.ts';
import { columnsOf } from '#shared/documents/lists/columns.ts';
import { select } from '#shared/documents/lists/select.ts';
import type { DeliveryNoteRow } from '#shared/model/convertible/delivery-note.ts';

const row = (id: string, changes: Partial<DeliveryNoteRow> = {}): DeliveryNoteRow => ({
  ...{ id, number: `AVZ-${id}`, status: 'issued', issueDate: '2026-11-01', dueDate: null, currency: 'RON', total: '10.00' },
  ...{ clientId: null, clientName: null, clientCif: null, createdAt: `2026-11-01T00:00:0${id}.000Z`, etransportStatus: null },
  ...changes,
});

const rows = [
  row('5', { toInvoice: true }),
  row('4', { toInvoice: false }),
  row('3', { toInvoice: true, status: 'converted' }),
  // Written before lists could be filtered by it.
  row('2'),
  row('1', { total: '-10.00' }),
];
const asked = (toInvoice: string) => deliveryNoteListQuery.parse({ toInvoice });

describe('notes that must be invoiced, among earlier rows without that field', () => {
  it.each([
    ['true', ['5', '2']],
    ['false', ['4', '3', '1']],
    ['', ['5', '4', '3', '2', '1']],
  ])('toInvoice=%s', (toInvoice, expected) => {
    const columns = columnsOf(rows, DELIVERY_NOTE_LIST.amounts);
    const [filed, changed] = [
      select(DELIVERY_NOTE_LIST, columns, [], asked(toInvoice)),
      select(
        DELIVERY_NOTE_LIST,
        columnsOf([], DELIVERY_NOTE_LIST.amounts),
        rows.map(one => ({ id: one.id, row: one })),
        asked(toInvoice),
      ),
    ];
    expect(filed.rows.map(({ id }) => id)).toEqual(expected);
    expect(changed.rows.map(({ id }) => id)).toEqual(expected);
  });

  it('a file without the column is read as rows without that field', () => {
    const before = columnsOf([row('2'), row('1', { total: '-10.00' })], DELIVERY_NOTE_LIST.amounts);
    expect(select(DELIVERY_NOTE_LIST, before, [], asked('true')).rows.map(({ id }) => id)).toEqual(['2']);
  });
});
