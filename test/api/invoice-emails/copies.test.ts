import { describe, expect, it } from 'vitest';
import { newAddress } from './calls.ts';
import { copiesCalls, CC, BCC, GONE } from './copies-calls.ts';

const { request, issued, send, history } = copiesCalls();

describe('The copies that a company has of all mails (OUT-39)', () => {
  it('are among the defaults', async () => {
    const { id } = await issued();
    const { body } = await request<Record<string, unknown>>('GET', `/invoices/${id}/email-defaults`);
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
    const { id } = await issued();
    const answer = await send(id, { to: newAddress(), attachPdf: false, ...copies });
    expect([answer.status, answer.body.cc]).toEqual([200, cc]);
    expect(await history(id)).toMatchObject([{ cc, bcc }]);
  });
});
