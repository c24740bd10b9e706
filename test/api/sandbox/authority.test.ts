import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { plannedKey, type PlannedSubmission } from '#shared/documents/invoices/submission/planned.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { call } from '../../support/invoices.ts';
import { listedBy, synchronize } from '../../support/taxauth/received.ts';
import { useOwnService } from '../../support/service.ts';
import { sandboxCalls } from './calls.ts';

const service = useOwnService();
const { tester, submitted, detail, sentToAuthority } = sandboxCalls(service);

describe('the simulator in place of the tax authority (COM-68)', () => {
  it('validates an invoice without a token and without a call of the authority', async () => {
    const scope = await tester();
    const { id, answer } = await submitted(scope);
    expect(answer).toMatchObject({ status: 200, body: { status: 'sent_to_provider', taxauthStatus: 'uploaded' } });
    await service().advance('PT6M');
    const validated = await detail(scope, id);
    expect(validated).toMatchObject({
      status: 'validated',
      taxauthStatus: 'validated',
      taxauthDownloadId: expect.stringMatching(/^\d+$/),
    });
    const archive = await call<Uint8Array>(service(), scope, 'GET', `/invoices/${id}/taxauth-response`);
    expect(archive.status).toBe(200);
    expect(Object.keys(unzipSync(archive.body))).toEqual([`${validated.taxauthUploadIndex}.xml`]);
    expect(await sentToAuthority(scope.cif)).toBe(0);
  });

  it('gives each outcome that the order number asks for (COM-69)', async () => {
    const scope = await tester();
    const rejected = await submitted(scope, { orderNumber: 'SANDBOX-REJECTED' });
    const slow = await submitted(scope, { orderNumber: 'SANDBOX-SLOW' });
    const lost = await submitted(scope, { orderNumber: 'SANDBOX-LOST' });
    const down = await submitted(scope, { orderNumber: 'SANDBOX-DOWN' });
    const limited = await submitted(scope, { orderNumber: 'SANDBOX-LIMITED' });
    expect([rejected, slow, lost, down, limited].map(({ answer }) => answer.status)).toEqual([200, 200, 200, 503, 429]);
    await service().advance('PT6M');
    expect(await detail(scope, rejected.id)).toMatchObject({
      status: 'rejected',
      taxauthValidationErrors: [expect.stringContaining('BR-RO-110')],
    });
    expect(await detail(scope, slow.id)).toMatchObject({ status: 'sent_to_provider' });
    expect(await detail(scope, lost.id)).toMatchObject({ status: 'validated' });
    expect(await detail(scope, down.id)).toMatchObject({ status: 'issued', taxauthStatus: null });
    await service().advance('PT30M');
    expect(await detail(scope, slow.id)).toMatchObject({ status: 'validated' });
    // What was asked for is no failure of the service: many lines of level ERROR roll back a deploy.
    const lines = readFileSync(join(service().dataDir, 'service.log'), 'utf8').split('\n');
    expect(lines.filter(line => line.includes('"level":"ERROR"'))).toEqual([]);
    expect(lines.filter(line => line.includes('"expected":')).length).toBe(1);
  });

  it('takes the documents that are submitted together (EIN-59)', async () => {
    const scope = await tester();
    const { id } = await submitted(scope, { orderNumber: 'SANDBOX-DOWN' });
    const { body } = await call(service(), scope, 'POST', '/invoices/bulk-submit', { ids: [id] });
    expect(body).toMatchObject({ planned: 1, results: [{ invoiceId: id, error: null }] });
    const planned = await getItem<Item & { data: PlannedSubmission }>(plannedKey(scope.company, id));
    await service().advance('PT6M');
    expect(await getItem(plannedKey(scope.company, id))).toMatchObject({ data: { tries: Number(planned?.data.tries) + 1 } });
    expect(await sentToAuthority(scope.cif)).toBe(0);
  });

  it('delivers to the inbox of another sandbox company of the organization, and its answer to the seller', async () => {
    const seller = await tester();
    const buyer = await tester(seller.user);
    const { id: clientId } = await service().newClient(seller, { name: 'Cumpărător SRL', cui: `RO${buyer.cif}` });
    await submitted(seller, { clientId });
    await synchronize(service(), buyer);
    const [received] = await listedBy(service(), buyer);
    expect(received).toMatchObject({ direction: 'incoming' });
    const answered = await call(service(), buyer, 'POST', `/invoices/${received?.id}/answer`, {
      response: 'refuse',
      reason: 'Not ours',
    });
    expect(answered.body).toMatchObject({ answer: {} });
    await service().advance('PT16M');
    await synchronize(service(), seller);
    const { body } = await call<{ data: { details: { message: string } }[] }>(service(), seller, 'GET', '/efactura-messages');
    expect(JSON.stringify(body.data.map(one => one.details))).toContain('Not ours');
  });
});
