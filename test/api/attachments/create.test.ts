import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { storageUseKey } from '#shared/documents/invoices/attachments/model.ts';
import { DIRECT_BYTES } from '#shared/output/files/download.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { FILES, formWith, PDF, REFUSED } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { attachmentsCalls, ofSize, putOnPlan } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service, act, issued, newTrader } = trader;
const { newDraft, upload, list, remove } = attachmentsCalls(service, trader);

/** The requests of a company on the smallest plan. */
async function onFreemium() {
  const own = await newTrader();
  await putOnPlan(service(), own.scope, 'freemium');
  return { company: own.scope.company, ...attachmentsCalls(service, own) };
}

describe('POST /invoices/{uuid}/attachments (OUT-23 to OUT-33)', () => {
  it('201: the attachment, with name, type, size, uploader and time', async () => {
    const id = await newDraft();
    const answer = await upload(id, formWith(PDF, 'Proces verbal – recepție.pdf', { description: ' Recepția mărfii ' }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      filename: 'Proces verbal – recepție.pdf',
      mimeType: 'application/pdf',
      size: PDF.length,
      description: 'Recepția mărfii',
      uploadedBy: { name: 'Ana Popescu' },
    });
    expect(answer.body.uploadedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('the type follows from the content, whatever name and form say', async () => {
    const { bytes } = FILES['a.png'] ?? { bytes: PDF };
    const answer = await upload(await newDraft(), formWith(bytes, 'a.pdf', {}, 'application/pdf'));
    expect([answer.status, answer.body.mimeType]).toEqual([201, 'image/png']);
  });

  it('file name: path parts are removed; a file without a name is named after its type', async () => {
    const id = await newDraft();
    expect((await upload(id, formWith(PDF, '..\\..\\scan.pdf'))).body.filename).toBe('scan.pdf');
    expect((await upload(id, formWith(PDF, '..'))).body.filename).toBe('attachment.pdf');
  });

  it('409 for a cancelled invoice, with status and cancelledAt, when adding and removing; an issued one allows both', async () => {
    const { id } = await issued();
    expect((await upload(id, formWith(PDF))).status).toBe(201);
    await act(id, 'cancel', { reason: 'Comandată de două ori' });
    const refused = await upload(id, formWith(PDF));
    expect(codeOf(refused)).toEqual([409, 'conflict']);
    expect(refused.body.error.details).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String) as string });
    expect(codeOf(await remove(id, (await list(id))[0]?.id ?? ''))).toEqual([409, 'conflict']);
  });

  describe('errors', () => {
    let asked: string;
    beforeAll(async () => {
      asked = await newDraft();
    });
    it('400: no file', async () => {
      const form = new FormData();
      form.set('description', 'x');
      expect(codeOf(await upload(asked, form))).toEqual([400, 'bad_request']);
    });

    test.each(Object.entries(REFUSED))('415: %s, under the name of a PDF', async (_, bytes) => {
      expect(codeOf(await upload(asked, formWith(bytes)))).toEqual([415, 'unsupported_media_type']);
    });

    it('404: an invoice that does not exist', async () => {
      expect(codeOf(await upload(randomUUID(), formWith(PDF)))).toEqual([404, 'not_found']);
    });
  });

  it.runIf(DEPTH)('the type of an XML file with many empty comments is found in linear time', async () => {
    const answer = await upload(await newDraft(), formWith(Buffer.from(`${'<!---->'.repeat(2000)}<x/>`), 'comments.xml'));
    expect(answer.body).toMatchObject({ mimeType: 'application/xml' });
  });

  it.runIf(DEPTH)('a repetition with the same Idempotency-Key adds nothing, though its form has another boundary', async () => {
    const id = await newDraft();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await upload(id, formWith(PDF), headers), await upload(id, formWith(PDF), headers)];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await list(id)).toHaveLength(1);
    expect(codeOf(await upload(id, formWith(PDF, 'other.pdf'), headers))).toEqual([422, 'validation_error']);
  });
});

describe('limits by plan (OUT-26, OUT-27)', () => {
  it('422: more attachments than the plan allows, also when they are sent at once; deleting one makes room', async () => {
    const own = await onFreemium();
    const id = await own.newDraft();
    const post = () => own.upload(id, formWith(PDF));
    const answers = await Promise.all(Array.from({ length: 6 }, post));
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 201, 201, 422, 422, 422]);
    const refused = await post();
    expect(codeOf(refused)).toEqual([422, 'validation_error']);
    expect(refused.body.error.details).toEqual({ file: [expect.stringContaining('3 attachments') as string] });
    const [one] = await own.list(id);
    await own.remove(id, one?.id ?? '');
    expect((await post()).status).toBe(201);
  });

  it.runIf(DEPTH)('413 when a file above the size of the plan is announced; one of exactly that size is accepted', async () => {
    const own = await onFreemium();
    const id = await own.newDraft();
    const post = (bytes: number) => own.uploadViaBucket(id, 'a.txt', ofSize(bytes));
    const limit = PLANS.freemium.attachmentMaxFileBytes;
    expect((await post(limit)).status).toBe(201);
    expect(codeOf(await post(limit + 1))).toEqual([413, 'payload_too_large']);
  });

  it.runIf(DEPTH)('413 above 4.4 MB, naming the endpoint for larger files; API Gateway refuses requests above 6 MB', async () => {
    const own = await newTrader();
    const { newDraft: draft, upload: send } = attachmentsCalls(service, own);
    const id = await draft();
    const post = (bytes: number) => send(id, formWith(ofSize(bytes), 'a.txt'));
    expect((await post(DIRECT_BYTES)).status).toBe(201);
    const refused = await post(DIRECT_BYTES + 1);
    expect(codeOf(refused)).toEqual([413, 'payload_too_large']);
    expect(refused.body.error).toMatchObject({
      message: expect.stringContaining('POST /api/v1/invoices/{uuid}/attachments/uploads') as string,
      details: { limit: DIRECT_BYTES },
    });
    const larger = await post(5_000_000);
    expect([larger.status, larger.body]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  it.runIf(DEPTH)('422: more bytes than the company may store; counted over all invoices, freed by deletion', async () => {
    const own = await onFreemium();
    const key = storageUseKey(own.company);
    const room = PLANS.freemium.attachmentStorageBytes;
    await transact([put({ ...key, kind: 'storage', bytes: room - PDF.length })]);
    const post = async () => {
      const id = await own.newDraft();
      return { id, answer: await own.upload(id, formWith(PDF)) };
    };
    const first = await post();
    expect(first.answer.status).toBe(201);
    expect((await getItem<typeof key & { bytes: number }>(key))?.bytes).toBe(room);
    expect(codeOf((await post()).answer)).toEqual([422, 'validation_error']);
    await own.remove(first.id, first.answer.body.id);
    expect((await post()).answer.status).toBe(201);
  });
});
