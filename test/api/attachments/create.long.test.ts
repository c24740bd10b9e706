import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { storageUseKey } from '#shared/documents/invoices/attachments/model.ts';
import { DIRECT_BYTES } from '#shared/output/files/download.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { formWith, PDF } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { attachmentsCalls, ofSize } from './calls.ts';
import { createCalls } from './create-calls.ts';

const { service, newTrader, newDraft, upload, list, onFreemium } = createCalls();

describe('POST /invoices/{uuid}/attachments (OUT-23 to OUT-33)', () => {
  it('the type of an XML file with many empty comments is found in linear time', async () => {
    const answer = await upload(await newDraft(), formWith(Buffer.from(`${'<!---->'.repeat(2000)}<x/>`), 'comments.xml'));
    expect(answer.body).toMatchObject({ mimeType: 'application/xml' });
  });

  it('a repetition with the same Idempotency-Key adds nothing, though its form has another boundary', async () => {
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
  it('413 when a file above the size of the plan is announced; one of exactly that size is accepted', async () => {
    const own = await onFreemium();
    const id = await own.newDraft();
    const post = (bytes: number) => own.uploadViaBucket(id, 'a.txt', ofSize(bytes));
    const limit = PLANS.freemium.attachmentMaxFileBytes;
    expect((await post(limit)).status).toBe(201);
    expect(codeOf(await post(limit + 1))).toEqual([413, 'payload_too_large']);
  });

  it('413 above 4.4 MB, naming the endpoint for larger files; API Gateway refuses requests above 6 MB', async () => {
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

  it('422: more bytes than the company may store; counted over all invoices, freed by deletion', async () => {
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
