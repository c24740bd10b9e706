import { describe, expect, it } from 'vitest';
import { newAddress } from './calls.ts';
import { copiesCalls, CC, BCC, GONE } from './copies-calls.ts';

const { service, issued, send, history } = copiesCalls();

describe('The copies that a company has of all mails (completions-documents §1.10, §1.11)', () => {
  it.each([
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

  it('whom the mail goes to gets no copy of it', async () => {
    const { id } = await issued();
    expect((await send(id, { to: CC, attachPdf: false })).body.cc).toBe(GONE);
  });

  it('an address that bounced is refused where the sender names it, and left out where the company does', async () => {
    const { id } = await issued();
    const refused = await send(id, { to: newAddress(), attachPdf: false, cc: GONE });
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['cc']]);
    const to = newAddress();
    expect((await send(id, { to, attachPdf: false })).status).toBe(200);
    await service().idle();
    expect(await service().mailbox(to)).toMatchObject([{ cc: [CC], bcc: [BCC] }]);
  });
});
