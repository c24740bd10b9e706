import { parse } from 'csv-parse/sync';
import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { volumeName, volumeNamed } from '#shared/documents/invoices/export/model.ts';
import { exportRoute } from '#shared/documents/invoices/export/outbox-route.ts';
import { holdsXml } from '#shared/documents/invoices/export/period/files.ts';
import { damagedRow, indexHeader, indexRow } from '#shared/documents/invoices/export/period/index-rows.ts';
import { sampleCreditNote, sampleDocument } from '../../../support/documents.ts';

describe('names of volumes (OUT-110)', () => {
  test.each([
    ['archive-2025-01-01-2025-12-31-2026-02-01.v001.zip', 'archive-2025-01-01-2025-12-31-2026-02-01.zip', 1],
    ['archive-2025-01-01-2025-12-31-2026-02-01-2.v120.zip', 'archive-2025-01-01-2025-12-31-2026-02-01-2.zip', 120],
  ])('%s', (name, filename, number) => {
    expect(volumeNamed(name)).toEqual({ filename, number });
    expect(volumeName(filename, number)).toBe(name);
  });

  test.each(['archive-x.zip', 'invoices-2026-01-01.v001.zip', 'archive-x.v01.zip', 'archive-x.v001.pdf', '.v001.zip'])(
    '%s is none',
    name => expect(volumeNamed(name)).toBeUndefined(),
  );
});

describe('rows of the index (OUT-111)', () => {
  const cellsOf = (row: string): Record<string, string> =>
    (parse(indexHeader() + row, { columns: true, bom: true }) as Record<string, string>[])[0] ?? {};
  const rest = { volume: 'a.v001.zip', files: [], attachments: 2, notes: [] };

  it('have the totals with their sign, and the path and digest of each file', () => {
    const signed = { path: 'a/1.signed.zip', role: 'signed' as const, bytes: 3, sha256: 'ab', holdsXml: false };
    const pdf = { path: 'a/1.pdf', role: 'pdf' as const, bytes: 3, sha256: 'cd' };
    const row = cellsOf(indexRow({ ...rest, invoice: sampleCreditNote(), files: [pdf, signed], notes: ['No XML: gone.'] }));
    expect(row).toMatchObject({
      ...{ Kind: 'credit note', Direction: 'outgoing', Number: 'NC-2026-001', Subtotal: '-100.00', Total: '-121.00' },
      ...{ PDF: 'a/1.pdf', 'PDF SHA-256': 'cd', XML: '', 'Signed Original': 'a/1.signed.zip', 'Signed XML': 'other' },
      ...{ Attachments: '2', Note: 'No XML: gone.', Volume: 'a.v001.zip' },
    });
  });

  it('name the supplier of a received document, else the client, and run no formula', () => {
    const incoming = { direction: 'incoming' as const };
    expect(cellsOf(indexRow({ ...rest, invoice: sampleDocument(incoming) }))['Partner']).toBe(sampleDocument().seller.name);
    const own = sampleDocument();
    expect(cellsOf(indexRow({ ...rest, invoice: own }))['Partner']).toBe(own.client?.name);
    const other = sampleDocument({ client: null, receiverName: '=1+1', receiverCif: '77' });
    expect(cellsOf(indexRow({ ...rest, invoice: other }))).toMatchObject({ Partner: "'=1+1", 'Partner CIF': '77' });
  });

  it('of what cannot be read say so, with what is known', () => {
    const known = cellsOf(damagedRow('id', { number: 'F-1', issueDate: '2025-01-02' }));
    expect(known).toMatchObject({ Number: 'F-1', 'Issue Date': '2025-01-02', 'Document ID': 'id', Total: '' });
    expect(known['Note']).toContain('cannot be read');
    expect(cellsOf(damagedRow('id', undefined))).toMatchObject({ Number: '', 'Document ID': 'id' });
  });
});

describe('whether the signed original holds the XML', () => {
  const xml = Buffer.from('<Invoice/>');
  const zip = (members: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, Buffer.from(text)])));
  test.each<[string, Uint8Array, boolean]>([
    ['it does', zip({ '1.xml': '<Invoice/>', 'semnatura_1.xml': '<Signature/>' }), true],
    ['another one', zip({ '1.xml': '<Invoice />' }), false],
    [
      'behind more members than the authority sends',
      zip(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}`, n === 10 ? '<Invoice/>' : 'x']))),
      false,
    ],
    ['no ZIP', Buffer.from('x'), false],
  ])('%s', (_, signed, expected) => expect(holdsXml(signed, xml)).toBe(expected));
});

describe('what changes of an export queue', () => {
  const job = (run?: number) => ({ data: { companyId: 'c', id: 'e', ...(run !== undefined && { archive: { run } }) } });
  const queued = (before: object | undefined, after: object | undefined) =>
    exportRoute.dispatches({ before: before as Record<string, unknown>, after: after as Record<string, unknown> });
  const message = (body: object) => ({
    queue: 'background',
    body: { worker: 'build-export', body: { companyId: 'c', id: 'e', ...body } },
  });

  test.each<[string, object | undefined, object | undefined, object[]]>([
    ['an export that is created', undefined, job(), [message({})]],
    ['an export that changes', job(), job(), []],
    ['an archive that is created', undefined, job(0), [message({ run: 0 })]],
    ['an archive whose progress is noted', job(1), job(1), []],
    ['an archive whose run has ended', job(1), job(2), [message({ run: 2 })]],
    ['an archive that expires', job(2), undefined, []],
  ])('%s', (_, before, after, expected) => expect(queued(before, after)).toEqual(expected));
});
