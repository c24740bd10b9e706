import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PLANS } from '#shared/platform/access/plans.ts';
import { PDF, REFUSED } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import type { AttachmentUpload, Refusal } from '../../support/contract.ts';
import { DEPTH } from '../../support/effort.ts';
import { attachmentsCalls, ofSize, putOnPlan, send } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service } = trader;
const { newDraft, list, fetched, start, complete } = attachmentsCalls(service, trader);

describe('uploads past the API, for files over its payload', () => {
  it('announced, posted to the bucket, completed: an attachment; completing again returns the same', async () => {
    const id = await newDraft();
    const bytes = ofSize(70_000);
    const { status, body: target } = await start(id, { filename: 'a/arhivă.txt', size: bytes.length, description: 'mare' });
    expect([status, target.maxBytes]).toEqual([201, bytes.length]);
    expect((await send(target, bytes)).status).toBeLessThan(300);
    const first = await complete(id, target.uploadId);
    expect([first.status, first.body.filename, first.body.size, first.body.mimeType, first.body.description]).toEqual([
      201,
      'arhivă.txt',
      70_000,
      'text/plain',
      'mare',
    ]);
    expect((await complete(id, target.uploadId)).body).toEqual(first.body);
    expect(await list(id)).toHaveLength(1);
  });

  it('posting again after completion does not change the attachment', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: PDF.length });
    await send(target, PDF);
    const { body } = await complete(id, target.uploadId);
    await send(target, Buffer.from('<script>'));
    expect(Buffer.compare((await fetched(id, body.id)).body, PDF)).toBe(0);
  });

  it('415: the type is checked on the uploaded file, whatever was announced', async () => {
    const id = await newDraft();
    const program = REFUSED['a program of Windows'] ?? PDF;
    const { body: target } = await start(id, { filename: 'a.pdf', size: program.length });
    await send(target, program);
    expect(codeOf(await complete(id, target.uploadId))).toEqual([415, 'unsupported_media_type']);
    expect(await list(id)).toEqual([]);
  });

  it('422 for no uploaded file; 413 for more than the plan allows; 404 for an unknown upload', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: 10 });
    expect(codeOf(await complete(id, target.uploadId))).toEqual([422, 'validation_error']);
    expect(codeOf(await start(id, { filename: 'a.pdf', size: PLANS.business.attachmentMaxFileBytes + 1 }))).toEqual([
      413,
      'payload_too_large',
    ]);
    expect(codeOf(await complete(id, randomUUID()))).toEqual([404, 'not_found']);
    expect(codeOf(await complete(await newDraft(), target.uploadId))).toEqual([404, 'not_found']);
  });

  it.runIf(DEPTH)('413: the plan at completion counts, not the plan when the upload was announced', async () => {
    const own = await trader.newTrader();
    const calls = attachmentsCalls(service, own);
    const id = await calls.newDraft();
    const bytes = ofSize(PLANS.freemium.attachmentMaxFileBytes + 1);
    const uploads = `/invoices/${id}/attachments/uploads`;
    const { status, body } = await own.request<AttachmentUpload>('POST', uploads, { filename: 'a.txt', size: bytes.length });
    expect([status, (await send(body, bytes)).status]).toEqual([201, 204]);
    await putOnPlan(service(), own.scope, 'freemium');
    const refused = await own.request<Refusal>('POST', `${uploads}/${body.uploadId}/complete`);
    expect(codeOf(refused)).toEqual([413, 'payload_too_large']);
    expect(refused.body.error.details).toEqual({ limit: PLANS.freemium.attachmentMaxFileBytes, plan: 'freemium' });
    expect(await calls.list(id)).toEqual([]);
  });

  it.runIf(DEPTH)('an upload that is completed twice at once is one attachment', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: PDF.length });
    await send(target, PDF);
    const answers = await Promise.all([1, 2, 3].map(() => complete(id, target.uploadId)));
    expect(answers.map(answer => answer.status)).toEqual([201, 201, 201]);
    expect(await list(id)).toHaveLength(1);
  });
});
