import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyKey } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { emailCalls, newAddress } from './calls.ts';

const [CC, BCC, GONE] = ['arhiva@copies.example', 'contabil@copies.example', 'gone@copies.example'];

const trader = useTrader({ lasting: true });
const { service, scope, request, issued } = trader;
const { send, history } = emailCalls(service, trader);

let invoice: Invoice;
beforeAll(async () => {
  invoice = await issued();
  const body = { emailCc: `${CC}, ${GONE}`, emailBcc: BCC };
  expect((await service().api('PATCH', `/api/v1/companies/${scope.company}`, { token: scope.token, body })).status).toBe(200);
  const gone = { address: GONE, reason: 'bounce', at: '2026-01-01T00:00:00Z' };
  await transact([put({ ...companyKey(scope.company, `NOMAIL#${gone.address}`), kind: 'suppressed-address', data: gone })]);
});

// Accepted mails are sent before the service ends.
afterAll(() => service().idle());

describe('The copies that a company has of all mails (OUT-39)', () => {
  it('are among the defaults', async () => {
    const { body } = await request<Record<string, unknown>>('GET', `/invoices/${invoice.id}/email-defaults`);
    expect(body).toMatchObject({ cc: `${CC}, ${GONE}`, bcc: BCC });
  });

  it.each([
    ['nothing given', {}, `${CC}, ${GONE}`, BCC],
    ['null', { cc: null, bcc: null }, `${CC}, ${GONE}`, BCC],
    ['no text', { cc: '', bcc: '' }, null, null],
    ['an empty list', { cc: [], bcc: [] }, null, null],
    ['others', { cc: 'x@copies.example', bcc: ['y@copies.example'] }, 'x@copies.example', 'y@copies.example'],
    ['others in cc alone', { cc: 'x@copies.example' }, 'x@copies.example', BCC],
    ['the one of bcc in cc', { cc: BCC.toUpperCase() }, BCC.toUpperCase(), null],
  ])('%s: %j', async (_, copies, cc, bcc) => {
    const { id } = invoice;
    const answer = await send(id, { to: newAddress(), attachPdf: false, ...copies });
    expect([answer.status, answer.body.cc]).toEqual([200, cc]);
    expect((await history(id))[0]).toMatchObject({ id: answer.body.emailId, cc, bcc });
  });

  it.runIf(DEPTH)('sends no copy to a recipient of the mail itself', async () => {
    const { id } = await issued();
    expect((await send(id, { to: CC, attachPdf: false })).body.cc).toBe(GONE);
  });

  it.runIf(DEPTH)(
    'an address that bounced is rejected where the sender names it, and left out where the company does',
    async () => {
      const { id } = await issued();
      const refused = await send(id, { to: newAddress(), attachPdf: false, cc: GONE });
      expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['cc']]);
      const to = newAddress();
      expect((await send(id, { to, attachPdf: false })).status).toBe(200);
      await service().idle();
      expect(await service().mailbox(to)).toMatchObject([{ cc: [CC], bcc: [BCC] }]);
    },
  );
});
