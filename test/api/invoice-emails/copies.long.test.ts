import { describe, expect, it } from 'vitest';
import { newAddress } from './calls.ts';
import { copiesCalls, CC, BCC, GONE } from './copies-calls.ts';

const { service, issued, send } = copiesCalls();

describe('The copies that a company has of all mails (OUT-39)', () => {
  it('sends no copy to a recipient of the mail itself', async () => {
    const { id } = await issued();
    expect((await send(id, { to: CC, attachPdf: false })).body.cc).toBe(GONE);
  });

  it('an address that bounced is rejected where the sender names it, and left out where the company does', async () => {
    const { id } = await issued();
    const refused = await send(id, { to: newAddress(), attachPdf: false, cc: GONE });
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['cc']]);
    const to = newAddress();
    expect((await send(id, { to, attachPdf: false })).status).toBe(200);
    await service().idle();
    expect(await service().mailbox(to)).toMatchObject([{ cc: [CC], bcc: [BCC] }]);
  });
});
