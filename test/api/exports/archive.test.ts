import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { ARCHIVE_SLOT, slotKey } from '#shared/documents/invoices/export/model.ts';
import { VOLUME } from '#shared/documents/invoices/export/period/volume.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { removeFile } from '#shared/platform/aws/documents-bucket.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import type { Export } from '../../support/contract.ts';
import { PDF } from '../../support/files.ts';
import { call, detailOf, issued, trader, xmlOf } from '../../support/invoices.ts';
import { codeOf } from '../../support/refusals.ts';
import { type Scope, useService } from '../../support/service.ts';
import { archiveCalls, type Books, type KeptArchive, newBooks, sha256 } from './archive-calls.ts';
import { rowsOf } from './calls.ts';

const service = useService();
const { ask, get, archived, download, keep } = archiveCalls(service);

const usual = { ...VOLUME };
let books: Books;
let scope: Books['scope'];
let period: Books['period'];
const kept: KeptArchive[] = [];

beforeAll(async () => {
  books = await newBooks(service());
  ({ scope, period } = books);
});
afterEach(() => void Object.assign(VOLUME, usual));
afterAll(() => kept.forEach(archive => archive.remove()));

const keptOf = async (job: Export, of: Scope = scope): Promise<KeptArchive> => {
  const archive = await keep(of, job);
  kept.push(archive);
  return archive;
};

