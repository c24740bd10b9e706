import { beforeAll, describe, expect, it } from 'vitest';
import type { AttachmentUpload, Refusal } from '../../support/contract.ts';
import { PDF } from '../../support/files.ts';
import { call, draft, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { codeOf, ofSize, attachmentsCalls } from './calls.ts';

const service = useOwnService();
const { onPlan } = attachmentsCalls(service);
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

const newDraft = async (): Promise<string> => (await draft(service(), scope, { clientId: scope.clientId })).id;

describe('uploads past the API, for files over its payload', () => {
  const start = (id: string, body: object) =>
    call<AttachmentUpload & Refusal>(service(), scope, 'POST', `/invoices/${id}/attachments/uploads`, body);
  const send = ({ url, fields }: AttachmentUpload, bytes: Uint8Array, overrides: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...overrides })) form.set(name, value);
    form.set('file', new File([new Uint8Array(bytes)], 'x'));
    return fetch(url, { method: 'POST', body: form });
  };

  it('the form takes no other key, no more bytes than the plan allows, and nothing once it has expired', async () => {
    const own = await onPlan('freemium');
    const { id } = await draft(service(), own, { clientId: own.clientId });
    const { body: target } = await call<AttachmentUpload>(service(), own, 'POST', `/invoices/${id}/attachments/uploads`, {
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
