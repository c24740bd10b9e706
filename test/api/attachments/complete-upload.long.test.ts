import { describe, expect, it } from 'vitest';
import { PLANS } from '#shared/platform/access/plans.ts';
import type { AttachmentUpload, Refusal } from '../../support/contract.ts';
import { PDF } from '../../support/files.ts';
import { codeOf } from '../../support/refusals.ts';
import { attachmentsCalls, send, ofSize, putOnPlan } from './calls.ts';
import { completeUploadCalls } from './complete-upload-calls.ts';

const { trader, service, newDraft, list, start, complete } = completeUploadCalls();

describe('uploads past the API, for files over its payload', () => {
  it('413: the plan at completion counts, not the plan when the upload was announced', async () => {
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

  it('an upload that is completed twice at once is one attachment', async () => {
    const id = await newDraft();
    const { body: target } = await start(id, { filename: 'a.pdf', size: PDF.length });
    await send(target, PDF);
    const answers = await Promise.all([1, 2, 3].map(() => complete(id, target.uploadId)));
    expect(answers.map(answer => answer.status)).toEqual([201, 201, 201]);
    expect(await list(id)).toHaveLength(1);
  });
});