describe('POST /invoices/export/zip with a period (OUT-107 to OUT-114)', () => {
  it('makes volumes with PDF, XML, signed original and attachments of every document but drafts, and an index', async () => {
    VOLUME.documents = 3;
    const asked = await ask(scope, { period });
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ status: 'queued', totalInvoices: 0, progress: 0, period, done: 0, volumes: [] });
    await service().idle();
    const { body: job } = await get(scope, asked.body.exportId);
    const name = `archive-${today()}-${today()}-${today()}`;
    expect(job).toMatchObject({
      ...{ status: 'completed', progress: 100, totalInvoices: 4, done: 4, damaged: 0, filename: `${name}.zip` },
      filesIncluded: { pdf: 4, xml: 4, csv: 1, signed: 2, attachments: 2 },
    });
    expect(job.volumes?.map(({ filename, documents: held }) => [filename, held])).toEqual([
      [`${name}.v001.zip`, 3],
      [`${name}.v002.zip`, 1],
    ]);
    const month = today().slice(0, 7);
    const files: Record<string, Uint8Array> = {};
    for (const { filename, fileSize, sha256: digest } of job.volumes ?? []) {
      const bytes = await download(scope, filename);
      expect([bytes.length, sha256(bytes)]).toEqual([fileSize, digest]);
      const { 'manifest.json': _, ...volume } = unzipSync(bytes);
      Object.assign(files, volume);
    }
    const { validated: sealed, first, second, received } = books;
    const path = (number: string, end: string) => `issued/invoices/${month}/${number}.${end}`;
    const from = `received/invoices/${month}/F-1 Furnizor SRL`;
    expect(Object.keys(files).toSorted()).toEqual(
      [
        ...[first, sealed, second].flatMap(({ number }) => [path(number, 'pdf'), path(number, 'xml')]),
        path(sealed.number, 'signed.zip'),
        ...['contract.pdf', 'b.pdf'].map(name => path(sealed.number, `attachments/${name}`)),
        ...['pdf', 'xml', 'signed.zip'].map(end => `${from}.${end}`),
      ].toSorted(),
    );
    expect(Buffer.from(files[path(sealed.number, 'xml')]!).toString()).toBe(await xmlOf(service(), scope, sealed.id));
    const answer = await call<Buffer>(service(), scope, 'GET', `/invoices/${sealed.id}/taxauth-response`);
    expect(answer.body.equals(files[path(sealed.number, 'signed.zip')]!)).toBe(true);
    expect(PDF.every((byte, place) => files[path(sealed.number, 'attachments/b.pdf')]?.[place] === byte)).toBe(true);

    const archive = await keptOf(job);
    const rows = rowsOf(archive.read('index.csv'));
    expect(rows.map(row => [row['Number'], row['Direction'], row['Volume'], row['Signed XML'], row['Attachments']])).toEqual([
      [first.number, 'outgoing', `${name}.v001.zip`, '', '0'],
      [sealed.number, 'outgoing', `${name}.v001.zip`, 'same', '2'],
      [second.number, 'outgoing', `${name}.v001.zip`, '', '0'],
      ['F/1', 'incoming', `${name}.v002.zip`, 'same', '0'],
    ]);
    expect(rows[1]).toMatchObject({
      ...{ Kind: 'invoice', 'Issue Date': today(), Partner: 'Șantierul Verde SA', Status: 'validated', Currency: 'RON' },
      ...{ Subtotal: '100.00', 'VAT Total': '21.00', Total: '121.00', Note: '', 'Document ID': sealed.id },
      'Taxauth Upload Index': (await detailOf(service(), scope, sealed.id)).taxauthUploadIndex,
      'XML SHA-256': sha256(files[path(sealed.number, 'xml')]!),
      'Signed Original': path(sealed.number, 'signed.zip'),
    });
    expect([rows[3]?.['Partner'], rows[3]?.['Document ID']]).toEqual(['Furnizor SRL', received.id]);
    expect(sha256(archive.read('manifest.json'))).toBe(job.manifestSha256);
    expect(await archive.check('--manifest', job.manifestSha256 ?? '')).toEqual({
      code: 0,
      said: ['The archive is complete and unchanged: 4 documents in 2 volumes.'],
    });
  });

  it('holds only the files that are asked for, and is empty for a period without documents', async () => {
    const files = { includePdf: false, includeSigned: false, includeAttachments: false };
    const job = await archived(scope, { period, ...files });
    expect(job.filesIncluded).toEqual({ pdf: 0, xml: 4, csv: 1 });
    const empty = await archived(scope, { period: { from: '2020-01-01', to: '2020-12-31' } });
    expect(empty).toMatchObject({
      status: 'completed',
      totalInvoices: 0,
      volumes: [],
      filesIncluded: { pdf: 0, xml: 0, csv: 1 },
    });
    const archive = await keptOf(empty);
    expect(rowsOf(archive.read('index.csv'))).toEqual([]);
    expect((await archive.check()).code).toBe(0);
  });

  it('continues in the next volume when the attachments of a document do not fit into one', async () => {
    VOLUME.bytes = 1;
    const job = await archived(scope, { period, includePdf: false, includeSigned: false });
    // A file closes a volume, so the second attachment of the second document has one of its own.
    expect(job.volumes?.map(volume => volume.documents)).toEqual([1, 1, 0, 1, 1]);
    expect(job.filesIncluded).toEqual({ pdf: 0, xml: 4, csv: 1, attachments: 2 });
    const archive = await keptOf(job);
    const held = (volume: number) => Object.keys(unzipSync(archive.read(job.volumes?.[volume]?.filename ?? ''))).length;
    expect([held(1), held(2)]).toEqual([3, 2]);
    expect((await archive.check()).said[0]).toBe('The archive is complete and unchanged: 4 documents in 5 volumes.');
  });

  it('prints a PDF that is not stored; the index says which one cannot be printed, and why (OUT-116)', async () => {
    const own = await trader(service());
    const [sound, other] = [
      await issued(service(), own, { clientId: own.clientId }),
      await issued(service(), own, {
        clientId: own.clientId,
        lines: [{ description: '삼성', quantity: '1', unitPrice: '10', vatRate: '21' }],
      }),
    ];
    await service().idle();
    const { document } = (await readInvoice(own.company, sound.id)) ?? {};
    await removeFile(document?.pdfPath ?? '');
    const job = await archived(own, { period });
    expect(job).toMatchObject({ status: 'completed', damaged: 0, filesIncluded: { pdf: 1, xml: 2, csv: 1 } });
    const rows = rowsOf((await keptOf(job, own)).read('index.csv'));
    expect(rows.map(row => [row['Number'], row['PDF'] !== '', row['Note']])).toEqual([
      [sound.number, true, ''],
      [other.number, false, expect.stringMatching(/^No PDF: .*U\+C0BC/)],
    ]);
  });

  describe('errors', () => {
    it('400: ids and a period, neither, and an invalid period', async () => {
      for (const body of [
        { period, invoiceIds: [randomUUID()] },
        {},
        { period: { from: today() } },
        { period: { from: today(), to: addDays(today(), -1) } },
        { period: { from: '2026-02-30', to: '2026-03-01' } },
      ]) {
        expect(codeOf(await ask(scope, body))).toEqual([400, 'bad_request']);
      }
    });

    it('429: while one is being made, beside other exports', async () => {
      const own = await trader(service());
      const until = service().runtime.clock.now() + 60_000;
      await transact([put({ ...slotKey(own.company, ARCHIVE_SLOT), kind: 'export-slot', exportId: 'running', until })]);
      expect((await ask(own, { period })).status).toBe(429);
      const { id } = await issued(service(), own, { clientId: own.clientId });
      expect((await ask(own, { invoiceIds: [id], includePdf: false })).status).toBe(202);
      await service().idle();
    });

    it('404: an unknown volume, and the files of another company', async () => {
      const job = await archived(scope, { period, includePdf: false });
      const [volume] = job.volumes ?? [];
      const other = await trader(service());
      expect((await get(scope, volume?.filename ?? '')).status).toBe(200);
      for (const [of, named] of [
        [scope, volume?.filename.replace('v001', 'v002')],
        [scope, volume?.filename.replace('v001', 'v000')],
        [other, volume?.filename],
        [other, job.filename],
      ] as const) {
        expect(codeOf(await get(of, named ?? ''))).toEqual([404, 'not_found']);
      }
    });
  });
});
