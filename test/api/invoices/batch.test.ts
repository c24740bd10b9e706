import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { numbersOf, sendBatch } from './batch-calls.ts';

/** Many invoices by one request (INV-81 to INV-84). */

const service = useService();
const { newTrader } = useTrader();

/** `count` bodies of invoices, each with a key of its own. */
const keyed = (own: Awaited<ReturnType<typeof newTrader>>, count: number, overrides: object = {}) =>
  Array.from({ length: count }, () => own.invoiceBody(overrides));

it('drafts all, and a repetition returns them', async () => {
  const own = await newTrader();
  const body = { invoices: keyed(own, 7) };
  const first = await sendBatch(service(), own.scope, body);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ succeeded: 7, refused: 0 });
  expect(first.body.results.map(({ index, status, invoice, error }) => [index, status, invoice?.status, error])).toEqual(
    body.invoices.map((_, index) => [index, 201, 'draft', null]),
  );
  const again = await sendBatch(service(), own.scope, body);
  expect(again.body).toEqual(first.body);
  expect((await own.request<{ total: number }>('GET', '/invoices')).body.total).toBe(7);
});

it('warns of unknown fields and of what the issue would refuse, as the single request does', async () => {
  const own = await newTrader();
  const [line] = own.invoiceBody().lines as object[];
  const misspelt = own.invoiceBody({ lines: [{ ...line, vatRat: 21 }] });
  const long = own.invoiceBody({ lines: [{ ...line, description: 'x'.repeat(360) }] });
  const { body } = await sendBatch(service(), own.scope, { invoices: [misspelt, long, own.invoiceBody()] });
  expect(body.results.map(({ validation }) => [validation?.valid, validation?.warnings])).toEqual([
    [true, ['lines.0.vatRat is not known and was ignored; did you mean vatRate?']],
    [true, ['[BR-RO-L212] lines.0.description: Shorten the description of the item to 200 characters.']],
    [true, []],
  ]);
  for (const [place, document] of [misspelt, long].entries()) {
    const single = await own.post({ ...document, idempotencyKey: randomUUID() });
    expect(single.body).toMatchObject({ validation: body.results[place]?.validation });
  }
});

it('issues them in their order with consecutive numbers, and one that is refused does not stop the others', async () => {
  const own = await newTrader();
  const [unknownClient, noLines, late] = [randomUUID(), [], { issueDate: '1999-01-01' }];
  const good = keyed(own, 4);
  const credit = { ...own.invoiceBody(), isCreditNote: true };
  const invoices = [
    good[0],
    ...keyed(own, 1, { clientId: unknownClient }),
    good[1],
    ...keyed(own, 1, { lines: noLines }),
    ...keyed(own, 1, late),
    good[2],
    credit,
    good[3],
  ];
  const { status, body } = await sendBatch(service(), own.scope, { invoices, issue: true });
  expect(status).toBe(200);
  expect(numbersOf(body)).toEqual(['FCT-001', undefined, 'FCT-002', undefined, undefined, 'FCT-003', undefined, 'FCT-004']);
  expect(body).toMatchObject({ succeeded: 4, refused: 4 });
  // Issued documents were checked by their issue.
  for (const { validation, invoice } of body.results)
    expect(validation).toEqual(
      invoice && { valid: true, errors: [], warnings: [], schematronAvailable: expect.any(Boolean) as boolean },
    );
  // As the single request is refused.
  for (const place of [1, 3, 4, 6]) {
    const single = await own.post(invoices[place]);
    const { status: refusedWith, error, invoice } = body.results[place] ?? {};
    expect([refusedWith, { error }, invoice]).toEqual([single.status, single.body, null]);
  }
});

it('returns the draft of a document that cannot be issued, with the error of its issue', async () => {
  const own = await newTrader();
  const [line] = own.invoiceBody().lines as object[];
  const invoices = keyed(own, 1, { lines: [{ ...line, description: 'x'.repeat(360) }] });
  const { body } = await sendBatch(service(), own.scope, { invoices, issue: true });
  const [result] = body.results;
  expect(result).toMatchObject({ status: 422, invoice: { status: 'draft' }, error: { code: 'validation_error' } });
  const single = await own.act(result?.invoice?.id ?? '', 'issue');
  expect([single.status, single.body]).toEqual([422, { error: result?.error }]);
});

it('takes keys from the header, and keeps the answer for it', async () => {
  const own = await newTrader();
  const header = randomUUID();
  const body = { invoices: keyed(own, 3, { idempotencyKey: undefined }) };
  const first = await sendBatch(service(), own.scope, body, header);
  expect(first.body.succeeded).toBe(3);
  const again = await sendBatch(service(), own.scope, body, header);
  expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
  const [one] = first.body.results;
  expect((await own.detailOf(one?.invoice?.id ?? '')).idempotencyKey).toBe(`${header}/0`);
});

it('is refused as a whole without keys, with equal keys, too many documents and without the permissions', async () => {
  const own = await newTrader();
  const [one] = keyed(own, 1);
  const refused = async (body: object) => {
    const { status, body: answer } = await sendBatch(service(), own.scope, body);
    return [status, Object.keys(answer.error.details ?? {})];
  };
  expect(await refused({ invoices: [one, { ...one, idempotencyKey: '' }] })).toEqual([422, ['invoices.1.idempotencyKey']]);
  expect(await refused({ invoices: [one, one] })).toEqual([422, ['invoices.1.idempotencyKey']]);
  expect(await refused({ invoices: [] })).toEqual([422, ['invoices']]);
  expect(await refused({ invoices: keyed(own, 101) })).toEqual([422, ['invoices']]);
  expect(await refused({ invoices: [one, 1] })).toEqual([422, ['invoices.1']]);
  expect(await refused({})).toEqual([422, ['invoices']]);
  const drafter = { ...own.scope, token: await keyWith(service(), own.scope, ['invoice.create']) };
  expect((await sendBatch(service(), drafter, { invoices: [one], issue: true })).body.error).toMatchObject({
    code: 'forbidden',
    details: { reason: 'permission', permission: 'invoice.issue' },
  });
  expect((await own.request<{ total: number }>('GET', '/invoices')).body.total).toBe(0);
  expect((await sendBatch(service(), drafter, { invoices: [one] })).status).toBe(200);
  const issuer = { ...own.scope, token: await keyWith(service(), own.scope, ['invoice.issue']) };
  expect((await sendBatch(service(), issuer, { invoices: [one] })).status).toBe(403);
});
