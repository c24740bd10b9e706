import { describe, expect, it } from 'vitest';
import { changedFields, updatedEvent } from '#shared/documents/common/changed-fields.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

const BY = { id: null, name: 'Ana', email: null };

const document = (fields: object = {}): InvoiceDocument =>
  ({
    ...{ id: 'i', version: 1, updatedAt: '2026-01-01', number: 'F-1', notes: null, dueDate: '2026-02-01', total: '121.00' },
    client: { id: 'c', name: 'Vechi SRL', cnp: '1850715123456' },
    ublExtensions: { delivery: { actualDeliveryDate: '2026-01-01' } },
    lines: [{ id: 'l', lineNumber: 1, description: 'Masă', quantity: '1', unitPrice: '100' }],
    ...fields,
  }) as unknown as InvoiceDocument;

describe('the text of a timeline entry about a change', () => {
  it.each<[string, object, unknown[]]>([
    ['nothing, for bookkeeping alone', { version: 2, updatedAt: '2026-01-02', xmlPath: 'x' }, []],
    ['a text', { notes: 'Nou' }, [{ field: 'notes', from: null, to: 'Nou' }]],
    ['a field that is cleared', { dueDate: null }, [{ field: 'dueDate', from: '2026-02-01', to: null }]],
    [
      'a field of the buyer; for contact data only that they changed',
      { client: { id: 'd', name: 'Nou SRL', cnp: null } },
      [
        { field: 'client.cnp', from: '***', to: null },
        { field: 'client.name', from: 'Vechi SRL', to: 'Nou SRL' },
      ],
    ],
    [
      'an extension that is dropped',
      { ublExtensions: null },
      [{ field: 'ublExtensions.delivery.actualDeliveryDate', from: '2026-01-01', to: null }],
    ],
    [
      'fields of lines, by their place',
      { lines: [{ id: 'm', lineNumber: 1, description: 'Masă', quantity: '2', unitPrice: '100' }] },
      [{ field: 'lines.0.quantity', from: '1', to: '2' }],
    ],
    [
      'a line that was removed',
      { lines: [] },
      [
        { field: 'lines.0.description', from: 'Masă', to: null },
        { field: 'lines.0.quantity', from: '1', to: null },
        { field: 'lines.0.unitPrice', from: '100', to: null },
      ],
    ],
    ['long texts in part', { notes: 'x'.repeat(300) }, [{ field: 'notes', from: null, to: `${'x'.repeat(200)}…` }]],
  ])('%s', (_, fields, changes) => {
    expect(changedFields(document(), document(fields))).toEqual(changes);
  });

  it('does not depend on the order of keys, which the table does not keep', () => {
    const list = (entries: object[]) => document({ precedingInvoices: entries });
    const [one, other] = [list([{ number: 'A', issueDate: null }]), list([{ issueDate: null, number: 'A' }])];
    expect(changedFields(one, other)).toEqual([]);
  });

  it('lists 50 fields, and the number of the others', () => {
    const lines = Array.from({ length: 40 }, (_, place) => ({ description: `Line ${place}`, quantity: '1' }));
    const { metadata, type } = updatedEvent(document({ lines: [] }), document({ lines }), 'Invoice updated', BY, {
      clientId: 'c',
    });
    expect([type, metadata]).toMatchObject(['updated', { clientId: 'c', moreChanges: 30 }]);
    expect(metadata?.['changes']).toHaveLength(50);
  });
});
