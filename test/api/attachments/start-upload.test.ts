import { describe, expect, it } from 'vitest';
import type { AttachmentUpload, Refusal } from '../../support/contract.ts';
import { PDF } from '../../support/files.ts';
import { useOwnService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls, ofSize, putOnPlan } from './calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { request, newTrader } = trader;
const { newDraft } = attachmentsCalls(service, trader);

describe('uploads past the API, for files over its payload', () => {
  const start = (id: string, body: object) =>
    request<AttachmentUpload & Refusal>('POST', `/invoices/${id}/attachments/uploads`, body);
  const send = ({ url, fields }: AttachmentUpload, bytes: Uint8Array, overrides: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...overrides })) form.set(name, value);
    form.set('file', new File([new Uint8Array(bytes)], 'x'));
    return fetch(url, { method: 'POST', body: form });
  };

  it('the form takes no other key, no more bytes than the plan allows, and nothing once it has expired', async () => {
    const own = await newTrader();
    await putOnPlan(service(), own.scope, 'freemium');
    const { id } = await own.draft();
    const { body: target } = await own.request<AttachmentUpload>('POST', `/invoices/${id}/attachments/uploads`, {
      filename: 'a.txt',
      size: 10,
    });
    expect((await send(target, PDF, { key: 'companies/x' })).status).toBe(403);
    expect((await send(target, ofSize(target.maxBytes + 1))).status).toBe(400);
    await service().advance('PT16M');
    expect((await send(target, PDF)).status).toBe(403);
  });

  it('400: no name, no size', async () => {
    const answer = await start(await newDraft(), {});
    expect(codeOf(answer)).toEqual([400, 'bad_request']);
    expect(Object.keys(answer.body.error.details).sort()).toEqual(['filename', 'size']);
  });
});
