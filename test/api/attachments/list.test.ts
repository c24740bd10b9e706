import { beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '../../support/contract.ts';
import { formWith, PDF } from '../../support/files.ts';
import { call, detailOf, draft, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { type Answer } from './calls.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await lastingTrader(service());
});

const newDraft = async (): Promise<string> => (await draft(service(), scope, { clientId: scope.clientId })).id;
const upload = (id: string, form: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  service().api('POST', `/api/v1/invoices/${id}/attachments`, { ...scope, body: form, headers }) as Promise<Answer>;
const list = async (id: string): Promise<Attachment[]> =>
  (await call<Attachment[]>(service(), scope, 'GET', `/invoices/${id}/attachments`)).body;

describe('POST /invoices/{uuid}/attachments (completions-documents §1.9)', () => {
  it('stands in list and detail, newest first; no timeline event', async () => {
    const id = await newDraft();
    const names = ['1.pdf', '2.pdf', '3.pdf'];
    for (const name of names) await upload(id, formWith(PDF, name));
    expect((await list(id)).map(one => one.filename)).toEqual(names.toReversed());
    const detail = await detailOf(service(), scope, id);
    expect(detail['attachments']).toEqual(await list(id));
    expect(detail.events.map(event => event.type)).toEqual(['created']);
  });
});
