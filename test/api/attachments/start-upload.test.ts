import { describe, expect, it } from 'vitest';
import { countAnnounced } from '#shared/documents/invoices/attachments/announced-bytes.ts';
import { COMPANY_WINDOWS, UPLOADED_BYTES } from '#shared/platform/lambda/limits/policies.ts';
import { windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { useOwnService, useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import type { AttachmentUpload, Refusal } from '../../support/contract.ts';
import { PDF } from '../../support/files.ts';
import { DEPTH } from '../../support/effort.ts';
import { attachmentsCalls, ofSize, putOnPlan, send } from './calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();
const trader = useTrader({ service, lasting: true });
const { newDraft, start } = attachmentsCalls(service, trader);

const { newTrader } = trader;

describe('uploads that bypass the API, for files larger than its payload limit', () => {
  it('400: no name, no size', async () => {
    const answer = await start(await newDraft(), {});
    expect(codeOf(answer)).toEqual([400, 'bad_request']);
    expect(Object.keys(answer.body.error.details).sort()).toEqual(['filename', 'size']);
  });

  it.runIf(DEPTH)(
    '429 after 50 uploads of one company within the lifetime of an upload form; allowed again once it has passed',
    async () => {
      const [own, other] = [await newTrader(), await newTrader()];
      const announce = async (by: typeof own, id: string) =>
        by.request<Refusal>('POST', `/invoices/${id}/attachments/uploads`, { filename: 'a.txt', size: 10 });
      const [draft, elsewhere] = [await own.draft(), await other.draft()];
      for (let upload = 0; upload < COMPANY_WINDOWS.startedUploads.limit - 2; upload++)
        await transact(windowWrites(COMPANY_WINDOWS.startedUploads, `uploads#${own.scope.company}`));
      const answers = await Promise.all(Array.from({ length: 5 }, () => announce(own, draft.id)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429]);
      const seconds = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(900);
      expect((await announce(other, elsewhere.id)).status).toBe(201);
      await service().advance('PT15M1S');
      expect((await announce(own, draft.id)).status).toBe(201);
    },
  );

  it.runIf(DEPTH)(
    '429 after 10 GB announced by one company in a day; allowed again on the next, and to others meanwhile',
    async () => {
      const [own, other] = [await newTrader(), await newTrader()];
      const [draft, elsewhere] = [await own.draft(), await other.draft()];
      const announce = async (by: typeof own, id: string, size: number) =>
        by.request<Refusal>('POST', `/invoices/${id}/attachments/uploads`, { filename: 'a.txt', size });
      const company = own.scope.company;
      await transact([countAnnounced(company, UPLOADED_BYTES.limit - 100)]);
      const refused = await announce(own, draft.id, 101);
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({ error: 'Rate limit exceeded.' });
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(86_400);
      const answers = await Promise.all(Array.from({ length: 3 }, () => announce(own, draft.id, 50)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429]);
      expect((await announce(other, elsewhere.id, 101)).status).toBe(201);
      await service().advance(`PT${seconds}S`);
      expect((await announce(own, draft.id, 101)).status).toBe(201);
    },
  );

  it.runIf(DEPTH)('the form takes no other key, no more bytes than announced, and nothing once it has expired', async () => {
    const own = await newTrader();
    await putOnPlan(service(), own.scope, 'freemium');
    const { id } = await own.draft();
    const { body: target } = await own.request<AttachmentUpload>('POST', `/invoices/${id}/attachments/uploads`, {
      filename: 'a.txt',
      size: 10,
    });
    expect((await send(target, PDF, { key: 'companies/x' })).status).toBe(403);
    expect((await send(target, ofSize(11))).status).toBe(400);
    expect((await send(target, ofSize(10))).status).toBeLessThan(300);
    await service().advance('PT16M');
    expect((await send(target, PDF)).status).toBe(403);
  });
});
