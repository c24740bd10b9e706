import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { queuePlannedSubmissions } from '#shared/documents/invoices/submission/submit-planned.ts';
import type { BulkSubmissionPlan, Refusal } from '../../support/contract.ts';
import { codeOf } from '../../support/refusals.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** Submitting together what stayed issued (EIN-59). */

const service = useOwnService();
const trader = useTrader({ service, connected: true, lasting: true });

const submit = (ids: unknown, of: Pick<typeof trader, 'request'> = trader) =>
  of.request<BulkSubmissionPlan & Refusal>('POST', '/invoices/bulk-submit', { ids });
const received = async (): Promise<number> => {
  const { body } = await service().api('GET', '/_local/taxauth/received');
  return (body as { uploads: unknown[] }).uploads.length;
};
const authority = (state: object) => expecting(200, 'The authority', service().api('PUT', '/_local/taxauth', { body: state }));
const manyIssued = (count: number) => Promise.all(Array.from({ length: count }, () => trader.issued()));
const statusOf = async (id: string) => (await trader.detailOf(id)).status;

describe('POST /invoices/bulk-submit', () => {
  it('submits what stayed issued in an outage, each once, also when it is asked twice, and not all at once', async () => {
    await authority({ mode: 'down' });
    const ids = (await manyIssued(12)).map(({ id }) => id);
    expect(codeOf(await trader.act(ids[0]!, 'submit'))).toEqual([503, 'service_unavailable']);
    const before = await received();
    for (let time = 0; time < 2; time++)
      expect(await submit([...ids, ids[0]])).toMatchObject({ status: 200, body: { planned: 12 } });
    await service().advance('PT6M');
    expect(await received()).toBe(before);
    await authority({ mode: 'ok' });
    expect((await submit(ids)).body.planned).toBe(12);
    await Promise.all([queuePlannedSubmissions(), queuePlannedSubmissions()]);
    await service().idle();
    expect(await received()).toBe(before + 10);
    await service().advance('PT6M');
    expect(await received()).toBe(before + 12);
    await service().advance('PT2H');
    for (const id of ids) expect(await statusOf(id)).toBe('validated');
    expect(await received()).toBe(before + 12);
  });

  it('whose process dies at any call is finished by its repetition with the same Idempotency-Key', async () => {
    const { faults, meter } = service().runtime;
    await authority({ mode: 'down' });
    const [one] = await manyIssued(1);
    const send = (key: string) => {
      const body = { ids: [one!.id] };
      return service().api('POST', '/api/v1/invoices/bulk-submit', {
        ...trader.scope,
        body,
        headers: { 'idempotency-key': key },
      });
    };
    expect((await send('first')).status).toBe(200);
    const calls = meter.last(5).find(({ function: name }) => name === 'invoices-bulk-submit')?.calls ?? [];
    expect(calls.length).toBeGreaterThan(4);
    for (const at of calls.keys())
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at + 1}, ${calls[at]?.operation}`;
        faults.crash({ call: at + 1, when, name: 'invoices-bulk-submit' });
        const died = await send(what);
        if (faults.crashed()) expect(died.status, what).toBe(500);
        faults.clear();
        // The claim of the key ends.
        await service().advance('PT40S');
        expect(await send(what), what).toMatchObject({ status: 200, body: { planned: 1 } });
      }
    const before = await received();
    await authority({ mode: 'ok' });
    await service().advance('PT10M');
    expect(await received()).toBe(before + 1);
    await service().advance('PT2H');
    expect(await statusOf(one!.id)).toBe('validated');
    expect(await received()).toBe(before + 1);
  });

  it('says of each other document why it is not submitted', async () => {
    const refused = ({ id }: { id: string }, error: string) => ({ invoiceId: id, plannedAt: null, error });
    const [draft, submitted, cancelled, issued] = [await trader.draft(), ...(await manyIssued(3))] as { id: string }[];
    await trader.act(submitted!.id, 'submit');
    await trader.act(cancelled!.id, 'cancel', { reason: 'Ordered twice by mistake' });
    const foreign = await (await trader.newTrader({})).issued();
    const unknown = randomUUID();
    const ids = [draft!.id, submitted!.id, cancelled!.id, issued!.id, foreign.id, unknown];
    expect((await submit(ids)).body).toEqual({
      planned: 1,
      results: [
        refused(draft!, 'Cannot submit an invoice in status draft.'),
        refused(submitted!, 'Cannot submit an invoice in status sent_to_provider.'),
        refused(cancelled!, 'Cannot submit an invoice in status cancelled.'),
        { invoiceId: issued!.id, plannedAt: expect.any(String), error: null },
        ...[foreign, { id: unknown }].map(one => refused(one, 'Invoice not found.')),
      ],
    });
    expect((await submit([unknown])).body).toEqual({ planned: 0, results: [refused({ id: unknown }, 'Invoice not found.')] });
  });

  it('drops the plan of a document that is cancelled meanwhile', async () => {
    const [one] = await manyIssued(1);
    // Those of the other tests are sent.
    await service().advance('PT10M');
    const before = await received();
    expect((await submit([one!.id])).body.planned).toBe(1);
    await trader.act(one!.id, 'cancel', { reason: 'Ordered twice by mistake' });
    await service().advance('PT10M');
    expect(await received()).toBe(before);
    expect(await statusOf(one!.id)).toBe('cancelled');
  });

  it('takes 1 to 100 ids: 422; and a valid connection: 400', async () => {
    for (const ids of [[], ['x'], Array.from({ length: 101 }, () => randomUUID()), 'x', undefined])
      expect(codeOf(await submit(ids)), JSON.stringify(ids)).toEqual([422, 'validation_error']);
    const other = await trader.newTrader({});
    const { id } = await other.issued();
    expect(await submit([id], other)).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request', details: { reason: 'taxauth_not_connected' } } },
    });
  });
});
